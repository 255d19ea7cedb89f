#pragma once
// Calls back over the connection that a client has opened (bidirectional GIOP), as the ORB and a protocol see them.

#include <memory>

namespace dimma::channel {

// The connection over which a reference has come. What may be called over it the protocol knows.
class CallbackPath {
 public:
  virtual ~CallbackPath() = default;
};

// What a binding has to do with them; most have nothing.
struct Callbacks {
  // The server may call objects of this ORB over the binding's connection.
  bool are_offered = false;
  // Where the bound reference came from; nullptr for one that is called over no connection but its own.
  std::shared_ptr<CallbackPath> came_over = nullptr;

  explicit operator bool() const noexcept { return are_offered || came_over != nullptr; }
};

}  // namespace dimma::channel
