// Codecs of unions, with and without room for the longest branch: tests/idl/emit/unions.idl.
#include "unions.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace {

using dimma::cdr::Buffer;
using dimma::cdr::Decoder;
using dimma::cdr::Encoder;
using Unions::Choice;

Choice choice_of(auto&& set) {
  Choice choice;
  set(choice);
  return choice;
}

Choice with_text(std::string text) {
  return choice_of([&](Choice& choice) { choice.text(std::move(text), -3); });
}

// Each branch, and strings about as long as the internal buffer of a std::string.
std::vector<Choice> samples() {
  std::vector<Choice> all = {
      Choice(),
      choice_of([](Choice& choice) { choice.number(-7); }),
      choice_of([](Choice& choice) { choice.place(Unions::Point(1, 2)); }),
      choice_of([](Choice& choice) { choice.peer({}); }),
      choice_of([](Choice& choice) {
        choice.raw({1, 2, 3});
      }),
      choice_of([](Choice& choice) {
        choice.corners({Unions::Point(1, 2), Unions::Point(3, 4)});
      }),
      choice_of([](Choice& choice) { choice.flag(true); }),
      choice_of([](Choice& choice) { choice.played(Unions::Suit::hearts); }),
  };
  for (const std::size_t length : {0U, 1U, 7U, 14U, 15U, 16U, 40U}) all.push_back(with_text(std::string(length, 'x')));
  return all;
}

void write_by_parts(Encoder& out, const Choice& choice) {
  out.put(choice._d());
  switch (choice._d()) {
    case 1:
      return out.put(choice.number());
    case 2:
    case -3:
      return out.put_string(choice.text());
    case 4:
      return dimma::cdr::write(out, choice.place());
    case 5:
      return dimma::cdr::write(out, choice.peer());
    case 6:
      return dimma::cdr::write(out, choice.raw());
    case 7:
      return dimma::cdr::write(out, choice.corners());
    case 8:
      return out.put(choice.flag());
    case 9:
      return dimma::cdr::write(out, choice.played());
    default:
      return;
  }
}

std::string as_text(const Choice& choice) {
  std::ostringstream out;
  out << choice;
  return out.str();
}

std::vector<std::byte> copied(const Encoder& out) { return {out.octets().begin(), out.octets().end()}; }

constexpr std::endian orders[] = {std::endian::little, std::endian::big};
constexpr std::size_t ample = 4096;

// As many zeros as `before` says, and `choice`.
std::vector<std::byte> octets_of(const Choice& choice, std::endian order, std::size_t before) {
  Buffer buffer;
  Encoder out(buffer, order);
  for (std::size_t i = 0; i < before; ++i) out.put(std::uint8_t{0});
  write_by_parts(out, choice);
  return copied(out);
}

TEST(UnionCodecs, WriteTheLabelAndThenTheValue) {
  for (const std::endian order : orders) {
    for (const std::size_t capacity : {std::size_t{16}, ample}) {
      for (std::size_t before = 0; before < 8; ++before) {
        for (const Choice& choice : samples()) {
          Buffer buffer(capacity);
          Encoder out(buffer, order);
          for (std::size_t i = 0; i < before; ++i) out.put(std::uint8_t{0});
          dimma::cdr::write(out, choice);
          EXPECT_EQ(copied(out), octets_of(choice, order, before)) << as_text(choice) << " behind " << before;
        }
      }
    }
  }
}

TEST(UnionCodecs, ReadIntoWhateverWasThere) {
  for (const std::endian order : orders) {
    for (const std::size_t behind : {std::size_t{0}, std::size_t{64}}) {
      for (std::size_t before = 0; before < 8; ++before) {
        for (const Choice& sent : samples()) {
          auto octets = octets_of(sent, order, before);
          const std::size_t end = octets.size();
          octets.resize(end + behind);
          for (Choice there : samples()) {
            Decoder in(octets, order);
            in.skip(before);
            dimma::cdr::read(in, there);
            EXPECT_EQ(as_text(there), as_text(sent)) << "behind " << before;
            EXPECT_EQ(there._d(), sent._d());
            EXPECT_EQ(in.offset(), end);
          }
        }
      }
    }
  }
}

TEST(UnionCodecs, KeepTheMemoryOfTheBranchThatIsReadAgain) {
  Choice there = with_text(std::string(100, 'y'));
  const void* const characters = there.text().data();
  auto octets = octets_of(with_text("short"), std::endian::native, 0);
  octets.resize(octets.size() + 64);
  Decoder in(octets);
  dimma::cdr::read(in, there);
  EXPECT_EQ(there.text(), "short");
  EXPECT_EQ(static_cast<const void*>(there.text().data()), characters);
}

TEST(UnionCodecs, RefuseOctetsThatEndEarly) {
  for (const Choice& sent : samples()) {
    const auto octets = octets_of(sent, std::endian::native, 0);
    for (std::size_t there = 0; there < octets.size(); ++there) {
      Choice choice;
      Decoder in({octets.data(), there});
      EXPECT_THROW(dimma::cdr::read(in, choice), CORBA::MARSHAL) << as_text(sent) << " of " << there;
      EXPECT_NO_THROW(as_text(choice));
    }
  }
}

// The value is followed by enough octets for any branch, so that only the value can be at fault.
void expect_refused(std::int32_t label, const std::vector<std::uint8_t>& value) {
  Buffer buffer;
  Encoder out(buffer, std::endian::little);
  out.put(label);
  for (const std::uint8_t octet : value) out.put(octet);
  for (int i = 0; i < 64; ++i) out.put(std::uint8_t{0});
  Choice choice;
  choice.number(1);
  Decoder in(out.octets(), std::endian::little);
  EXPECT_THROW(dimma::cdr::read(in, choice), CORBA::MARSHAL) << label;
  EXPECT_EQ(choice._d(), label);
  EXPECT_NO_THROW(as_text(choice));
}

TEST(UnionCodecs, RefuseUnsoundValues) {
  expect_refused(8, {2});                          // a boolean
  expect_refused(9, {4, 0, 0, 0});                 // an enumerator
  expect_refused(2, {3, 0, 0, 0, 'a', 0, 0});      // a zero within a string
  expect_refused(2, {3, 0, 0, 0, 'a', 'b', 'c'});  // no zero after it
}

TEST(UnionCodecs, ConvertForeignCharacters) {
  const Choice sent = with_text("caf\xe9");
  Buffer buffer;
  Encoder out(buffer);
  out.text_form({.narrow = dimma::cdr::NarrowForm::utf8});
  dimma::cdr::write(out, sent);
  EXPECT_EQ(out.size(), 4U + 4U + 6U);
  for (int i = 0; i < 64; ++i) out.put(std::uint8_t{0});
  Decoder in(out.octets());
  in.text_form({.narrow = dimma::cdr::NarrowForm::utf8});
  Choice there;
  dimma::cdr::read(in, there);
  EXPECT_EQ(there.text(), "caf\xe9");
}

TEST(UnionCodecs, GoInSequences) {
  std::vector<Choice> sent;
  for (int i = 0; i < 30; ++i) {
    for (const Choice& choice : samples()) sent.push_back(choice);
  }
  for (const std::endian order : orders) {
    Buffer buffer;
    Encoder out(buffer, order);
    dimma::cdr::write(out, sent);
    std::vector<Choice> there(200, with_text(std::string(30, 'z')));
    for (int turn = 0; turn < 2; ++turn) {
      Decoder in(out.octets(), order);
      dimma::cdr::read(in, there);
      ASSERT_EQ(there.size(), sent.size());
      for (std::size_t i = 0; i < sent.size(); ++i) ASSERT_EQ(as_text(there[i]), as_text(sent[i])) << i;
      there.pop_back();
    }
  }
}

TEST(Unions, TakeNoMoreMemoryThanTheirParts) {
  static_assert(sizeof(Choice) == sizeof(std::string) + 2 * sizeof(std::int32_t));
  static_assert(sizeof(Unions::OfOctet) == 3 * sizeof(std::int32_t));
  static_assert(sizeof(Unions::OfUShort) == sizeof(Unions::Point) + 2 * sizeof(std::int32_t));
}

}  // namespace
