#include "transport/memory/memory_handle.hpp"

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

namespace dimma::transport {

MemoryHandle::MemoryHandle() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  read_ = reactor::Descriptor(ends[0]);
  write_ = reactor::Descriptor(ends[1]);
}

void MemoryHandle::set(bool readable) noexcept {
  if (ended_ || std::exchange(readable_, readable) == readable) return;
  char octet = 0;
  [[maybe_unused]] const auto moved = readable ? ::write(write_.get(), &octet, 1) : ::read(read_.get(), &octet, 1);
}

void MemoryHandle::end() noexcept {
  if (!std::exchange(ended_, true)) ::shutdown(write_.get(), SHUT_WR);
}

}  // namespace dimma::transport
