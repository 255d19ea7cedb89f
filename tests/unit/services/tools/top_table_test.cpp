// The table of `dimma top` on screens of all sizes.
#include "services/tools/inspect/top_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace dimma::tools::inspect {
namespace {

std::vector<Row> rows() {
  return {{"list", "server, shm:@dimma-bc574c4565b9b235f173453ddbd7239d", 1200, 0, 1, 8.04, 12.3, 45.6, 78.9},
          {"r\xc3\xa9solve", "client, tls:10.0.0.7:2810", 7, 3, 0, 0, 1, 2, 3}};
}

std::size_t characters(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(
      line.begin(), line.end(), [](char one) { return (static_cast<unsigned char>(one) & 0xC0U) != 0x80; }));
}

TEST(TopTable, HasAllWhereThereIsRoom) {
  const auto lines = table_of(rows(), {});
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], " calls/s    p50 us    p99 us    max us       calls   failed in progress  operation");
  EXPECT_EQ(
      lines[1],
      "     8.0      12.3      45.6      78.9        1200        0           1  list (server, shm:@dimma-bc574c..)");
  EXPECT_EQ(lines[2],
            "     0.0       1.0       2.0       3.0           7        3           0  "
            "r\xc3\xa9solve (client, tls:10.0.0.7:2810)");
}

TEST(TopTable, IsNeverWiderThanTheScreen) {
  for (std::size_t columns = 1; columns < 160; ++columns) {
    for (const auto& line : table_of(rows(), {.columns = columns})) EXPECT_LE(characters(line), columns) << line;
  }
}

TEST(TopTable, DropsColumnsOfLeastUseFirst) {
  const auto head = [](std::size_t columns) { return table_of(rows(), {.columns = columns}).front(); };
  EXPECT_EQ(head(97), " calls/s    p50 us    p99 us    max us       calls   failed in progress  operation");
  EXPECT_EQ(head(96), " calls/s    p50 us    p99 us       calls   failed in progress  operation");
  EXPECT_EQ(head(80), " calls/s    p50 us    p99 us       calls   failed  operation");
  EXPECT_EQ(head(40), " calls/s  operation");
  EXPECT_EQ(table_of(rows(), {.columns = 60})[1], "     8.0      45.6        0  list (server, shm:@dimma-bc57..");
  EXPECT_EQ(table_of(rows(), {.columns = 40})[2], "     0.0  r\xc3\xa9solve (client, tls:10.0.0...");
}

TEST(TopTable, IsNeverHigherThanTheScreen) {
  const std::vector<Row> many(100, rows().front());
  for (std::size_t lines = 3; lines < 110; ++lines) {
    const auto table = table_of(many, {.lines = lines});
    EXPECT_LE(table.size() + 2, lines);  // with the line before it, and the one that is free
    if (lines > 3 && lines < 103) {
      EXPECT_TRUE(table.back().starts_with("and ")) << table.back();
    }
  }
  EXPECT_EQ(table_of(many, {.lines = 10}).back(), "and 94 more");
  EXPECT_EQ(table_of(many, {.lines = 103}).size(), 101U);
}

TEST(TopTable, ColoursWhatHasFailed) {
  const auto lines = table_of(rows(), {.is_coloured = true});
  EXPECT_TRUE(lines[0].starts_with("\x1b[1m")) << lines[0];
  EXPECT_EQ(lines[1].find('\x1b'), std::string::npos);
  EXPECT_NE(lines[2].find("\x1b[1;31m        3\x1b[0m"), std::string::npos) << lines[2];
}

TEST(TopTable, ShortensIdentitiesOnly) {
  const std::string hex = "0123456789abcdef0123456789abcdef";
  EXPECT_EQ(with_short_identities("unix:@dimma-" + hex + ", tcp:h:1"), "unix:@dimma-012345.., tcp:h:1");
  EXPECT_EQ(with_short_identities(hex), "012345..");
  EXPECT_EQ(with_short_identities(hex + "0"), hex + "0");
  EXPECT_EQ(with_short_identities("cafe"), "cafe");
  EXPECT_EQ(with_short_identities(""), "");
}

}  // namespace
}  // namespace dimma::tools::inspect
