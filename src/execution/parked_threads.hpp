#pragma once
// Counts the parked threads of a pool, and those of them that have been opened but have not resumed yet.

#include "base/sync/assert.hpp"

#include <cstddef>

namespace dimma::execution {

// Guarded by the pool's lock. Any of the parked threads may resume for one that has been opened.
class ParkedThreads {
 public:
  bool none() const noexcept { return parked_ == 0; }
  void add() noexcept { ++parked_; }
  void remove() noexcept {
    DIMMA_ASSERT(parked_ != 0);
    --parked_;
  }
  void open_one() noexcept {
    remove();
    ++to_resume_;
  }
  bool one_may_resume() const noexcept { return to_resume_ != 0; }
  // Returns true if the calling thread, which is parked, has to resume.
  bool resume() noexcept {
    if (to_resume_ == 0) return false;
    --to_resume_;
    return true;
  }

 private:
  std::size_t parked_ = 0;  // without those that have been opened
  std::size_t to_resume_ = 0;
};

}  // namespace dimma::execution
