#pragma once
// Enforces the callback policies of object adapters for requests over bidirectional connections.

#include "orb/upcall/active_object.hpp"

#include <dimma/generated/server_request.hpp>

#include <memory>

namespace dimma::orb {

// Called after the object has been entered and before the upcall. If the adapter and the client allow callbacks, calls
// through references in the arguments use the connection. The result must live until the upcall has ended. Throws
// CORBA::NO_PERMISSION if a server sends a request to an object whose adapter does not allow callbacks.
std::shared_ptr<cdr::Context> admit_both_ways(ActiveObject& object, ServerRequest& request);

}  // namespace dimma::orb
