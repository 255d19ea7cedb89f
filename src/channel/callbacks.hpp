#pragma once
// Calls back over the connection that a client has opened (bidirectional GIOP), as the ORB and a protocol see them.

#include <memory>

namespace dimma::channel {

// The connection over which a reference has come. Only the protocol knows the calls that may be made over it.
class CallbackPath {
 public:
  virtual ~CallbackPath() = default;
};

// A binding's part in callbacks. Most bindings have no part.
struct Callbacks {
  // True if the server may call objects of this ORB over the binding's connection.
  bool are_offered = false;
  // The path by which the bound reference came; nullptr for a reference that is called only over its own connection.
  std::shared_ptr<CallbackPath> came_over = nullptr;

  explicit operator bool() const noexcept { return are_offered || came_over != nullptr; }
};

}  // namespace dimma::channel
