#include "unit/flow/packets.hpp"

#include <gtest/gtest.h>

namespace dimma::flow {
namespace {

constexpr std::size_t octets_max = 1U << 20U;

std::string fault_of(const Octets& octets) {
  Packet packet;
  const char* const fault = parse(octets, octets_max, packet);
  return fault == nullptr ? "" : fault;
}

Octets good(const MessageSpec& spec = {}) { return packets_of(spec).front(); }

Octets changed(std::size_t at, std::uint8_t to, Octets octets = good()) {
  octets[at] = std::byte{to};
  return octets;
}

TEST(FlowPacket, HasTheOctetsThatTheProtocolSays) {
  Header header{.order = std::endian::little,
                .report_wanted = true,
                .operation = 0x0102,
                .flow = 0x1112131415161718,
                .sequence = 0x2122232425262728,
                .timestamp = 0x3132333435363738,
                .message_octets = 0x41424344,
                .fragment_octets = 0x5152,
                .fragment = 0x6162};
  std::byte octets[header_octets];
  write_header(octets, header);
  const std::uint8_t little[header_octets] = {'D',  'F',  1,    1,    5,    0,    0x02, 0x01, 0x18, 0x17,
                                              0x16, 0x15, 0x14, 0x13, 0x12, 0x11, 0x28, 0x27, 0x26, 0x25,
                                              0x24, 0x23, 0x22, 0x21, 0x38, 0x37, 0x36, 0x35, 0x34, 0x33,
                                              0x32, 0x31, 0x44, 0x43, 0x42, 0x41, 0x52, 0x51, 0x62, 0x61};
  EXPECT_EQ(std::memcmp(octets, little, sizeof octets), 0);
  header.order = std::endian::big;
  header.report_wanted = false;
  header.kind = Kind::end;
  write_header(octets, header);
  const std::uint8_t big[] = {'D', 'F', 1, 4, 0, 0, 0x01, 0x02, 0x11, 0x12};
  EXPECT_EQ(std::memcmp(octets, big, sizeof big), 0);
}

TEST(FlowPacket, ComesBackInEitherOrder) {
  for (const auto order : {std::endian::little, std::endian::big}) {
    const auto octets = good({.flow = 9,
                              .sequence = 1ULL << 40U,
                              .body = "hello",
                              .operation = 3,
                              .timestamp = 77,
                              .order = order,
                              .report_wanted = true});
    Packet packet;
    ASSERT_EQ(parse(octets, octets_max, packet), nullptr);
    EXPECT_EQ(packet.header.order, order);
    EXPECT_EQ(packet.header.sequence, 1ULL << 40U);
    EXPECT_EQ(packet.header.timestamp, 77U);
    EXPECT_EQ(packet.header.operation, 3U);
    EXPECT_TRUE(packet.header.report_wanted);
    EXPECT_TRUE(std::ranges::equal(packet.identity.object_key, octets_of("key")));
    EXPECT_EQ(packet.identity.operation, "note");
    EXPECT_TRUE(std::ranges::equal(packet.payload, octets_of("hello")));
  }
}

TEST(FlowPacket, KeepsTheBodyAtAMultipleOfEight) {
  for (std::size_t length = 0; length < 9; ++length) {
    const auto octets = good({.body = "b", .key = std::string(length, 'k')});
    EXPECT_EQ((octets.size() - 1) % 8, 0U);
    EXPECT_EQ(fault_of(octets), "");
  }
}

TEST(FlowPacket, EveryTruncationIsRefused) {
  const auto whole = good();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(fault_of(Octets(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))), "") << size;
  }
  auto longer = whole;
  longer.push_back({});
  EXPECT_EQ(fault_of(longer), "a packet whose length differs from its header");
}

TEST(FlowPacket, SaysWhatIsWrong) {
  EXPECT_EQ(fault_of(changed(0, 'X')), "not of the flow protocol");
  EXPECT_EQ(fault_of(changed(2, 2)), "of another version");
  EXPECT_EQ(fault_of(changed(3, 0)), "of an unknown kind");
  EXPECT_EQ(fault_of(changed(3, 5)), "of an unknown kind");
  EXPECT_EQ(fault_of(changed(4, 0x80)), "unknown flags");
  EXPECT_EQ(fault_of(changed(5, 1)), "unknown flags");
  EXPECT_EQ(fault_of(good({.operation = operations_max})), "an operation number that is too large");
  EXPECT_EQ(fault_of(good({.name = ""})), "an operation without a name");
  EXPECT_EQ(fault_of(good({.key = std::string(1020, 'k')})), "an identity that is too long");
  EXPECT_EQ(fault_of(good({.body = std::string(100, 'x'), .fragment_octets = 1000})), "");
  EXPECT_EQ(fault_of(packet_of({.message_octets = 3}, {}, octets_of("abc"))), "a message in packets of no octets");
  EXPECT_EQ(fault_of(packet_of({.message_octets = octets_max + 1, .fragment_octets = 8}, {}, {})),
            "a message that is too long");
  EXPECT_EQ(fault_of(packet_of({.message_octets = 0x10001, .fragment_octets = 1}, {}, octets_of("a"))),
            "a message in too many packets");
  EXPECT_EQ(fault_of(packet_of({.message_octets = 8, .fragment_octets = 4, .fragment = 2}, {}, octets_of("abcd"))),
            "a packet after the last of its message");
  EXPECT_EQ(fault_of(packet_of({.has_identity = true, .message_octets = 8, .fragment_octets = 4, .fragment = 1},
                               {octets_of("k"), "n"}, octets_of("abcd"))),
            "an identity that is not in a message's first packet");
}

TEST(FlowPacket, QuestionsAreAsLongAsTheirAnswer) {
  EXPECT_EQ(question(Kind::ask, 1, 2).size(), report_packet_octets);
  EXPECT_EQ(fault_of(question(Kind::ask, 1, 2)), "");
  auto shorter = question(Kind::end, 1, 2);
  shorter.pop_back();
  EXPECT_EQ(fault_of(shorter), "shorter than a report");
}

TEST(FlowReportPacket, ComesBack) {
  FlowReport::Consumer said;
  said.expected = 1;
  said.received = 2;
  said.lost = 3;
  said.incomplete = 4;
  said.assembling = 5;
  said.duplicates = 6;
  said.reordered = 7;
  said.late = 8;
  said.unsettled = 9;
  said.delivered = 10;
  said.dropped = 11;
  said.refused = 12;
  said.octets = 13;
  said.jitter = std::chrono::nanoseconds(14);
  for (const auto order : {std::endian::little, std::endian::big}) {
    const auto octets = write_report({.kind = Kind::report, .order = order, .flow = 3}, said);
    Packet packet;
    ASSERT_EQ(parse(octets, octets_max, packet), nullptr);
    const auto read = read_report(packet);
    for (std::size_t i = 0; i < report_numbers; ++i) {
      EXPECT_EQ(std::to_integer<std::size_t>(octets[header_octets + 8 * i + (order == std::endian::big ? 7 : 0)]),
                i + 1);
    }
    EXPECT_EQ(read.expected, 1U);
    EXPECT_EQ(read.octets, 13U);
    EXPECT_EQ(read.jitter.count(), 14);
    EXPECT_EQ(read.refused, 12U);
  }
}

}  // namespace
}  // namespace dimma::flow
