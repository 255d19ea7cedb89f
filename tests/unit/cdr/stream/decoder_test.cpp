#include <dimma/generated/cdr/decoder.hpp>

#include "unit/octets.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <limits>

using namespace dimma;
using namespace dimma::cdr;
using test::hexadecimal;
using test::octets;

namespace {

// The exception that reading raises, as "minor code's last digits: detail".
template <class Read>
std::string malformation(std::span<const std::byte> data, Read read, std::endian order = std::endian::big) {
  Decoder in(data, order, CORBA::COMPLETED_MAYBE);
  try {
    read(in);
    return "read";
  } catch (const CORBA::MARSHAL& malformed) {
    EXPECT_EQ(malformed.completed(), CORBA::COMPLETED_MAYBE);
    return std::to_string(malformed.minor() - minor::vmcid) + ": " + malformed._detail();
  }
}

TEST(Decoder, EveryPrimitiveInBothOrders) {
  const auto check = [](std::string_view text, std::endian order) {
    const auto data = octets(text);
    Decoder in(data, order);
    EXPECT_EQ(in.order(), order);
    EXPECT_EQ(in.get<char>(), 'a');
    EXPECT_EQ(in.get<std::int16_t>(), -2);
    EXPECT_EQ(in.get<std::uint8_t>(), 0xff);
    EXPECT_EQ(in.get<std::uint32_t>(), 0x01020304U);
    EXPECT_TRUE(in.get_boolean());
    EXPECT_EQ(in.get<std::int64_t>(), 0x0102030405060708);
    EXPECT_FALSE(in.get_boolean());
    EXPECT_EQ(in.get<float>(), 1.0F);
    EXPECT_EQ(in.get<double>(), -2.0);
    EXPECT_EQ(in.remaining(), 0U);
    EXPECT_EQ(in.offset(), data.size());
  };
  check("61 00 fffe ff 000000 01020304 01 000000 0102030405060708 00 000000 3f800000 c000000000000000",
        std::endian::big);
  check("61 00 feff ff 000000 04030201 01 000000 0807060504030201 00 000000 0000803f 00000000000000c0",
        std::endian::little);
}

// A signalling NaN comes through with all its bits.
TEST(Decoder, FloatsKeepTheirBits) {
  const auto data = octets("7fa00001 00000000 7ff4000000000001");
  Decoder in(data, std::endian::big);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(in.get<float>()) | 0x00400000U, 0x7fe00001U);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(in.get<double>()) | 0x0008000000000000U, 0x7ffc000000000001U);
}

TEST(Decoder, PositionMovesTheAlignment) {
  for (std::size_t position = 0; position < 8; ++position) {
    std::vector<std::byte> data(16, std::byte{0xee});
    const std::size_t padding = (8 - position) % 8;
    data[padding] = std::byte{1};
    for (std::size_t i = 1; i < 8; ++i) data[padding + i] = std::byte{0};
    Decoder in(data, std::endian::little, CORBA::COMPLETED_NO, position);
    EXPECT_EQ(in.position(), position);
    EXPECT_EQ(in.get<std::uint64_t>(), 1U) << position;
    EXPECT_EQ(in.offset(), padding + 8);
  }
}

// Alignment counts from the message, not from memory.
TEST(Decoder, OctetsAnywhereInMemory) {
  for (std::size_t shift = 0; shift < 8; ++shift) {
    std::vector<std::byte> memory(64);
    const auto data = octets("01 000000 00000002 0000000000000003 0004");
    std::copy(data.begin(), data.end(), memory.begin() + static_cast<std::ptrdiff_t>(shift));
    Decoder in(std::span<const std::byte>(memory).subspan(shift, data.size()), std::endian::big);
    EXPECT_EQ(in.get<std::uint8_t>(), 1);
    EXPECT_EQ(in.get<std::uint32_t>(), 2U);
    EXPECT_EQ(in.get<std::uint64_t>(), 3U);
    std::uint16_t block = 0;
    in.get_block(&block, 1);
    EXPECT_EQ(block, 4);
  }
}

TEST(Decoder, Strings) {
  const auto data = octets("00000004 'abc' 00 00000001 00 000000 00000000 00000002 ff00");
  Decoder in(data, std::endian::big);
  EXPECT_EQ(in.get_string_view(), "abc");
  EXPECT_EQ(in.get_string_view(), "");
  EXPECT_EQ(in.get_string_view(), "") << "a length of 0";
  std::string text = "before";
  in.get_string(text);
  EXPECT_EQ(text, "\xff");

  const auto read = [](Decoder& from) { from.get_string_view(); };
  EXPECT_EQ(malformation(octets("00000003 'abc'"), read), "2: a string without a terminating null at offset 4 of 7");
  EXPECT_EQ(malformation(octets("00000004 'a' 00 'b' 00"), read),
            "2: a string that contains a null character at offset 4 of 8");
  EXPECT_EQ(malformation(octets("ffffffff 'abc' 00"), read),
            "1: unexpected end of data: 4294967295 more octets needed at offset 4 of 8");
}

TEST(Decoder, BooleansAreZeroOrOne) {
  EXPECT_EQ(malformation(octets("02"), [](Decoder& in) { in.get_boolean(); }),
            "2: a boolean that is neither 0 nor 1 at offset 1 of 1");
}

TEST(Decoder, EndsTooEarlyAtEveryOctet) {
  const auto data = octets("61 00 fffe ff 000000 01020304 00000002 6100 000000000000 0000000000000007 0001 0002");
  const auto read = [](Decoder& in) {
    in.get<char>();
    in.get<std::int16_t>();
    in.get<std::uint8_t>();
    in.get<std::uint32_t>();
    in.get_string_view();
    in.get<std::uint64_t>();
    std::uint16_t block[2];
    in.get_block(block, 2);
  };
  for (std::size_t size = 0; size < data.size(); ++size) {
    const std::string what = malformation(std::span(data).first(size), read);
    EXPECT_NE(what.find("unexpected end of data"), std::string::npos) << size << ": " << what;
    EXPECT_NE(what.find("of " + std::to_string(size)), std::string::npos) << what;
  }
  EXPECT_EQ(malformation(data, read), "read");
}

TEST(Decoder, BlocksInBothOrders) {
  const auto data = octets("78 00 0001 0002 0304 0000000000000000 3ff0000000000000");
  std::uint16_t shorts[3];
  double number = 0;
  Decoder big(data, std::endian::big);
  big.skip(1);
  big.get_block(shorts, 3);
  EXPECT_EQ(shorts[2], 0x0304);
  big.get_block(&number, 0);
  EXPECT_EQ(big.offset(), 8U) << "no block, no alignment";
  big.skip(1);
  big.get_block(&number, 1);
  EXPECT_EQ(number, 1.0);
  Decoder little(data, std::endian::little);
  little.skip(1);
  little.get_block(shorts, 3);
  EXPECT_EQ(shorts[2], 0x0403);
}

TEST(Decoder, BlockSizesThatOverflow) {
  const auto data = octets("0000000000000000");
  std::uint64_t value = 0;
  EXPECT_EQ(
      malformation(data, [&](Decoder& in) { in.get_block(&value, std::numeric_limits<std::size_t>::max() / 8 + 2); }),
      "1: unexpected end of data: 2305843009213693953 elements of 8 octets needed at offset 0 of 8");
  EXPECT_EQ(malformation(data, [](Decoder& in) { in.skip(std::numeric_limits<std::size_t>::max()); }).substr(0, 2),
            "1:");
  EXPECT_EQ(malformation(data, [](Decoder& in) { in.get_octets(9); }).substr(0, 2), "1:");
}

TEST(Decoder, LengthsAreHeldAgainstWhatIsLeft) {
  const auto length = [](std::size_t element) { return [element](Decoder& in) { in.get_length(element); }; };
  EXPECT_EQ(malformation(octets("00000003 000000"), length(1)), "read");
  EXPECT_EQ(malformation(octets("00000004 000000"), length(1)),
            "3: the sequence length 4 exceeds the remaining data at offset 4 of 7");
  EXPECT_EQ(malformation(octets("00000002 0000000000000000"), length(4)), "read");
  EXPECT_EQ(malformation(octets("00000003 0000000000000000"), length(4)).substr(0, 2), "3:");
  EXPECT_EQ(malformation(octets("ffffffff"), length(0)).substr(0, 2), "3:") << "even of nothing";
}

TEST(Decoder, Encapsulations) {
  const auto data = octets(
      "78 000000 00000021"
      "00 000000 00000001 79 000000 00000010"
      "01 00000000000000 0200000000000000"
      "7a 000000 00000004");
  Decoder in(data, std::endian::big);
  struct Who final : dimma::cdr::Context {
    std::shared_ptr<Context> share() override { return {}; }
  } who;
  in.context(&who);
  EXPECT_EQ(in.get<char>(), 'x');
  Decoder outer = in.get_encapsulation();
  EXPECT_EQ(outer.order(), std::endian::big);
  EXPECT_EQ(outer.context(), &who);
  EXPECT_EQ(outer.get<std::uint32_t>(), 1U);
  EXPECT_EQ(outer.get<char>(), 'y');
  Decoder inner = outer.get_encapsulation();
  EXPECT_EQ(inner.order(), std::endian::little);
  EXPECT_EQ(inner.context(), &who);
  EXPECT_EQ(inner.get<std::uint64_t>(), 2U);
  EXPECT_EQ(inner.remaining(), 0U);
  EXPECT_EQ(outer.get<char>(), 'z');
  EXPECT_EQ(outer.remaining(), 0U);
  EXPECT_EQ(in.get<std::uint32_t>(), 4U);

  const auto open = [](Decoder& from) { from.get_encapsulation(); };
  EXPECT_EQ(malformation(octets("00000000"), open),
            "2: an encapsulation without its byte-order octet at offset 4 of 4");
  EXPECT_EQ(malformation(octets("00000001 02"), open).substr(0, 2), "2:");
  EXPECT_EQ(malformation(octets("ffffffff 00"), open).substr(0, 2), "1:");
}

TEST(Decoder, NestingHasALimit) {
  const auto nest = [](std::uint32_t times) {
    return [times](Decoder& in) {
      for (std::uint32_t i = 0; i < times; ++i) in.enter();
    };
  };
  EXPECT_EQ(malformation({}, nest(Decoder::depth_limit)), "read");
  EXPECT_EQ(malformation({}, nest(Decoder::depth_limit + 1)),
            "2: values nested too deeply: more than 512 levels at offset 0 of 0");
  // An encapsulation does not reset the count.
  const auto data = octets("00000001 00");
  EXPECT_EQ(malformation(data,
                         [&](Decoder& in) {
                           nest(Decoder::depth_limit)(in);
                           Decoder inner = in.get_encapsulation();
                           inner.enter();
                         })
                .substr(0, 2),
            "2:");
}

}  // namespace
