#pragma once
// Waits by polling repeatedly.

#include "base/deadline.hpp"
#include "reactor/gaps.hpp"

#include <dimma/qos.hpp>

namespace dimma::reactor {

// Tells the processor that this thread spins, so that it slows down the other thread of its core less.
inline void pause_processor() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  asm volatile("yield");
#endif
}

// Decides, during one wait, how long the thread polls before it blocks. `gaps` belongs to the place of the wait; if the
// strategy uses it, the destructor records the duration of the wait there. Reads the clock only at intervals, and never
// if there is neither a limit nor a deadline.
class Spin {
 public:
  Spin(WaitStrategy wait, Deadline deadline, Gaps& gaps) noexcept
      : kind_(wait.kind()), deadline_(deadline), gaps_(gaps), limit_(wait.spin_for()) {}
  ~Spin() {
    if (kind_ == Kind::measured && asked_ != 0) gaps_.ended_after(Clock::now() - begun_);
  }
  Spin(const Spin&) = delete;
  Spin& operator=(const Spin&) = delete;

  // Returns true to poll again; false to block from now on, or to end the wait if the deadline has passed.
  bool again() noexcept {
    pause_processor();
    if (kind_ == Kind::block) return false;
    if (asked_++ == 0 && kind_ == Kind::measured) return begin_to_measure();
    if (asked_ % questions_a_look != 0) return true;
    return look_at_the_clock();
  }

 private:
  using Kind = WaitStrategy::Kind;
  static constexpr unsigned questions_a_look = 16;

  bool begin_to_measure() noexcept {
    begun_ = Clock::now();
    limit_ = gaps_.ask_for();
    return limit_.count() != 0 && begun_ < deadline_;
  }
  bool look_at_the_clock() noexcept {
    const bool is_limited = kind_ != Kind::spin;
    if (!is_limited && deadline_ == no_deadline) return true;
    const auto now = Clock::now();
    if (asked_ == questions_a_look && kind_ == Kind::adaptive) begun_ = now;
    return now < deadline_ && (!is_limited || now - begun_ < limit_);
  }

  const Kind kind_;
  const Deadline deadline_;
  Gaps& gaps_;
  std::chrono::nanoseconds limit_;
  Deadline begun_{};
  unsigned asked_ = 0;
};

}  // namespace dimma::reactor
