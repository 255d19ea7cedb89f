// A producer and a consumer over a network that loses, duplicates and reorders datagrams according to a seed: the
// consumer's report agrees exactly with what the network did.

#include "flow/binder.hpp"
#include "flow/wire/packet.hpp"
#include "flow/wire/profile.hpp"
#include "transport/memory/memory_datagram.hpp"
#include "transport/socket/machine_address.hpp"
#include "transport/udp/udp.hpp"
#include "unit/common/rounds.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace dimma::flow {
namespace {

using namespace std::chrono_literals;
using transport::DatagramPlan;

class CountingDispatcher final : public channel::Dispatcher {
 public:
  void dispatch(ServerRequest& request) noexcept override {
    const auto number = request.arguments().get<std::uint32_t>();
    if (number > 1'000'000) std::abort();
    request.reply();
  }
  channel::Located locate(std::span<const std::byte>, channel::Octets&, channel::Session*) noexcept override {
    return channel::Located::unknown_object;
  }
};

constexpr Operation note{"note", true};

class FlowOverFaults : public testing::Test {
 protected:
  void start(const std::string& qos) {
    endpoint_ = binder_->listen({.at = {{"here"}}}, EngineeringQoS::parse(qos), dispatcher_);
    channel_ = binder_->bind(endpoint_->profiles(key_).front(), EngineeringQoS{}, no_deadline, {});
  }
  void send(std::uint32_t number, std::size_t octets) {
    const auto write = [&](cdr::Encoder& out) {
      out.put(number);
      std::memset(out.append(octets), 7, octets);
    };
    const auto read = [](cdr::Decoder&) {};
    channel::Request request{.operation = note, .arguments = write, .results = read};
    channel_->call(request);
  }
  FlowReport settled() {
    auto& accounted = dynamic_cast<channel::Accounted&>(*channel_);
    for (;;) {
      const auto report = accounted.account(20s);
      const auto& said = report.consumer;
      if (!report.fresh || said.received == said.delivered + said.dropped + said.refused + said.unsettled)
        return report;
      std::this_thread::sleep_for(1ms);
    }
  }

  static constexpr std::size_t transport_octets = 1472;  // as over an Ethernet
  const std::span<const std::byte> key_ = std::as_bytes(std::span("key", 3));
  transport::MemoryDatagramNetwork network_;
  transport::MemoryDatagramTransport transport_{network_, transport_octets};
  CountingDispatcher dispatcher_;
  // So long that no message is abandoned because a thread is late.
  std::unique_ptr<channel::Binder> binder_ = make_binder({&transport_}, {.limits = {.assembly_silent = 1h}});
  std::unique_ptr<channel::ServerEndpoint> endpoint_;
  std::shared_ptr<channel::ClientChannel> channel_;
};

TEST_F(FlowOverFaults, TheReportAgreesWithWhatTheNetworkDid) {
  for (const auto seed : test::seeds(40)) {
    DatagramPlan plan = transport::random_datagram_plan(seed);
    plan.cut = 0;
    SCOPED_TRACE(describe(plan) + " (repeat with DIMMA_TEST_SEED=" + std::to_string(seed) + ")");
    start(seed % 2 == 0 ? "protocol=flow" : "protocol=flow,processing=nullTask");
    const auto before = network_.fates();
    network_.plan(plan);
    for (std::uint32_t i = 0; i < 500; ++i) send(i, i % 100);
    const auto after = network_.fates();
    network_.plan({});
    const auto report = settled();
    ASSERT_TRUE(report.fresh);
    const auto& said = report.consumer;
    const auto lost = after.lost - before.lost;
    EXPECT_EQ(report.producer.sent, 500U);
    EXPECT_EQ(said.received, 500 - lost);
    EXPECT_EQ(said.lost + (500 - said.expected), lost);
    EXPECT_EQ(said.duplicates, after.repeated - before.repeated);
    EXPECT_LE(said.reordered, 500U);
    EXPECT_EQ(said.late + said.incomplete + said.refused + said.dropped, 0U);
    channel_->close();
    endpoint_.reset();
  }
}

// Another thread may shut the ORB down while a binding is being made.
TEST_F(FlowOverFaults, ABindingMadeAfterTheShutdownIsClosed) {
  start("protocol=flow,processing=nullTask");
  binder_->shutdown();
  channel_ = binder_->bind(endpoint_->profiles(key_).front(), EngineeringQoS{}, no_deadline, {});
  EXPECT_THROW(send(1, 0), CORBA::BAD_INV_ORDER);
}

// Over UDP, a consumer at every address takes datagrams of both families, and its profile has room for one address.
TEST(FlowAddresses, EveryAddressIsOfBothFamilies) {
  transport::UdpTransport udp;
  CountingDispatcher dispatcher;
  const auto binder = make_binder({&udp}, {});
  const auto addresses = transport::machine_addresses(transport::Families::both);
  for (const std::string host : {"", "::"}) {
    const auto endpoint = binder->listen({.at = {{host}}}, EngineeringQoS::parse("protocol=flow"), dispatcher);
    auto profile = decode_profile(endpoint->profiles(std::as_bytes(std::span("key", 3))).front().data);
    EXPECT_EQ(profile.endpoint.host, addresses.front()) << host;
    profile.endpoint.host = "127.0.0.1";
    const auto channel = binder->bind({tag_flow, encode(profile)}, EngineeringQoS{}, no_deadline, {});
    EXPECT_TRUE(dynamic_cast<channel::Accounted&>(*channel).account(20s).fresh) << host;
    channel->close();
  }
}

// Datagrams have exactly the size that the path allows, and a message of one octet more takes two.
TEST_F(FlowOverFaults, MessagesAtTheEdgesOfADatagramArriveWhole) {
  start("protocol=flow,processing=nullTask");
  const auto datagrams_of = [&](std::size_t octets) {
    const auto before = network_.fates().sent;
    send(1, octets);
    return network_.fates().sent - before;
  };
  constexpr std::size_t number = 4;  // precedes the octets
  const std::size_t with_identity = transport_octets - header_octets - identity_octets({key_, note.name}) - number;
  const std::size_t without = transport_octets - header_octets - number;
  for (const auto& [octets, datagrams] : {std::pair<std::size_t, unsigned>{0, 1U},
                                          {with_identity, 1U},
                                          {with_identity + 1, 2U},
                                          {without, 2U},
                                          {without + 1, 2U}}) {
    EXPECT_EQ(datagrams_of(octets), datagrams) << octets;
  }
  // Once the consumer has learned the object, a datagram has room for more.
  while (datagrams_of(without) != 1) EXPECT_LT(settled().consumer.received, 100U);
  EXPECT_EQ(datagrams_of(without + 1), 2U);
  network_.plan({.queue_datagrams = 20'000});
  const auto received = settled().consumer.received;
  EXPECT_GT(datagrams_of(std::size_t{16} << 20), (std::size_t{16} << 20) / transport_octets);
  const auto said = settled().consumer;
  EXPECT_EQ(said.received, received + 1);
  EXPECT_EQ(said.delivered, said.received);
  EXPECT_EQ(said.lost + said.incomplete + said.refused, 0U);
}

TEST_F(FlowOverFaults, LongMessagesAreWholeOrNothing) {
  for (const auto seed : test::seeds(40)) {
    const DatagramPlan plan = transport::random_datagram_plan(seed);
    SCOPED_TRACE(describe(plan) + " (repeat with DIMMA_TEST_SEED=" + std::to_string(seed) + ")");
    start("protocol=flow");
    network_.plan(plan);
    for (std::uint32_t i = 0; i < 100; ++i) send(i, 40 * i);
    network_.plan({});
    const auto report = settled();
    ASSERT_TRUE(report.fresh);
    const auto& said = report.consumer;
    EXPECT_EQ(said.expected, said.received + said.lost + said.incomplete + said.assembling);
    EXPECT_EQ(said.refused, 0U);
    if (plan.lost + plan.cut + plan.moved == 0) {
      EXPECT_EQ(said.received, 100U);
    }
    channel_->close();
    endpoint_.reset();
  }
}

}  // namespace
}  // namespace dimma::flow
