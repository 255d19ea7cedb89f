#pragma once
// Decides which thread reads a server connection while an upcall runs.
//
// The thread that took a request off a connection keeps the connection's reading side during the upcall, because most
// upcalls are over before anything else arrives, and then no thread is woken and no system call is spent on handing it
// over. It gives the reading side away when the upcall calls out itself (a nested callback may come back on this very
// connection), or when a monitor finds that the upcall takes long. So a connection is never deaf for long, and a
// nested callback finds a thread at once.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <cstdint>

namespace dimma::iiop {

// The reading side of one connection, as seen by its serving thread, nested calls and the monitor. An epoch is the time
// of one owner, from taking over to giving away.
class ReadingSide {
 public:
  using Epoch = std::uint64_t;

  // The next owner begins to read. It sees all that the previous owner left.
  Epoch take_over() const noexcept {
    const Epoch word = word_.load(std::memory_order_acquire);
    DIMMA_ASSERT((word & state_mask) == reading);
    return word >> state_bits;
  }
  // The owner stops reading, outside an upcall: the next thread that the connection wakes takes over.
  void put_down() noexcept {
    [[maybe_unused]] const Epoch word = word_.fetch_add(0, std::memory_order_release);
    DIMMA_ASSERT((word & state_mask) == reading);
  }

  // The owner calls these around an upcall that began at that tick of the monitor, or counts as if it had. end_upcall()
  // tells whether it still has the reading side; if not, the thread that took it has finished with what belongs to this
  // epoch.
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

  // For threads that give the reading side away during an upcall: returns true to exactly one. That one saves what the
  // upcall still needs, calls taken(), and lets another thread take over, or calls restore() and has changed nothing.
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
