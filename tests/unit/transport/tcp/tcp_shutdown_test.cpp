// A stream that is shut down while its peer waits for it to read.

#include "transport/tcp/tcp.hpp"
#include "unit/transport/conformance.hpp"

#include <linux/tcp.h>  // tells more than <netinet/tcp.h>, which excludes it
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

namespace dimma::transport {
namespace {

std::uint64_t octets_sent(const Stream& stream) {
  tcp_info info{};
  socklen_t size = sizeof info;
  EXPECT_EQ(::getsockopt(stream.handle(), IPPROTO_TCP, TCP_INFO, &info, &size), 0);
  return info.tcpi_bytes_sent;
}

bool has_failed(const Stream& stream) {
  pollfd watched{stream.handle(), 0, 0};
  return ::poll(&watched, 1, 0) > 0 && (watched.revents & POLLERR) != 0;
}

// Otherwise the peer notices only by its window probes, whose intervals grow.
TEST(TcpShutdown, TellsAPeerWhoseOctetsNobodyReads) {
  TcpTransport tcp;
  const auto listener = tcp.listen({"tcp", "127.0.0.1", 0}, {});
  auto stream = tcp.connect(listener->endpoint(), patience(), {}).stream;
  ASSERT_TRUE(stream);
  ASSERT_TRUE(becomes_readable(listener->handle()));
  int error = 0;
  const auto peer = listener->accept(error);
  ASSERT_TRUE(peer) << error;

  const auto much = pattern(std::size_t{16} << 20);
  ASSERT_EQ(send_all(*peer, much, no_wait).status, Status::timeout);
  ASSERT_EQ(send_all(*stream, much, no_wait).status, Status::timeout);
  const auto before = octets_sent(*peer);
  stream->shutdown();
  stream.reset();
  EXPECT_TRUE(becomes_true([&] { return has_failed(*peer); }));
  EXPECT_EQ(octets_sent(*peer), before) << "it has sent more";
}

}  // namespace
}  // namespace dimma::transport
