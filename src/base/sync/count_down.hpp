#pragma once
// Decrements a counter and asserts that it does not go below zero.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <atomic>

namespace dimma::sync {

// Subtracts one from a counter, which must not be zero, and returns the new value.
template <class Number>
[[gnu::always_inline]] inline Number count_down(Atomic<Number>& count,
                                                std::memory_order order = std::memory_order_seq_cst) noexcept {
  const Number before = count.fetch_sub(1, order);
  DIMMA_ASSERT(before != 0);
  return static_cast<Number>(before - 1);
}

}  // namespace dimma::sync
