// For many seeds, the receiver's report agrees exactly with what a relay did to the packets.

#include "flow/consumer/receiver.hpp"
#include "transport/memory/memory_faults.hpp"
#include "unit/common/rounds.hpp"
#include "unit/flow/packets.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace dimma::flow {
namespace {

using transport::Chance;

struct Sent {
  Octets octets;
  std::uint64_t sequence = 0;
  std::uint32_t fragment = 0;
  std::uint32_t count = 0;
  std::string body;
};

std::vector<Sent> send_messages(Chance& chance, std::uint64_t messages, std::uint64_t first) {
  std::vector<Sent> sent;
  for (std::uint64_t i = 0; i < messages; ++i) {
    std::string body(chance.between(0, 60), ' ');
    for (auto& octet : body) octet = static_cast<char>(chance.between(0, 255));
    const auto packets = packets_of({.sequence = first + i, .body = body, .fragment_octets = 16});
    for (std::size_t at = 0; at < packets.size(); ++at) {
      sent.push_back(
          {packets[at], first + i, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(packets.size()), body});
    }
  }
  return sent;
}

// Loses, duplicates and reorders packets.
std::vector<Sent> relay(Chance& chance, const std::vector<Sent>& sent) {
  const std::uint64_t loses = chance.between(0, 300);
  const std::uint64_t repeats = chance.between(0, 300);
  const std::uint64_t moves = chance.between(0, 300);
  std::vector<Sent> relayed;
  for (const Sent& packet : sent) {
    if (chance.between(0, 999) < loses) continue;
    relayed.push_back(packet);
    if (chance.between(0, 999) < repeats) relayed.push_back(packet);
  }
  for (std::size_t at = 0; at < relayed.size(); ++at) {
    if (chance.between(0, 999) < moves) {
      std::swap(relayed[at], relayed[std::min<std::size_t>(at + chance.between(1, 5), relayed.size() - 1)]);
    }
  }
  return relayed;
}

struct Expected {
  std::map<std::uint64_t, std::set<std::uint32_t>> came;
  FlowReport::Consumer counts;
  std::vector<std::uint64_t> delivered;
};

Expected expect(const std::vector<Sent>& relayed, std::uint64_t end) {
  Expected expected;
  std::pair<std::uint64_t, std::uint32_t> furthest{0, 0};
  std::uint64_t first = end;
  for (const Sent& packet : relayed) {
    first = std::min(first, packet.sequence);
    auto& came = expected.came[packet.sequence];
    if (!came.insert(packet.fragment).second) {
      ++expected.counts.duplicates;
      continue;
    }
    const std::pair place{packet.sequence, packet.fragment};
    if (place < furthest) ++expected.counts.reordered;
    furthest = std::max(furthest, place);
    if (came.size() != packet.count) continue;
    ++expected.counts.received;
    expected.counts.octets += packet.body.size();
    expected.delivered.push_back(packet.sequence);
  }
  expected.counts.expected = end - first;
  expected.counts.incomplete = expected.came.size() - expected.counts.received;
  expected.counts.lost = expected.counts.expected - expected.came.size();
  return expected;
}

void check(std::uint64_t seed) {
  Chance chance(seed);
  const std::uint64_t messages = chance.between(1, 200);
  // Around a multiple of 2^32 too, where 32-bit numbers would wrap around.
  const std::uint64_t first = chance.between(0, 1) == 0 ? 0 : (std::uint64_t{1} << 32U) - 50;
  const auto sent = send_messages(chance, messages, first);
  const auto relayed = relay(chance, sent);
  if (relayed.empty()) return;
  const auto expected = expect(relayed, first + messages);

  Receiver receiver({.assembling_per_flow = 1000});
  Message message;
  std::vector<std::uint64_t> delivered;
  for (const Sent& packet : relayed) {
    if (receiver.take(packet.octets, {}, Time(0), message) != Receiver::Result::message) continue;
    delivered.push_back(message.sequence);
    ASSERT_TRUE(std::ranges::equal(message.body, octets_of(packet.body)));
  }
  ASSERT_EQ(receiver.take(question(Kind::end, 7, first + messages), {}, Time(0), message), Receiver::Result::reply);
  Packet packet;
  ASSERT_EQ(parse(receiver.reply(), 100, packet), nullptr);
  const auto said = read_report(packet);
  // A message whose first packet is lost may settle nothing of the flow.
  EXPECT_EQ(delivered.size() + said.unsettled, expected.delivered.size());
  EXPECT_EQ(said.expected, expected.counts.expected);
  EXPECT_EQ(said.received, expected.counts.received);
  EXPECT_EQ(said.lost, expected.counts.lost);
  EXPECT_EQ(said.incomplete, expected.counts.incomplete);
  EXPECT_EQ(said.duplicates, expected.counts.duplicates);
  EXPECT_EQ(said.reordered, expected.counts.reordered);
  EXPECT_EQ(said.octets, expected.counts.octets);
  EXPECT_EQ(said.late, 0U);
  EXPECT_EQ(said.assembling, 0U);
  EXPECT_EQ(receiver.totals().assembling_octets, 0U);
}

TEST(FlowReceiverModel, ReportsExactlyWhatARelayDid) {
  for (const auto seed : test::seeds(500)) {
    SCOPED_TRACE("repeat with DIMMA_TEST_SEED=" + std::to_string(seed));
    check(seed);
  }
}

// Random octets, and packets with changed octets, have no effect except on counts.
TEST(FlowReceiverModel, SurvivesWhatIsNoPacket) {
  for (const auto seed : test::seeds(200)) {
    SCOPED_TRACE("repeat with DIMMA_TEST_SEED=" + std::to_string(seed));
    Chance chance(seed);
    Receiver receiver({.message_octets_max = 4096, .assembling_octets_max = 8192, .flows_max = 4});
    Message message;
    for (int i = 0; i < 300; ++i) {
      auto octets = send_messages(chance, 1, chance.between(0, 20)).front().octets;
      for (auto changes = chance.between(0, 4); changes != 0; --changes) {
        octets[chance.between(0, octets.size() - 1)] = static_cast<std::byte>(chance.between(0, 255));
      }
      octets.resize(chance.between(0, octets.size()));
      receiver.take(octets, {}, Time(i), message);
      ASSERT_LE(receiver.totals().assembling_octets, 8192U);
    }
  }
}

}  // namespace
}  // namespace dimma::flow
