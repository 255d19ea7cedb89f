#pragma once
// Counts the threads of a pool that wait for the next request of their client (WorkerPool::Stay), up to a limit.

#include "base/sync/count_down.hpp"
#include "base/sync/sync.hpp"

#include <cstddef>

namespace dimma::execution {

// Thread-safe.
class StayCount {
 public:
  explicit StayCount(std::size_t most) noexcept : most_(most) {}

  // Returns false, and counts nothing, if the limit is reached.
  bool add_one() noexcept;
  void remove_one() noexcept { sync::count_down(count_, std::memory_order_relaxed); }

 private:
  const std::size_t most_;
  sync::Atomic<std::size_t> count_{0};
};

}  // namespace dimma::execution
