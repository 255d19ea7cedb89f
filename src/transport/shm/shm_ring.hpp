#pragma once
// One direction of a connection through shared memory: a ring of octets that one process writes and another reads.
//
//   RingHead, 256 octets, each row a cache line of its own:
//     written          sender_closed     set by the sender: octets ever written; no more will follow
//                      restart           the value of `written` when the ring was last restarted
//     read                               set by the receiver: octets ever read
//     receiver_waits   receiver_closed   awake, asleep (in the system, on this word), wants_bell; no more will be read
//     sender_waits                       awake, asleep
//   The words that an end reads for each message are in lines that the other end writes only when something changes.
//   elsewhere `octets` octets: octet n of the stream is at n - restart modulo `octets`.
//
// A sender that finds the ring empty restarts it, so that a connection that carries only short messages touches only
// the first page of its ring. The receiver has then read everything, and finds its own count in `restart`.
//
// Neither end trusts the other. Each keeps its own count and position privately, reads the other's count once for each
// decision, and gives the connection up if the count does not fit the ring. Octets are copied out of the ring before
// they are interpreted.

#include "base/sync/assert.hpp"
#include "transport/shm/shared_word.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace dimma::transport {

struct RingHead {
  enum Waits : std::uint32_t { awake, asleep, wants_bell };

  alignas(64) SharedWord<std::uint64_t> written;
  SharedFlag sender_closed;
  SharedWord<std::uint64_t> restart;
  alignas(64) SharedWord<std::uint64_t> read;
  alignas(64) SharedFlag receiver_waits;
  SharedFlag receiver_closed;
  alignas(64) SharedFlag sender_waits;
};
static_assert(sizeof(RingHead) == 256);
static_assert(offsetof(RingHead, sender_closed) == 8 && offsetof(RingHead, restart) == 16);
static_assert(offsetof(RingHead, read) == 64);
static_assert(offsetof(RingHead, receiver_waits) == 128 && offsetof(RingHead, receiver_closed) == 132);
static_assert(offsetof(RingHead, sender_waits) == 192);

// A process's position in a ring.
class RingPlace {
 public:
  RingPlace(RingHead& head, std::byte* data, std::size_t octets) noexcept : head_(&head), data_(data), size_(octets) {}

  RingHead& head() const noexcept { return *head_; }

 protected:
  std::size_t size() const noexcept { return size_; }
  std::uint64_t count() const noexcept { return count_; }
  // Returns the number of contiguous octets from here on, up to `wanted`.
  std::size_t together(std::size_t wanted) const noexcept { return std::min(wanted, size_ - offset_); }
  std::byte* here() const noexcept { return data_ + offset_; }
  std::size_t offset() const noexcept { return offset_; }
  void begin_anew() noexcept { offset_ = 0; }
  void advance(std::size_t octets) noexcept {
    count_ += octets;
    offset_ += octets;
    if (offset_ == size_) offset_ = 0;
  }

 private:
  RingHead* head_;
  std::byte* data_;
  std::size_t size_;
  std::uint64_t count_ = 0;
  std::size_t offset_ = 0;
};

inline constexpr std::size_t ring_is_broken = ~std::size_t{0};  // the other end's count does not fit the ring

class RingReader : public RingPlace {
 public:
  using RingPlace::RingPlace;

  // Returns the number of octets that can be read, or ring_is_broken.
  std::size_t available() const noexcept {
    const std::uint64_t ahead = head().written.load() - count();
    return ahead <= size() ? static_cast<std::size_t>(ahead) : ring_is_broken;
  }
  // Restarts at the beginning of the ring if the sender has. Called if octets are available, before they are read.
  // Returns false if the sender's word is invalid.
  bool follow_restart() noexcept {
    const std::uint64_t restart = head().restart.load();
    if (restart == restart_seen_) return true;
    restart_seen_ = restart;
    begin_anew();
    return restart == count();
  }
  // Copies out up to `available` octets and returns their number. publish() notifies the sender.
  std::size_t take(std::span<std::byte> into, std::size_t available) noexcept {
    DIMMA_ASSERT(available <= size());
    const std::size_t wanted = std::min(into.size(), available);
    std::size_t taken = 0;
    while (taken < wanted) {
      const std::size_t part = together(wanted - taken);
      std::memcpy(into.data() + taken, here(), part);
      advance(part);
      taken += part;
    }
    return taken;
  }
  // Frees the octets taken of `available`. Returns true if a sender may be sleeping and has to be woken. A sender
  // sleeps only if the ring is full, and is woken when half of the octets have been read. Until then at least half is
  // available, so a thread that found less need not order its store against the sender's check.
  bool publish(std::size_t available) noexcept {
    if (available < size() / 2) {
      head().read.store_before(count());
      return false;
    }
    head().read.store(count());
    return head().sender_waits.load() != RingHead::awake && this->available() <= size() / 2;
  }

 private:
  std::uint64_t restart_seen_ = 0;
};

class RingWriter : public RingPlace {
 public:
  using RingPlace::RingPlace;

  // Returns the number of octets that there is room for, or ring_is_broken. Reads the other end's count only if the
  // last known count is not enough.
  std::size_t room(std::size_t wanted) noexcept {
    if (size() - (count() - read_seen_) >= wanted && !broken_) {
      return size() - static_cast<std::size_t>(count() - read_seen_);
    }
    const std::uint64_t read = head().read.load();
    broken_ = broken_ || count() - read > size();
    if (broken_) return ring_is_broken;
    read_seen_ = read;
    return size() - static_cast<std::size_t>(count() - read);
  }
  // Called before a message. Restarts the ring if it is empty, unless the sender is still so near its beginning that
  // reading the other end's count would not pay.
  void restart_if_empty() noexcept {
    constexpr std::size_t worth_a_look = 2048;
    if (offset() < worth_a_look || unpublished() != 0 || head().read.load() != count()) return;
    head().restart.store(count());
    begin_anew();
  }
  // Puts octets for which there is room. publish() notifies the receiver.
  void put(const std::byte* octets, std::size_t wanted) noexcept {
    DIMMA_ASSERT(wanted <= size() - (count() - read_seen_));
    while (wanted > 0) {
      const std::size_t part = together(wanted);
      std::memcpy(here(), octets, part);
      advance(part);
      octets += part;
      wanted -= part;
    }
  }
  std::size_t unpublished() const noexcept { return static_cast<std::size_t>(count() - published_); }
  // Returns true if waking a sleeping receiver pays off before the end of the message being sent.
  bool is_worth_waking_for() const noexcept { return count() - head().read.load() >= size() / 4; }
  void publish() noexcept {
    head().written.store(count());
    published_ = count();
  }

 private:
  bool broken_ = false;
  std::uint64_t read_seen_ = 0;
  std::uint64_t published_ = 0;
};

}  // namespace dimma::transport
