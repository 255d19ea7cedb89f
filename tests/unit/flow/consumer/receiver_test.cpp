// The consumer's rules: which packets become messages, and how the others are counted.

#include "flow/consumer/receiver.hpp"
#include "unit/flow/packets.hpp"

#include <gtest/gtest.h>

namespace dimma::flow {
namespace {

using namespace std::chrono_literals;

transport::PeerAddress peer(int number) { return {&number, sizeof number}; }

class FlowReceiver : public testing::Test {
 protected:
  // The body of the message that the packet completes, or "-".
  std::string take_packet(const Octets& packet, int from = 1) {
    if (receiver_->take(packet, peer(from), now_, message_) != Receiver::Result::message) return "-";
    return {reinterpret_cast<const char*>(message_.body.data()), message_.body.size()};
  }
  std::string take(const MessageSpec& spec) { return take_packet(packets_of(spec).front()); }
  FlowReport::Consumer report(std::uint64_t next, Kind kind = Kind::ask, std::uint64_t flow = 7) {
    EXPECT_EQ(receiver_->take(question(kind, flow, next), peer(1), now_, message_), Receiver::Result::reply);
    Packet packet;
    EXPECT_EQ(parse(receiver_->reply(), 100, packet), nullptr);
    EXPECT_EQ(packet.header.kind, Kind::report);
    EXPECT_EQ(packet.header.flow, flow);
    return read_report(packet);
  }

  void limit(const Limits& limits) { receiver_ = std::make_unique<Receiver>(limits); }

  std::unique_ptr<Receiver> receiver_ = std::make_unique<Receiver>();
  Time now_{0};
  Message message_;
};

TEST_F(FlowReceiver, GivesAMessageWithItsObjectAndOperation) {
  EXPECT_EQ(take({.body = "hello"}), "hello");
  EXPECT_EQ(*message_.operation, "note");
  EXPECT_TRUE(std::ranges::equal(message_.flow->object_key, octets_of("key")));
  EXPECT_EQ(take({.sequence = 1, .body = "short", .settles = false}), "short");
  EXPECT_EQ(*message_.operation, "note");
  EXPECT_EQ(take({.sequence = 2, .body = "", .settles = false}), "");
}

TEST_F(FlowReceiver, DeliversNothingBeforeItKnowsWhereTo) {
  EXPECT_EQ(take({.settles = false}), "-");
  EXPECT_EQ(take({.sequence = 1, .operation = 1}), "body");
  EXPECT_EQ(take({.sequence = 2, .settles = false, .operation = 2}), "-");
  const auto said = report(3);
  EXPECT_EQ(said.received, 3U);
  EXPECT_EQ(said.unsettled, 2U);
  EXPECT_EQ(said.lost, 0U);
}

TEST_F(FlowReceiver, AnIdentityDoesNotChange) {
  take({});
  EXPECT_EQ(take({.sequence = 1, .key = "other"}), "-");
  EXPECT_EQ(receiver_->last_fault(), "an identity other than the flow's");
  EXPECT_EQ(take({.sequence = 2, .name = "other"}), "-");
  EXPECT_EQ(take({.sequence = 3, .operation = 1, .name = "other"}), "body");
  EXPECT_EQ(receiver_->totals().malformed, 2U);
}

TEST_F(FlowReceiver, FlowsOfDifferentPeersAreDifferent) {
  EXPECT_EQ(take_packet(packets_of({}).front(), 1), "body");
  EXPECT_EQ(take_packet(packets_of({.key = "other"}).front(), 2), "body");
  EXPECT_EQ(receiver_->totals().flows, 2U);
}

TEST_F(FlowReceiver, CountsLossesBetweenAndAfterMessages) {
  take({.sequence = 0});
  take({.sequence = 5});
  EXPECT_EQ(report(6).lost, 4U);
  EXPECT_EQ(report(10).lost, 8U);
  EXPECT_EQ(report(10).expected, 10U);
  take({.sequence = 3});
  const auto said = report(10);
  EXPECT_EQ(said.lost, 7U);
  EXPECT_EQ(said.reordered, 1U);
  EXPECT_EQ(said.received, 3U);
}

TEST_F(FlowReceiver, CountsFromTheFirstThatItHeardOf) {
  take({.sequence = 1'000'000});
  EXPECT_EQ(report(1'000'002).expected, 2U);
  take({.sequence = 999'999});
  const auto said = report(1'000'002);
  EXPECT_EQ(said.expected, 3U);
  EXPECT_EQ(said.lost, 1U);
}

TEST_F(FlowReceiver, CountsDuplicatesAndDeliversOnce) {
  EXPECT_EQ(take({.sequence = 4}), "body");
  EXPECT_EQ(take({.sequence = 4}), "-");
  EXPECT_EQ(take({.sequence = 4}), "-");
  const auto said = report(5);
  EXPECT_EQ(said.duplicates, 2U);
  EXPECT_EQ(said.received, 1U);
}

TEST_F(FlowReceiver, AMessageTooFarBehindIsLate) {
  take({.sequence = 0});
  take({.sequence = Accounting::window + 1});
  EXPECT_EQ(take({.sequence = 1}), "-");
  EXPECT_EQ(take({.sequence = 2}), "body");
  EXPECT_EQ(report(0).late, 1U);
}

TEST_F(FlowReceiver, AWildNumberDoesNoHarm) {
  take({.sequence = 3});
  EXPECT_EQ(take({.sequence = ~std::uint64_t{0} - 1}), "body");
  EXPECT_EQ(take({.sequence = ~std::uint64_t{0}}), "-");
  EXPECT_EQ(report(~std::uint64_t{0}).received, 2U);
}

TEST_F(FlowReceiver, AssemblesInAnyOrder) {
  const std::string body = "0123456789abcdefghij";
  auto packets = packets_of({.body = body, .fragment_octets = 3});
  ASSERT_EQ(packets.size(), 7U);
  std::ranges::reverse(packets);
  for (std::size_t i = 0; i + 1 < packets.size(); ++i) EXPECT_EQ(take_packet(packets[i]), "-");
  EXPECT_EQ(take_packet(packets[2]), "-");
  EXPECT_EQ(report(1).assembling, 1U);
  EXPECT_EQ(take_packet(packets.back()), body);
  const auto said = report(1);
  EXPECT_EQ(said.received, 1U);
  EXPECT_EQ(said.octets, body.size());
  EXPECT_EQ(said.duplicates, 1U);
  EXPECT_EQ(said.reordered, 6U);
  EXPECT_EQ(receiver_->totals().assembling_octets, 0U);
}

TEST_F(FlowReceiver, GivesUpWhatStaysIncomplete) {
  const auto packets = packets_of({.body = "0123456789", .fragment_octets = 3});
  take_packet(packets[0]);
  EXPECT_EQ(receiver_->next_expiry(), now_ + Limits{}.assembly_silent);
  now_ += 1s;
  EXPECT_EQ(take_packet(packets[1]), "-");
  auto said = report(1);
  EXPECT_EQ(said.incomplete, 1U);
  EXPECT_EQ(said.late, 1U);
  EXPECT_EQ(said.lost, 0U);
  EXPECT_EQ(receiver_->totals().assembling, 0U);
  EXPECT_EQ(receiver_->next_expiry(), Time::max());
}

TEST_F(FlowReceiver, ALongMessageMayTakeItsTimeWhileItsPacketsCome) {
  const std::string body(30, 'x');
  const auto packets = packets_of({.body = body, .fragment_octets = 3});
  for (std::size_t i = 0; i + 1 < packets.size(); ++i) {
    EXPECT_EQ(take_packet(packets[i]), "-");
    now_ += Limits{}.assembly_silent - 1ns;
  }
  EXPECT_EQ(take_packet(packets.back()), body);
  EXPECT_EQ(report(1).incomplete, 0U);
}

TEST_F(FlowReceiver, TheLongestMessageArrivesWhole) {
  const std::string body(Limits{}.message_octets_max, 'x');
  const auto packets = packets_of({.body = body, .fragment_octets = 65'528});
  for (std::size_t i = 0; i + 1 < packets.size(); ++i) ASSERT_EQ(take_packet(packets[i]), "-");
  EXPECT_TRUE(take_packet(packets.back()) == body);
}

TEST_F(FlowReceiver, TheEndGivesUpTheRest) {
  take_packet(packets_of({.body = "0123456789", .fragment_octets = 3})[1]);
  const auto said = report(4, Kind::end);
  EXPECT_EQ(said.incomplete, 1U);
  EXPECT_EQ(said.lost, 3U);
  EXPECT_EQ(said.expected, 4U);
}

TEST_F(FlowReceiver, ABombOfFragmentsStaysWithinItsBounds) {
  limit({.message_octets_max = 1000, .assembling_octets_max = 2500, .assembling_per_flow = 3, .flows_max = 100});
  for (std::uint64_t i = 0; i < 1000; ++i) {
    take_packet(
        packets_of({.flow = i % 50, .sequence = i, .body = std::string(1000, 'x'), .fragment_octets = 10})[i % 100]);
    const auto totals = receiver_->totals();
    EXPECT_LE(totals.assembling_octets, 2500U);
    EXPECT_LE(totals.assembling, 2U);
  }
  EXPECT_EQ(receiver_->totals().counts.incomplete, 998U);
}

TEST_F(FlowReceiver, AFloodOfFlowsTurnsTheNewOnesAway) {
  limit({.flows_max = 10});
  for (std::uint64_t i = 0; i < 100; ++i) take({.flow = i});
  auto totals = receiver_->totals();
  EXPECT_EQ(totals.flows, 10U);
  EXPECT_EQ(totals.flows_turned_away, 90U);
  now_ += 2s;
  EXPECT_EQ(take({.flow = 3, .sequence = 1}), "body");
  EXPECT_EQ(take({.flow = 1000}), "body");  // replaces a silent flow
  EXPECT_EQ(take({.flow = 3, .sequence = 2, .settles = false}), "body");
  EXPECT_EQ(receiver_->totals().flows, 10U);
}

TEST_F(FlowReceiver, APacketThatContradictsItsMessageIsRefused) {
  take_packet(packets_of({.body = "0123456789", .fragment_octets = 3})[0]);
  EXPECT_EQ(take_packet(packets_of({.body = "0123456789", .fragment_octets = 4})[1]), "-");
  EXPECT_EQ(take_packet(packets_of({.body = "01234567891", .fragment_octets = 3})[1]), "-");
  EXPECT_EQ(take({.body = "whole"}), "-");
  EXPECT_EQ(receiver_->totals().malformed, 3U);
  EXPECT_EQ(receiver_->last_fault(), "a packet that contradicts an earlier one of its message");
}

TEST_F(FlowReceiver, AQuestionAboutAnUnknownFlowKeepsNothing) {
  const auto said = report(100, Kind::ask, 5);
  EXPECT_EQ(said.expected, 0U);
  EXPECT_EQ(receiver_->totals().flows, 0U);
  const auto told = write_report({.kind = Kind::report}, {});
  EXPECT_EQ(take_packet({told.begin(), told.end()}), "-");
  EXPECT_EQ(receiver_->last_fault(), "a report for a consumer");
}

TEST_F(FlowReceiver, ReportsAtALowRateWhereDataAsksForIt) {
  const auto ask = [&](std::uint64_t sequence) {
    const MessageSpec message{
        .sequence = sequence, .body = std::string(report_octets, 'x'), .settles = false, .report_wanted = true};
    return receiver_->take(packets_of(message).front(), peer(1), now_, message_);
  };
  EXPECT_EQ(ask(0), Receiver::Result::nothing);
  now_ += 1s;
  EXPECT_EQ(ask(1), Receiver::Result::reply);
  EXPECT_EQ(ask(2), Receiver::Result::nothing);
  now_ += 1s;
  EXPECT_EQ(ask(3), Receiver::Result::reply);
}

// A forged source address must not make the consumer send more octets there than it has received from there.
TEST_F(FlowReceiver, SendsNoMoreReportsThanTheDataWasLong) {
  std::size_t came = 0, sent = 0, reports = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    now_ += 1s;
    const auto packet = packets_of({.sequence = i, .body = "", .settles = false, .report_wanted = true}).front();
    came += packet.size();
    if (receiver_->take(packet, peer(1), now_, message_) != Receiver::Result::reply) continue;
    sent += receiver_->reply().size();
    ++reports;
    EXPECT_LE(sent, came) << "after packet " << i;
  }
  EXPECT_EQ(reports, 10U) << "152 octets for 4 times 40";
}

TEST_F(FlowReceiver, AForgottenFlowLeavesNoCreditForReports) {
  receiver_ = std::make_unique<Receiver>(Limits{.flows_max = 1});
  take({.flow = 1, .body = std::string(1000, 'x'), .report_wanted = true});
  now_ += 2s;
  take({.flow = 2});
  now_ += 2s;
  take({.flow = 1, .body = "", .settles = false});
  now_ += 1s;
  const auto packet =
      packets_of({.flow = 1, .sequence = 1, .body = "", .settles = false, .report_wanted = true}).front();
  EXPECT_EQ(receiver_->take(packet, peer(1), now_, message_), Receiver::Result::nothing);
}

TEST_F(FlowReceiver, EstimatesJitterAsRfc3550) {
  // Transit times of 10, 26 and 10 ns: differences of 16 and 16.
  const std::uint64_t sent[] = {0, 100, 200};
  const std::int64_t came[] = {10, 126, 210};
  for (std::uint64_t i = 0; i < 3; ++i) {
    now_ = Time(came[i]);
    take({.sequence = i, .timestamp = sent[i]});
  }
  // 16 times J: 0 + 16 - 0 = 16, then 16 + 16 - (16 + 8) / 16 = 31; J = 31 / 16.
  EXPECT_EQ(report(3).jitter.count(), 1);
}

}  // namespace
}  // namespace dimma::flow
