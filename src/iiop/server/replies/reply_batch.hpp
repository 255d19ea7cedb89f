#pragma once
// Replies that are sent with one call of the transport, because their requests were received together.
//
// A reply may wait for the next one if the next request has been received already, is for the same operation of the
// same object, and the previous requests were quick. The wait is then short, and saves a system call for each reply. If
// an upcall takes long nevertheless, the batch is sent when the upcall itself makes a call, or when the monitor finds
// the upcall, which needs a free thread of the server. The batch is also sent after held_max, and before the connection
// is read again.
//
// Reading the clock takes a twentieth of the time of such a request. After many quick requests, the clock is read once
// for several requests, and when the monitor's clock has ticked.

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
  static constexpr std::chrono::microseconds held_max{100};  // but not before the clock is read again
  // No reply waits for a request that takes longer than this.
  static constexpr std::chrono::microseconds quick_max{20};
  // After this many readings in a row that found only quick requests, the clock is read once for requests_per_reading.
  static constexpr unsigned readings_to_trust = 16;
  static constexpr unsigned requests_per_reading = 8;

  // The functions below are only for the thread that has the reading side.

  // Called when a request has been served and another one has been received. Returns true if the reply may wait for
  // that of the other request. `tick` is the monitor's clock, `now` reads the real one.
  template <class Now>
  bool may_wait(std::uint32_t tick, Now now) noexcept {
    ++served_;
    const bool is_trusted = quick_readings_ == readings_to_trust && is_following_;
    if (!is_trusted || served_ == requests_per_reading || tick != tick_) take(now(), tick);
    return is_quick_;
  }
  bool is_following() const noexcept { return is_following_; }
  // Called when replies have been sent. The time for that does not count as the servant's.
  void sent(Deadline now) noexcept { begin_at(now); }
  // Called when all received requests have been served. The time until the next request does not count as the
  // servant's.
  void pause() noexcept { is_following_ = false; }

  // The functions below require the permission to send.

  bool empty() const noexcept { return octets_.empty(); }
  // Returns false, and keeps nothing, if there is no memory.
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
  // Returns the whole batch. clear() has to follow.
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

  std::vector<std::byte> octets_;  // keeps its memory: at most octets_max and one message
  Deadline held_since_{};

  bool is_following_ = false;
  bool is_quick_ = false;
  Deadline read_at_{};   // the time at which the clock was last read
  unsigned served_ = 0;  // requests since then
  unsigned quick_readings_ = 0;
  std::uint32_t tick_ = 0;
};

}  // namespace dimma::iiop
