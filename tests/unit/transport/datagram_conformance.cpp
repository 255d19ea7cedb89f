#include "unit/transport/datagram_conformance.hpp"

#include <array>
#include <chrono>
#include <thread>

#include <poll.h>

namespace dimma::transport {

namespace {
using namespace std::chrono_literals;

std::span<const std::byte> octets_of(const std::string& text) { return std::as_bytes(std::span(text)); }
}  // namespace

std::unique_ptr<DatagramSocket> DatagramConformance::connect() {
  std::string problem;
  auto socket = transport_->connect({GetParam().anywhere.transport, GetParam().anywhere.host, bound_->local().port},
                                    GetParam().options, problem);
  EXPECT_EQ(problem, "");
  return socket;
}

std::string DatagramConformance::receive(DatagramSocket& socket, PeerAddress* from, std::size_t room) {
  std::vector<std::byte> octets(room);
  Arrival arrival{.room = octets};
  const auto came = socket.receive({&arrival, 1}, Clock::now() + 10s);
  if (came.status == Status::timeout) return "timed out";
  EXPECT_EQ(came.status, Status::ok);
  EXPECT_EQ(came.datagrams, 1U);
  if (from != nullptr) *from = arrival.from;
  return {reinterpret_cast<const char*>(octets.data()), arrival.octets};
}

Moved DatagramConformance::send(DatagramSocket& socket, const std::vector<std::string>& datagrams) {
  std::vector<Datagram> batch;
  for (const auto& each : datagrams) batch.push_back({octets_of(each)});
  return socket.send(batch, DatagramSocket::NoRoom::wait);
}

TEST_P(DatagramConformance, CarriesADatagram) {
  const auto socket = connect();
  EXPECT_EQ(send(*socket, {"hello"}).datagrams, 1U);
  EXPECT_EQ(receive(*bound_), "hello");
}

TEST_P(DatagramConformance, ItsHandleIsReadableWhileOneWaits) {
  const auto socket = connect();
  pollfd ready{bound_->handle(), POLLIN, 0};
  EXPECT_EQ(::poll(&ready, 1, 0), 0);
  EXPECT_EQ(send(*socket, {"one", "two"}).datagrams, 2U);
  EXPECT_EQ(::poll(&ready, 1, 10'000), 1);
  EXPECT_EQ(receive(*bound_), "one");
  EXPECT_EQ(::poll(&ready, 1, 10'000), 1);
  EXPECT_EQ(receive(*bound_), "two");
  EXPECT_EQ(::poll(&ready, 1, 0), 0);
}

TEST_P(DatagramConformance, ADeadlineThatIsOverTakesWhatIsThere) {
  const auto socket = connect();
  std::array<std::byte, 100> room;
  Arrival arrival{.room = room};
  EXPECT_EQ(bound_->receive({&arrival, 1}, Deadline{}).status, Status::timeout);
  send(*socket, {"here"});
  pollfd ready{bound_->handle(), POLLIN, 0};
  EXPECT_EQ(::poll(&ready, 1, 10'000), 1);
  EXPECT_EQ(bound_->receive({&arrival, 1}, Deadline{}).datagrams, 1U);
}

TEST_P(DatagramConformance, JoinsHeadAndBody) {
  const auto socket = connect();
  const std::string head = "head ";
  const std::string body = "body";
  const Datagram datagram{octets_of(head), octets_of(body)};
  EXPECT_EQ(socket->send({&datagram, 1}, DatagramSocket::NoRoom::give_up).datagrams, 1U);
  EXPECT_EQ(receive(*bound_), "head body");
}

TEST_P(DatagramConformance, CarriesNoneAndTheMost) {
  const auto socket = connect();
  const std::string most(datagram_octets_max, 'm');
  EXPECT_EQ(send(*socket, {"", most}).datagrams, 2U);
  EXPECT_EQ(receive(*bound_), "");
  EXPECT_EQ(receive(*bound_), most);
  const auto moved = send(*socket, {most + std::string(100, 'm')});
  EXPECT_EQ(moved.status, Status::failed);
  EXPECT_EQ(moved.datagrams, 0U);
}

TEST_P(DatagramConformance, KeepsABatchApart) {
  const auto socket = connect();
  std::vector<std::string> batch;
  // Runs of one size, whose last is shorter or not, and sizes that go up and down.
  for (int i = 0; i < 100; ++i) batch.push_back(std::string(200, static_cast<char>('a' + i % 26)));
  batch.emplace_back("shorter");
  for (int i = 0; i < 30; ++i) batch.push_back(std::string(static_cast<std::size_t>(i * 7 % 11), 'x'));
  for (int i = 0; i < 5; ++i) batch.push_back(std::string(40, 'y'));
  EXPECT_EQ(send(*socket, batch).datagrams, batch.size());
  for (const auto& each : batch) ASSERT_EQ(receive(*bound_), each);
}

TEST_P(DatagramConformance, TakesManyAtOnce) {
  const auto socket = connect();
  send(*socket, {"one", "two", "three"});
  std::vector<std::byte> octets(100);
  std::array<Arrival, 5> arrivals;
  for (std::size_t i = 0; i < arrivals.size(); ++i) arrivals[i].room = std::span(octets).subspan(i * 10, 10);
  std::size_t came = 0;
  while (came < 3) {
    const auto moved = bound_->receive(std::span(arrivals).subspan(came), Clock::now() + 10s);
    ASSERT_EQ(moved.status, Status::ok);
    came += moved.datagrams;
  }
  EXPECT_EQ(came, 3U);
  EXPECT_EQ(arrivals[2].octets, 5U);
  EXPECT_EQ(std::memcmp(arrivals[2].room.data(), "three", 5), 0);
}

TEST_P(DatagramConformance, SaysWhatWasCut) {
  const auto socket = connect();
  send(*socket, {"0123456789"});
  std::vector<std::byte> octets(4);
  Arrival arrival{.room = octets};
  EXPECT_EQ(bound_->receive({&arrival, 1}, Clock::now() + 10s).datagrams, 1U);
  EXPECT_TRUE(arrival.cut);
  EXPECT_EQ(std::memcmp(octets.data(), "0123", 4), 0);
  EXPECT_EQ(send(*socket, {"next"}).datagrams, 1U);
  EXPECT_EQ(receive(*bound_), "next");
}

TEST_P(DatagramConformance, RepliesToTheSender) {
  const auto one = connect();
  const auto other = connect();
  send(*one, {"one"});
  send(*other, {"other"});
  PeerAddress from[2];
  EXPECT_EQ(receive(*bound_, &from[0]), "one");
  EXPECT_EQ(receive(*bound_, &from[1]), "other");
  EXPECT_NE(from[0], from[1]);
  const std::string reply = "for the other";
  EXPECT_EQ(bound_->reply(from[1], octets_of(reply)).status, Status::ok);
  EXPECT_EQ(receive(*other), reply);
  send(*one, {"again"});
  PeerAddress again;
  receive(*bound_, &again);
  EXPECT_EQ(again, from[0]);
}

TEST_P(DatagramConformance, WaitsUntilTheDeadline) {
  std::vector<std::byte> octets(4);
  Arrival arrival{.room = octets};
  EXPECT_EQ(bound_->receive({&arrival, 1}, Clock::now() + 20ms).status, Status::timeout);
  EXPECT_EQ(bound_->receive({&arrival, 1}, Clock::now() - 1s).status, Status::timeout);
  const auto socket = connect();
  send(*socket, {"x"});
  EXPECT_EQ(receive(*bound_), "x");
}

TEST_P(DatagramConformance, ShutdownWakesAWaitingReceiver) {
  std::thread waiting([&] {
    std::vector<std::byte> octets(4);
    Arrival arrival{.room = octets};
    EXPECT_EQ(bound_->receive({&arrival, 1}).status, Status::closed);
    EXPECT_EQ(bound_->receive({&arrival, 1}, Clock::now() + 1h).status, Status::closed);
  });
  std::this_thread::sleep_for(20ms);
  bound_->shutdown();
  waiting.join();
}

TEST_P(DatagramConformance, ShutdownEndsSending) {
  const auto socket = connect();
  socket->shutdown();
  EXPECT_EQ(send(*socket, {"x"}).status, Status::closed);
}

TEST_P(DatagramConformance, AMissingReceiverIsNoFailure) {
  const auto socket = connect();
  bound_.reset();
  for (int i = 0; i < 20; ++i) {
    const auto moved = send(*socket, {"a", "b", "c"});
    EXPECT_EQ(moved.status, Status::ok);
    EXPECT_EQ(moved.datagrams, 3U);
  }
}

TEST_P(DatagramConformance, ALaterReceiverGetsLaterDatagrams) {
  const auto socket = connect();
  Endpoint at = GetParam().anywhere;
  at.port = bound_->local().port;
  bound_.reset();
  send(*socket, {"nobody"});
  bound_ = transport_->bind(at, GetParam().options);
  send(*socket, {"somebody"});
  send(*socket, {"again"});
  EXPECT_EQ(receive(*bound_), "somebody");
}

TEST_P(DatagramConformance, AnAddressBelongsToOneReceiverOrAGroup) {
  Endpoint at = GetParam().anywhere;
  at.port = bound_->local().port;
  EXPECT_TRUE(at.port != 0 || is_local(at));
  if (!GetParam().is_group) {
    EXPECT_THROW(transport_->bind(at, GetParam().options), std::system_error);
    return;
  }
  auto other = transport_->bind(at, GetParam().options);
  const auto socket = connect();
  send(*socket, {"both"});
  EXPECT_EQ(receive(*bound_), "both");
  EXPECT_EQ(receive(*other), "both");
  other.reset();  // leaves
  send(*socket, {"one"});
  EXPECT_EQ(receive(*bound_), "one");
}

TEST_P(DatagramConformance, KnowsItsEnds) {
  const auto socket = connect();
  EXPECT_EQ(socket->peer().port, bound_->local().port);
  EXPECT_EQ(socket->peer().transport, GetParam().anywhere.transport);
  EXPECT_EQ(bound_->peer().port, 0);
  EXPECT_EQ(bound_->octets_in_one_piece(), datagram_octets_max);
  EXPECT_GE(socket->octets_in_one_piece(), 500U);
}

}  // namespace dimma::transport
