#include "reactor/edge_watch.hpp"

#include <sys/epoll.h>

namespace dimma::reactor {

void EdgeWatch::begin(int handle, Waiter& waiter) noexcept {
  DIMMA_ASSERT(state_.load() == State::free);
  handle_ = handle;
  waiter_ = &waiter;
  needs_system_ = true;
  one_shots_ = 0;
  state_.store(State::in_hand);
}

// Arms the watch. Returns false if that needs a system call.
bool EdgeWatch::arm_without_system() noexcept {
  DIMMA_ASSERT(is_in_hand());
  if (needs_system_ || one_shots_ != 0) return false;
  auto state = State::in_hand;
  if (state_.compare_exchange_strong(state, State::armed)) return true;
  one_shots_ = one_shots_after_noise;
  return false;
}

// Arms the watch by a system call. Returns false if an event has arrived meanwhile, which the caller then handles.
bool EdgeWatch::arm(int epoll) noexcept {
  DIMMA_ASSERT(is_in_hand());
  const bool is_one_shot = one_shots_ != 0;
  if (is_one_shot) --one_shots_;
  needs_system_ = is_one_shot;
  leave_hand(State::arming);
  change(epoll, EPOLLIN | EPOLLRDHUP | (is_one_shot ? EPOLLONESHOT : EPOLLET));
  auto state = State::arming;
  if (state_.compare_exchange_strong(state, State::armed)) return true;
  needs_system_ = true;  // the event may have been the end of the stream
  state_.store(State::in_hand);
  return false;
}

// Called by a thread that has received events of the descriptor. Returns nullptr if no thread waits for the events.
Waiter* EdgeWatch::take_event(int epoll, std::uint32_t events) noexcept {
  auto state = state_.load();
  for (;;) {
    switch (state) {
      case State::armed:
        if (!state_.compare_exchange_weak(state, State::in_hand)) break;
        if ((events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) needs_system_ = true;
        return waiter_;
      case State::arming:
        if (state_.compare_exchange_weak(state, State::fired)) return nullptr;
        break;
      case State::in_hand:
        if (!state_.compare_exchange_weak(state, State::silencing)) break;
        change(epoll, EPOLLONESHOT);  // reports only an error or a hang-up, once
        state_.store(State::silent);
        return nullptr;
      default:
        return nullptr;
    }
  }
}

void EdgeWatch::change(int epoll, std::uint32_t events) noexcept {
  change_events(epoll, handle_, events, static_cast<PollTag*>(this));
}

// If a thread is silencing the watch, waits for its system call, after which that thread no longer uses handle_.
void EdgeWatch::leave_hand(State to) noexcept {
  auto state = state_.load();
  for (;;) {
    if (state == State::silencing) {
      sync::yield();
      state = state_.load();
    } else if (state_.compare_exchange_weak(state, to)) {
      return;
    }
  }
}

void EdgeWatch::end() noexcept { leave_hand(State::free); }

}  // namespace dimma::reactor
