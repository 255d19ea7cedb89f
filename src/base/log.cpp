#include "base/log.hpp"

#include <array>
#include <cerrno>
#include <cstddef>

#include <unistd.h>

namespace dimma {

namespace {

constexpr std::size_t line_octets_max = 4096;  // what a pipe takes as one (PIPE_BUF)
constexpr std::string_view cut = "...";

// A line in memory of its own, as memory may be what there is none of.
class Line {
 public:
  void add(std::string_view text) noexcept {
    for (const char character : text) octets_[size_++] = character;
  }
  void add_escaped(std::string_view text) noexcept {
    for (const char character : text) {
      if (size_ + escaped_octets + cut.size() + 1 > line_octets_max) return add(cut);
      const auto code = static_cast<unsigned char>(character);
      if (code >= 0x20 && code < 0x7f) {
        octets_[size_++] = character;
        continue;
      }
      constexpr std::string_view digits = "0123456789abcdef";
      const std::array<char, escaped_octets> escaped{'\\', 'x', digits[code >> 4U], digits[code & 15U]};
      add({escaped.data(), escaped.size()});
    }
  }
  void write() const noexcept {
    while (::write(STDERR_FILENO, octets_.data(), size_) < 0 && errno == EINTR) {
    }
  }

 private:
  static constexpr std::size_t escaped_octets = 4;  // "\x1b"

  std::array<char, line_octets_max> octets_;
  std::size_t size_ = 0;
};

}  // namespace

void write_log(LogLevel level, std::string_view text) noexcept {
  const int error = errno;
  Line line;
  line.add(level == LogLevel::warning ? "dimma: warning: " : "dimma: error: ");
  line.add_escaped(text);
  line.add("\n");
  line.write();
  errno = error;
}

}  // namespace dimma
