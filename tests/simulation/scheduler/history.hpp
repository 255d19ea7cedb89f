#pragma once
// The last values of an atomic, and the rules for the ones that a load may return.

#include "base/sync/simulation.hpp"
#include "simulation/scheduler/view.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dimma::simulation {

// A thread's state of the memory model, kept from one atomic operation to the next.
struct Memory {
  View view;
  View to_acquire;  // loaded without an acquire; a later fence acquires it
  View released;    // released by its last fence
};

// The strongest fences of a run, in the order in which they were executed: the order S of [atomics.order].
struct Fences {
  View all;
  std::uint64_t steps = 0;  // counts the sequentially consistent operations and fences of the run
};

constexpr bool acquires(std::memory_order order) noexcept {
  return order == std::memory_order_acquire || order == std::memory_order_consume ||
         order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}
constexpr bool releases(std::memory_order order) noexcept {
  return order == std::memory_order_release || order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}
constexpr bool is_strongest(std::memory_order order) noexcept { return order == std::memory_order_seq_cst; }

// Values are numbered in their modification order, which is the order of the stores. The first is visible to all
// threads. Every restriction of [intro.races] and [atomics.order] is applied, some more strictly than required: a load
// returns no value that C++ forbids.
class History {
 public:
  void begin() noexcept;

  std::uint64_t newest() const noexcept { return newest_; }
  // Returns the oldest value that the thread may load.
  std::uint64_t oldest_for(const Memory& thread, std::memory_order order, const Fences& fences) const noexcept;
  void load(std::uint64_t value, Memory& thread, Step self, std::memory_order order, Fences& fences);
  // Adds a value. `is_change`: by a read-modify-write of the newest one, whose release sequence it continues.
  void store(Memory& thread, Step self, std::memory_order order, bool is_change, Fences& fences);

  static std::size_t slot_of(std::uint64_t value) noexcept { return value % remembered_values; }

 private:
  struct Value {
    Step by;
    View released;
  };
  struct Read {
    Step by;
    std::uint64_t value = 0;
  };
  struct Strongest {
    std::uint64_t step = 0;
    std::uint64_t value = 0;
  };

  std::uint64_t oldest() const noexcept { return newest_ < remembered_values ? 0 : newest_ - (remembered_values - 1); }
  void note_strongest(std::uint64_t value, std::memory_order order, Fences& fences);

  std::uint64_t newest_ = 0;
  std::array<Value, remembered_values> values_{};
  std::vector<Read> reads_;           // reads that forbid older values to the threads after which they happen
  std::vector<Strongest> strongest_;  // sequentially consistent operations, by increasing value
};

// Applies a fence of the thread.
void pass_fence(Memory& thread, std::memory_order order, Fences& fences) noexcept;

}  // namespace dimma::simulation
