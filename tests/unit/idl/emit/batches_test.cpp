// Elements of sequences that go in batches, many with one check: tests/idl/emit/batches.idl.
#include "batches.hpp"
#include "unit/cdr/stream/dribble.hpp"

#include <dimma/generated/cdr/batches.hpp>

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using dimma::cdr::Buffer;
using dimma::cdr::codec;
using dimma::cdr::Decoder;
using dimma::cdr::Encoder;
using dimma::cdr::GoesInBatches;

static_assert(GoesInBatches<std::string> && GoesInBatches<Batches::Line> && GoesInBatches<Batches::Mark> &&
              GoesInBatches<Batches::Odd> && GoesInBatches<Batches::Sheet>);
static_assert(!GoesInBatches<Batches::Slow> && !GoesInBatches<Batches::Point> && !GoesInBatches<Batches::Book>);

// Values from a seed. One string in `long_in` is too long for a std::string's internal buffer; 0: none.
class Samples {
 public:
  Samples(unsigned seed, unsigned long_in) : random_(seed), long_in_(long_in) {}

  template <class T>
  T make();
  template <class T>
  std::vector<T> many(std::size_t count) {
    std::vector<T> values;
    while (values.size() < count) values.push_back(make<T>());
    return values;
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  std::mt19937 random_;
  unsigned long_in_;
};

template <>
std::string Samples::make() {
  const bool is_long = long_in_ != 0 && below(long_in_) == 0;
  return std::string(is_long ? 16 + below(30) : below(16), static_cast<char>('a' + below(26)));
}
template <>
Batches::Point Samples::make() {
  return {static_cast<std::int32_t>(below(1000)), 0.5 * below(1000)};
}
template <>
Batches::Line Samples::make() {
  auto name = make<std::string>();
  const auto from = make<Batches::Point>();
  const bool dashed = below(2) == 1;
  return {std::move(name), from, dashed, static_cast<Batches::Colour>(below(3)), make<std::string>(), 'x'};
}
template <>
Batches::Mark Samples::make() {
  Batches::Mark mark;
  switch (below(3)) {
    case 0:
      mark.number(static_cast<std::int32_t>(below(1000)));
      break;
    case 1:
      mark.text(make<std::string>());
      break;
    default:
      mark.around(make<Batches::Line>());
  }
  return mark;
}
template <>
Batches::Odd Samples::make() {
  Batches::Odd odd;
  switch (long_in_ == 0 ? 5 : below(long_in_ + 5)) {
    case 0:
      odd.many(std::vector<std::int32_t>(below(4), 7));
      break;
    case 1: {
      std::array<double, 40> wide{};
      wide[3] = 0.25 * below(9);
      odd.wide(wide);
      break;
    }
    case 2:
      odd.flag(below(2) == 1);
      break;
    case 3:
    case 4:
      odd.text(make<std::string>());
      break;
    default:
      odd.place(make<Batches::Point>(), static_cast<std::int16_t>(10 + below(5)));
  }
  return odd;
}
template <>
Batches::Sheet Samples::make() {
  const auto line = make<Batches::Line>();
  const auto mark = make<Batches::Mark>();
  return {line, mark, {1, 2, 3, 4, static_cast<std::uint8_t>(below(256))}, make<Batches::Odd>()};
}

template <class T>
void write_one_by_one(Encoder& out, const std::vector<T>& values) {
  out.put_length(values.size());
  for (const T& value : values) codec<T>::write(out, value);
}

template <class T>
std::vector<T> read_one_by_one(Decoder& in) {
  std::vector<T> values(in.get<std::uint32_t>());
  for (T& value : values) codec<T>::read(in, value);
  return values;
}

template <class Reads>
std::string refusal_of(Reads reads) {
  try {
    reads();
  } catch (const CORBA::SystemException& refused) {
    return refused._detail();
  }
  return {};
}

constexpr std::endian orders[] = {std::endian::little, std::endian::big};
constexpr std::size_t counts[] = {0, 1, 2, 7, 8, 9, 63, 64, 65, 300};

template <class T>
struct BatchesOf : testing::Test {};
using Elements = testing::Types<std::string, Batches::Line, Batches::Mark, Batches::Odd, Batches::Sheet>;
TYPED_TEST_SUITE(BatchesOf, Elements);

// Written after `ahead` octets, with the same octets as each element by itself.
TYPED_TEST(BatchesOf, AreWrittenAsTheirElements) {
  for (const unsigned long_in : {0U, 1U, 3U, 40U}) {
    for (const std::size_t count : counts) {
      const auto values = Samples(static_cast<unsigned>(count), long_in).many<TypeParam>(count);
      for (const std::endian order : orders) {
        for (const std::size_t ahead : {0U, 3U, 4U}) {
          Buffer expected_buffer;
          Buffer buffer(16);
          Encoder expected(expected_buffer, order);
          Encoder out(buffer, order);
          for (std::size_t i = 0; i < ahead; ++i) (expected.put(std::uint8_t{1}), out.put(std::uint8_t{1}));
          write_one_by_one(expected, values);
          dimma::cdr::write(out, values);
          ASSERT_TRUE(std::ranges::equal(out.octets(), expected.octets())) << count << " behind " << ahead;
        }
      }
    }
  }
}

// All at once and as they arrive; into an empty sequence, and over other values.
TYPED_TEST(BatchesOf, AreReadAsTheirElements) {
  for (const unsigned long_in : {0U, 1U, 3U, 40U}) {
    for (const std::size_t count : counts) {
      const auto values = Samples(static_cast<unsigned>(count), long_in).many<TypeParam>(count);
      for (const std::endian order : orders) {
        Buffer buffer;
        Encoder out(buffer, order);
        write_one_by_one(out, values);
        for (const std::size_t others : {std::size_t{0}, count / 2, count, count + 70}) {
          auto read = Samples(77, long_in).many<TypeParam>(others);
          Decoder in(out.octets(), order);
          dimma::cdr::read(in, read);
          ASSERT_TRUE(read == values) << count << " over " << others;
          ASSERT_EQ(in.remaining(), 0U);
        }
        for (const std::size_t step : {1U, 50U, 1000U}) {
          dimma::test::Dribble dribble(out.octets(), step);
          Decoder in = dribble.decoder(order);
          ASSERT_EQ(dimma::cdr::read<std::vector<TypeParam>>(in), values) << count << " by " << step;
        }
      }
    }
  }
}

TYPED_TEST(BatchesOf, ThatEndTooEarlyAreRefused) {
  const auto values = Samples(5, 8).many<TypeParam>(30);
  Buffer buffer;
  Encoder out(buffer);
  dimma::cdr::write(out, values);
  for (std::size_t octets = 0; octets < out.size(); ++octets) {
    const std::vector<std::byte> cut(out.octets().begin(), out.octets().begin() + static_cast<std::ptrdiff_t>(octets));
    Decoder in(cut);
    EXPECT_THROW(dimma::cdr::read<std::vector<TypeParam>>(in), CORBA::MARSHAL) << octets;
  }
}

// An octet that no value has is refused with the same message, at the same offset, as in a single element.
TYPED_TEST(BatchesOf, AreRefusedWithAnImpossibleOctet) {
  const auto values = Samples(6, 8).many<TypeParam>(30);
  Buffer buffer;
  Encoder out(buffer);
  dimma::cdr::write(out, values);
  std::size_t refused = 0;
  for (std::size_t at = 4; at < out.size(); ++at) {
    std::vector<std::byte> octets(out.octets().begin(), out.octets().end());
    octets[at] = std::byte{0xee};
    Decoder alone(octets);
    Decoder in(octets);
    const std::string expected = refusal_of([&] { read_one_by_one<TypeParam>(alone); });
    EXPECT_EQ(refusal_of([&] { dimma::cdr::read<std::vector<TypeParam>>(in); }), expected) << at;
    if (!expected.empty()) ++refused;
  }
  EXPECT_GT(refused, 0U);
}

TYPED_TEST(BatchesOf, AreTakenAtOnce) {
  if constexpr (std::is_same_v<TypeParam, std::string>) return;  // the codec of the library, which may be unoptimised
  const auto values = Samples(7, 0).many<TypeParam>(100);
  Buffer buffer(std::size_t{1} << 20);
  Encoder out(buffer);
  EXPECT_EQ(codec<TypeParam>::write_batch(out, values.data(), values.data() + 100), values.data() + 100);
  out.append(std::size_t{64} << 10);  // a batch ends where its longest elements might not be complete
  Decoder in(out.octets());
  std::vector<TypeParam> read;
  EXPECT_EQ(codec<TypeParam>::read_batch(in, read, 0, 100), 100U);
  EXPECT_TRUE(read == values);
}

TEST(Batches, EndAtALongString) {
  std::vector<Batches::Line> lines = Samples(8, 0).many<Batches::Line>(20);
  lines[12].label("longer than a string keeps in itself");
  Buffer buffer(std::size_t{1} << 20);
  Encoder out(buffer);
  EXPECT_EQ(codec<Batches::Line>::write_batch(out, lines.data(), lines.data() + 20), lines.data() + 12);
  EXPECT_EQ(out.size(), [&] {
    Buffer alone_buffer;
    Encoder alone(alone_buffer);
    for (int i = 0; i < 12; ++i) codec<Batches::Line>::write(alone, lines[static_cast<std::size_t>(i)]);
    return alone.size();
  }());
  Encoder all(buffer);
  for (const Batches::Line& line : lines) codec<Batches::Line>::write(all, line);
  Decoder in(all.octets());
  std::vector<Batches::Line> read;
  EXPECT_EQ(codec<Batches::Line>::read_batch(in, read, 0, 20), 12U);
}

TEST(Batches, RefuseAStringWithAZero) {
  Buffer buffer;
  Encoder out(buffer);
  std::vector<Batches::Mark> marks = Samples(9, 0).many<Batches::Mark>(20);
  marks[15].text(std::string("a\0b", 3));
  EXPECT_THROW(dimma::cdr::write(out, marks), CORBA::BAD_PARAM);
}

// So that each part is sent as soon as possible.
TEST(Batches, EndWhereTheMessageIsToBeParted) {
  struct Parts final : dimma::cdr::Drain {
    void drain(Encoder& out) override {
      most = std::max(most, out.size());
      octets.insert(octets.end(), out.octets().begin() + static_cast<std::ptrdiff_t>(out.stale()), out.octets().end());
      out.take_drained();
    }
    std::size_t most = 0;
    std::vector<std::byte> octets;
  };
  const auto lines = Samples(10, 0).many<Batches::Line>(500);
  Parts parts;
  Buffer buffer(std::size_t{1} << 20);
  buffer.drain(&parts, 1000);
  Encoder out(buffer);
  dimma::cdr::write(out, lines);
  parts.drain(out);
  EXPECT_LT(parts.most, 1000 + 100U);
  Decoder in(parts.octets);
  EXPECT_EQ(dimma::cdr::read<std::vector<Batches::Line>>(in), lines);
}

}  // namespace
