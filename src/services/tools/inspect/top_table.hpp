#pragma once
// Makes the table of `dimma top`, with the width and height of the terminal.

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

  std::size_t columns = 0;  // 0 means unlimited
  std::size_t lines = 0;    // 0 means unlimited
  bool is_coloured = false;
  bool can_be_cleared = false;

  // Returns the current size, which can change at any time.
  static Screen of_standard_output();
  std::string cut(std::string_view text) const;
};

// Returns a header and a line for each row. If the screen is too narrow, the least useful columns are dropped first,
// and the last column is cut. The first line of the screen is left for other text, and the last one for the cursor. The
// last line of the table counts the rows that do not fit.
std::vector<std::string> table_of(const std::vector<Row>& rows, const Screen& screen);

// Shortens identities of 32 hexadecimal digits, as in socket names, to six: "shm:@dimma-bc574c..".
std::string with_short_identities(std::string_view text);

}  // namespace dimma::tools::inspect
