#pragma once
// Waiting for many descriptors with many threads: the shared channel's event loop.
//
// One epoll instance, one-shot events. Any number of threads call wait(); the kernel gives each event to one of them,
// so a connection is served by one thread at a time without a lock of ours. The streams stay blocking, so that a thread
// that has got one can go on receiving with one system call a message (an event loop that insists on non-blocking
// descriptors, as Asio's does, would cost a poll with each).

#include "base/sync.hpp"
#include "transport/descriptor.hpp"
#include "transport/gaps.hpp"

#include <dimma/qos.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>

struct epoll_event;

namespace dimma::transport {

// What is waited for; belongs to the one that armed it.
//
// The poller keeps a plain pointer and no lock, so the owner keeps the waiter alive while an event may be on its way.
// remove() alone does not tell: a thread may have the event in hand. Two moments are safe to destroy a waiter:
//  - within its own readable(), or later on that same thread's behalf before the next arm(): the event is one-shot, so
//    no other thread can have one. To close a connection from elsewhere, shut its stream down: the handle becomes
//    readable, and the thread that is given the event removes and destroys it.
//  - after stop(), when no thread is in wait() any more.
class Waiter {
 public:
  virtual ~Waiter() = default;
  // The descriptor is readable, or writable after arm_writable(). Called by wait(), on its thread, once for each arm().
  // Must not throw. What the thread that called arm() did before is visible here.
  virtual void readable() noexcept = 0;

 private:
  friend class Poller;
  sync::Atomic<bool> armed_{false};  // carries that visibility: the language knows of none through the system
};

class Poller {
 public:
  // How the threads in wait() do so: in the system, or asking it again and again. Throws std::system_error.
  explicit Poller(WaitStrategy how = WaitStrategy::block);
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  // Registers a descriptor, not yet armed. Throws std::system_error.
  void add(int handle, Waiter& waiter);
  // The next time that the descriptor is readable (now, if it is), one thread in wait() calls waiter.readable().
  void arm(int handle, Waiter& waiter) noexcept;
  // The same for the next time that it is writable. One registration is armed for one of the two at a time.
  void arm_writable(int handle, Waiter& waiter) noexcept;
  // No event comes from the descriptor any more, unless a thread has it in hand already (see Waiter). Before the
  // descriptor is closed, so that its number can't be another's. Of one that is not there: nothing happens.
  void remove(int handle) noexcept;

  enum class Woken : std::uint8_t { event, timeout, stopped };
  // Waits for one event and serves it; a negative limit waits for ever. Threads that wait are woken one for each event.
  // After stop() every call returns `stopped` at once. Throws std::system_error only for a bug of ours.
  Woken wait(std::chrono::milliseconds limit);

  // The same for one thread that serves the event itself: whose it is, or nullptr for a timeout or stop.
  Waiter* next(std::chrono::milliseconds limit);

  // Polls readable while an event waits.
  int handle() const noexcept { return epoll_.get(); }
  // How many are registered.
  std::size_t descriptors() const noexcept { return descriptors_.load(std::memory_order_relaxed); }

  // Lets every thread in wait() return, now and ever after.
  void stop() noexcept;

 private:
  static Waiter* waiter_of(const epoll_event& event) noexcept;
  Waiter* next_now();
  void arm_for(std::uint32_t events, int handle, Waiter& waiter) noexcept;

  const WaitStrategy how_;
  Gaps gaps_;
  Descriptor epoll_;
  Descriptor stop_event_;
  sync::Atomic<bool> stopped_{false};
  sync::Atomic<std::size_t> descriptors_{0};
};

}  // namespace dimma::transport
