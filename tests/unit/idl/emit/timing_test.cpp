// The Timing example's IDL, each operation with arguments of every direction.
#include <gtest/gtest.h>

#include "loopback.hpp"
#include "round_trip.hpp"
#include "timing_skel.hpp"

namespace {

// Each result is what the corresponding in argument was; each inout comes back doubled.
class Servant : public virtual CORBA::servant_traits<TestReqReply>::base_type {
 public:
  std::int32_t test_prim_args(std::int16_t shortVal, std::int32_t longVal, float floatVal, double doubleVal,
                              char charVal, const std::string& stringVal, std::int16_t& inoutShort,
                              std::int32_t& inoutLong, float& inoutFloat, double& inoutDouble, char& inoutChar,
                              std::string& inoutString, std::int16_t& outShort, std::int32_t& outLong, float& outFloat,
                              double& outDouble, char& outChar, std::string& outString) override {
    outShort = shortVal;
    outLong = longVal;
    outFloat = floatVal;
    outDouble = doubleVal;
    outChar = charVal;
    outString = stringVal;
    inoutShort = static_cast<std::int16_t>(2 * inoutShort);
    inoutLong *= 2;
    inoutFloat *= 2;
    inoutDouble *= 2;
    inoutChar = static_cast<char>(inoutChar + 1);
    inoutString += inoutString;
    return 1;
  }
  std::int32_t test_struct_args(const PerfStruct& structVal, PerfStruct& inoutStruct, PerfStruct& outStruct) override {
    outStruct = structVal;
    inoutStruct.longVal() *= 2;
    return 2;
  }
  std::int32_t test_prim_seq(const shortSeq& shortVal, const longSeq& longVal, const floatSeq& floatVal,
                             const doubleSeq& doubleVal, const charSeq& charVal, const stringSeq& stringVal,
                             shortSeq& inoutShort, longSeq& inoutLong, floatSeq& inoutFloat, doubleSeq& inoutDouble,
                             charSeq& inoutChar, stringSeq& inoutString, shortSeq& outShort, longSeq& outLong,
                             floatSeq& outFloat, doubleSeq& outDouble, charSeq& outChar,
                             stringSeq& outString) override {
    outShort = shortVal;
    outLong = longVal;
    outFloat = floatVal;
    outDouble = doubleVal;
    outChar = charVal;
    outString = stringVal;
    inoutShort.push_back(1);
    inoutLong.push_back(2);
    inoutFloat.push_back(3);
    inoutDouble.push_back(4);
    inoutChar.push_back('c');
    inoutString.emplace_back("pushed");
    return 3;
  }
  std::int32_t test_struct_seq(const structSeq& structVal, structSeq& inoutStruct, structSeq& outStruct) override {
    outStruct = structVal;
    inoutStruct.clear();
    return 4;
  }
};

class Timing : public testing::TestWithParam<loopback::Route> {
 protected:
  void SetUp() override { loopback::use(GetParam()); }

  IDL::traits<TestReqReply>::ref_type object = loopback::activate<TestReqReply>(CORBA::make_reference<Servant>());
};

INSTANTIATE_TEST_SUITE_P(Routes, Timing, testing::Values(loopback::Route::encoded, loopback::Route::direct));

TEST_P(Timing, PassesPrimitives) {
  std::int16_t inoutShort = 5, outShort = 0;
  std::int32_t inoutLong = 50, outLong = 0;
  float inoutFloat = 0.5F, outFloat = 0;
  double inoutDouble = 0.25, outDouble = 0;
  char inoutChar = 'a', outChar = 0;
  std::string inoutString = "xy", outString;
  EXPECT_EQ(object->test_prim_args(-1, -2, -3.5F, -4.5, 'z', "string", inoutShort, inoutLong, inoutFloat, inoutDouble,
                                   inoutChar, inoutString, outShort, outLong, outFloat, outDouble, outChar, outString),
            1);
  EXPECT_EQ(inoutShort, 10);
  EXPECT_EQ(inoutLong, 100);
  EXPECT_EQ(inoutFloat, 1.0F);
  EXPECT_EQ(inoutDouble, 0.5);
  EXPECT_EQ(inoutChar, 'b');
  EXPECT_EQ(inoutString, "xyxy");
  EXPECT_EQ(outShort, -1);
  EXPECT_EQ(outLong, -2);
  EXPECT_EQ(outFloat, -3.5F);
  EXPECT_EQ(outDouble, -4.5);
  EXPECT_EQ(outChar, 'z');
  EXPECT_EQ(outString, "string");
}

TEST_P(Timing, PassesStructs) {
  const PerfStruct in(1, 2, 3, 4, '5', "6");
  PerfStruct inout(1, 21, 3, 4, '5', "6");
  PerfStruct out;
  EXPECT_EQ(object->test_struct_args(in, inout, out), 2);
  EXPECT_EQ(inout.longVal(), 42);
  EXPECT_EQ(out.stringVal(), "6");
  EXPECT_EQ(out.charVal(), '5');
}

TEST_P(Timing, PassesSequencesOfPrimitives) {
  shortSeq inoutShort, outShort;
  longSeq inoutLong, outLong;
  floatSeq inoutFloat, outFloat;
  doubleSeq inoutDouble, outDouble;
  charSeq inoutChar, outChar;
  stringSeq inoutString, outString;
  EXPECT_EQ(object->test_prim_seq({1, 2}, {3}, {}, {4.5}, {'x', 'y'}, {"a", "", "c"}, inoutShort, inoutLong, inoutFloat,
                                  inoutDouble, inoutChar, inoutString, outShort, outLong, outFloat, outDouble, outChar,
                                  outString),
            3);
  EXPECT_EQ(outShort, (shortSeq{1, 2}));
  EXPECT_EQ(outLong, (longSeq{3}));
  EXPECT_EQ(outFloat, floatSeq{});
  EXPECT_EQ(outDouble, (doubleSeq{4.5}));
  EXPECT_EQ(outChar, (charSeq{'x', 'y'}));
  EXPECT_EQ(outString, (stringSeq{"a", "", "c"}));
  EXPECT_EQ(inoutShort, shortSeq{1});
  EXPECT_EQ(inoutLong, longSeq{2});
  EXPECT_EQ(inoutFloat, floatSeq{3});
  EXPECT_EQ(inoutDouble, doubleSeq{4});
  EXPECT_EQ(inoutChar, charSeq{'c'});
  EXPECT_EQ(inoutString, stringSeq{"pushed"});
}

TEST_P(Timing, PassesSequencesOfStructs) {
  const structSeq in = {PerfStruct(1, 2, 3, 4, '5', "six"), PerfStruct(7, 8, 9, 10, 'b', "twelve")};
  structSeq inout = in;
  structSeq out;
  EXPECT_EQ(object->test_struct_seq(in, inout, out), 4);
  EXPECT_TRUE(inout.empty());
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[1].stringVal(), "twelve");
  EXPECT_EQ(out[1].doubleVal(), 10.0);
}

TEST(TimingOctets, AreThoseOfTheStandard) {
  // short, padding, long, float, padding, double, char, padding, length, "abc" and a zero.
  EXPECT_EQ(round_trip::encoded_size(PerfStruct(1, 2, 3, 4, '5', "abc")), 36U);
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer, std::endian::big);
  dimma::cdr::write(out, PerfStruct(0x0102, 0x03040506, 1.0F, 1.0, 'A', "b"));
  const std::uint8_t expected[] = {1,    2, 0, 0, 3, 4, 5, 6,   0x3f, 0x80, 0, 0, 0, 0, 0, 0,   0x3f,
                                   0xf0, 0, 0, 0, 0, 0, 0, 'A', 0,    0,    0, 0, 0, 0, 2, 'b', 0};
  const auto octets = std::as_bytes(std::span(expected));
  EXPECT_TRUE(std::equal(octets.begin(), octets.end(), out.octets().begin(), out.octets().end()));
}

}  // namespace
