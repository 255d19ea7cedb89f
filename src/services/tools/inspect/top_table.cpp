#include "services/tools/inspect/top_table.hpp"

#include "programs/colour.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace dimma::tools::inspect {

namespace {

using programs::Style;

std::string fixed(double number) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.begin(), text.end(), number, std::chars_format::fixed, 1);
  return end.ec == std::errc() ? std::string(text.begin(), end.ptr) : "-";
}

struct Column {
  const char* title;
  std::size_t width;
  int use;  // priority: columns with the lowest numbers are dropped first
  std::string (*text)(const Row& row);
};
constexpr std::array columns{
    Column{"calls/s", 8, 7, [](const Row& row) { return fixed(row.rate); }},
    Column{"p50 us", 10, 3, [](const Row& row) { return fixed(row.p50_us); }},
    Column{"p99 us", 10, 6, [](const Row& row) { return fixed(row.p99_us); }},
    Column{"max us", 10, 1, [](const Row& row) { return fixed(row.max_us); }},
    Column{"calls", 12, 4, [](const Row& row) { return std::to_string(row.calls); }},
    Column{"failed", 9, 5, [](const Row& row) { return std::to_string(row.failed); }},
    Column{"in progress", 12, 2, [](const Row& row) { return std::to_string(row.in_progress); }},
};
constexpr std::size_t failed_column = 5;
constexpr std::size_t gap = 2;                 // before the last column
constexpr std::size_t operation_columns = 24;  // minimum width, if the screen is wide enough

bool begins_character(char octet) noexcept { return (static_cast<unsigned char>(octet) & 0xC0U) != 0x80; }

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

// Returns at most `room` characters. ".." at the end shows that the text was cut.
std::string cut_to(std::string_view text, std::size_t room) {
  if (width_of(text) <= room) return std::string(text);
  constexpr std::string_view more = "..";
  const std::size_t kept = room > more.size() ? room - more.size() : 0;
  std::size_t characters = 0;
  std::size_t end = 0;
  while (end < text.size() && (!begins_character(text[end]) || characters++ < kept)) ++end;
  return std::string(text.substr(0, end)).append(more.substr(0, room));
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return text.size() >= width ? ' ' + text : std::string(width - text.size(), ' ') + text;
}

std::vector<bool> shown_columns(const Screen& screen) {
  std::vector<bool> shown(columns.size(), true);
  if (screen.columns == 0) return shown;
  const auto taken = [&] {
    std::size_t sum = gap + operation_columns;
    for (std::size_t at = 0; at < columns.size(); ++at) sum += shown[at] ? columns[at].width : 0;
    return sum;
  };
  while (taken() > screen.columns) {
    std::size_t least = columns.size();
    for (std::size_t at = 0; at < columns.size(); ++at) {
      if (shown[at] && (least == columns.size() || columns[at].use < columns[least].use)) least = at;
    }
    if (least == columns.size()) break;
    shown[least] = false;
  }
  return shown;
}

// Returns the text of the last column, which takes the rest of the line.
std::string last_column(const std::string& text, std::size_t taken, const Screen& screen) {
  if (screen.columns == 0) return std::string(gap, ' ') + text;
  if (screen.columns <= taken + gap) return {};
  return std::string(gap, ' ') + cut_to(text, screen.columns - taken - gap);
}

std::string line_of(const Row& row, const std::vector<bool>& shown, const Screen& screen) {
  std::string line;
  std::size_t taken = 0;
  for (std::size_t at = 0; at < columns.size(); ++at) {
    if (!shown[at]) continue;
    const auto cell = right_aligned(columns[at].text(row), columns[at].width);
    taken += cell.size();
    const bool is_alarming = at == failed_column && row.failed != 0;
    line += programs::styled_if(screen.is_coloured && is_alarming, Style::error, cell);
  }
  return line + last_column(row.operation + " (" + with_short_identities(row.at) + ')', taken, screen);
}

std::string head_line(const std::vector<bool>& shown, const Screen& screen) {
  std::string line;
  for (std::size_t at = 0; at < columns.size(); ++at) {
    if (shown[at]) line += right_aligned(columns[at].title, columns[at].width);
  }
  line += last_column("operation", line.size(), screen);
  return programs::styled_if(screen.is_coloured, Style::heading, line);
}

}  // namespace

Screen Screen::of_standard_output() {
  Screen screen;
  winsize size{};
  if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return screen;
  const char* const terminal = std::getenv("TERM");
  screen.columns = size.ws_col;
  screen.is_coloured = programs::wants_colour(STDOUT_FILENO);
  screen.can_be_cleared = terminal != nullptr && std::string_view(terminal) != "dumb";
  if (screen.can_be_cleared) screen.lines = size.ws_row;
  return screen;
}

std::string Screen::cut(std::string_view text) const {
  return columns == 0 ? std::string(text) : cut_to(text, columns);
}

std::vector<std::string> table_of(const std::vector<Row>& rows, const Screen& screen) {
  const auto shown = shown_columns(screen);
  std::vector<std::string> lines{head_line(shown, screen)};
  constexpr std::size_t others = 3;  // the first line, the header, and the last line for the cursor
  const std::size_t room = screen.lines == 0 ? rows.size() : screen.lines - std::min(screen.lines, others);
  const std::size_t fitting = rows.size() <= room ? rows.size() : room - std::min<std::size_t>(room, 1);
  for (std::size_t at = 0; at < fitting; ++at) lines.push_back(line_of(rows[at], shown, screen));
  if (fitting < rows.size() && room != 0) {
    lines.push_back(screen.cut("and " + std::to_string(rows.size() - fitting) + " more"));
  }
  return lines;
}

std::string with_short_identities(std::string_view text) {
  constexpr std::size_t identity = 32;
  constexpr std::size_t kept = 6;
  const auto is_digit = [](char one) { return (one >= '0' && one <= '9') || (one >= 'a' && one <= 'f'); };
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(at);
    const auto digits = static_cast<std::size_t>(std::find_if_not(begin, text.end(), is_digit) - begin);
    if (digits == identity) {
      shown.append(text.substr(at, kept)).append("..");
    } else {
      shown += text.substr(at, std::max<std::size_t>(digits, 1));
    }
    at += std::max<std::size_t>(digits, 1);
  }
  return shown;
}

}  // namespace dimma::tools::inspect
