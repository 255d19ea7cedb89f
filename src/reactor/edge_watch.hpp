#pragma once
// A descriptor that a poller watches in edge-triggered mode (EPOLLET), so that arming it for its next event takes no
// system call.
//
// The system reports every arrival, whether or not a thread waits for one. The watch turns these reports into one-shot
// events: an event goes to the thread that finds the watch armed, and the watch is not armed again until that thread
// has finished with the descriptor. A thread that gets a report in between silences the descriptor. Arming it then
// takes a system call, at which the system checks again for octets. Arming also takes a system call after the end of
// the stream, or if the last receive has not taken all octets, because neither causes another edge. If octets often
// arrive while a thread handles an event, one-shot events cost less, so the watch uses them for a while.
//
// The memory of a watch is kept as long as its poller. A thread that still has an event of a removed watch finds the
// watch free, or delivers the event to the descriptor that uses the watch now, whose owner then finds nothing to
// receive.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "reactor/poll_event.hpp"

#include <cstdint>

namespace dimma::reactor {

class Waiter;

class EdgeWatch final : private PollTag {
 public:
  EdgeWatch() noexcept : PollTag(Kind::edges) {}
  EdgeWatch(const EdgeWatch&) = delete;
  EdgeWatch& operator=(const EdgeWatch&) = delete;

  // Called by the thread that handles the event if there was nothing to receive.
  void came_early() noexcept {
    DIMMA_ASSERT(is_in_hand());
    one_shots_ = one_shots_after_noise;
  }

 private:
  friend class Poller;

  enum class State : std::uint32_t {
    free,       // watches nothing
    in_hand,    // a thread handles an event
    armed,      // armed for the next event
    arming,     // being armed by a system call
    fired,      // an event arrived while it was being armed
    silencing,  // being disarmed by a thread that got an event while another one handles an event
    silent      // disarmed, until a system call arms it
  };
  // An arrival during another event costs two more system calls: little compared with the savings of this many events.
  static constexpr unsigned one_shots_after_noise = 64;

  // True while a thread handles an event. Other threads may silence the watch meanwhile.
  bool is_in_hand() const noexcept {
    const auto state = state_.load(std::memory_order_relaxed);
    return state == State::in_hand || state == State::silencing || state == State::silent;
  }
  void begin(int handle, Waiter& waiter) noexcept;
  bool arm_without_system() noexcept;
  bool arm(int epoll) noexcept;
  Waiter* take_event(int epoll, std::uint32_t events) noexcept;
  void end() noexcept;
  void change(int epoll, std::uint32_t events) noexcept;
  void leave_hand(State to) noexcept;

  sync::Atomic<State> state_{State::free};
  // Owned by the thread that handles the event, or that begins the watch.
  int handle_ = -1;
  Waiter* waiter_ = nullptr;
  bool needs_system_ = true;        // arming needs a system call
  unsigned one_shots_ = 0;          // the number of one-shot events to come
  EdgeWatch* next_free_ = nullptr;  // guarded by the lock of the poller
};

}  // namespace dimma::reactor
