#pragma once
// Leads from an object's key to the object, which is then entered.

#include "orb/state/object_key.hpp"

#include <string_view>

namespace dimma {
class ServerRequest;
}

namespace dimma::orb {

class ActiveObject;
class PoaTree;

// Returns the object that the key names, entered: the caller owes it an exit(). Asks adapter activators, default
// servants and servant managers if the object is not active. While its POA holds requests, puts the request aside and
// returns nullptr. A request that can't be put aside, and a call within the process, wait on their thread.
// Throws the exception that refuses the request, always COMPLETED_NO, or PortableServer::ForwardRequest.
ActiveObject* enter_object(PoaTree& tree, const ObjectKey& key, ServerRequest& request);
ActiveObject& enter_object(PoaTree& tree, const ObjectKey& key, std::string_view operation);

// The same for a call within the process. Returns nullptr if the call has to become a request, as an executor of the
// application makes the object's upcalls, and not on this thread.
ActiveObject* enter_object_here(PoaTree& tree, const ObjectKey& key, std::string_view operation);

// Puts the request aside if enter_object() would, as far as that can be told without asking an activator. Also returns
// true if the adapter's executor has served it.
bool put_aside_if_held(PoaTree& tree, const ObjectKey& key, ServerRequest& request);

// True if there may be an object of that key. An activator makes its adapter if need be. Does not wait for an activator
// of another thread.
bool may_have_object(PoaTree& tree, const ObjectKey& key);

}  // namespace dimma::orb
