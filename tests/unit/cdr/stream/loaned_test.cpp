// Loaned sequences in ordinary memory: on the wire they are plain sequences, or refer to the place that holds their
// elements. Those in places that processes share are tested with the places
// (tests/unit/transport/shm/loan_memory_test.cpp) and in calls (tests/unit/orb/loans).

#include "base/loans_within_process.hpp"

#include <dimma/generated/cdr/loaned_codec.hpp>

#include "unit/cdr/stream/dribble.hpp"
#include "unit/octets.hpp"

#include <dimma/minor.hpp>

#include <numeric>

#include <gtest/gtest.h>

using namespace dimma;
using namespace dimma::cdr;

namespace {

struct Reading {
  double time = 0;
  std::uint8_t channel = 0;
  std::array<std::int16_t, 3> values = {};
  friend bool operator==(const Reading&, const Reading&) = default;
};

}  // namespace

template <>
struct dimma::cdr::codec<Reading> : fixed_struct_codec<Reading> {
  static constexpr std::size_t octets_min = 15;
  using fixed_members = member_types<double, std::uint8_t, std::array<std::int16_t, 3>>;
  template <class Value, class Visitor>
  static void visit(Value& value, Visitor visitor) {
    visitor(value.time, value.channel, value.values);
  }
};

namespace {

template <class T>
std::vector<std::byte> written(const T& value, std::endian order, std::size_t before = 0) {
  Buffer buffer;
  Encoder out(buffer, order);
  for (std::size_t i = 0; i < before; ++i) out.put(std::uint8_t{0});
  cdr::write(out, value);
  return {out.octets().begin(), out.octets().end()};
}

template <class T>
void expect_as_vector(const std::vector<T>& elements) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (std::size_t before = 0; before < 8; ++before) {
      const auto octets = written(loaned<T>(elements), order, before);
      EXPECT_EQ(octets, written(elements, order, before));
      Decoder in(octets, order);
      in.skip(before);
      EXPECT_EQ(cdr::read<loaned<T>>(in).to_vector(), elements);
      EXPECT_EQ(in.remaining(), 0U);
      for (std::size_t cut = before; cut < octets.size(); ++cut) {
        Decoder short_one(std::span<const std::byte>(octets).first(cut), order);
        short_one.skip(before);
        loaned<T> value;
        EXPECT_THROW(cdr::read(short_one, value), CORBA::MARSHAL) << cut;
      }
    }
  }
}

TEST(Loaned, IsWrittenAsAPlainSequence) {
  expect_as_vector<std::uint8_t>({});
  expect_as_vector<std::uint8_t>({1, 2, 3});
  expect_as_vector<std::int16_t>({-1, 300});
  expect_as_vector<double>({0.5, -2, 1e300});
  expect_as_vector<Reading>({});
  expect_as_vector<Reading>({{1.5, 7, {1, 2, 3}}});
  expect_as_vector<Reading>({{1.5, 7, {1, 2, 3}}, {2.5, 8, {4, 5, 6}}, {0, 255, {-1, 0, 1}}});
}

TEST(Loaned, ALengthIsNotBelieved) {
  for (const std::uint32_t length : {5U, 0x7fff'ffffU, 0xffff'fffeU}) {
    Buffer buffer;
    Encoder out(buffer);
    out.put(length);
    out.put(std::uint32_t{0});
    Decoder in(out.octets());
    loaned<std::uint8_t> value;
    EXPECT_THROW(cdr::read(in, value), CORBA::MARSHAL) << length;
    EXPECT_TRUE(value.empty());
  }
}

TEST(Loaned, AMarkThatLeadsNowhereIsMalformed) {
  Buffer buffer;
  Encoder out(buffer);
  for (int i = 0; i < 8; ++i) out.put(0xffff'ffffU);
  Decoder in(out.octets());
  loaned<std::uint8_t> value;
  EXPECT_THROW(cdr::read(in, value), CORBA::MARSHAL);
  std::vector<std::uint8_t> plain;
  Decoder again(out.octets());
  EXPECT_THROW(cdr::read(again, plain), CORBA::MARSHAL);
}

TEST(Loaned, APlaceIsSaidAtAnyOffset) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (std::size_t before = 0; before < 8; ++before) {
      for (const bool is_arriving : {false, true}) {
        const loaned<double> sent(std::vector<double>{0.5, -2});
        Buffer buffer;
        buffer.loans(loans_within_process().get(), false);
        Encoder out(buffer, order);
        for (std::size_t i = 0; i < before; ++i) out.put(std::uint8_t{0});
        cdr::write(out, sent);
        ASSERT_TRUE(buffer.has_places());
        const auto said = out.octets().size();
        for (std::size_t cut = before; cut < said; ++cut) {
          Decoder short_one(out.octets().first(cut), order);
          short_one.skip(before);
          loaned<double> value;
          EXPECT_THROW(cdr::read(short_one, value), CORBA::MARSHAL) << cut;
        }
        out.put(std::uint8_t{7});
        test::Dribble dribble(out.octets(), 3);
        Decoder in = is_arriving ? dribble.decoder(order) : Decoder(out.octets(), order);
        in.skip(before);
        EXPECT_EQ(cdr::read<loaned<double>>(in).data(), sent.data()) << before;
        EXPECT_EQ(in.get<std::uint8_t>(), 7);
      }
    }
  }
}

TEST(Loaned, ABoundIsChecked) {
  const std::vector<double> five(5, 1.0);
  try {
    written(loaned<double, 4>(five), std::endian::native);
    FAIL() << "was written";
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), minor::bad_param_bound);
  }
  const auto octets = written(five, std::endian::native);
  Decoder in(octets);
  loaned<double, 4> value;
  EXPECT_THROW(cdr::read(in, value), CORBA::MARSHAL);
  Decoder fits(octets);
  EXPECT_EQ((cdr::read<loaned<double, 5>>(fits).size()), 5U);
}

TEST(Loaned, IsMovedAndConvertsFromWhatHoldsElements) {
  std::vector<std::uint16_t> elements(100);
  std::iota(elements.begin(), elements.end(), std::uint16_t{1});
  loaned<std::uint16_t> first(elements);
  EXPECT_FALSE(first.is_shared());
  const auto* const data = first.data();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % 64, 0U);
  loaned<std::uint16_t, 200> second(std::move(first));
  EXPECT_EQ(second.data(), data);
  EXPECT_TRUE(first.empty());  // NOLINT(bugprone-use-after-move): the moved-from state is documented
  EXPECT_EQ(second.to_vector(), elements);
  const std::span<const std::uint16_t> seen = second;
  EXPECT_EQ(seen.size(), 100U);
  second.shrink(3);
  second.shrink(50);
  EXPECT_EQ(second.size(), 3U);
  const loaned<double> zeros(4);
  EXPECT_EQ(zeros.to_vector(), std::vector<double>(4));
  static_assert(!std::is_copy_constructible_v<loaned<double>>);
  static_assert(!Loanable<bool> && !Loanable<std::string> && !Loanable<const char*>);
}

}  // namespace
