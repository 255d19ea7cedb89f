#pragma once
// The table of `dimma top`, as wide and as high as the terminal.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::tools::inspect {

struct Row {
  std::string operation;
  std::string at;  // "server, tls:10.0.0.7:2810"
  std::int64_t calls = 0;
  std::int64_t failed = 0;
  std::int64_t in_progress = 0;
  double rate = 0;
  double p50_us = 0;
  double p99_us = 0;
  double max_us = 0;
};

struct Screen {
  static constexpr std::string_view clear = "\x1b[H\x1b[2J";

  std::size_t columns = 0;  // 0: any number
  std::size_t lines = 0;    // 0: any number
  bool is_coloured = false;
  bool can_be_cleared = false;

  // As it is now: a terminal's size changes.
  static Screen of_standard_output();
  std::string cut(std::string_view text) const;
};

// The head, and a line for each row. If there are fewer columns than they take, columns go: first those of least use,
// and the end of the last one. The screen's first line is for something else, and its last one stays free for the
// cursor; rows that do not fit are counted in the last line.
std::vector<std::string> table_of(const std::vector<Row>& rows, const Screen& screen);

// With identities of 32 hexadecimal digits, as names of sockets have them, cut to the first six: "shm:@dimma-bc574c..".
std::string with_short_identities(std::string_view text);

}  // namespace dimma::tools::inspect
