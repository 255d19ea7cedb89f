#include "services/naming/service/common/service_log.hpp"

#include "base/sync/clock.hpp"

#include <iostream>

namespace dimma::naming {

void ServiceLog::line(const std::string& text) {
  const std::string whole = "dimma-naming: " + text + '\n';
  std::cerr << whole << std::flush;
}

void ServiceLog::limited(const std::string& text) {
  constexpr auto between = std::chrono::seconds(5);
  std::string whole = text;
  {
    const locks::Lock lock(mutex_);
    const auto now = Clock::now();
    if (now < next_) {
      ++left_out_;
      return;
    }
    next_ = now + between;
    if (left_out_ != 0) whole += " (and " + std::to_string(left_out_) + " more like this since the last line)";
    left_out_ = 0;
  }
  line(whole);
}

}  // namespace dimma::naming
