#include <dimma/generated/cdr/codec.hpp>

#include "unit/cdr/stream/dribble.hpp"
#include "unit/common/allocation_counter.hpp"
#include "unit/octets.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

using namespace dimma;
using namespace dimma::cdr;
using test::hexadecimal;
using test::normal;
using test::octets;

namespace {

// As the compiler generates it: a recursive struct { sequence<Tree> children; octet leaf; }.
struct Tree {
  std::vector<Tree> children;
  std::uint8_t leaf = 0;
  friend bool operator==(const Tree&, const Tree&) = default;
};
struct Point {
  std::int16_t x = 0;
  std::int32_t y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};
enum class Colour : std::uint32_t { red, green, blue };

}  // namespace

template <>
struct dimma::cdr::codec<Tree> {
  static constexpr std::size_t octets_min = 5;
  static void write(Encoder& out, const Tree& value) {
    cdr::write(out, value.children);
    out.put(value.leaf);
  }
  static void read(Decoder& in, Tree& value) {
    cdr::read(in, value.children);
    in.get(value.leaf);
  }
};
template <>
struct dimma::cdr::codec<Point> {
  static constexpr std::size_t octets_min = 6;
  static void write(Encoder& out, const Point& value) {
    out.put(value.x);
    out.put(value.y);
  }
  static void read(Decoder& in, Point& value) {
    in.get(value.x);
    in.get(value.y);
  }
};
template <>
struct dimma::cdr::codec<Colour> : enum_codec<Colour, 3> {};

namespace {

// Decodes the value while its octets arrive, in pieces of several sizes, and expects that a truncated one is refused.
template <class T>
void expect_arrives(std::span<const std::byte> octets, std::endian order, std::size_t ahead, const T& value) {
  for (const std::size_t step : {1U, 3U, 8U, 40U}) {
    test::Dribble dribble(octets, step, ahead);
    Decoder in = dribble.decoder(order);
    in.skip(ahead);
    EXPECT_EQ(cdr::read<T>(in), value);
    EXPECT_EQ(in.left(), 0U);
    EXPECT_EQ(in.offset(), octets.size());
  }
  for (std::size_t size = ahead; size < octets.size(); ++size) {
    test::Dribble dribble(octets.first(size), 5);
    Decoder cut = dribble.decoder(order);
    cut.skip(ahead);
    EXPECT_THROW(cdr::read<T>(cut), CORBA::MARSHAL);
  }
}

// Takes all available octets as soon as possible.
class Taking final : public Drain {
 public:
  void drain(Encoder& out) override {
    octets.insert(octets.end(), out.octets().begin() + static_cast<std::ptrdiff_t>(out.stale()), out.octets().end());
    out.take_drained();
  }
  std::vector<std::byte> octets;
};

// Expects the same octets, in parts or not, counted or written.
template <class T>
void expect_parts(std::span<const std::byte> octets, std::endian order, std::size_t ahead, const T& value) {
  const auto write = [&](Encoder& out) {
    for (std::size_t i = 0; i < ahead; ++i) out.put('x');
    cdr::write(out, value);
  };
  EXPECT_EQ(octets_of_message(write, order), octets.size());
  Buffer buffer(1);
  Taking taking;
  buffer.drain(&taking, 1);
  Encoder out(buffer, order);
  write(out);
  EXPECT_EQ(out.message_octets(), octets.size());
  taking.drain(out);
  EXPECT_EQ(hexadecimal(taking.octets), hexadecimal(octets));
}

template <class T>
void expect_round_trip(const T& value) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (std::size_t ahead = 0; ahead < 8; ++ahead) {
      Buffer buffer(1);
      Encoder out(buffer, order);
      for (std::size_t i = 0; i < ahead; ++i) out.put('x');
      const std::size_t start = out.size();
      cdr::write(out, value);
      EXPECT_GE(out.size() - start, codec<T>::octets_min);
      Decoder in(out.octets(), order);
      in.skip(ahead);
      EXPECT_EQ(cdr::read<T>(in), value);
      EXPECT_EQ(in.remaining(), 0U);
      expect_arrives(out.octets(), order, ahead, value);
      expect_parts(out.octets(), order, ahead, value);
      // Truncation at each octet is detected.
      for (std::size_t size = start; size < out.size(); ++size) {
        Decoder cut(out.octets().first(size), order);
        cut.skip(ahead);
        EXPECT_THROW(cdr::read<T>(cut), CORBA::MARSHAL);
      }
    }
  }
}

template <class T>
std::string encoded(const T& value) {
  Buffer buffer;
  Encoder out(buffer, std::endian::big);
  cdr::write(out, value);
  return hexadecimal(out.octets());
}

template <class T>
T decoded(std::string_view text) {
  const auto data = octets(text);
  Decoder in(data, std::endian::big);
  return cdr::read<T>(in);
}

TEST(Codec, RoundTrips) {
  expect_round_trip<std::int8_t>(-3);
  expect_round_trip<std::int64_t>(-3);
  expect_round_trip(3.25);
  expect_round_trip(true);
  expect_round_trip(std::string("text"));
  expect_round_trip(Colour::blue);
  expect_round_trip(std::vector<std::uint8_t>{1, 2, 3});
  expect_round_trip(std::vector<double>{1, 2, 3});
  expect_round_trip(std::vector<std::int16_t>{});
  expect_round_trip(std::vector<bool>{true, false, true, true, false, false, true, false, true});
  expect_round_trip(std::vector<std::string>{"", "a", "bcd"});
  expect_round_trip(std::vector<Point>{{1, 2}, {-3, -4}});
  expect_round_trip(std::vector<Colour>{Colour::red, Colour::green});
  expect_round_trip(std::vector<std::vector<std::vector<float>>>{{{1}, {}}, {}, {{2, 3}}});
  expect_round_trip(std::array<std::uint32_t, 3>{1, 2, 3});
  expect_round_trip(std::array<std::array<std::int16_t, 2>, 3>{{{1, 2}, {3, 4}, {5, 6}}});
  expect_round_trip(std::array<std::string, 2>{"one", "two"});
  expect_round_trip(std::array<bool, 3>{true, false, true});
  expect_round_trip(IDL::bounded_string<4>("four"));
  expect_round_trip(IDL::bounded_vector<std::int32_t, 2>{1, 2});
  expect_round_trip(IDL::bounded_vector<bool, 3>{true, false});
  expect_round_trip(IDL::bounded_vector<IDL::bounded_string<2>, 2>{"a", "bc"});
  expect_round_trip(Tree{{{{{{}, 3}}, 2}, {{}, 4}}, 1});
}

TEST(Codec, GoldenOctets) {
  EXPECT_EQ(encoded(std::vector<std::int16_t>{1, 2}), normal("00000002 0001 0002"));
  EXPECT_EQ(encoded(std::vector<double>{}), normal("00000000")) << "no element, no alignment";
  EXPECT_EQ(encoded(std::vector<double>{1}), normal("00000001 00000000 3ff0000000000000"));
  EXPECT_EQ(encoded(std::vector<bool>{true, false}), normal("00000002 01 00"));
  EXPECT_EQ(encoded(std::vector<Point>{{1, 2}, {3, 4}}), normal("00000002 0001 0000 00000002 0003 0000 00000004"));
  EXPECT_EQ(encoded(std::array<std::uint8_t, 3>{1, 2, 3}), normal("010203"));
  EXPECT_EQ(encoded(Colour::green), normal("00000001"));
}

TEST(Codec, ReadingReplacesWhatWasThere) {
  std::vector<std::int32_t> numbers(100, 7);
  const auto data = octets("00000002 00000001 00000002 00000001 00000002 6100 0000 00000001 01");
  Decoder in(data, std::endian::big);
  cdr::read(in, numbers);
  EXPECT_EQ(numbers, (std::vector<std::int32_t>{1, 2}));
  std::vector<std::string> texts{"before", "it", "was"};
  cdr::read(in, texts);
  EXPECT_EQ(texts, std::vector<std::string>{"a"});
  std::vector<bool> flags(9, true);
  cdr::read(in, flags);
  EXPECT_EQ(flags, std::vector<bool>{true});
}

TEST(Codec, EnumeratorsAndBooleansThatDoNotExist) {
  EXPECT_EQ(decoded<Colour>("00000002"), Colour::blue);
  EXPECT_THROW(decoded<Colour>("00000003"), CORBA::MARSHAL);
  EXPECT_THROW(decoded<Colour>("ffffffff"), CORBA::MARSHAL);
  EXPECT_THROW(decoded<std::vector<bool>>("00000002 0102"), CORBA::MARSHAL);
}

TEST(Codec, BoundsAreCheckedAtBothEnds) {
  EXPECT_EQ(encoded(IDL::bounded_string<3>("abc")), normal("00000004 'abc' 00"));
  try {
    encoded(IDL::bounded_string<3>("abcd"));
    FAIL();
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), minor::bad_param_bound);
    EXPECT_EQ(refused._detail(), "a value of 4 elements exceeds its IDL bound of 3");
  }
  EXPECT_THROW((encoded(IDL::bounded_vector<bool, 1>{true, true})), CORBA::BAD_PARAM);
  EXPECT_EQ(decoded<IDL::bounded_string<3>>("00000004 'abc' 00"), "abc");
  EXPECT_THROW(decoded<IDL::bounded_string<3>>("00000005 'abcd' 00"), CORBA::MARSHAL);
  EXPECT_EQ((decoded<IDL::bounded_vector<char, 2>>("00000002 'ab'").size()), 2U);
  EXPECT_THROW((decoded<IDL::bounded_vector<char, 2>>("00000003 'abc'")), CORBA::MARSHAL);
}

template <class T>
std::size_t allocated_by_reading(std::span<const std::byte> data) {
  Decoder in(data, std::endian::big);
  T value{};
  const std::size_t before = test::allocated_octets();
  try {
    cdr::read(in, value);
    ADD_FAILURE() << "read";
  } catch (const CORBA::MARSHAL&) {
  }
  return test::allocated_octets() - before;
}

TEST(HostileCdr, AShortMessageThatClaimsAllElementsThereAre) {
  constexpr std::size_t for_the_exception = 1024;
  const auto data = octets("ffffffff 00000000 00000000");
  EXPECT_LT(allocated_by_reading<std::vector<std::uint8_t>>(data), for_the_exception);
  EXPECT_LT(allocated_by_reading<std::vector<double>>(data), for_the_exception);
  EXPECT_LT(allocated_by_reading<std::vector<bool>>(data), for_the_exception);
  EXPECT_LT(allocated_by_reading<std::vector<std::string>>(data), for_the_exception);
  EXPECT_LT(allocated_by_reading<std::vector<Point>>(data), for_the_exception);
  EXPECT_LT(allocated_by_reading<std::vector<Tree>>(data), for_the_exception);
  EXPECT_LT(allocated_by_reading<std::string>(data), for_the_exception);
  EXPECT_LT((allocated_by_reading<IDL::bounded_vector<double, 0xffffffff>>(data)), for_the_exception);
}

// Nested sequences that each claim the whole rest of the message would reserve its size once per level.
TEST(HostileCdr, NestedClaimsStayInProportion) {
  constexpr std::size_t message_octets = 100'000;
  std::vector<std::byte> data(message_octets);
  Buffer buffer(message_octets);
  for (std::uint32_t divisor = 5; divisor < 64; divisor += 3) {
    Encoder out(buffer, std::endian::big);
    while (out.size() + 4 < message_octets) {
      out.put(static_cast<std::uint32_t>((message_octets - out.size()) / divisor));
    }
    std::copy(out.octets().begin(), out.octets().end(), data.begin());
    EXPECT_LT(allocated_by_reading<Tree>(data), 10 * message_octets) << divisor;
  }
}

TEST(HostileCdr, NestingThatNeverEnds) {
  std::vector<std::byte> data;
  for (int i = 0; i < 100'000; ++i) {
    for (const unsigned octet : {0U, 0U, 0U, 1U}) data.push_back(static_cast<std::byte>(octet));
  }
  Decoder in(data, std::endian::big);
  Tree tree;
  try {
    cdr::read(in, tree);
    FAIL();
  } catch (const CORBA::MARSHAL& malformed) {
    EXPECT_NE(malformed._detail().find("nested too deeply: more than 512 levels"), std::string::npos)
        << malformed._detail();
  }
}

TEST(HostileCdr, ReservedOctetsAreFreedAfterEachElement) {
  // Two elements that use the whole message: each may claim what the other leaves.
  const auto data = octets("00000002 00000003 'abc' 00 00000001 'd'");
  Decoder in(data, std::endian::big);
  std::vector<std::vector<char>> value;
  cdr::read(in, value);
  EXPECT_EQ(value.size(), 2U);
  const auto more = octets("00000002 00000005 'abc' 00 00000001 'd'");
  Decoder too_much(more, std::endian::big);
  EXPECT_THROW(cdr::read(too_much, value), CORBA::MARSHAL) << "the first takes what the second needs";
}

}  // namespace
