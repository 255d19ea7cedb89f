// TCP's own features: addresses and names, socket options, descriptors.

#include "transport/tcp/tcp.hpp"

#include "reactor/descriptor.hpp"
#include "transport/socket/address.hpp"
#include "unit/transport/conformance.hpp"

#include <cerrno>
#include <system_error>
#include <tuple>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>

namespace dimma::transport {
namespace {

using std::chrono::milliseconds;

bool has_ipv6() {
  try {
    TcpTransport().listen({"tcp", "::1", 0}, {});
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

std::vector<Subject> subjects() {
  const auto make = [] { return std::make_shared<TcpTransport>(); };
  std::vector<Subject> all{{"Ipv4", make, {"tcp", "127.0.0.1", 0}}, {"EveryAddress", make, {"tcp", "", 0}}};
  if (has_ipv6()) all.push_back({"Ipv6", make, {"tcp", "::1", 0}});
  for (auto [name, wait] : {std::pair{"Spin", WaitStrategy::spin},
                            std::pair{"Adaptive", WaitStrategy::adaptive(std::chrono::microseconds(20))},
                            std::pair{"Measured", WaitStrategy::adaptive()}}) {
    Subject subject{name, make, {"tcp", "127.0.0.1", 0}};
    subject.options.wait = wait;
    all.push_back(subject);
  }
  for (auto& subject : all) subject.buffered_octets = 400'000;
  return all;
}

INSTANTIATE_TEST_SUITE_P(Tcp, Conformance, testing::ValuesIn(subjects()), subject_name);

class Tcp : public testing::Test {
 protected:
  Pair connect_pair(Listener& listener, const std::string& host) {
    Pair pair;
    Connected connected = tcp_.connect({"tcp", host, listener.endpoint().port}, patience(), {});
    EXPECT_TRUE(connected.stream) << connected.detail;
    EXPECT_TRUE(becomes_readable(listener.handle()));
    int error = 0;
    pair.client = std::move(connected.stream);
    pair.server = listener.accept(error);
    EXPECT_TRUE(pair.server) << error;
    if (!pair.client || !pair.server) throw std::runtime_error("no connection");
    return pair;
  }

  TcpTransport tcp_;
};

TEST_F(Tcp, AnEmptyHostListensAtBothFamilies) {
  const auto listener = tcp_.listen({"tcp", "", 0}, {});
  const Pair v4 = connect_pair(*listener, "127.0.0.1");
  EXPECT_EQ(v4.server->peer().host, "127.0.0.1") << "written as IPv4 although its socket is IPv6";
  EXPECT_EQ(v4.server->local(), v4.client->peer());
  if (has_ipv6()) {
    const Pair v6 = connect_pair(*listener, "::1");
    EXPECT_EQ(v6.server->peer().host, "::1");
    EXPECT_EQ(to_string(v6.server->local()), "tcp:[::1]:" + std::to_string(listener->endpoint().port));
  }
  connect_pair(*listener, "localhost");
  connect_pair(*listener, "");
}

TEST_F(Tcp, AListenerAtOneAddressIsNotFoundAtAnother) {
  const auto listener = tcp_.listen({"tcp", "127.0.0.1", 0}, {});
  const Connected connected = tcp_.connect({"tcp", "127.0.0.2", listener->endpoint().port}, patience(), {});
  EXPECT_FALSE(connected.stream);
  EXPECT_EQ(connected.result.error, ECONNREFUSED);
}

TEST_F(Tcp, EachAddressOfANameIsTried) {
  const auto listener = tcp_.listen({"tcp", "127.0.0.1", 0}, {});
  connect_pair(*listener, "localhost");

  Endpoint nobody = listener->endpoint();
  nobody.host = "localhost";
  listener->close();
  const Connected connected = tcp_.connect(nobody, patience(), {});
  EXPECT_FALSE(connected.stream);
  const Resolved resolved = resolve("localhost", nobody.port, Purpose::connect);
  EXPECT_GE(resolved.addresses.size(), 1U);
  for (const Address& address : resolved.addresses) {
    const std::string text = to_string(endpoint_of(address)).substr(4) + ": connection refused";
    EXPECT_NE(connected.detail.find(text), std::string::npos) << text << " in " << connected.detail;
  }
}

TEST_F(Tcp, ANumericAddressIsNamedOnceInAFailure) {
  const auto listener = tcp_.listen({"tcp", "127.0.0.1", 0}, {});
  listener->close();
  const Connected connected = tcp_.connect(listener->endpoint(), patience(), {});
  EXPECT_EQ(connected.detail, "connect to " + to_string(listener->endpoint()) + ": connection refused");
}

TEST_F(Tcp, ANameThatDoesNotResolveIsReported) {
  const Endpoint nowhere{"tcp", "no-such-host.invalid", 2809};
  const Connected connected = tcp_.connect(nowhere, patience(), {});
  EXPECT_FALSE(connected.stream);
  EXPECT_EQ(connected.result.status, Status::failed);
  EXPECT_EQ(connected.detail.rfind("connect to tcp:no-such-host.invalid:2809: the name does not resolve: ", 0), 0U)
      << connected.detail;
  try {
    tcp_.listen(nowhere, {});
    ADD_FAILURE() << "listens nowhere";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("no-such-host.invalid:2809"), std::string::npos) << error.what();
  }
}

TEST_F(Tcp, AnAddressOfAnotherMachineCanNotBeListenedAt) {
  EXPECT_THROW(tcp_.listen({"tcp", "192.0.2.1", 0}, {}), std::system_error);
}

TEST_F(Tcp, ASilentAddressEndsAtTheDeadline) {
  // A full backlog drops connection attempts, like a host that is down.
  const reactor::Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(socket.get(), 0), 0);
  const Endpoint full = endpoint_of(local_address(socket.get()));
  std::vector<std::unique_ptr<Stream>> waiting;
  Connected connected;
  do {
    connected = tcp_.connect(full, Clock::now() + milliseconds(100), {});
    if (connected.stream) waiting.push_back(std::move(connected.stream));
  } while (connected.result && waiting.size() < 10);
  EXPECT_EQ(connected.result.status, Status::timeout);
  EXPECT_EQ(connected.detail, "connect to " + to_string(full) + ": timed out");
}

// Two ports that differ in their last bit and are not in use.
std::pair<Endpoint, Endpoint> two_free_neighbours(TcpTransport& tcp) {
  for (;;) {
    const auto listener = tcp.listen({"tcp", "127.0.0.1", 0}, {});
    Endpoint neighbour = listener->endpoint();
    neighbour.port ^= 1;
    try {
      tcp.listen(neighbour, {});
      return {listener->endpoint(), neighbour};
    } catch (const std::system_error&) {
      continue;  // in use
    }
  }
}

TEST_F(Tcp, AConnectionToItselfIsRefused) {
  // The ports are in the range from which the system takes the ports of clients, and nothing listens at them: sooner or
  // later it takes the very port that is connected to. There is one of each parity, as the system keeps one parity for
  // clients.
  auto [nobody, neighbour] = two_free_neighbours(tcp_);
  bool seen = false;
  for (int attempt = 0; attempt < 200'000 && !seen; ++attempt) {
    const Connected connected = tcp_.connect(attempt % 2 == 0 ? neighbour : nobody, no_deadline, {});
    if (connected.stream) {  // to a server of another program, which has been given the port meanwhile
      ASSERT_NE(to_string(connected.stream->local()), to_string(connected.stream->peer()));
      std::tie(nobody, neighbour) = two_free_neighbours(tcp_);
      continue;
    }
    ASSERT_EQ(connected.result.error, ECONNREFUSED);
    seen = connected.detail.find("itself") != std::string::npos;
  }
  EXPECT_TRUE(seen);
}

int option(const Stream& stream, int level, int name) {
  int value = -1;
  socklen_t length = sizeof value;
  EXPECT_EQ(::getsockopt(stream.handle(), level, name, &value, &length), 0);
  return value;
}

TEST_F(Tcp, BothEndsHaveTheOptionsOfAConnection) {
  const StreamOptions options{40'000, 50'000};
  const auto listener = tcp_.listen({"tcp", "127.0.0.1", 0}, options);
  Connected connected = tcp_.connect(listener->endpoint(), patience(), options);
  ASSERT_TRUE(connected.stream);
  int error = 0;
  const auto accepted = listener->accept(error);
  ASSERT_TRUE(accepted);
  for (const Stream* stream : {connected.stream.get(), accepted.get()}) {
    EXPECT_EQ(option(*stream, IPPROTO_TCP, TCP_NODELAY), 1);
    EXPECT_EQ(option(*stream, SOL_SOCKET, SO_KEEPALIVE), 1);
    EXPECT_EQ(option(*stream, IPPROTO_TCP, TCP_KEEPIDLE), 15);
    EXPECT_EQ(option(*stream, IPPROTO_TCP, TCP_KEEPINTVL), 5);
    EXPECT_EQ(option(*stream, IPPROTO_TCP, TCP_USER_TIMEOUT), 30'000);
    EXPECT_GE(option(*stream, SOL_SOCKET, SO_SNDBUF), 40'000);
    EXPECT_LT(option(*stream, SOL_SOCKET, SO_SNDBUF), 200'000);
    EXPECT_GE(option(*stream, SOL_SOCKET, SO_RCVBUF), 50'000);
    EXPECT_LT(option(*stream, SOL_SOCKET, SO_RCVBUF), 200'000);
    EXPECT_EQ(::fcntl(stream->handle(), F_GETFL) & O_NONBLOCK, 0);
    EXPECT_EQ(::fcntl(stream->handle(), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
  }
  EXPECT_EQ(::fcntl(listener->handle(), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
}

TEST_F(Tcp, TheClassOfServiceIsThatOfBothEnds) {
  const StreamOptions options{.dscp = 46};
  for (const std::string host : {"127.0.0.1", "::1"}) {
    if (host == "::1" && !has_ipv6()) continue;
    const auto listener = tcp_.listen({"tcp", host, 0}, options);
    Connected connected = tcp_.connect(listener->endpoint(), patience(), options);
    ASSERT_TRUE(connected.stream);
    int error = 0;
    const auto accepted = listener->accept(error);
    ASSERT_TRUE(accepted);
    for (const Stream* stream : {connected.stream.get(), accepted.get()}) {
      EXPECT_EQ(option(*stream, IPPROTO_IP, IP_TOS), 46 << 2);
      if (host == "::1") {
        EXPECT_EQ(option(*stream, IPPROTO_IPV6, IPV6_TCLASS), 46 << 2);
      }
    }
  }
}

TEST_F(Tcp, BusyPollIsSetOrRefusedByField) {
  // The system lets only some processes set more than its own value.
  try {
    const auto listener = tcp_.listen({"tcp", "127.0.0.1", 0}, {.busy_poll = std::chrono::microseconds(50)});
    const Pair pair = connect_pair(*listener, "127.0.0.1");
    EXPECT_EQ(option(*pair.server, SOL_SOCKET, SO_BUSY_POLL), 50);
  } catch (const QoSError& error) {
    EXPECT_EQ(error.field(), "socket");
    EXPECT_EQ(error.reason().substr(0, 14), "busy-poll(50):") << error.reason();
  }
}

TEST_F(Tcp, ABufferThatTheSystemDoesNotGiveIsRefusedByField) {
  try {
    tcp_.listen({"tcp", "127.0.0.1", 0}, {.send_buffer_octets = std::size_t{1} << 30});
    ADD_FAILURE() << "gives a gigabyte";
  } catch (const QoSError& error) {
    EXPECT_EQ(error.field(), "socket");
    EXPECT_EQ(error.reason().substr(0, 17), "send(1073741824):") << error.reason();
  }
}

TEST_F(Tcp, AcceptSaysThatDescriptorsHaveRunOut) {
  const auto listener = tcp_.listen({"tcp", "127.0.0.1", 0}, {});
  const Connected connected = tcp_.connect(listener->endpoint(), patience(), {});
  ASSERT_TRUE(connected.stream);
  ASSERT_TRUE(becomes_readable(listener->handle()));

  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit none = before;
  none.rlim_cur = 0;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  int error = 0;
  const auto refused = listener->accept(error);
  const Connected unconnected = tcp_.connect(listener->endpoint(), patience(), {});
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_FALSE(refused);
  EXPECT_EQ(error, EMFILE);
  EXPECT_FALSE(unconnected.stream);
  EXPECT_EQ(unconnected.result.error, EMFILE);

  const auto accepted = listener->accept(error);
  EXPECT_TRUE(accepted);
  EXPECT_EQ(error, 0);
}

std::chrono::microseconds system_receive_timeout(const Stream& stream) {
  timeval value{};
  socklen_t length = sizeof value;
  EXPECT_EQ(::getsockopt(stream.handle(), SOL_SOCKET, SO_RCVTIMEO, &value, &length), 0);
  return std::chrono::seconds(value.tv_sec) + std::chrono::microseconds(value.tv_usec);
}

// A receive with a deadline is one system call, as its option is not set anew for each.
TEST_F(Tcp, ReceivesWithMuchTheSameTimeLeftShareTheirOption) {
  using std::chrono::seconds;
  const auto listener = tcp_.listen({"tcp", "127.0.0.1", 0}, {});
  const Pair pair = connect_pair(*listener, "127.0.0.1");
  const auto receive_within = [&](seconds limit) {
    EXPECT_TRUE(send_all(*pair.client, pattern(1)));
    std::byte octet{};
    const Deadline deadline = limit.count() == 0 ? no_deadline : Clock::now() + limit;
    EXPECT_TRUE(pair.server->receive({&octet, 1}, deadline));
    return system_receive_timeout(*pair.server);
  };
  EXPECT_EQ(receive_within(seconds(0)).count(), 0);
  const auto first = receive_within(seconds(600));
  EXPECT_GT(first, seconds(300));
  EXPECT_LE(first, seconds(600));
  EXPECT_EQ(receive_within(seconds(600)), first);
  EXPECT_EQ(receive_within(seconds(590)), first);
  EXPECT_LE(receive_within(seconds(60)), seconds(60));
  EXPECT_EQ(receive_within(seconds(0)).count(), 0);
}

TEST_F(Tcp, APeerThatHasResetIsKnown) {
  const auto listener = tcp_.listen({"tcp", "127.0.0.1", 0}, {});
  const linger at_once{1, 0};
  for (const bool is_accepted_before : {true, false}) {
    auto connected = tcp_.connect({"tcp", "127.0.0.1", listener->endpoint().port}, patience(), {});
    ASSERT_TRUE(connected.stream);
    const Endpoint client = connected.stream->local();
    int error = 0;
    std::unique_ptr<Stream> accepted;
    if (is_accepted_before) accepted = listener->accept(error);
    ASSERT_EQ(::setsockopt(connected.stream->handle(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once), 0);
    connected.stream.reset();
    if (!is_accepted_before) accepted = listener->accept(error);
    ASSERT_TRUE(accepted);
    std::byte octet{};
    EXPECT_EQ(accepted->receive({&octet, 1}, patience()).error, ECONNRESET);
    EXPECT_EQ(to_string(accepted->peer()), to_string(client));
  }
}

TEST_F(Tcp, AResetIsAFailure) {
  const auto listener = tcp_.listen({"tcp", "127.0.0.1", 0}, {});
  Pair pair = connect_pair(*listener, "127.0.0.1");
  const linger at_once{1, 0};
  ASSERT_EQ(::setsockopt(pair.server->handle(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once), 0);
  pair.server.reset();
  std::byte octet{};
  const Result result = pair.client->receive({&octet, 1}, patience());
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_EQ(result.error, ECONNRESET);
  EXPECT_EQ(describe(result), "connection reset by peer");
}

}  // namespace
}  // namespace dimma::transport
