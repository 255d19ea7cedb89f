#include "transport/tls/ssl/outgoing_records.hpp"

#include <gtest/gtest.h>

namespace dimma::transport {
namespace {

constexpr std::size_t header_octets = 5;

void add_record(std::vector<std::byte>& records, std::size_t octets) {
  const std::size_t at = records.size();
  records.resize(at + header_octets + octets);
  records[at + 3] = static_cast<std::byte>(octets >> 8U);
  records[at + 4] = static_cast<std::byte>(octets & 0xffU);
}

TEST(OutgoingRecords, ReportPlaintextOfCompleteRecords) {
  constexpr std::size_t full = OutgoingRecords::record_octets;
  constexpr std::size_t tag_octets = 17;
  constexpr std::size_t rest = 100;
  std::vector<std::byte> records;
  add_record(records, full + tag_octets);
  add_record(records, rest + tag_octets);
  const std::size_t total = records.size();
  OutgoingRecords outgoing;
  outgoing.take(records, full + rest);
  EXPECT_TRUE(records.empty());

  const std::size_t first = header_octets + full + tag_octets;
  outgoing.sent({Status::timeout, first, 0});
  EXPECT_EQ(outgoing.newly_sent(false), full);
  EXPECT_EQ(outgoing.unsent().size(), total - first);
  outgoing.sent({Status::timeout, 10, 0});
  EXPECT_EQ(outgoing.newly_sent(true), 0U);
  outgoing.sent({Status::ok, total - first - 10, 0});
  EXPECT_TRUE(outgoing.empty());
  EXPECT_EQ(outgoing.newly_sent(true), rest);
}

// The caller repeats the send of a message only if some of it has been sent.
TEST(OutgoingRecords, ReportOneOctetOfAnIncompleteRecord) {
  std::vector<std::byte> records;
  add_record(records, 200);
  const std::size_t total = records.size();
  OutgoingRecords outgoing;
  outgoing.take(records, 180);
  outgoing.sent({Status::timeout, 1, 0});
  EXPECT_EQ(outgoing.newly_sent(false), 1U);
  outgoing.sent({Status::timeout, 1, 0});
  EXPECT_EQ(outgoing.newly_sent(true), 0U);
  outgoing.sent({Status::ok, total - 2, 0});
  EXPECT_EQ(outgoing.newly_sent(true), 179U);
}

}  // namespace
}  // namespace dimma::transport
