#pragma once
// Paces sending: computes when the next octets may be sent. Has no clock of its own.

#include "flow/wire/limits.hpp"

#include <dimma/qos.hpp>

#include <algorithm>
#include <limits>

namespace dimma::flow {

class Pacer {
 public:
  // Octets may be sent this much too early, so that a producer that was slightly late catches up.
  static constexpr Time slack = std::chrono::milliseconds(1);

  explicit Pacer(RateLimit rate) noexcept : rate_(rate) {}

  bool is_unlimited() const noexcept { return rate_.is_unlimited(); }
  // Returns the time to wait until more may be sent; zero if more may be sent now.
  Time wait(Time now) const noexcept {
    if (is_unlimited() || next_ <= now + slack) return Time{0};
    return next_ - slack - now;
  }
  // Returns the octets that the rate permits in this time.
  std::size_t octets_in(Time time) const noexcept {
    constexpr auto most = std::numeric_limits<std::size_t>::max();
    if (is_unlimited()) return most;
    const auto octets = std::chrono::duration<double>(time).count() * static_cast<double>(rate_.value());
    return octets < static_cast<double>(most) / 2 ? static_cast<std::size_t>(octets) : most;
  }
  // Called when `octets` octets have been sent.
  void gone(std::size_t octets, Time now) noexcept {
    if (is_unlimited()) return;
    next_ = std::max(next_, now) + time_of(octets);
  }

 private:
  Time time_of(std::size_t octets) const noexcept {
    constexpr std::uint64_t second = 1'000'000'000;
    // Does not overflow, since a message is far shorter than 2^33 octets.
    const auto time = static_cast<std::uint64_t>(octets) * second / rate_.value();
    constexpr auto longest = static_cast<std::uint64_t>(std::chrono::nanoseconds(std::chrono::hours(1)).count());
    return Time(static_cast<Time::rep>(std::min(time, longest)));
  }

  const RateLimit rate_;
  Time next_{0};
};

}  // namespace dimma::flow
