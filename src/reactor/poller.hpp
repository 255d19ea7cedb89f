#pragma once
// Waits for many descriptors with many threads: the shared channel's event loop.
//
// It is one epoll instance with one-shot events; an EdgeWatch makes its own one-shot. Any number of threads call
// wait(). The kernel gives each event to one of them, so a connection is served by one thread at a time without a lock
// of ours. The streams stay blocking, so that a thread that has got one can go on receiving with one system call a
// message (an event loop that insists on non-blocking descriptors, as Asio's does, would cost a poll with each).
//
// A thread that is the only one in wait() takes several events from the system at once, and leaves all but the first
// for the threads that come back to wait(), itself among them. No event waits there while threads sleep.

#include "base/sync/sync.hpp"
#include "reactor/descriptor.hpp"
#include "reactor/edge_watch.hpp"
#include "reactor/events_ahead.hpp"
#include "reactor/gaps.hpp"
#include "reactor/poll_event.hpp"

#include <dimma/qos.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>

struct epoll_event;

namespace dimma::reactor {

// A descriptor that is waited for. It belongs to the thread that armed it.
//
// The poller keeps a plain pointer and no lock, so the owner keeps the waiter alive while an event may be on its way.
// remove() alone is not enough: a thread may have the event in hand. There are two safe moments to destroy a waiter:
//  - within its own readable(), or later on that same thread's behalf before the next arm(): the event is one-shot, so
//    no other thread can have one. To close a connection from elsewhere, shut its stream down: the handle becomes
//    readable, and the thread that is given the event removes and destroys it.
//  - after stop(), when no thread is left in wait().
class Waiter : private PollTag {
 public:
  Waiter() noexcept : PollTag(Kind::one_shot) {}
  virtual ~Waiter() = default;
  // Called when the descriptor is readable, or writable after arm_writable(): by wait(), on its thread, once for each
  // arm(). Must not throw. Sees everything that was done before arm() was called.
  virtual void readable() noexcept = 0;

 private:
  friend class Poller;
};

class Poller {
 public:
  // `how` tells how threads in wait() wait: in the system, or by asking it repeatedly. Throws std::system_error.
  explicit Poller(WaitStrategy how = WaitStrategy::block);
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  // Registers a descriptor, not yet armed. Throws std::system_error.
  void add(int handle, Waiter& waiter);
  // Has one thread in wait() call waiter.readable() the next time that the descriptor is readable (at once if it is).
  void arm(int handle, Waiter& waiter) noexcept;
  // The same for the next time that it is writable. A registration is armed for only one of the two at a time.
  void arm_writable(int handle, Waiter& waiter) noexcept;
  // Stops the descriptor's events, unless a thread has one in hand already (see Waiter). Called before the descriptor
  // is closed, so that its number can't be another's. Does nothing for an unknown descriptor.
  void remove(int handle) noexcept;

  // Registers a descriptor that will have many events, one after the other; it is not yet armed. Throws
  // std::system_error and std::bad_alloc.
  EdgeWatch& watch_edges(int handle, Waiter& waiter);
  // Like arm() above, usually without a system call. For the thread that has the event in hand. There may be nothing to
  // receive at the next event, as its octets may have been received with the one before. `has_taken_all` tells that the
  // last receive has taken all that was there. Returns false if the descriptor is readable already; the event is the
  // caller's then.
  bool arm(EdgeWatch& watch, bool has_taken_all) noexcept;
  // For the thread that has the event in hand.
  void remove(EdgeWatch& watch) noexcept;

  enum class Woken : std::uint8_t { event, timeout, stopped };
  // Waits for one event and serves it. A negative limit means no limit; a signal may restart the limit. Waiting threads
  // are woken one for each event.
  // After stop() every call returns `stopped` at once. Throws std::system_error only for a bug in dimma.
  Woken wait(std::chrono::milliseconds limit);

  // The same for a thread that serves the event itself: returns the event's waiter, or nullptr for a timeout or stop.
  // Takes no events ahead, and none of those that wait() has left: threads use one function or the other, never both.
  Waiter* next(std::chrono::milliseconds limit);

  // Polls readable while an event waits in the system.
  int handle() const noexcept { return epoll_.get(); }
  // True if an event that has been taken from the system waits for a thread.
  bool has_events_ahead() const noexcept { return !ahead_.empty(); }
  // The number of registered descriptors.
  std::size_t descriptors() const noexcept { return descriptors_.load(std::memory_order_relaxed); }

  // Lets every thread in wait() return, and every later call.
  void stop() noexcept;

 private:
  // The answer of the system, and the owner of the event: nullptr for stop.
  struct Answer {
    enum class What : std::uint8_t { nothing, timeout, event };
    What what = What::nothing;
    Waiter* waiter = nullptr;

    bool is_event() const noexcept { return what == What::event; }
  };

  Answer answer_of(const epoll_event& event) const noexcept;
  Answer ask(int timeout);
  Answer ask_for_several(int timeout);
  Answer sort(std::span<const epoll_event> events) noexcept;
  Answer take_ahead() noexcept;
  void wake_for_those_ahead() noexcept;
  bool blocks() const noexcept { return how_.kind() == WaitStrategy::Kind::block; }
  template <class Ask>
  Waiter* next_by(std::chrono::milliseconds limit, Ask ask);
  Waiter* next_of_several(std::chrono::milliseconds limit);
  void arm_for(std::uint32_t events, int handle, Waiter& waiter) noexcept;
  void give_back(EdgeWatch& watch) noexcept;

  const WaitStrategy how_;
  Gaps gaps_;
  Descriptor epoll_;
  Descriptor stop_event_;
  Descriptor ahead_event_;  // wakes a sleeper for an event ahead
  EventsAhead<Waiter> ahead_;
  sync::Atomic<std::size_t> asking_{0};  // threads of wait() that ask the system, and may sleep there
  sync::Atomic<bool> is_taking_{false};  // one of them for several events
  sync::Atomic<bool> stopped_{false};
  sync::Atomic<std::size_t> descriptors_{0};
  sync::Mutex watches_mutex_;
  std::deque<EdgeWatch> watches_ DIMMA_GUARDED_BY(watches_mutex_);
  // The first of the free ones; each points to the next.
  EdgeWatch* free_watches_ DIMMA_GUARDED_BY(watches_mutex_) DIMMA_PT_GUARDED_BY(watches_mutex_) = nullptr;
};

}  // namespace dimma::reactor
