#include "iiop/giop/listen_points.hpp"

#include "unit/octets.hpp"

#include <gtest/gtest.h>

using namespace dimma;
using namespace dimma::iiop;
using test::octets;

namespace {

// As omniORB 4.2 sends them.
TEST(ListenPoints, GoldenOctets) {
  const auto data = octets("01000000 01000000 0a000000 3132372e302e302e3100 f5e1");
  EXPECT_EQ(decode_listen_points(data), (std::vector<Address>{{"127.0.0.1", 0xe1f5}}));
  if constexpr (std::endian::native == std::endian::little) {
    EXPECT_EQ(encode_listen_points({{"127.0.0.1", 0xe1f5}}), data);
  }
}

TEST(ListenPoints, ComeBackAsTheyWere) {
  const std::vector<Address> points{{"host", 1}, {"::1", 65535}, {"a.b.c", 2809}};
  EXPECT_EQ(decode_listen_points(encode_listen_points(points)), points);
  EXPECT_TRUE(decode_listen_points(encode_listen_points({})).empty());
}

TEST(ListenPoints, ImpossibleOnesAreLeftOut) {
  EXPECT_EQ(decode_listen_points(encode_listen_points({{"", 7}, {"host", 0}, {"[::1]", 7}, {"::1", 7}})),
            (std::vector<Address>{{"::1", 7}}));
}

TEST(ListenPoints, MalformedOnesAreRefused) {
  const auto whole = encode_listen_points({{"host", 7}, {"other", 8}});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW(decode_listen_points(OctetView(whole).first(size)), CORBA::MARSHAL) << size;
  }
  EXPECT_THROW(decode_listen_points(octets("02000000 00000000")), CORBA::MARSHAL);
  EXPECT_THROW(decode_listen_points(octets("01000000 ffffffff")), CORBA::MARSHAL);
  EXPECT_THROW(decode_listen_points(encode_listen_points(std::vector<Address>(listen_points_max + 1, {"h", 1}))),
               CORBA::MARSHAL);
}

}  // namespace
