#include "measure/giop_sizes.hpp"

#include "measure/code_sets.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace {

// A key of 14 octets, little-endian.
constexpr const char* little_endian =
    "IOR:010000001500000049444c3a546573745265715265706c793a312e300000000001000000000000002c0000000101"
    "02000a0000003139322e302e322e3200f90a0e0000000000000000000000000000000000000000000000";
// A key of 3 octets, big-endian, after a profile that is not IIOP's.
constexpr const char* big_endian =
    "IOR:00000000000000010000000000000002444d00010000000500010203040000000000000000000018000102000000"
    "000261000019000000030102030000000000";

TEST(ObjectKey, IsFoundInTheFirstProfile) { EXPECT_EQ(measure::object_key_octets(little_endian), 14U); }

TEST(ObjectKey, IsFoundAfterOtherProfilesInEitherByteOrder) { EXPECT_EQ(measure::object_key_octets(big_endian), 3U); }

TEST(ObjectKey, IsNotInWhatIsNoReference) {
  for (const char* const text : {"", "ior", "IOR:", "IOR:01", "IOR:zz", "IOR:0100000001000000", "corbaloc::h/k"}) {
    EXPECT_THROW(measure::object_key_octets(text), std::invalid_argument) << text;
  }
}

TEST(GiopSizes, AreThoseOfMessagesOnTheWire) {
  // Header 12, request id 4, flags 4, target 4 + 4 + key, operation 4 + 14, service contexts 4.
  const measure::MessageSizes null_call = measure::giop_sizes(25, "test_no_param", {}, false);
  EXPECT_EQ(null_call.request, 80U);
  EXPECT_EQ(null_call.reply, 24U);
  const measure::MessageSizes text_call = measure::giop_sizes(25, "test_string", 54, false);
  EXPECT_EQ(text_call.request, 139U);
  EXPECT_EQ(text_call.reply, 83U);
}

TEST(GiopSizes, HaveNoReplyForAOneway) { EXPECT_EQ(measure::giop_sizes(25, "test_string", 0, true).reply, 0U); }

// The component of code sets of a little-endian server with ISO 8859-1, UTF-8 and UTF-16, and of a big-endian one.
TEST(CodeSets, AreUtf8AloneInTheReference) {
  EXPECT_EQ(measure::taking_utf8_alone("IOR:01000000"
                                       "0100010001000000010001050901010000000000"),
            "IOR:01000000"
            "0100010501000000010001050901010000000000");
  EXPECT_EQ(measure::taking_utf8_alone("IOR:00000000"
                                       "0001000100000001050100010001010900000000"),
            "IOR:00000000"
            "0501000100000001050100010001010900000000");
}

TEST(CodeSets, HaveToBeThere) {
  for (const char* const text : {"", "IOR:01", little_endian, big_endian}) {
    EXPECT_THROW(measure::taking_utf8_alone(text), std::invalid_argument) << text;
  }
}

}  // namespace
