#include "execution/stay_count.hpp"

namespace dimma::execution {

bool StayCount::add_one() noexcept {
  std::size_t count = count_.load(std::memory_order_relaxed);
  while (count < most_) {
    if (count_.compare_exchange_weak(count, count + 1, std::memory_order_relaxed)) return true;
  }
  return false;
}

}  // namespace dimma::execution
