#include "transport/memory/memory_datagram.hpp"
#include "transport/shm/shm.hpp"
#include "transport/shm/shm_datagram.hpp"
#include "transport/udp/multicast.hpp"
#include "transport/udp/udp.hpp"
#include "unit/common/rounds.hpp"
#include "unit/transport/datagram_conformance.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dimma::transport {
namespace {

using namespace std::chrono_literals;

struct Memory {
  MemoryDatagramNetwork network;
  MemoryDatagramTransport transport{network};
};

std::shared_ptr<DatagramTransport> make_memory() {
  auto memory = std::make_shared<Memory>();
  return {memory, &memory->transport};
}
std::shared_ptr<DatagramTransport> make_udp() { return std::make_shared<UdpTransport>(); }

INSTANTIATE_TEST_SUITE_P(MemoryDatagram, DatagramConformance,
                         testing::Values(DatagramSubject{"Plain", make_memory, {"memory", "here", 0}}),
                         datagram_subject_name);
INSTANTIATE_TEST_SUITE_P(Udp, DatagramConformance,
                         testing::Values(DatagramSubject{"IPv4", make_udp, {"udp", "127.0.0.1", 0}},
                                         DatagramSubject{"AnyAddress", make_udp, {"udp", "", 0}}),
                         datagram_subject_name);

std::shared_ptr<DatagramTransport> make_multicast() { return std::make_shared<MulticastTransport>(); }

INSTANTIATE_TEST_SUITE_P(Multicast, DatagramConformance,
                         testing::Values(DatagramSubject{
                             "Loopback", make_multicast, {"multicast", "239.255.77.1", 0}, {.interface = "lo"}, true}),
                         datagram_subject_name);

std::shared_ptr<DatagramTransport> make_shm() { return std::make_shared<ShmDatagramTransport>(); }
std::string name_of_this_process() { return "@dimma-datagram-test-" + std::to_string(::getpid()); }

INSTANTIATE_TEST_SUITE_P(ShmDatagram, DatagramConformance,
                         testing::Values(DatagramSubject{"Blocking", make_shm, {"shm", name_of_this_process(), 0}},
                                         DatagramSubject{
                                             "Spinning",
                                             make_shm,
                                             {"shm", name_of_this_process(), 0},
                                             {.wait = WaitStrategy::adaptive(std::chrono::microseconds(50))}}),
                         datagram_subject_name);

TEST(ShmDatagram, GoesWhereDimmaListensOnly) {
  std::string problem;
  EXPECT_EQ(ShmDatagramTransport().connect({"shm", "@somebody", 0}, {}, problem), nullptr);
  EXPECT_EQ(problem, "reach shm:@somebody: not a name that dimma listens at");
}

TEST(ShmDatagram, ADatagramWithoutRoomIsRefusedAtOnceAndTheRestArrives) {
  ShmDatagramTransport shm;
  const auto bound = shm.bind({"shm", "", 0}, {});
  std::string problem;
  const auto socket = shm.connect(bound->local(), {.send_buffer_octets = 4096}, problem);
  const std::string text(1000, 'x');
  const Datagram datagram{std::as_bytes(std::span(text))};
  std::size_t sent = 0;
  while (socket->send({&datagram, 1}, DatagramSocket::NoRoom::wait).status == Status::ok) ++sent;
  EXPECT_GE(sent, 3U);
  EXPECT_LE(sent, 4U);
  EXPECT_EQ(socket->send({&datagram, 1}, DatagramSocket::NoRoom::wait).status, Status::timeout);
  std::vector<std::byte> room(2000);
  for (std::size_t i = 0; i < sent; ++i) {
    Arrival arrival{.room = room};
    ASSERT_EQ(bound->receive({&arrival, 1}, Clock::now() + std::chrono::seconds(10)).datagrams, 1U);
    EXPECT_EQ(arrival.octets, 1000U);
  }
  EXPECT_EQ(socket->send({&datagram, 1}, DatagramSocket::NoRoom::wait).status, Status::ok);
}

// However soon after its last datagram the sender ends, it is not kept forever.
TEST(ShmDatagram, ASenderThatGoesIsForgotten) {
  ShmDatagramTransport shm;
  const auto bound = shm.bind({"shm", "", 0}, {});
  std::string problem;
  const std::string text = "the last";
  const Datagram datagram{std::as_bytes(std::span(text))};
  std::vector<std::byte> room(100);
  for (const bool is_known : {false, true}) {
    auto socket = shm.connect(bound->local(), {.loan_count = 1, .loan_octets = 64}, problem);
    EXPECT_EQ(socket->send({&datagram, 1}, DatagramSocket::NoRoom::wait).status, Status::ok);
    Arrival arrival{.room = room};
    if (is_known) {
      ASSERT_EQ(bound->receive({&arrival, 1}, Clock::now() + std::chrono::seconds(10)).datagrams, 1U);
      EXPECT_EQ(socket->send({&datagram, 1}, DatagramSocket::NoRoom::wait).status, Status::ok);
    }
    socket = nullptr;
    ASSERT_EQ(bound->receive({&arrival, 1}, Clock::now() + std::chrono::seconds(10)).datagrams, 1U);
    EXPECT_EQ(arrival.octets, text.size());
    EXPECT_NE(arrival.loans, nullptr) << "what it says of them can still be read";
    EXPECT_EQ(bound->receive({&arrival, 1}, Clock::now() + std::chrono::milliseconds(5)).status, Status::timeout);
    EXPECT_TRUE(bound->known_loans().empty());
  }
}

TEST(ShmDatagram, ASenderThatLiesIsForgotten) {
  ShmDatagramTransport shm;
  const auto bound = shm.bind({"shm", "", 0}, {});
  auto liar = ShmTransport().connect(bound->local(), Clock::now() + std::chrono::seconds(10), {});
  ASSERT_NE(liar.stream, nullptr);
  std::uint32_t length = 0x7fff'ffff;
  iovec piece{&length, sizeof length};
  EXPECT_TRUE(liar.stream->send({&piece, 1}));
  std::string problem;
  const auto honest = shm.connect(bound->local(), {}, problem);
  const std::string text = "true";
  const Datagram datagram{std::as_bytes(std::span(text))};
  EXPECT_EQ(honest->send({&datagram, 1}, DatagramSocket::NoRoom::wait).status, Status::ok);
  std::vector<std::byte> room(100);
  Arrival arrival{.room = room};
  ASSERT_EQ(bound->receive({&arrival, 1}, Clock::now() + std::chrono::seconds(10)).datagrams, 1U);
  EXPECT_EQ(arrival.octets, 4U);
  EXPECT_EQ(bound->receive({&arrival, 1}, Clock::now()).status, Status::timeout);
  // The liar's connection is ended.
  std::vector<std::byte> octet(1);
  EXPECT_NE(liar.stream->receive(octet, Clock::now() + std::chrono::seconds(10)).status, Status::timeout);
}

std::string refusal_of(const Endpoint& group, const StreamOptions& options) {
  try {
    std::string problem;
    MulticastTransport().connect(group, options, problem);
    return problem;
  } catch (const QoSError& error) {
    return error.what();
  }
}

TEST(Multicast, RefusesByName) {
  EXPECT_EQ(refusal_of({"multicast", "127.0.0.1", 5000}, {}),
            "field 'socket': group(127.0.0.1,5000): not the address of a multicast group");
  EXPECT_EQ(refusal_of({"multicast", "239.255.77.1", 5000}, {.interface = "none-such"}),
            "field 'socket': interface(none-such): no such network interface");
  EXPECT_EQ(refusal_of({"multicast", "239.255.77.1", 5000}, {.ttl = 1, .interface = "lo"}), "");
}

std::size_t count_waiting(DatagramSocket& socket) {
  std::vector<std::byte> octets(100);
  std::size_t count = 0;
  Arrival arrival{.room = octets};
  while (socket.receive({&arrival, 1}, Clock::now() - 1s).status == Status::ok) ++count;
  return count;
}

void send(DatagramSocket& socket, int count) {
  for (int i = 0; i < count; ++i) {
    const auto octets = std::as_bytes(std::span(&i, 1));
    const Datagram datagram{octets};
    socket.send({&datagram, 1}, DatagramSocket::NoRoom::wait);
  }
}

TEST(MemoryDatagram, TellsWhatBecameOfAll) {
  for (const auto seed : test::seeds(50)) {
    const auto plan = random_datagram_plan(seed);
    SCOPED_TRACE(describe(plan) + " (repeat with DIMMA_TEST_SEED=" + std::to_string(seed) + ")");
    Memory memory;
    std::string problem;
    const auto bound = memory.transport.bind({"memory", "here", 0}, {});
    const auto socket = memory.transport.connect(bound->local(), {}, problem);
    memory.network.plan(plan);
    send(*socket, 500);
    memory.network.let_arrive();
    const auto fates = memory.network.fates();
    EXPECT_EQ(fates.sent, 500U);
    EXPECT_EQ(count_waiting(*bound), 500 - fates.lost + fates.repeated);
  }
}

TEST(MemoryDatagram, LosesWhatNobodyReceives) {
  Memory memory;
  std::string problem;
  const auto bound = memory.transport.bind({"memory", "here", 0}, {});
  const auto socket = memory.transport.connect(bound->local(), {}, problem);
  memory.network.plan({.queue_datagrams = 10});
  send(*socket, 15);
  EXPECT_EQ(memory.network.fates().overflowed, 5U);
  EXPECT_EQ(bound->overflowed(), 5U);
  EXPECT_EQ(count_waiting(*bound), 10U);
}

TEST(Udp, CountsWhatItsQueueHadNoRoomFor) {
  UdpTransport transport;
  std::string problem;
  const auto bound = transport.bind({"udp", "127.0.0.1", 0}, {.receive_buffer_octets = 4096});
  const auto socket = transport.connect(bound->local(), {}, problem);
  send(*socket, 1000);
  auto came = count_waiting(*bound);
  EXPECT_LT(came, 1000U);
  // The system reports the loss with the next datagram that it accepts.
  send(*socket, 1);
  came += count_waiting(*bound);
  EXPECT_EQ(bound->overflowed(), 1001 - came);
}

int option(const DatagramSocket& socket, int level, int name) {
  int value = -1;
  socklen_t length = sizeof value;
  EXPECT_EQ(::getsockopt(socket.handle(), level, name, &value, &length), 0);
  return value;
}

TEST(Udp, HasWhatItsOptionsSay) {
  UdpTransport udp;
  std::string problem;
  const auto one = udp.connect({"udp", "127.0.0.1", 9}, {.dscp = 46, .ttl = 3}, problem);
  ASSERT_TRUE(one) << problem;
  EXPECT_EQ(option(*one, IPPROTO_IP, IP_TOS), 46 << 2);
  EXPECT_EQ(option(*one, IPPROTO_IP, IP_TTL), 3);
  MulticastTransport multicast;
  const Endpoint group{"multicast", "239.255.77.1", 5000};
  const auto many = multicast.connect(group, {.dscp = 46, .ttl = 3, .interface = "lo"}, problem);
  ASSERT_TRUE(many) << problem;
  EXPECT_EQ(option(*many, IPPROTO_IP, IP_TOS), 46 << 2);
  EXPECT_EQ(option(*many, IPPROTO_IP, IP_MULTICAST_TTL), 3);
  const auto near = multicast.connect(group, {.interface = "lo"}, problem);
  ASSERT_TRUE(near) << problem;
  EXPECT_EQ(option(*near, IPPROTO_IP, IP_MULTICAST_TTL), 1);
}

TEST(Udp, AnUnknownHostIsAProblem) {
  UdpTransport transport;
  std::string problem;
  EXPECT_EQ(transport.connect({"udp", "no-such-host.invalid", 9}, {}, problem), nullptr);
  EXPECT_NE(problem.find("reach udp:no-such-host.invalid:9: "), std::string::npos) << problem;
}

TEST(Joined, ArrivalsAreTakenApart) {
  const std::string text = "aaabbbcc";
  std::string room = text;
  std::vector<std::string> found;
  const auto keep = [&](std::span<const std::byte> each) {
    found.emplace_back(reinterpret_cast<const char*>(each.data()), each.size());
  };
  Arrival arrival{.room = std::as_writable_bytes(std::span(room)), .octets = 8, .each = 3};
  for_each_datagram(arrival, keep);
  EXPECT_EQ(found, (std::vector<std::string>{"aaa", "bbb", "cc"}));
  found.clear();
  arrival.octets = 0;
  arrival.each = 0;
  for_each_datagram(arrival, keep);
  EXPECT_EQ(found, std::vector<std::string>{""});
}

TEST(Joined, ASegmentedSendArrivesWholeAndInOrder) {
  UdpTransport udp;
  const auto bound = udp.bind({"udp", "127.0.0.1", 0}, {});
  bound->join_arrivals();  // supported or not, the datagrams are the same
  std::string problem;
  const auto socket = udp.connect({"udp", "127.0.0.1", bound->local().port}, {}, problem);
  std::vector<std::string> sent;
  for (char letter = 'a'; letter < 'k'; ++letter) sent.emplace_back(100, letter);
  sent.emplace_back(40, 'z');
  std::string together;  // some are adjacent in memory, some not
  for (std::size_t i = 0; i < 5; ++i) together += sent[i];
  std::vector<Datagram> batch;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const std::string_view octets = i < 5 ? std::string_view(together).substr(i * 100, 100) : std::string_view(sent[i]);
    batch.push_back({std::as_bytes(std::span(octets))});
  }
  EXPECT_EQ(socket->send(batch, DatagramSocket::NoRoom::wait).datagrams, 11U);
  std::vector<std::string> found;
  std::vector<std::byte> room(65'536);
  while (found.size() < sent.size()) {
    Arrival arrival{.room = room};
    ASSERT_EQ(bound->receive({&arrival, 1}, Clock::now() + std::chrono::seconds(30)).status, Status::ok);
    for_each_datagram(arrival,
                      [&](auto each) { found.emplace_back(reinterpret_cast<const char*>(each.data()), each.size()); });
  }
  EXPECT_EQ(found, sent);
}

}  // namespace
}  // namespace dimma::transport
