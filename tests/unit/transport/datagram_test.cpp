#include "transport/machine_address.hpp"
#include "transport/memory_datagram.hpp"
#include "transport/udp.hpp"
#include "unit/transport/datagram_conformance.hpp"
#include "unit/transport/seeds.hpp"

#include <netinet/in.h>

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
  for (const auto seed : seeds(50)) {
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
  // The system tells with the next one that it takes.
  send(*socket, 1);
  came += count_waiting(*bound);
  EXPECT_EQ(bound->overflowed(), 1001 - came);
}

TEST(Udp, AnUnknownHostIsAProblem) {
  UdpTransport transport;
  std::string problem;
  EXPECT_EQ(transport.connect({"udp", "no-such-host.invalid", 9}, {}, problem), nullptr);
  EXPECT_NE(problem.find("reach udp:no-such-host.invalid:9: "), std::string::npos) << problem;
}

TEST(Udp, TheMachineHasAnAddress) {
  EXPECT_FALSE(machine_address().empty());
  EXPECT_TRUE(is_every_address(""));
  EXPECT_TRUE(is_every_address("::"));
  EXPECT_FALSE(is_every_address("127.0.0.1"));
}

}  // namespace
}  // namespace dimma::transport
