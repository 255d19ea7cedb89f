#pragma once
// Replies that leave with one call of the transport, because their requests were received together.
//
// A reply may wait for the next one if the next request has been received already, is for the same operation of the
// same object, and those before were served in no time: then the wait is short, and a system call is saved for each.
// If such an upcall takes long all the same, the batch is sent when the upcall itself makes a call, or when the monitor
// finds the upcall, which needs a free thread of the server. The batch is also sent after held_max, and before the
// connection is read again.
//
// Reading the clock takes a twentieth of such a request's time. After many quick requests it is read once for several,
// and whenever the monitor's clock has ticked meanwhile.

#include "transport/transport.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include <sys/uio.h>

namespace dimma::iiop {

class ReplyBatch {
 public:
  static constexpr std::size_t octets_max = std::size_t{16} << 10;
  static constexpr std::size_t message_octets_max = std::size_t{2} << 10;
  static constexpr std::chrono::microseconds held_max{100};  // and until the clock is read again
  // No reply waits for a request that takes longer than this.
  static constexpr std::chrono::microseconds quick_max{20};
  // Once so many readings in a row have found only quick requests, the clock is read once for requests_per_reading.
  static constexpr unsigned readings_to_trust = 16;
  static constexpr unsigned requests_per_reading = 8;

  // The functions below are for the thread that has the reading side, one thread at a time.

  // A request has been served, and another has been received: returns true if the reply may wait for that one. `tick`
  // is the monitor's clock, `now` reads the other one.
  template <class Now>
  bool may_wait(std::uint32_t tick, Now now) noexcept {
    ++served_;
    const bool is_trusted = quick_readings_ == readings_to_trust && is_following_;
    if (!is_trusted || served_ == requests_per_reading || tick != tick_) take(now(), tick);
    return is_quick_;
  }
  bool is_following() const noexcept { return is_following_; }
  // Called when replies have been sent, which does not count as the servant's time either.
  void sent(Deadline now) noexcept { begin_at(now); }
  // Called when all received requests have been served. The time until the next one does not count as the servant's.
  void pause() noexcept { is_following_ = false; }

  // The functions below require the permission to send.

  bool empty() const noexcept { return octets_.empty(); }
  // Returns false, having kept nothing, if there is no memory.
  bool add(std::span<const std::byte> message) noexcept {
    if (octets_.empty()) held_since_ = read_at_;
    try {
      octets_.insert(octets_.end(), message.begin(), message.end());
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }
  bool is_due() const noexcept { return octets_.size() >= octets_max || read_at_ - held_since_ >= held_max; }
  // All of the batch; clear() has to follow.
  iovec piece() noexcept { return {octets_.data(), octets_.size()}; }
  void clear() noexcept { octets_.clear(); }

 private:
  void take(Deadline now, std::uint32_t tick) noexcept {
    if (is_following_) {
      is_quick_ = now - read_at_ < served_ * quick_max;
      quick_readings_ = is_quick_ ? std::min(quick_readings_ + 1, readings_to_trust) : 0;
    }
    is_following_ = true;
    tick_ = tick;
    begin_at(now);
  }
  void begin_at(Deadline now) noexcept {
    read_at_ = now;
    served_ = 0;
  }

  std::vector<std::byte> octets_;  // keeps its memory: octets_max and a message at most
  Deadline held_since_{};

  bool is_following_ = false;
  bool is_quick_ = false;
  Deadline read_at_{};   // the clock
  unsigned served_ = 0;  // since then
  unsigned quick_readings_ = 0;
  std::uint32_t tick_ = 0;
};

}  // namespace dimma::iiop
