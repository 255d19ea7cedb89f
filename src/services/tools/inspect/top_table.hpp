#pragma once
// Makes the table of `dimma top`, as wide and as high as the terminal.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::tools::inspect {

struct Row {
  std::string operation;
  std::string at;  // for example "server, tls:10.0.0.7:2810"
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

  // Returns the present size: a terminal's size changes.
  static Screen of_standard_output();
  std::string cut(std::string_view text) const;
};

// Returns the head, and a line for each row. If the screen is too narrow, columns are dropped, those of least use
// first, and the end of the last one is cut. The screen's first line is left for other text, and its last one stays
// free for the cursor. Rows that do not fit are counted in the last line.
std::vector<std::string> table_of(const std::vector<Row>& rows, const Screen& screen);

// Cuts identities of 32 hexadecimal digits, as in names of sockets, to the first six: "shm:@dimma-bc574c..".
std::string with_short_identities(std::string_view text);

}  // namespace dimma::tools::inspect
