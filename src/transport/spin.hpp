#pragma once
// Waiting by asking again and again.

#include "transport/deadline.hpp"

#include <dimma/qos.hpp>

namespace dimma::transport {

// Tells the processor that this thread only waits: it then disturbs the other one of its core less.
inline void pause_processor() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  asm volatile("yield");
#endif
}

// How long a thread that waits goes on asking before it blocks. The clock is read now and then only, and never where
// there is neither a limit nor a deadline.
class Spin {
 public:
  Spin(WaitStrategy wait, Deadline deadline) noexcept : wait_(wait), deadline_(deadline) {}

  // True: ask again. False: block from now on, or give up where the deadline has passed.
  bool again() noexcept {
    pause_processor();
    if (wait_.kind() == WaitStrategy::Kind::block) return false;
    if (++asked_ % questions_a_look != 0) return true;
    return look_at_the_clock();
  }

 private:
  static constexpr unsigned questions_a_look = 16;

  bool look_at_the_clock() noexcept {
    const bool adaptive = wait_.kind() == WaitStrategy::Kind::adaptive;
    if (!adaptive && deadline_ == no_deadline) return true;
    const auto now = Clock::now();
    if (asked_ == questions_a_look && adaptive) begun_ = now;
    return now < deadline_ && (!adaptive || now - begun_ < wait_.spin_for());
  }

  const WaitStrategy wait_;
  const Deadline deadline_;
  Deadline begun_{};
  unsigned asked_ = 0;
};

}  // namespace dimma::transport
