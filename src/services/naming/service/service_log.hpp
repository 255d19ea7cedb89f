#pragma once
// Writes the service's lines on stderr, for its administrator.

#include "services/locks/locks.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace dimma::naming {

// Thread safe.
class ServiceLog {
 public:
  // Writes "dimma-naming: TEXT" and the end of the line in one write.
  void line(const std::string& text);
  // The same at most once in 5 s. The next line tells how many were left out.
  void limited(const std::string& text);

 private:
  locks::Mutex mutex_;
  std::chrono::steady_clock::time_point next_ DIMMA_GUARDED_BY(mutex_){};
  std::uint64_t left_out_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace dimma::naming
