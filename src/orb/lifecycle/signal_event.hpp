#pragma once
// Turns signals into a descriptor that ORB::run() can wait for.

#include "reactor/descriptor.hpp"
#include "reactor/event_loop.hpp"

#include <functional>
#include <memory>

namespace dimma::orb {

// The descriptor stays readable once a signal has come or raise() has been called.
class SignalEvent final : public reactor::Waiter {
 public:
  // `signalled` is called by the loop, if there is one. Throws CORBA::NO_RESOURCES.
  SignalEvent(std::shared_ptr<reactor::EventLoop> loop, std::function<void()> signalled);
  ~SignalEvent() override;

  // Throws CORBA::BAD_PARAM.
  static void handle(int signal);

  void raise() noexcept;
  // Returns when it is raised, in either way.
  void wait() noexcept;
  // Called by the loop when it is raised.
  void readable() noexcept override;
  void leave_loop() noexcept;

 private:
  void join_loop();

  const std::shared_ptr<reactor::EventLoop> loop_;
  const std::function<void()> signalled_;
  const reactor::Descriptor event_;
};

}  // namespace dimma::orb
