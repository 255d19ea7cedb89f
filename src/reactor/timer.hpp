#pragma once
// A timer that an event loop serves like its descriptors.

#include "reactor/descriptor.hpp"
#include "reactor/event_loop.hpp"

#include <chrono>
#include <functional>

namespace dimma::reactor {

// Calls `due` on a thread that serves the loop, for one expiry at a time. It is a timerfd, and not a thread or a queue
// of the library, because an application that watches the one descriptor of an event loop has to notice expiries too.
class Timer final : public Waiter {
 public:
  // `due` must not throw. Throws std::system_error.
  Timer(EventLoop& loop, std::function<void()> due);
  // Requires that no thread can be handling an event of the timer (see Waiter).
  ~Timer() override;

  // Replaces the previous setting. Zero: never. Thread-safe.
  void set(std::chrono::milliseconds in) noexcept;
  void repeat(std::chrono::milliseconds period) noexcept;
  // Cancels the timer, except for an event that a thread is already handling. Idempotent.
  void remove() noexcept;

  void readable() noexcept override;

 private:
  void set(std::chrono::milliseconds in, std::chrono::milliseconds period) noexcept;

  EventLoop& loop_;
  const std::function<void()> due_;
  const Descriptor timer_;
};

}  // namespace dimma::reactor
