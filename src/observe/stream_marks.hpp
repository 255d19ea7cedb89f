#pragma once
// The times at which the calling thread last sent, with the peer, and received. They separate the steps of a call.

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
