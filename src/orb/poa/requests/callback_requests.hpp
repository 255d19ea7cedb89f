#pragma once
// Requests over connections that carry requests both ways: enforces what the object adapter allows them.

#include "orb/upcall/active_object.hpp"

#include <dimma/generated/server_request.hpp>

#include <memory>

namespace dimma::orb {

// Called once the object has been entered, before the upcall. The result has to live until the upcall has ended. Calls
// through references in the arguments then go over the connection, if the adapter and the client allow that. Throws
// CORBA::NO_PERMISSION for a request from a server to an object whose adapter does not allow callbacks.
std::shared_ptr<cdr::Context> admit_both_ways(ActiveObject& object, ServerRequest& request);

}  // namespace dimma::orb
