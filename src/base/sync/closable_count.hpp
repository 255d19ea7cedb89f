#pragma once
// Counts the users of something that can be closed, without a lock.
//
// One word holds both the count and the closed flag, so entering and leaving are one atomic operation each. Once the
// count is closed, no user can enter, and exactly one thread learns that no user is left: the closing thread if there
// was no user, otherwise the last user that leaves.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <cstdint>

namespace dimma {

// Thread-safe, except for open().
class ClosableCount {
 public:
  // Adds a user. Returns false if the count is closed.
  [[gnu::always_inline]] bool enter() noexcept {
    std::uint32_t word = word_.load(std::memory_order_relaxed);
    do {
      if ((word & closed_bit) != 0) return false;
    } while (!word_.compare_exchange_weak(word, word + 1, std::memory_order_seq_cst, std::memory_order_relaxed));
    return true;
  }
  // Adds a user on behalf of a user that has entered, even if the count is closed.
  void enter_again() noexcept {
    const std::uint32_t before = word_.fetch_add(1, std::memory_order_relaxed);
    DIMMA_ASSERT((before & count_bits) != 0);
  }
  // Removes a user. Returns true if the count is closed and this was the last user. If false is returned, the caller
  // must not access this object again, since it may already be destroyed.
  [[gnu::always_inline]] bool leave() noexcept {
    const std::uint32_t before = word_.fetch_sub(1, std::memory_order_acq_rel);
    DIMMA_ASSERT((before & count_bits) != 0);
    return (before & flag_bits) != 0 && leave_marked(before);
  }
  // Closes the count. Returns true if there is no user. Further calls return the same result.
  bool close() noexcept { return (word_.fetch_or(closed_bit, std::memory_order_seq_cst) & count_bits) == 0; }
  // Reopens the count for new users. Requires that the count is closed and that the last user has left.
  void open() noexcept {
    DIMMA_ASSERT(users() == 0);
    word_.store(0, std::memory_order_release);
  }

  bool is_closed() const noexcept { return (word_.load(std::memory_order_seq_cst) & closed_bit) != 0; }
  std::uint32_t users() const noexcept { return word_.load(std::memory_order_seq_cst) & count_bits; }
  // Blocks until there is no user. If the count is not closed, other users may enter meanwhile.
  void wait_until_unused() noexcept {
    std::uint32_t word = word_.fetch_or(watched_bit, std::memory_order_seq_cst) | watched_bit;
    while ((word & count_bits) != 0) {
      word_.wait(word, std::memory_order_seq_cst);
      word = word_.load(std::memory_order_seq_cst);
    }
  }

 private:
  static constexpr std::uint32_t closed_bit = 1U << 31U;
  static constexpr std::uint32_t watched_bit = 1U << 30U;  // a thread is waiting in wait_until_unused()
  static constexpr std::uint32_t flag_bits = closed_bit | watched_bit;
  static constexpr std::uint32_t count_bits = ~flag_bits;

  // Once the count is zero and not closed, a waiting thread may destroy the object at any time. notify_all() only uses
  // the address.
  [[gnu::cold]] bool leave_marked(std::uint32_t before) noexcept {
    if ((before & count_bits) != 1) return false;
    if ((before & watched_bit) != 0) word_.notify_all();
    return (before & closed_bit) != 0;
  }

  sync::Atomic<std::uint32_t> word_{0};
};

}  // namespace dimma
