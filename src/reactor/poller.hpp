#pragma once
// Waits for many descriptors with many threads.
//
// The poller is one epoll instance with one-shot events; an EdgeWatch turns its edges into one-shot events. Any number
// of threads call wait(). The kernel gives each event to one of them, so a connection is served by one thread at a time
// without a lock. The streams stay blocking, so that a thread that serves a stream can go on receiving with one system
// call for each message. (An event loop that insists on non-blocking descriptors, as Asio's does, would also need a
// poll for each message.)
//
// If only one thread is in wait(), it takes several events from the system at once, and leaves all but the first for
// the threads that return to wait(), itself included. No event is left there while threads sleep.

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
// The poller keeps a plain pointer and no lock, so the owner keeps the waiter alive while an event may be in flight.
// remove() alone is not enough: a thread may be handling the event. A waiter can be destroyed safely at two moments:
//  - within its own readable(), or later on behalf of that thread before the next arm(): the event is one-shot, so no
//    other thread can have one. To close a connection from another thread, shut its stream down: the handle becomes
//    readable, and the thread that gets the event removes and destroys the waiter.
//  - after stop(), when no thread is left in wait().
class Waiter : private PollTag {
 public:
  Waiter() noexcept : PollTag(Kind::one_shot) {}
  virtual ~Waiter() = default;
  // Called by wait(), on its thread, once for each arm(), when the descriptor is readable, or writable after
  // arm_writable(). Must not throw. Everything done before arm() was called is visible here.
  virtual void readable() noexcept = 0;

 private:
  friend class Poller;
};

class Poller {
 public:
  // `how` selects how threads wait in wait(): blocked in the system, or by polling it repeatedly. Throws
  // std::system_error.
  explicit Poller(WaitStrategy how = WaitStrategy::block);
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  // Registers a descriptor without arming it. Throws std::system_error.
  void add(int handle, Waiter& waiter);
  // Makes one thread in wait() call waiter.readable() the next time that the descriptor is readable, at once if it is
  // now.
  void arm(int handle, Waiter& waiter) noexcept;
  // Like arm(), for the next time that the descriptor is writable. A registration is armed for only one of the two.
  void arm_writable(int handle, Waiter& waiter) noexcept;
  // Stops the descriptor's events, unless a thread is already handling one (see Waiter). Called before the descriptor
  // is closed, because its number may then be reused. Does nothing for an unknown descriptor.
  void remove(int handle) noexcept;

  // Registers a descriptor that will have many events, one after the other, without arming it. Throws std::system_error
  // and std::bad_alloc.
  EdgeWatch& watch_edges(int handle, Waiter& waiter);
  // Like arm() above, usually without a system call. Called by the thread that handles the event. There may be nothing
  // to receive at the next event, if its octets were received with the previous one. `has_taken_all` is true if the
  // last receive has taken all octets. Returns false if the descriptor is readable already; the caller then handles
  // that event.
  bool arm(EdgeWatch& watch, bool has_taken_all) noexcept;
  // Like remove() above. Called by the thread that handles the event.
  void remove(EdgeWatch& watch) noexcept;

  enum class Woken : std::uint8_t { event, timeout, stopped };
  // Waits for one event and serves it. A negative limit means no limit; a signal may restart the limit. Each event
  // wakes one waiting thread. After stop() every call returns `stopped` at once. Throws std::system_error only for a
  // bug in dimma.
  Woken wait(std::chrono::milliseconds limit);

  // Like wait(), for a thread that serves the event itself: returns the event's waiter, or nullptr for a timeout or
  // stop. Neither leaves nor takes events ahead: the threads of a poller use one of the two functions, never both.
  Waiter* next(std::chrono::milliseconds limit);

  // Returns a descriptor that polls readable while an event waits in the system.
  int handle() const noexcept { return epoll_.get(); }
  // True if an event that has been taken from the system waits for a thread.
  bool has_events_ahead() const noexcept { return !ahead_.empty(); }
  // The number of registered descriptors.
  std::size_t descriptors() const noexcept { return descriptors_.load(std::memory_order_relaxed); }

  // Makes every current and later call of wait() return.
  void stop() noexcept;

 private:
  // The answer of the system. `waiter` is the owner of the event, or nullptr for stop.
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
  Descriptor ahead_event_;  // wakes a sleeping thread for an event ahead
  EventsAhead<Waiter> ahead_;
  sync::Atomic<std::size_t> asking_{0};  // threads in wait() that ask the system, and may sleep there
  sync::Atomic<bool> is_taking_{false};  // one of these threads asks for several events
  sync::Atomic<bool> stopped_{false};
  sync::Atomic<std::size_t> descriptors_{0};
  sync::Mutex watches_mutex_;
  std::deque<EdgeWatch> watches_ DIMMA_GUARDED_BY(watches_mutex_);
  // The first free watch; next_free_ links the others.
  EdgeWatch* free_watches_ DIMMA_GUARDED_BY(watches_mutex_) DIMMA_PT_GUARDED_BY(watches_mutex_) = nullptr;
};

}  // namespace dimma::reactor
