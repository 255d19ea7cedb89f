#pragma once
// Finds the object for an object key and enters it.

#include "orb/state/object_key.hpp"

#include <string_view>

namespace dimma {
class ServerRequest;
}

namespace dimma::orb {

class ActiveObject;
class PoaTree;

// Enters and returns the object with that key; the caller must call exit() on it. If the object is not active, calls
// adapter activators and servant managers, or uses the default servant. While the object's POA holds requests, puts the
// request aside and returns nullptr; a request that cannot be put aside, and a call within the process, block their
// thread. Throws the exception with which the request is refused (always COMPLETED_NO), or
// PortableServer::ForwardRequest.
ActiveObject* enter_object(PoaTree& tree, const ObjectKey& key, ServerRequest& request);
ActiveObject& enter_object(PoaTree& tree, const ObjectKey& key, std::string_view operation);

// Like enter_object(), for a call within the process. Returns nullptr if the call must be made as a request, because an
// executor of the application makes the object's upcalls on other threads.
ActiveObject* enter_object_here(PoaTree& tree, const ObjectKey& key, std::string_view operation);

// Puts the request aside if enter_object() would do so, as far as that is known without calling an activator. Also
// returns true if the adapter's executor has served the request.
bool put_aside_if_held(PoaTree& tree, const ObjectKey& key, ServerRequest& request);

// Returns true if an object with that key may exist. May call an activator to create its adapter, but does not wait for
// an activator that another thread is calling.
bool may_have_object(PoaTree& tree, const ObjectKey& key);

}  // namespace dimma::orb
