#pragma once
// Writes the service's log to stderr.

#include "services/locks/locks.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace dimma::naming {

// Thread-safe.
class ServiceLog {
 public:
  // Writes the line "dimma-naming: TEXT" with one system call.
  void line(const std::string& text);
  // Like line(), but at most once in 5 s. The next line contains the number of suppressed lines.
  void limited(const std::string& text);

 private:
  locks::Mutex mutex_;
  std::chrono::steady_clock::time_point next_ DIMMA_GUARDED_BY(mutex_){};
  std::uint64_t left_out_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace dimma::naming
