#pragma once
// Counts the users of something that can be closed, without a lock.
//
// One word has the count and whether it is closed, so that entering and leaving is one atomic operation each. Once it
// is closed no user enters, and exactly one thread learns that no user is left: the one that closes if there is no
// user, or otherwise the last user that leaves.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <cstdint>

namespace dimma {

// Thread safe, except for open().
class ClosableCount {
 public:
  // Adds a user. Returns false if it is closed.
  [[gnu::always_inline]] bool enter() noexcept {
    std::uint32_t word = word_.load(std::memory_order_relaxed);
    do {
      if ((word & closed_bit) != 0) [[unlikely]]
        return false;
    } while (!word_.compare_exchange_weak(word, word + 1, std::memory_order_seq_cst, std::memory_order_relaxed));
    return true;
  }
  // Adds a user on behalf of one that has entered, even if it is closed.
  void enter_again() noexcept {
    const std::uint32_t before = word_.fetch_add(1, std::memory_order_relaxed);
    DIMMA_ASSERT((before & count_bits) != 0);
  }
  // Removes a user. Returns true for the last user if it is closed. Any other user must not touch this object again: it
  // may have been destroyed.
  [[gnu::always_inline]] bool leave() noexcept {
    const std::uint32_t before = word_.fetch_sub(1, std::memory_order_acq_rel);
    DIMMA_ASSERT((before & count_bits) != 0);
    return (before & flag_bits) != 0 && leave_marked(before);
  }
  // Returns true if there is no user, at each such call.
  bool close() noexcept { return (word_.fetch_or(closed_bit, std::memory_order_seq_cst) & count_bits) == 0; }
  // Opens it for new users. Requires that it is closed and the last user has left.
  void open() noexcept {
    DIMMA_ASSERT(users() == 0);
    word_.store(0, std::memory_order_release);
  }

  bool is_closed() const noexcept { return (word_.load(std::memory_order_seq_cst) & closed_bit) != 0; }
  std::uint32_t users() const noexcept { return word_.load(std::memory_order_seq_cst) & count_bits; }
  // Blocks until there is no user. Others may enter meanwhile if it is not closed.
  void wait_until_unused() noexcept {
    std::uint32_t word = word_.fetch_or(watched_bit, std::memory_order_seq_cst) | watched_bit;
    while ((word & count_bits) != 0) {
      word_.wait(word, std::memory_order_seq_cst);
      word = word_.load(std::memory_order_seq_cst);
    }
  }

 private:
  static constexpr std::uint32_t closed_bit = 1U << 31U;
  static constexpr std::uint32_t watched_bit = 1U << 30U;  // a thread waits until it is unused
  static constexpr std::uint32_t flag_bits = closed_bit | watched_bit;
  static constexpr std::uint32_t count_bits = ~flag_bits;

  // Once unused, the object may be destroyed at any time unless it is closed: notify_all() then uses only the address.
  [[gnu::cold]] bool leave_marked(std::uint32_t before) noexcept {
    if ((before & count_bits) != 1) return false;
    if ((before & watched_bit) != 0) word_.notify_all();
    return (before & closed_bit) != 0;
  }

  sync::Atomic<std::uint32_t> word_{0};
};

}  // namespace dimma
