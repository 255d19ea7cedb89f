#pragma once
// Decides which thread reads a server connection while an upcall runs.
//
// The thread that has read a request keeps the connection's reading side during the upcall, because most upcalls are
// over before anything else arrives. Then no thread has to be woken, and no system call is spent on handing over. The
// reading side is given away when the upcall itself makes a call (a nested callback may arrive over this very
// connection), or when the monitor finds that the upcall takes long. So a connection is never left unread for long, and
// a nested callback is read at once.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <cstdint>

namespace dimma::iiop {

// The reading side of one connection, for its serving thread, nested calls and the monitor. An epoch is the time of one
// owner, from taking over to giving away.
class ReadingSide {
 public:
  using Epoch = std::uint64_t;

  // Begins to read as the next owner, and sees everything that the previous owner has written.
  Epoch take_over() const noexcept {
    const Epoch word = word_.load(std::memory_order_acquire);
    DIMMA_ASSERT((word & state_mask) == reading);
    return word >> state_bits;
  }
  // Stops reading, outside an upcall. The next thread that the connection wakes takes over.
  void put_down() noexcept {
    [[maybe_unused]] const Epoch word = word_.fetch_add(0, std::memory_order_release);
    DIMMA_ASSERT((word & state_mask) == reading);
  }

  // Called by the owner before and after an upcall, whose duration counts from the monitor's tick `tick`. end_upcall()
  // returns true if the owner still has the reading side. If not, the thread that took it no longer uses the data of
  // this epoch.
  void begin_upcall(Epoch epoch, std::uint32_t tick) noexcept {
    DIMMA_ASSERT(word_.load(std::memory_order_relaxed) == (epoch << state_bits | reading));
    tick_.store(tick, std::memory_order_relaxed);
    word_.store(epoch << state_bits | in_upcall, std::memory_order_release);
  }
  bool end_upcall(Epoch epoch) noexcept {
    DIMMA_ASSERT(word_.load(std::memory_order_relaxed) > (epoch << state_bits | reading));
    for (;;) {
      Epoch found = epoch << state_bits | in_upcall;
      if (word_.compare_exchange_strong(found, epoch << state_bits | reading, std::memory_order_acq_rel)) return true;
      if (found != (epoch << state_bits | being_taken)) return false;
      sync::yield();
    }
  }

  // Called by threads that give the reading side away during an upcall. Returns true to exactly one of them. That
  // thread saves the data that the upcall still needs, calls taken(), and lets another thread take over; or it calls
  // restore(), and has changed nothing.
  bool take() noexcept {
    Epoch word = word_.load(std::memory_order_acquire);
    if ((word & state_mask) != in_upcall) return false;
    return word_.compare_exchange_strong(word, (word & ~state_mask) | being_taken, std::memory_order_acq_rel);
  }
  void taken() noexcept {
    const Epoch word = word_.load(std::memory_order_relaxed);
    DIMMA_ASSERT((word & state_mask) == being_taken);
    word_.store(((word >> state_bits) + 1) << state_bits | reading, std::memory_order_release);
  }
  void restore() noexcept {
    const Epoch word = word_.load(std::memory_order_relaxed);
    DIMMA_ASSERT((word & state_mask) == being_taken);
    word_.store((word & ~state_mask) | in_upcall, std::memory_order_seq_cst);
  }

  // True if an upcall is running that began before the monitor's tick. Ticks wrap around.
  bool upcall_older_than(std::uint32_t tick) const noexcept {
    return (word_.load(std::memory_order_relaxed) & state_mask) == in_upcall &&
           static_cast<std::int32_t>(tick_.load(std::memory_order_relaxed) - tick) < 0;
  }

 private:
  static constexpr Epoch state_bits = 2;
  static constexpr Epoch state_mask = 3;
  enum State : Epoch { reading, in_upcall, being_taken };

  sync::Atomic<Epoch> word_{reading};
  sync::Atomic<std::uint32_t> tick_{0};
};

}  // namespace dimma::iiop
