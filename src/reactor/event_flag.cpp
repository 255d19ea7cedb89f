#include "reactor/event_flag.hpp"

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <sys/eventfd.h>
#include <unistd.h>

namespace dimma::reactor {

EventFlag::EventFlag() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!event_) throw std::system_error(errno, std::generic_category(), "eventfd");
}

void EventFlag::set(bool readable) noexcept {
  const OneAtATime::Use setting(setting_);
  if (readable == readable_) return;
  readable_ = readable;
  std::uint64_t count = 1;
  [[maybe_unused]] const auto moved =
      readable ? ::write(handle(), &count, sizeof count) : ::read(handle(), &count, sizeof count);
}

}  // namespace dimma::reactor
