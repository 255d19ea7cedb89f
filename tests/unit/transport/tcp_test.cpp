#include "transport/tcp.hpp"

#include "transport/poller.hpp"

#include <array>
#include <cstring>
#include <thread>

#include <gtest/gtest.h>

namespace dimma::transport {
namespace {

TEST(Tcp, AConnectionCarriesOctetsBothWays) {
  TcpTransport tcp;
  const auto listener = tcp.listen({"tcp", "127.0.0.1", 0}, {});
  const Connected connected = tcp.connect(listener->endpoint(), Clock::now() + std::chrono::seconds(10), {});
  ASSERT_TRUE(connected.stream) << connected.detail;
  int error = 0;
  const auto accepted = listener->accept(error);
  ASSERT_TRUE(accepted) << error;

  std::string text = "hello";
  iovec piece{text.data(), text.size()};
  EXPECT_TRUE(connected.stream->send({&piece, 1}));
  std::array<std::byte, 16> buffer{};
  const Result received = accepted->receive(buffer);
  ASSERT_EQ(received.octets, text.size());
  EXPECT_EQ(std::memcmp(buffer.data(), text.data(), text.size()), 0);
  connected.stream->shutdown();
  EXPECT_EQ(accepted->receive(buffer, Clock::now() + std::chrono::seconds(10)).status, Status::end);
}

}  // namespace
}  // namespace dimma::transport
