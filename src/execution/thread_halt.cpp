#include "execution/thread_halt.hpp"

#include "reactor/descriptor.hpp"

#include <array>
#include <cstdio>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace dimma::execution {

// The line begins "ID (NAME) STATE". A name has up to 15 characters, any of which may be a parenthesis.
bool is_halted(pid_t thread) noexcept {
  std::array<char, 48> path{};
  std::snprintf(path.data(), path.size(), "/proc/self/task/%d/stat", static_cast<int>(thread));
  const reactor::Descriptor file(::open(path.data(), O_RDONLY | O_CLOEXEC));
  if (!file) return true;
  std::array<char, 64> text{};
  const ssize_t got = ::read(file.get(), text.data(), text.size());
  if (got <= 0) return true;
  const std::string_view line(text.data(), static_cast<std::size_t>(got));
  const std::size_t name_end = line.rfind(')');
  return name_end == std::string_view::npos || !line.substr(name_end).starts_with(") R");
}

}  // namespace dimma::execution
