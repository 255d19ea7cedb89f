#pragma once
// Finds the object of a request by its key or published name, with a cache of the connection's last object.

#include "orb/upcall/active_object.hpp"

#include <dimma/generated/server_request.hpp>

namespace dimma::orb {

class PoaTree;

// If this request is for the same object as the last request on the connection, enters and returns that object. Returns
// nullptr if it is not, or is no longer active: a closed object cannot be entered, so a stale entry is harmless.
inline ActiveObject* enter_remembered(const ServerRequest& request) noexcept {
  auto* const memo = request.memo();
  if (memo == nullptr || !memo->object) return nullptr;
  if (!memo->is_current) {
    const auto key = request.object_key();
    if (key.size() != memo->object_key.size() || std::memcmp(key.data(), memo->object_key.data(), key.size()) != 0) {
      return nullptr;
    }
    memo->is_current = true;
  }
  auto& object = *memo->object;
  if (!object.enter()) {
    memo->forget();
    return nullptr;
  }
  if (object.gate_open()) return &object;
  object.exit();
  return nullptr;
}

// Enters and returns the object that the request is for, or returns nullptr if the request has been put aside. Throws
// the exception with which the request is refused, or PortableServer::ForwardRequest.
ActiveObject* enter_target_by_key(PoaTree& tree, ServerRequest& request);
// Like enter_target_by_key(), but faster if the object is that of the connection's last request.
inline ActiveObject* enter_target(PoaTree& tree, ServerRequest& request) {
  if (auto* const object = enter_remembered(request)) return object;
  return enter_target_by_key(tree, request);
}
// The two steps of enter_target_by_key(), for a caller that does something between them. The first puts the request
// aside if it has to wait. The second enters the object, and blocks the thread if the request still has to wait.
bool put_target_aside(PoaTree& tree, ServerRequest& request);
ActiveObject& enter_target_on_this_thread(PoaTree& tree, const ServerRequest& request);

}  // namespace dimma::orb
