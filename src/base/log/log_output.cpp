#include "base/log/log_output.hpp"

#include "base/sync/sync.hpp"
#include "base/text/json_text.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dimma::log::detail {

namespace {

constexpr std::string_view cut = "...";

// The descriptor of the first file stays open. Later files are duplicated onto the same descriptor, so no thread writes
// to a closed descriptor.
constinit sync::Atomic<int> output{STDERR_FILENO};
constinit sync::Atomic<Format> output_format{Format::text};
// True if the last line was written only in part, without its end.
constinit sync::Atomic<bool> is_torn{false};

// A line has its own fixed buffer, since the process may be out of memory.
class Line {
 public:
  void add(std::string_view text) noexcept {
    for (const char character : text) octets_[size_++] = character;
  }
  void add(std::uint64_t number, std::size_t digits_min = 1) noexcept {
    std::array<char, 20> digits{};
    const auto size = static_cast<std::size_t>(std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr -
                                               digits.data());
    for (std::size_t at = size; at < digits_min; ++at) add("0");
    add({digits.data(), size});
  }
  // Appends the time in RFC 3339 format, in UTC.
  void add(std::chrono::system_clock::time_point time) noexcept {
    using namespace std::chrono;  // NOLINT(google-build-using-namespace): for its units
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss<microseconds> of_day(floor<microseconds>(time - day));
    add(static_cast<std::uint64_t>(static_cast<int>(date.year())), 4);
    add("-");
    add(static_cast<unsigned>(date.month()), 2);
    add("-");
    add(static_cast<unsigned>(date.day()), 2);
    add("T");
    add(static_cast<std::uint64_t>(of_day.hours().count()), 2);
    add(":");
    add(static_cast<std::uint64_t>(of_day.minutes().count()), 2);
    add(":");
    add(static_cast<std::uint64_t>(of_day.seconds().count()), 2);
    add(".");
    add(static_cast<std::uint64_t>(of_day.subseconds().count()), 6);
    add("Z");
  }
  // Appends the escaped text, leaving room for `behind` octets and the end of the line.
  void add_escaped(std::string_view text, std::size_t behind) noexcept {
    for (const char character : text) {
      if (size_ + escaped_octets + cut.size() + behind + 1 > line_octets_max) return add(cut);
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
  // Appends a JSON string with at most `octets_max` octets between its quotation marks.
  void add_json(std::string_view text, std::size_t octets_max) noexcept {
    add("\"");
    const std::size_t last = size_ + octets_max;
    std::size_t whole = size_;  // the largest size that still leaves room for the cut
    while (!text.empty()) {
      const JsonCharacter next(text);
      if (size_ + next.octets().size() > last) {
        size_ = whole;
        add(cut);
        break;
      }
      add(next.octets());
      if (size_ + cut.size() <= last) whole = size_;
      text.remove_prefix(next.taken());
    }
    add("\"");
  }

  std::size_t size() const noexcept { return size_; }
  std::string_view text() const noexcept { return {octets_.data(), size_}; }

 private:
  static constexpr std::size_t escaped_octets = 4;  // "\x1b"

  std::array<char, line_octets_max> octets_;
  std::size_t size_ = 0;
};

void write(std::string_view line) noexcept {
  const int descriptor = output.load(std::memory_order_acquire);
  ssize_t written = 0;
  do {
    written = ::write(descriptor, line.data(), line.size());
  } while (written < 0 && errno == EINTR);
  if (written > 0) is_torn.store(line[static_cast<std::size_t>(written) - 1] != '\n', std::memory_order_relaxed);
}

void add_text(Line& line, const Record& record) noexcept {
  if (output.load(std::memory_order_relaxed) != STDERR_FILENO) {
    line.add(record.time);
    line.add(" ");
  }
  line.add("dimma: ");
  line.add(to_string(record.level));
  line.add(": ");
  constexpr std::string_view before_count = " (";
  constexpr std::string_view behind_count = " similar messages suppressed)";
  constexpr std::size_t count_octets_max = 20;
  const bool is_counted = record.held_back != 0;
  line.add_escaped(record.text, is_counted ? before_count.size() + count_octets_max + behind_count.size() : 0);
  if (is_counted) {
    line.add(before_count);
    line.add(record.held_back);
    line.add(behind_count);
  }
}

void add_member(Line& line, std::string_view name, std::string_view value) noexcept {
  constexpr std::size_t octets_max = 512;
  if (value.empty()) return;
  line.add(",\"");
  line.add(name);
  line.add("\":");
  line.add_json(value, octets_max);
}

void add_member(Line& line, std::string_view name, std::uint64_t value) noexcept {
  if (value == 0) return;
  line.add(",\"");
  line.add(name);
  line.add("\":");
  line.add(value);
}

// Appends the text last, so that it gets the space that the other members leave.
void add_json(Line& line, const Record& record) noexcept {
  line.add("{\"time\":\"");
  line.add(record.time);
  line.add("\"");
  add_member(line, "level", to_string(record.level));
  add_member(line, "room", to_string(record.room));
  add_member(line, "event", record.event);
  add_member(line, "pid", static_cast<std::uint64_t>(::getpid()));
  add_member(line, "peer", record.peer);
  add_member(line, "endpoint", record.endpoint);
  add_member(line, "object", record.object);
  add_member(line, "operation", record.operation);
  add_member(line, "minor", record.minor);
  add_member(line, "held_back", record.held_back);
  line.add(",\"text\":");
  constexpr std::string_view end = "}\n";
  line.add_json(record.text, line_octets_max - line.size() - 2 - end.size());
  line.add("}");
}

std::string because(int error) { return "cannot be opened: " + std::generic_category().message(error); }

// Opens the file on a descriptor greater than STDERR_FILENO. Returns -1 and sets errno if that fails.
int opened_beyond_stderr(const std::string& file) noexcept {
  // O_NONBLOCK: otherwise opening a FIFO would wait for a reader.
  const int opened = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
                            S_IRUSR | S_IWUSR | S_IRGRP);
  if (opened < 0 || opened > STDERR_FILENO) return opened;
  const int beyond = ::fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int error = errno;
  ::close(opened);
  errno = error;
  return beyond;
}

}  // namespace

std::string append_to_file(const std::string& file) {
  const int opened = opened_beyond_stderr(file);
  if (opened < 0) return because(errno);
  struct stat found {};
  const bool is_known = ::fstat(opened, &found) == 0;
  if (!is_known || !(S_ISREG(found.st_mode) || S_ISCHR(found.st_mode))) {
    ::close(opened);
    return "is neither a regular file nor a device";
  }
  ::fcntl(opened, F_SETFL, O_WRONLY | O_APPEND);
  int before = STDERR_FILENO;
  if (output.compare_exchange_strong(before, opened)) return {};
  const bool is_replaced = ::dup3(opened, before, O_CLOEXEC) >= 0;
  const int error = errno;
  ::close(opened);
  return is_replaced ? std::string() : because(error);
}

void set_format(Format format) noexcept { output_format.store(format, std::memory_order_relaxed); }

void write_line(const Record& record) noexcept {
  Line line;
  if (is_torn.load(std::memory_order_relaxed)) line.add("\n");
  if (output_format.load(std::memory_order_relaxed) == Format::json) {
    add_json(line, record);
  } else {
    add_text(line, record);
  }
  line.add("\n");
  write(line.text());
}

}  // namespace dimma::log::detail
