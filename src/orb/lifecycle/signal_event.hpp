#pragma once
// Turns signals into a descriptor that ORB::run() can wait for.

#include "transport/descriptor.hpp"
#include "transport/poller.hpp"

#include <functional>

namespace dimma::orb {

// The descriptor stays readable once a signal has come or raise() was called.
class SignalEvent final : public transport::Waiter {
 public:
  // `signalled`: called by a build without threads, from its loop. Throws CORBA::NO_RESOURCES.
  explicit SignalEvent(std::function<void()> signalled);
  ~SignalEvent() override;

  // Throws CORBA::BAD_PARAM.
  static void handle(int signal);

  void raise() noexcept;
  // With threads: returns when it is raised, however that comes.
  void wait() noexcept;
  // Without: the loop says that it is.
  void readable() noexcept override;

 private:
  // In the single-threaded build, where its loop waits for it too.
  void join_loop();
  void leave_loop() noexcept;

  const std::function<void()> signalled_;
  const transport::Descriptor event_;
};

}  // namespace dimma::orb
