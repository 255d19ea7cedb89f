// The octets of the classic mapping are those of the modern one, in all forms of a message, and are read back.

#include "encoded.hpp"

#include <dimma/classic/values/array_sequence.hpp>
#include <dimma/classic/values/sequence.hpp>
#include <dimma/classic/values/string_sequence.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

namespace classic = dimma::classic;
namespace CORBA_ = dimma::classic::CORBA;
using classic::test::all_forms;
using classic::test::decode;
using classic::test::encoded;
using classic::test::Form;
using classic::test::message;
using classic::test::modern_encoded;

enum Colour { red, green, blue };
// Each member of fixed layout has padding before it somewhere.
struct Point {
  CORBA_::Octet mark;
  CORBA_::Double x;
  CORBA_::Boolean valid;
  CORBA_::Short steps[3];
  Colour colour;
  CORBA_::Char letter;
};
struct Pair {
  Point first;
  CORBA_::Octet between;
  Point others[2];
};
struct Node;
class Nodes : public classic::UnboundedSequence<Node> {
 public:
  using classic::UnboundedSequence<Node>::UnboundedSequence;
  Nodes() {}
};
struct Node {
  classic::StringMember name;
  Nodes children;
};
struct Row_traits {
  typedef CORBA_::Long array[3];
};

}  // namespace

namespace dimma::classic {
template <>
struct codec<Colour> : enum_codec<Colour, 3> {};
template <>
struct codec<Point>
    : fixed_struct_codec<Point, member<decltype(&Point::mark), &Point::mark>, member<decltype(&Point::x), &Point::x>,
                         member<decltype(&Point::valid), &Point::valid>, member<decltype(&Point::steps), &Point::steps>,
                         member<decltype(&Point::colour), &Point::colour>,
                         member<decltype(&Point::letter), &Point::letter>> {};
template <>
struct codec<Pair> : fixed_struct_codec<Pair, member<decltype(&Pair::first), &Pair::first>,
                                        member<decltype(&Pair::between), &Pair::between>,
                                        member<decltype(&Pair::others), &Pair::others>> {};
template <>
struct codec<Node> {
  enum { octets_min = 8 };
  static void write(Output& out, const Node& value);
  static void read(Input& in, Node& value);
};
template <>
struct codec<Nodes> : sequence_codec<Nodes> {};
void codec<Node>::write(Output& out, const Node& value) {
  codec<StringMember>::write(out, value.name);
  codec<Nodes>::write(out, value.children);
}
void codec<Node>::read(Input& in, Node& value) {
  codec<StringMember>::read(in, value.name);
  codec<Nodes>::read(in, value.children);
}
}  // namespace dimma::classic

namespace {

Point point(int number) {
  return {static_cast<CORBA_::Octet>(number),
          number + 0.5,
          number % 2 == 0,
          {1, 2, static_cast<CORBA_::Short>(number)},
          static_cast<Colour>(number % 3),
          static_cast<CORBA_::Char>('a' + number)};
}

void put_modern(dimma::cdr::Encoder& out, const Point& value) {
  out.put(value.mark);
  out.put(value.x);
  out.put(value.valid);
  for (const CORBA_::Short step : value.steps) out.put(step);
  out.put(static_cast<std::uint32_t>(value.colour));
  out.put_chars(&value.letter, 1);
}

void expect_equal(const Point& left, const Point& right) {
  EXPECT_EQ(left.mark, right.mark);
  EXPECT_EQ(left.x, right.x);
  EXPECT_EQ(left.valid, right.valid);
  EXPECT_EQ(left.steps[0], right.steps[0]);
  EXPECT_EQ(left.steps[2], right.steps[2]);
  EXPECT_EQ(left.colour, right.colour);
  EXPECT_EQ(left.letter, right.letter);
}

// A sequence of numbers has the octets of the vector with the same numbers.
template <class T>
void expect_numbers() {
  const std::vector<T> modern = {T(1), T(-2), T(3), T(100)};
  classic::UnboundedSequence<T> values;
  values.length(4);
  for (CORBA_::ULong i = 0; i < 4; ++i) values[i] = modern[i];
  for (const Form& form : all_forms()) {
    const auto octets = encoded(values, form);
    EXPECT_EQ(octets, modern_encoded(modern, form));
    classic::UnboundedSequence<T> read;
    EXPECT_EQ(decode(octets, read, form), 0U);
    ASSERT_EQ(read.length(), 4U);
    for (CORBA_::ULong i = 0; i < 4; ++i) EXPECT_EQ(read[i], modern[i]);
    T single = T();
    EXPECT_EQ(decode(encoded(modern[3], form), single, form), 0U);
    EXPECT_EQ(single, modern[3]);
    EXPECT_EQ(encoded(modern[1], form), modern_encoded(modern[1], form));
  }
}

TEST(ClassicCodec, WritesNumbersLikeTheModernOne) {
  expect_numbers<CORBA_::Octet>();
  expect_numbers<CORBA_::Short>();
  expect_numbers<CORBA_::UShort>();
  expect_numbers<CORBA_::Long>();
  expect_numbers<CORBA_::ULong>();
  expect_numbers<CORBA_::LongLong>();
  expect_numbers<CORBA_::ULongLong>();
  expect_numbers<CORBA_::Float>();
  expect_numbers<CORBA_::Double>();
  expect_numbers<CORBA_::LongDouble>();
}

TEST(ClassicCodec, WritesBooleansAndCharactersLikeTheModernOne) {
  classic::UnboundedSequence<CORBA_::Boolean> flags(2);
  flags.length(2);
  flags[1] = true;
  classic::BoundedSequence<CORBA_::Char, 4> letters;
  letters.length(2);
  letters[0] = 'a';
  letters[1] = 'b';
  for (const Form& form : all_forms()) {
    EXPECT_EQ(encoded(flags, form), modern_encoded(std::vector<bool>{false, true}, form));
    EXPECT_EQ(encoded(letters, form), modern_encoded(std::vector<char>{'a', 'b'}, form));
    EXPECT_EQ(encoded(L'\u00e4', form), modern_encoded(L'\u00e4', form));
    classic::UnboundedSequence<CORBA_::Boolean> read_flags;
    decode(encoded(flags, form), read_flags, form);
    EXPECT_TRUE(read_flags[1]);
    classic::BoundedSequence<CORBA_::Char, 4> read_letters;
    decode(encoded(letters, form), read_letters, form);
    EXPECT_EQ(read_letters[1], 'b');
    wchar_t wide = 0;
    EXPECT_EQ(decode(encoded(L'\u00e4', form), wide, form), 0U);
    EXPECT_EQ(wide, L'\u00e4');
  }
}

TEST(ClassicCodec, WritesStringsLikeTheModernOne) {
  const std::vector<std::string> modern = {"", "short", std::string(17, 'x'), std::string(5000, 'y')};
  classic::UnboundedStringSequence strings;
  strings.length(4);
  for (CORBA_::ULong i = 0; i < 4; ++i) strings[i] = modern[i].c_str();
  for (const Form& form : all_forms()) {
    const auto octets = encoded(strings, form);
    EXPECT_EQ(octets, modern_encoded(modern, form));
    classic::UnboundedStringSequence read;
    for (int twice = 0; twice < 2; ++twice) EXPECT_EQ(decode(octets, read, form), 0U);
    ASSERT_EQ(read.length(), 4U);
    for (CORBA_::ULong i = 0; i < 4; ++i) EXPECT_EQ(read[i].in(), modern[i]);
  }
}

TEST(ClassicCodec, ConvertsCharactersLikeTheModernOne) {
  for (const auto narrow : {dimma::cdr::NarrowForm::utf8, dimma::cdr::NarrowForm::latin1_from_utf8}) {
    const std::string native = narrow == dimma::cdr::NarrowForm::utf8 ? "\xe4" : "\xc3\xa4";
    classic::StringMember text = native.c_str();
    for (const Form& form : all_forms({2, narrow, dimma::cdr::WideForm::utf16})) {
      EXPECT_EQ(encoded(text, form), modern_encoded(native, form));
      classic::StringMember read;
      EXPECT_EQ(decode(encoded(text, form), read, form), 0U);
      EXPECT_EQ(read.in(), native);
      const Point letter = point(1);
      Point copy = Point();
      EXPECT_EQ(decode(encoded(letter, form), copy, form), 0U);
      expect_equal(copy, letter);
    }
  }
}

TEST(ClassicCodec, WritesWideStringsLikeTheModernOne) {
  const std::vector<std::wstring> modern = {L"", L"\u00e4\U0001f600"};
  classic::UnboundedWideStringSequence strings;
  strings.length(2);
  strings[1] = modern[1].c_str();
  for (const Form& form : all_forms()) {
    EXPECT_EQ(encoded(strings, form), modern_encoded(modern, form));
    classic::UnboundedWideStringSequence read;
    EXPECT_EQ(decode(encoded(strings, form), read, form), 0U);
    EXPECT_EQ(read[1].in(), modern[1]);
  }
}

TEST(ClassicCodec, WritesStructsOfFixedLayoutAsTheirMembers) {
  classic::UnboundedSequence<Pair> pairs;
  pairs.length(3);
  for (int i = 0; i < 3; ++i) {
    pairs[static_cast<CORBA_::ULong>(i)] = {point(i), 7, {point(i + 1), point(i + 2)}};
  }
  for (const Form& form : all_forms()) {
    const auto octets = encoded(pairs, form);
    EXPECT_EQ(octets, message(form, [&](dimma::cdr::Encoder& out) {
                out.put_length(3);
                for (CORBA_::ULong i = 0; i < 3; ++i) {
                  put_modern(out, pairs[i].first);
                  out.put(pairs[i].between);
                  for (const Point& other : pairs[i].others) put_modern(out, other);
                }
              }));
    classic::UnboundedSequence<Pair> read;
    EXPECT_EQ(decode(octets, read, form), 0U);
    ASSERT_EQ(read.length(), 3U);
    for (CORBA_::ULong i = 0; i < 3; ++i) {
      expect_equal(read[i].first, pairs[i].first);
      EXPECT_EQ(read[i].between, 7);
      expect_equal(read[i].others[1], pairs[i].others[1]);
    }
    Point single = Point();
    EXPECT_EQ(decode(encoded(pairs[2].first, form), single, form), 0U);
    expect_equal(single, pairs[2].first);
  }
}

TEST(ClassicCodec, WritesArraysOfAnyDimension) {
  CORBA_::Long grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  classic::StringMember names[2] = {"first", "second"};
  for (const Form& form : all_forms()) {
    const auto octets = encoded(grid, form);
    EXPECT_EQ(octets, modern_encoded(std::array<std::int32_t, 6>{1, 2, 3, 4, 5, 6}, form));
    EXPECT_EQ(octets, message(form, [&](dimma::cdr::Encoder& encoder) {
                classic::Output out(encoder);
                classic::write_array(out, &grid[0][0], 6);
              }));
    CORBA_::Long read[2][3] = {};
    EXPECT_EQ(decode(octets, read, form), 0U);
    EXPECT_EQ(read[1][2], 6);
    EXPECT_EQ(encoded(names, form), modern_encoded(std::array<std::string, 2>{"first", "second"}, form));
    classic::StringMember read_names[2];
    EXPECT_EQ(decode(encoded(names, form), read_names, form), 0U);
    EXPECT_STREQ(read_names[1], "second");
  }
}

TEST(ClassicCodec, WritesSequencesOfArraysAndOfSequences) {
  classic::UnboundedArraySequence<Row_traits> rows;
  rows.length(2);
  rows[1][2] = 12;
  classic::UnboundedSequence<classic::UnboundedSequence<CORBA_::Long>> lists;
  lists.length(2);
  lists[1].length(1);
  lists[1][0] = 5;
  for (const Form& form : all_forms()) {
    EXPECT_EQ(encoded(rows, form),
              modern_encoded(std::vector<std::array<std::int32_t, 3>>{{0, 0, 0}, {0, 0, 12}}, form));
    classic::UnboundedArraySequence<Row_traits> read;
    EXPECT_EQ(decode(encoded(rows, form), read, form), 0U);
    EXPECT_EQ(read[1][2], 12);
    EXPECT_EQ(encoded(lists, form), modern_encoded(std::vector<std::vector<std::int32_t>>{{}, {5}}, form));
    classic::UnboundedSequence<classic::UnboundedSequence<CORBA_::Long>> read_lists;
    EXPECT_EQ(decode(encoded(lists, form), read_lists, form), 0U);
    EXPECT_EQ(read_lists[1][0], 5);
  }
}

TEST(ClassicCodec, ReadsStructsThatContainThemselves) {
  Node root;
  root.name = "root";
  root.children.length(2);
  root.children[1].name = "leaf";
  root.children[1].children.length(1);
  Node read;
  for (const Form& form : all_forms()) {
    EXPECT_EQ(decode(encoded(root, form), read, form), 0U);
    EXPECT_STREQ(read.children[1].name, "leaf");
    EXPECT_EQ(read.children[1].children.length(), 1U);
  }
}

TEST(ClassicCodec, ReplacesABufferThatTheSequenceDoesNotOwn) {
  CORBA_::Long mine[2] = {1, 2};
  classic::UnboundedSequence<CORBA_::Long> values(2, 2, mine);
  decode(modern_encoded(std::vector<std::int32_t>{5}), values);
  EXPECT_TRUE(values.release());
  EXPECT_EQ(values.length(), 1U);
  EXPECT_EQ(values[0], 5);
  EXPECT_EQ(mine[0], 1);
}

}  // namespace
