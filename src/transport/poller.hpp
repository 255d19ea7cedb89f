#pragma once
// Waiting for many descriptors with many threads: the shared channel's event loop.
//
// One epoll instance, one-shot events. Any number of threads call wait(); the kernel gives each event to one of them,
// so a connection is served by one thread at a time without a lock of ours. The streams stay blocking, so that a thread
// that has got one can go on receiving with one system call a message (an event loop that insists on non-blocking
// descriptors, as Asio's does, would cost a poll with each).

#include <chrono>
#include <cstdint>

namespace dimma::transport {

// What is waited for. Owned by whoever armed it, and must outlive its disarm().
class Waiter {
 public:
  virtual ~Waiter() = default;
  // The descriptor is readable. Called by wait(), on its thread, once for each arm(). Must not throw.
  virtual void readable() noexcept = 0;
};

class Poller {
 public:
  Poller();
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  // Registers a descriptor, not yet armed. Throws std::system_error.
  void add(int handle, Waiter& waiter);
  // The next time that the descriptor is readable (now, if it is), one thread in wait() calls waiter.readable().
  void arm(int handle, Waiter& waiter) noexcept;
  // No event comes from the descriptor any more, unless a thread has it in hand already.
  void remove(int handle) noexcept;

  enum class Woken : std::uint8_t { event, timeout, stopped };
  // Waits for one event and serves it. After stop() every call returns `stopped` at once.
  Woken wait(std::chrono::milliseconds limit);

  // Lets every thread in wait() return, now and ever after.
  void stop() noexcept;

 private:
  int epoll_ = -1;
  int stop_event_ = -1;
};

}  // namespace dimma::transport
