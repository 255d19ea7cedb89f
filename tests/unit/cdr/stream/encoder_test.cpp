#include <dimma/generated/cdr/encoder.hpp>

#include "unit/octets.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace dimma;
using namespace dimma::cdr;
using test::hexadecimal;
using test::normal;

namespace {

std::string minor_and_text(const CORBA::SystemException& raised) {
  return std::to_string(raised.minor() & 0xfffU) + ": " + raised._detail();
}

TEST(Encoder, EveryPrimitiveInBothOrders) {
  const auto encode = [](std::endian order) {
    Buffer buffer;
    Encoder out(buffer, order);
    out.put('a');
    out.put(std::int16_t{-2});
    out.put(std::uint8_t{0xff});
    out.put(std::uint32_t{0x01020304});
    out.put(true);
    out.put(std::int64_t{0x0102030405060708});
    out.put(false);
    out.put(1.0F);
    out.put(-2.0);
    return hexadecimal(out.octets());
  };
  EXPECT_EQ(encode(std::endian::big),
            normal("61 00 fffe ff 000000 01020304 01 000000 0102030405060708 00 000000 3f800000 c000000000000000"));
  EXPECT_EQ(encode(std::endian::little),
            normal("61 00 feff ff 000000 04030201 01 000000 0807060504030201 00 000000 0000803f 00000000000000c0"));
}

TEST(Encoder, PaddingIsZeroWhateverWasThereBefore) {
  Buffer buffer;
  Encoder out(buffer, std::endian::big);
  for (int i = 0; i < 64; ++i) out.put(std::uint8_t{0xee});
  out.reset();
  EXPECT_EQ(out.size(), 0U);
  out.put(std::uint8_t{1});
  out.align(8);
  out.put(std::uint8_t{2});
  out.put(std::uint16_t{3});
  out.put(std::uint64_t{4});
  EXPECT_EQ(hexadecimal(out.octets()), normal("01 00000000000000 02 00 0003 00000000 0000000000000004"));
}

TEST(Encoder, AlignmentFromEveryPosition) {
  for (std::size_t position = 0; position < 16; ++position) {
    for (const std::size_t alignment : {1U, 2U, 4U, 8U}) {
      Buffer buffer(1);
      Encoder out(buffer);
      for (std::size_t i = 0; i < position; ++i) out.put('x');
      out.align(alignment);
      EXPECT_EQ(out.size(), (position + alignment - 1) / alignment * alignment);
    }
  }
}

TEST(Encoder, Strings) {
  Buffer buffer;
  Encoder out(buffer, std::endian::big);
  out.put_string("abc");
  out.put_string("");
  out.put_string("\xff");
  EXPECT_EQ(hexadecimal(out.octets()), normal("00000004 'abc' 00 00000001 00 000000 00000002 ff00"));
  try {
    out.put_string(std::string_view("a\0b", 3));
    FAIL();
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), minor::bad_param_embedded_zero);
    EXPECT_NE(refused._detail().find("index 1"), std::string::npos);
  }
}

TEST(Encoder, Blocks) {
  const std::uint16_t shorts[] = {1, 2, 0x0304};
  const std::uint8_t octets[] = {9, 8};
  const double doubles[] = {1.0};
  for (const std::endian order : {std::endian::big, std::endian::little}) {
    Buffer buffer(1);
    Encoder out(buffer, order);
    out.put('x');
    out.put_block(shorts, 3);
    out.put_block(octets, 2);
    out.put_block(doubles, 0);  // writes nothing, not even padding
    out.put_block(octets, 1);
    out.put_block(doubles, 1);
    EXPECT_EQ(hexadecimal(out.octets()), order == std::endian::big
                                             ? normal("78 00 0001 0002 0304 09 08 09 0000000000 3ff0000000000000")
                                             : normal("78 00 0100 0200 0403 09 08 09 0000000000 000000000000f03f"));
  }
}

TEST(Encoder, EncapsulationsNestAndAlignFromTheirOwnStart) {
  Buffer buffer(1);
  Encoder out(buffer, std::endian::big);
  out.put('x');
  const auto outer = out.open_encapsulation();
  out.put(std::uint32_t{1});
  out.put('y');
  const auto inner = out.open_encapsulation();
  out.put(std::uint64_t{2});
  out.close_encapsulation(inner);
  out.put(std::uint16_t{3});
  out.close_encapsulation(outer);
  out.put(std::uint32_t{4});
  EXPECT_EQ(hexadecimal(out.octets()),
            normal("78 000000 00000022"                     // the outer one's length
                   "00 000000 00000001 79 000000 00000010"  // and the inner one's
                   "00 00000000000000 0000000000000002"     // aligned from its own start
                   "0003 0000 00000004"));
}

TEST(Encoder, GrowsAndKeepsWhatIsThere) {
  for (const std::size_t capacity : {0U, 1U, 3U, 7U, 64U}) {
    Buffer buffer(capacity);
    Encoder out(buffer, std::endian::little);
    const std::size_t mark = [&] {
      out.put('m');
      out.align(4);
      const std::size_t at = out.size();
      out.put(std::uint32_t{0});
      return at;
    }();
    for (std::uint32_t i = 0; i < 10'000; ++i) out.put(i);
    out.patch(mark, 0xcafe);
    EXPECT_EQ(out.size(), 8 + 40'000U);
    std::uint32_t value = 0;
    std::memcpy(&value, out.octets().data() + mark, 4);
    EXPECT_EQ(value, 0xcafeU);
    std::memcpy(&value, out.octets().data() + 8 + 4 * 9'999, 4);
    EXPECT_EQ(value, 9'999U);
    const std::size_t grown = buffer.capacity();
    out.reset();
    EXPECT_EQ(buffer.capacity(), grown) << "kept for the next message";
  }
}

TEST(Encoder, TruncateForgetsTheEnd) {
  Buffer buffer;
  Encoder out(buffer, std::endian::big);
  out.put(std::uint32_t{1});
  out.put(std::uint32_t{2});
  out.truncate(4);
  out.put('x');
  EXPECT_EQ(hexadecimal(out.octets()), normal("00000001 78"));
}

TEST(Buffer, LimitIsKept) {
  Buffer buffer(16, 100);
  Encoder out(buffer);
  for (int i = 0; i < 100; ++i) out.put('x');
  try {
    out.put('x');
    FAIL();
  } catch (const CORBA::MARSHAL& refused) {
    EXPECT_EQ(refused.minor(), minor::marshal_buffer_limit);
    EXPECT_NE(refused._detail().find("limit of 100"), std::string::npos) << refused._detail();
  }
  EXPECT_EQ(out.size(), 100U) << "what was there is still there";
  EXPECT_EQ(buffer.capacity(), 100U);
  EXPECT_THROW(out.need(std::numeric_limits<std::size_t>::max()), CORBA::MARSHAL);
  EXPECT_THROW(buffer.grow(101, 0), CORBA::MARSHAL);
}

TEST(Buffer, MovesItsOctets) {
  Buffer first(64);
  Encoder(first).put('x');
  const std::byte* const data = first.data();
  Buffer second(std::move(first));
  EXPECT_EQ(second.data(), data);
  Buffer third(8);
  third = std::move(second);
  EXPECT_EQ(third.data(), data);
  EXPECT_EQ(third.capacity(), 64U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % 16, 0U);
}

TEST(Encoder, LengthsThatDoNotFit) {
  Buffer buffer;
  Encoder out(buffer);
  try {
    out.put_length(std::size_t{1} << 32);
    FAIL();
  } catch (const CORBA::MARSHAL& refused) {
    EXPECT_EQ(minor_and_text(refused),
              "5: a sequence or string of 4294967296 elements is too long for CDR, whose lengths have 32 bits");
  }
  EXPECT_THROW(out.put_string(std::string_view("x", 0xffff'ffffU)), CORBA::MARSHAL);
}

}  // namespace
