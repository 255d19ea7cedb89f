#pragma once
// Callbacks over a connection that the client has opened (bidirectional GIOP), as seen by the ORB and a protocol.

#include <memory>

namespace dimma::channel {

// The connection over which a reference was received. Only the protocol can tell which calls may be made over it.
class CallbackPath {
 public:
  virtual ~CallbackPath() = default;
};

// A binding's role in callbacks. Most bindings have none.
struct Callbacks {
  // True if the server may call objects of this ORB over the binding's connection.
  bool are_offered = false;
  // The path over which the bound reference was received, or nullptr if the reference is only called over a connection
  // of its own.
  std::shared_ptr<CallbackPath> came_over = nullptr;

  explicit operator bool() const noexcept { return are_offered || came_over != nullptr; }
};

}  // namespace dimma::channel
