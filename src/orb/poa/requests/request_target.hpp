#pragma once
// Leads from a request to its object, by the names that were published and what the connection remembers.

#include "orb/upcall/active_object.hpp"

#include <dimma/generated/server_request.hpp>

namespace dimma::orb {

class PoaTree;

// Returns the object of the connection's last request, entered, if this one is for the same object and that is still
// active. A closed object can't be entered, so what is remembered may be old but never wrong.
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
  if (object.gate_open()) [[likely]]
    return &object;
  object.exit();
  return nullptr;
}

// Returns the object that the request is for, entered; nullptr if the request has been put aside. Throws the
// exception that refuses the request, or PortableServer::ForwardRequest.
ActiveObject* enter_target_by_key(PoaTree& tree, ServerRequest& request);
// The same, but faster if it is the object of the connection's last request.
inline ActiveObject* enter_target(PoaTree& tree, ServerRequest& request) {
  if (auto* const object = enter_remembered(request)) [[likely]]
    return object;
  return enter_target_by_key(tree, request);
}
// The same in two steps, for a caller that does something once in between: puts the request aside if it has to wait;
// then enters the object, and waits on this thread if it still has to.
bool put_target_aside(PoaTree& tree, ServerRequest& request);
ActiveObject& enter_target_on_this_thread(PoaTree& tree, const ServerRequest& request);

}  // namespace dimma::orb
