#pragma once
// Requests over connections that carry requests both ways: what their object adapter lets them do.

#include "orb/upcall/active_object.hpp"

#include <dimma/generated/server_request.hpp>

#include <memory>

namespace dimma::orb {

// Called once its object has been entered, before the upcall. The result has to live until the upcall has ended;
// references in the arguments are then called over the connection, if the adapter and the client want that. Throws
// CORBA::NO_PERMISSION for a request from a server to an object of an adapter that is not to be called back.
std::shared_ptr<cdr::Context> admit_both_ways(ActiveObject& object, ServerRequest& request);

}  // namespace dimma::orb
