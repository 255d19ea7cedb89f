// Connecting in a build with one thread: it resolves, connects and is called back within the call.

#include "transport/local/unix.hpp"
#include "transport/tcp/tcp.hpp"

#include <cerrno>
#include <optional>

#include <gtest/gtest.h>

namespace dimma::transport {
namespace {

std::optional<Connected> begun(Transport& transport, const Endpoint& to, Deadline deadline) {
  std::optional<Connected> called;
  transport.begin_connect(to, deadline, {}, [&called](Connected connected) { called = std::move(connected); });
  return called;
}

TEST(SingleThreadedConnect, TcpIsDecidedWithinTheCall) {
  Address address;
  TcpTransport tcp([&address](const std::string&, std::uint16_t) { return Resolved{{address}, {}}; });
  const auto listener = tcp.listen({"tcp", "127.0.0.1", 0}, {});
  const Endpoint at = listener->endpoint();
  address = resolve_at_once(at.host, at.port)->addresses.at(0);
  const Endpoint name{"tcp", "name", 1};
  for (const Endpoint& to : {at, name}) {
    const auto connected = begun(tcp, to, Clock::now() + std::chrono::seconds(60));
    ASSERT_TRUE(connected);
    EXPECT_TRUE(connected->stream) << connected->detail;
    EXPECT_TRUE(tcp.connect(to, no_deadline, {}).stream);
  }
  listener->close();
  const auto refused = begun(tcp, name, no_deadline);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->result.error, ECONNREFUSED);

  tcp.end_connecting();
  const auto late = begun(tcp, at, no_deadline);
  ASSERT_TRUE(late);
  EXPECT_EQ(late->result.status, Status::closed);
}

TEST(SingleThreadedConnect, ALocalConnectIsDecidedWithinTheCall) {
  UnixTransport local;
  const auto listener = local.listen({"unix", "", 0}, {});
  const auto connected = begun(local, listener->endpoint(), no_deadline);
  ASSERT_TRUE(connected);
  EXPECT_TRUE(connected->stream) << connected->detail;
  listener->close();
  const auto refused = begun(local, listener->endpoint(), no_deadline);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->result.error, ECONNREFUSED);
}

}  // namespace
}  // namespace dimma::transport
