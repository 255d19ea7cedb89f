#pragma once
// The times of the calling thread's last send and last receive, and the peer of that send. They delimit the steps of a
// call.

#include "base/sync/sync.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace dimma::observe {

struct StreamMarks {
  std::chrono::steady_clock::time_point sent{};
  std::shared_ptr<const std::string> sent_to;  // the peer's address
  std::chrono::steady_clock::time_point received{};
};

inline StreamMarks& marks_of_this_thread() noexcept {
  static DIMMA_PER_THREAD StreamMarks marks;
  return marks;
}

}  // namespace dimma::observe
