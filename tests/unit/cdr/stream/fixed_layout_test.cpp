// Values of fixed layout take the fast path, whose result must be the same as coding each number by itself.

#include <dimma/generated/cdr/codec.hpp>

#include "unit/cdr/stream/dribble.hpp"
#include "unit/common/allocation_counter.hpp"

#include <gtest/gtest.h>

using namespace dimma;
using namespace dimma::cdr;

namespace {

enum class Colour : std::uint32_t { red, green, blue };

// As the compiler generates them, except that there is one set of accessors.
struct Point {  // has the same layout in memory and on the wire
  std::int32_t x_ = 0, y_ = 0;
  auto x() const { return x_; }
  auto& x() { return x_; }
  auto y() const { return y_; }
  auto& y() { return y_; }
  friend bool operator==(const Point&, const Point&) = default;
};
struct Wide {  // likewise, but only at a multiple of 8
  std::int32_t a_ = 0, b_ = 0;
  double c_ = 0;
  auto a() const { return a_; }
  auto& a() { return a_; }
  auto b() const { return b_; }
  auto& b() { return b_; }
  auto c() const { return c_; }
  auto& c() { return c_; }
  friend bool operator==(const Wide&, const Wide&) = default;
};
struct Bytes {
  std::uint8_t a_ = 0;
  char b_ = 0;
  std::uint8_t c_ = 0;
  auto a() const { return a_; }
  auto& a() { return a_; }
  auto b() const { return b_; }
  auto& b() { return b_; }
  auto c() const { return c_; }
  auto& c() { return c_; }
  friend bool operator==(const Bytes&, const Bytes&) = default;
};
struct Mixed : Bytes {
  std::int16_t s_ = 0;
  bool flag_ = false;
  double d_ = 0;
  Colour colour_ = Colour::red;
  std::array<std::int16_t, 3> shorts_ = {};
  std::array<std::array<Point, 2>, 2> points_ = {};
  std::array<bool, 3> flags_ = {};
  auto s() const { return s_; }
  auto& s() { return s_; }
  auto flag() const { return flag_; }
  auto& flag() { return flag_; }
  auto d() const { return d_; }
  auto& d() { return d_; }
  auto colour() const { return colour_; }
  auto& colour() { return colour_; }
  auto& shorts() const { return shorts_; }
  auto& shorts() { return shorts_; }
  auto& points() const { return points_; }
  auto& points() { return points_; }
  auto& flags() const { return flags_; }
  auto& flags() { return flags_; }
  friend bool operator==(const Mixed&, const Mixed&) = default;
};

}  // namespace

template <>
struct dimma::cdr::codec<Colour> : enum_codec<Colour, 3> {};
template <>
struct dimma::cdr::codec<Point> : fixed_struct_codec<Point> {
  static constexpr std::size_t octets_min = 8;
  using fixed_members = member_types<std::int32_t, std::int32_t>;
  template <class Value, class Visitor>
  static void visit(Value& value, Visitor visitor) {
    visitor(value.x(), value.y());
  }
};
template <>
struct dimma::cdr::codec<Wide> : fixed_struct_codec<Wide> {
  static constexpr std::size_t octets_min = 16;
  using fixed_members = member_types<std::int32_t, std::int32_t, double>;
  template <class Value, class Visitor>
  static void visit(Value& value, Visitor visitor) {
    visitor(value.a(), value.b(), value.c());
  }
};
template <>
struct dimma::cdr::codec<Bytes> : fixed_struct_codec<Bytes> {
  static constexpr std::size_t octets_min = 3;
  using fixed_members = member_types<std::uint8_t, char, std::uint8_t>;
  template <class Value, class Visitor>
  static void visit(Value& value, Visitor visitor) {
    visitor(value.a(), value.b(), value.c());
  }
};
template <>
struct dimma::cdr::codec<Mixed> : fixed_struct_codec<Mixed> {
  static constexpr std::size_t octets_min = 3 + 2 + 1 + 8 + 4 + 6 + 32 + 3;
  using fixed_members = member_types<Bytes, std::int16_t, bool, double, Colour, std::array<std::int16_t, 3>,
                                     std::array<std::array<Point, 2>, 2>, std::array<bool, 3>>;
  template <class Value, class Visitor>
  static void visit(Value& value, Visitor visitor) {
    visitor(as_base<Bytes>(value), value.s(), value.flag(), value.d(), value.colour(), value.shorts(), value.points(),
            value.flags());
  }
};

static_assert(detail::as_in_memory<Point> && detail::as_in_memory<Wide> && detail::as_in_memory<Bytes>);
static_assert(!detail::as_in_memory<Mixed> && !detail::as_in_memory<Colour> && !detail::as_in_memory<bool>);
static_assert(detail::stride<Bytes> == 3 && detail::stride<Wide> == 16);

namespace {

void fill(Point& value, int seed) { value = {seed, -seed}; }
void fill(Wide& value, int seed) { value = {seed, seed * 65'537, seed / 3.0}; }
void fill(Bytes& value, int seed) {
  value = {static_cast<std::uint8_t>(seed), static_cast<char>('a' + seed % 26), static_cast<std::uint8_t>(~seed)};
}
void fill(Colour& value, int seed) { value = static_cast<Colour>(seed % 3); }
void fill(Mixed& value, int seed) {
  fill(static_cast<Bytes&>(value), seed);
  value.s_ = static_cast<std::int16_t>(seed * 257);
  value.flag_ = seed % 2 == 0;
  value.d_ = seed * 0.1;
  fill(value.colour_, seed);
  for (auto& each : value.shorts_) each = static_cast<std::int16_t>(++seed);
  for (auto& row : value.points_) {
    for (auto& each : row) fill(each, ++seed);
  }
  value.flags_ = {true, false, seed % 2 == 0};
}

template <class T>
std::vector<T> some(std::size_t count) {
  std::vector<T> values(count);
  int seed = 1;
  for (T& each : values) fill(each, seed += 7);
  return values;
}

void put(Encoder& out, const auto& value, bool stepwise) {
  if (stepwise) {
    write_stepwise(out, value);
  } else {
    cdr::write(out, value);
  }
}

template <class Write>
std::vector<std::byte> written(std::endian order, std::size_t ahead, Write write) {
  Buffer buffer(4096);
  std::memset(buffer.data(), 0xAA, buffer.capacity());
  Encoder out(buffer, order);
  for (std::size_t i = 0; i < ahead; ++i) out.put('x');
  write(out);
  return {out.octets().begin(), out.octets().end()};
}

template <class T>
void expect_same_both_ways() {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (std::size_t ahead = 0; ahead < 8; ++ahead) {
      for (const std::size_t count : {0U, 1U, 2U, 3U, 600U}) {
        const auto values = some<T>(count);
        const auto expected = written(order, ahead, [&](Encoder& out) {
          out.put_length(count);
          for (const T& each : values) put(out, each, true);
        });
        EXPECT_EQ(written(order, ahead, [&](Encoder& out) { cdr::write(out, values); }), expected);
        const auto write = [&](Encoder& out) {
          for (std::size_t i = 0; i < ahead; ++i) out.put('x');
          cdr::write(out, std::vector<std::vector<T>>{values, values, values});
        };
        Buffer whole;
        Encoder out(whole, order);
        write(out);
        EXPECT_EQ(octets_of_message(write, order), out.size());

        for (const std::size_t had : {0U, 5U, 1000U}) {
          Decoder in(expected, order);
          in.skip(ahead);
          std::vector<T> read(had);
          codec<std::vector<T>>::read(in, read);
          EXPECT_EQ(read, values);
          EXPECT_EQ(in.remaining(), 0U);
        }
        for (const std::size_t step : {1U, 70U, 1000U}) {
          test::Dribble dribble(expected, step);
          Decoder in = dribble.decoder(order);
          in.skip(ahead);
          EXPECT_EQ(cdr::read<std::vector<T>>(in), values);
          EXPECT_EQ(in.left(), 0U);
        }
        if (count > 3) continue;
        for (std::size_t size = ahead; size < expected.size(); ++size) {
          Decoder cut({expected.data(), size}, order);
          cut.skip(ahead);
          EXPECT_THROW(cdr::read<std::vector<T>>(cut), CORBA::MARSHAL);
        }
      }
      const T one = some<T>(1)[0];
      const std::array<T, 4> four = {one, one, some<T>(2)[1], one};
      const auto expected = written(order, ahead, [&](Encoder& out) {
        put(out, one, true);
        for (const T& each : four) put(out, each, true);
      });
      EXPECT_EQ(written(order, ahead, [&](Encoder& out) { cdr::write(out, one), cdr::write(out, four); }), expected);
      Decoder in(expected, order);
      in.skip(ahead);
      EXPECT_EQ(cdr::read<T>(in), one);
      EXPECT_EQ((cdr::read<std::array<T, 4>>(in)), four);
    }
  }
}

TEST(FixedLayout, GoesAsIfEachNumberWentByItself) {
  expect_same_both_ways<Point>();
  expect_same_both_ways<Wide>();
  expect_same_both_ways<Bytes>();
  expect_same_both_ways<Mixed>();
  expect_same_both_ways<Colour>();
}

TEST(FixedLayout, FitsIntoABufferThatMayNotGrow) {
  const Mixed value = some<Mixed>(1)[0];
  const auto expected = written(std::endian::native, 1, [&](Encoder& out) { put(out, value, true); });
  Buffer exact(expected.size(), expected.size());
  Encoder out(exact);
  out.put('x');
  cdr::write(out, value);
  EXPECT_EQ(out.size(), expected.size());
  out.truncate(2);
  EXPECT_THROW(cdr::write(out, std::vector<Mixed>(1)), CORBA::MARSHAL);
}

// A run that is followed by a string of any length has the same octets as its members one by one.
TEST(FixedLayout, TakesAStringWithARun) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (std::size_t ahead = 0; ahead < 8; ++ahead) {
      for (std::size_t length = 0; length < 40; ++length) {
        const std::string text(length, 't');
        Buffer expected_buffer, buffer;
        Encoder expected(expected_buffer, order), out(buffer, order);
        for (std::size_t i = 0; i < ahead; ++i) expected.put('x'), out.put('x');
        expected.put(std::int16_t{-2});
        expected.put(std::int32_t{3});
        expected.put(4.5);
        expected.put('c');
        expected.put_string(text);
        write_run_and_string(out, text, std::int16_t{-2}, std::int32_t{3}, 4.5, 'c');
        ASSERT_TRUE(std::ranges::equal(out.octets(), expected.octets())) << length << " characters at " << ahead;

        const std::vector<std::byte> alone(out.octets().begin(), out.octets().end());
        out.put_octets(std::string(40, '\0').data(), 40);
        for (const std::span<const std::byte> octets : {std::span<const std::byte>(alone), out.octets()}) {
          for (const std::size_t had : {std::size_t{0}, std::size_t{12}, std::size_t{100}}) {
            Decoder in(octets, order);
            in.skip(ahead);
            std::int16_t a = 0;
            std::int32_t b = 0;
            double c = 0;
            char d = 0;
            std::string read(had, 'o');
            read_run_and_string(in, read, a, b, c, d);
            EXPECT_EQ(read, text);
            EXPECT_TRUE(a == -2 && b == 3 && c == 4.5 && d == 'c');
            EXPECT_EQ(in.offset(), alone.size());
          }
        }
      }
    }
  }
}

TEST(FixedLayout, RefusesAZeroInTheStringOfARun) {
  for (const std::size_t length : {std::size_t{1}, std::size_t{8}, std::size_t{15}, std::size_t{16}, std::size_t{30}}) {
    for (std::size_t zero = 0; zero < length; ++zero) {
      std::string text(length, 't');
      text[zero] = '\0';
      Buffer buffer;
      Encoder out(buffer);
      EXPECT_THROW(write_run_and_string(out, text, 7), CORBA::BAD_PARAM);
      out.reset();
      out.put(std::int32_t{7});
      out.put(static_cast<std::uint32_t>(length + 1));
      out.put_octets(text.c_str(), length + 1);
      out.put_octets(std::string(40, 'x').data(), 40);
      Decoder in(out.octets());
      std::int32_t number = 0;
      std::string read;
      EXPECT_THROW(read_run_and_string(in, read, number), CORBA::MARSHAL);
    }
  }
}

std::string message_of(Decoder in, auto read) {
  try {
    read(in);
  } catch (const CORBA::MARSHAL& malformed) {
    return malformed._detail();
  }
  return "nothing";
}
// The message of the exception, which must be the same whether the octets are all there or still arrive.
std::string message_of(std::span<const std::byte> octets, auto read) {
  const std::string whole = message_of(Decoder(octets), read);
  test::Dribble dribble(octets, 1000);
  EXPECT_EQ(message_of(dribble.decoder(std::endian::native), read), whole);
  return whole;
}

TEST(FixedLayout, SaysWhereAValueIsThatTheTypeDoesNotHave) {
  for (const std::size_t bad : {std::size_t{0}, std::size_t{1}, std::size_t{599}}) {
    const auto values = some<Mixed>(600);
    for (const bool enumerator : {false, true}) {
      std::size_t at = 0;
      auto octets = written(std::endian::native, 0, [&](Encoder& out) {
        out.put_length(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
          cdr::write(out, values[i]);
          if (i != bad) continue;
          // The value ends with three booleans. They follow 32 octets of points, and 12 of the enumerator, shorts and
          // padding.
          at = out.size() - (enumerator ? 3 + 32 + 6 + 4 : 1);
          while (enumerator && at % 4 != 0) --at;
        }
      });
      octets[at] = std::byte{3};
      const std::string found = message_of(octets, [](Decoder& in) { cdr::read<std::vector<Mixed>>(in); });
      EXPECT_EQ(found.substr(0, found.find(" at ")),
                enumerator ? "an enumerator out of range" : "a boolean that is neither 0 nor 1");
      const std::size_t behind = at + (enumerator ? 4 : 1);
      EXPECT_NE(found.find(" at offset " + std::to_string(behind) + " of"), std::string::npos) << found;
    }
  }
}

TEST(FixedLayout, AsksAForeignCodeSetAboutItsCharacters) {
  std::vector<Bytes> values(2);
  values[1].b_ = '\xE4';
  Buffer buffer;
  Encoder out(buffer);
  cdr::write(out, values);
  out.text_form({.giop_minor = 2, .narrow = NarrowForm::utf8, .wide = WideForm::utf16});
  EXPECT_THROW(cdr::write(out, values), CORBA::DATA_CONVERSION);
  EXPECT_THROW(cdr::write(out, values[1]), CORBA::DATA_CONVERSION);
  out.reset();
  out.text_form({});
  cdr::write(out, values);
  Decoder in(out.octets());
  in.text_form({.giop_minor = 2, .narrow = NarrowForm::utf8, .wide = WideForm::utf16});
  EXPECT_THROW(cdr::read<std::vector<Bytes>>(in), CORBA::DATA_CONVERSION);
}

TEST(FixedLayout, AllocatesOnceForASequence) {
  const auto values = some<Mixed>(600);
  Buffer buffer(1 << 20);
  Encoder out(buffer);
  auto before = test::allocated_octets();
  cdr::write(out, values);
  EXPECT_EQ(test::allocated_octets() - before, 0U);
  std::vector<Mixed> read;
  Decoder in(out.octets());
  before = test::allocated_octets();
  codec<std::vector<Mixed>>::read(in, read);
  EXPECT_EQ(test::allocated_octets() - before, values.size() * sizeof(Mixed));
}

TEST(Elements, ThatAreThereKeepWhatTheyHaveAllocated) {
  const std::vector<std::string> values(200, std::string(100, 'x'));
  Buffer buffer(1 << 20);
  Encoder out(buffer);
  cdr::write(out, values);
  std::vector<std::string> read;
  for (const std::size_t expected : {values.size() * (sizeof(std::string) + 101), std::size_t{0}}) {
    Decoder in(out.octets());
    const auto before = test::allocated_octets();
    codec<std::vector<std::string>>::read(in, read);
    EXPECT_EQ(test::allocated_octets() - before, expected);
    EXPECT_EQ(read, values);
  }
}

}  // namespace
