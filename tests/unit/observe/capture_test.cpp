#include "observe/capture.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace dimma::observe {
namespace {

constexpr std::size_t octets_each = 65'535;

void send(Capture& capture, std::uint32_t connection, std::size_t octets) {
  const std::vector<std::byte> message(octets);
  capture.add(connection, true, message, octets);
}

std::size_t octets_written(const Capture& capture) {
  std::ostringstream out;
  capture.write(out);
  return out.str().size();
}

TEST(Capture, KeepsWhatAClosedConnectionHasSent) {
  Capture capture(octets_each);
  const auto connection = capture.add_connection(End::client);
  send(capture, connection, 100);
  const std::size_t before = octets_written(capture);
  capture.end_connection(connection);
  EXPECT_EQ(octets_written(capture), before);
  EXPECT_EQ(capture.connections(), 1U);
}

TEST(Capture, ForgetsAClosedConnectionThatHasSentNothing) {
  Capture capture(octets_each);
  for (int i = 0; i < 1000; ++i) capture.end_connection(capture.add_connection(End::server));
  EXPECT_EQ(capture.connections(), 0U);
}

TEST(Capture, ForgetsAClosedConnectionWithTheLastOfItsOctets) {
  Capture capture(octets_each);
  const auto open = capture.add_connection(End::client);
  const auto closed = capture.add_connection(End::client);
  send(capture, closed, 100);
  capture.end_connection(closed);
  EXPECT_EQ(capture.connections(), 2U);
  for (int i = 0; i < 200; ++i) send(capture, open, octets_each);  // more than it keeps
  EXPECT_EQ(capture.connections(), 1U);
  EXPECT_LT(octets_written(capture), std::size_t{9} << 20);
  capture.end_connection(open);
  EXPECT_EQ(capture.connections(), 1U);  // its octets are still kept
}

}  // namespace
}  // namespace dimma::observe
