#pragma once
// Determines whether a connection has been silent for so long that it may be closed.

#include "base/sync/sync.hpp"
#include "iiop/resources/options.hpp"

#include <chrono>
#include <cstdint>

namespace dimma::iiop {

// The thread that has the reading side calls heard() and in_message(); another one may call lasts() at the same time.
class Silence {
 public:
  // A connection that has just been opened may be silent for this long, even if the limit for idle connections is
  // shorter.
  static constexpr std::chrono::seconds unheard_limit{10};
  // A connection that has received part of a message may be silent for this long.
  static constexpr std::chrono::seconds stalled_limit{30};

  // `now`, here and below, is coarse_now().
  explicit Silence(std::chrono::nanoseconds now) noexcept : opened_(now) {}

  void heard() noexcept { heard_.store(Heard::something, std::memory_order_relaxed); }
  // Sets whether part of a message has arrived, and the rest has not.
  void in_message(bool is_so) noexcept { in_message_.store(is_so, std::memory_order_relaxed); }
  bool has_heard_nothing_ever() const noexcept { return heard_.load(std::memory_order_relaxed) == Heard::nothing_yet; }

  // Returns true if nothing has arrived since the last call.
  bool lasts(std::chrono::nanoseconds now) noexcept {
    // The first request, for which the connection was opened, is usually on its way.
    if (has_heard_nothing_ever()) return now - opened_ >= unheard_limit;
    if (heard_.exchange(Heard::nothing_since_asked) != Heard::nothing_since_asked) {
      silent_since_ = now;
      return false;
    }
    return !in_message_.load(std::memory_order_relaxed) || now - silent_since_ >= stalled_limit;
  }

 private:
  enum class Heard : std::uint8_t { nothing_yet, something, nothing_since_asked };

  sync::Atomic<Heard> heard_{Heard::nothing_yet};
  sync::Atomic<bool> in_message_{false};
  const std::chrono::nanoseconds opened_;
  std::chrono::nanoseconds silent_since_{0};  // used only by the thread that calls lasts()
};

}  // namespace dimma::iiop
