#pragma once
// From an object's key to the object, entered.

#include "orb/state/object_key.hpp"

#include <string_view>

namespace dimma {
class ServerRequest;
}

namespace dimma::orb {

class ActiveObject;
class PoaTree;

// The object that the key names, entered: the caller owes it an exit(). Asks adapter activators, default servants and
// servant managers where the object is not active. While its POA holds requests the request is put aside, and nullptr
// given; one that can't be, and a call within the process, wait on their thread.
// Throws what the request is to be refused with, all COMPLETED_NO, or PortableServer::ForwardRequest.
ActiveObject* enter_object(PoaTree& tree, const ObjectKey& key, ServerRequest& request);
ActiveObject& enter_object(PoaTree& tree, const ObjectKey& key, std::string_view operation);

// The same for a call within the process; nullptr: an executor of the application makes the object's upcalls, and not
// on this thread, so that the call is to be a request.
ActiveObject* enter_object_here(PoaTree& tree, const ObjectKey& key, std::string_view operation);

// Puts the request aside if enter_object() would, as far as that can be told without asking an activator. True also
// when it has been served by the adapter's executor.
bool put_aside_if_held(PoaTree& tree, const ObjectKey& key, ServerRequest& request);

// True if there may be an object of that key, for which its adapter is made by an activator if need be. Waits for
// nobody else's activator.
bool may_have_object(PoaTree& tree, const ObjectKey& key);

}  // namespace dimma::orb
