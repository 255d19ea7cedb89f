#pragma once
// Turns signals into events of a descriptor on which ORB::run() can wait.

#include "reactor/descriptor.hpp"
#include "reactor/event_loop.hpp"

#include <functional>
#include <memory>

namespace dimma::orb {

// The descriptor stays readable after a signal has arrived or raise() was called.
class SignalEvent final : public reactor::Waiter {
 public:
  // If `loop` is not nullptr, the loop calls `signalled` when the descriptor is readable. Throws CORBA::NO_RESOURCES.
  SignalEvent(std::shared_ptr<reactor::EventLoop> loop, std::function<void()> signalled);
  ~SignalEvent() override;

  // Installs the handler for a signal. Throws CORBA::BAD_PARAM if the signal cannot be caught.
  static void handle(int signal);

  void raise() noexcept;
  // Blocks until a signal has arrived or raise() was called.
  void wait() noexcept;
  // Called by the loop when the descriptor is readable.
  void readable() noexcept override;
  void leave_loop() noexcept;

 private:
  void join_loop();

  const std::shared_ptr<reactor::EventLoop> loop_;
  const std::function<void()> signalled_;
  const reactor::Descriptor event_;
};

}  // namespace dimma::orb
