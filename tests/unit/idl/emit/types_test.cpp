// Code generated for types and constants: tests/idl/emit/types.idl.
#include "types.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <type_traits>

#include "loopback.hpp"
#include "round_trip.hpp"

namespace {

using round_trip::encoded_size;
using round_trip::through_cdr;

TEST(Constants, HaveTheValuesOfTheIdl) {
  static_assert(GLOBAL_FLAG);
  static_assert(!Types::NO);
  static_assert(Types::OCTET_MAX == 255);
  static_assert(Types::LETTER == 'a' && Types::QUOTE == '\'' && Types::LATIN == '\xe9');
  static_assert(Types::SHORT_LEAST == std::numeric_limits<std::int16_t>::min());
  static_assert(Types::USHORT_MOST == std::numeric_limits<std::uint16_t>::max());
  static_assert(Types::LONG_LEAST == std::numeric_limits<std::int32_t>::min());
  static_assert(Types::LONG_MOST == std::numeric_limits<std::int32_t>::max());
  static_assert(Types::ULONG_MOST == std::numeric_limits<std::uint32_t>::max());
  static_assert(Types::LLONG_LEAST == std::numeric_limits<std::int64_t>::min());
  static_assert(Types::LLONG_MOST == std::numeric_limits<std::int64_t>::max());
  static_assert(Types::ULLONG_MOST == std::numeric_limits<std::uint64_t>::max());
  static_assert(Types::THIRD == 1.0F / 3.0F);
  static_assert(Types::HUGE_FLOAT == 3.0e38F);
  static_assert(Types::PI == 3.14159265358979323846);
  static_assert(Types::TINY == -2.5e-300);
  static_assert(Types::WHOLE == 12.0);
  static_assert(Types::MASK == ((1 << 4 | 0x0f) ^ 3));
  static_assert(Types::COUNT == Types::MASK * 2 % 7 + -(~1));
  static_assert(Types::FAVOURITE == Types::Color::green);
  static_assert(Types::COAT == Types::Color::blue);
  EXPECT_EQ(Types::GREETING, "say \"hello\",\tback\\slash\n caf\xe9s");
  EXPECT_EQ(Types::NOTHING, "");
  EXPECT_EQ(Types::UNTAGGED, "none");
}

TEST(Constants, HaveTheTypesOfTheMapping) {
  static_assert(std::is_same_v<decltype(Types::OCTET_MAX), const std::uint8_t>);
  static_assert(std::is_same_v<decltype(Types::LONG_LEAST), const std::int32_t>);
  static_assert(std::is_same_v<decltype(Types::ULLONG_MOST), const std::uint64_t>);
  static_assert(std::is_same_v<decltype(Types::THIRD), const float>);
  static_assert(std::is_same_v<decltype(Types::GREETING), const std::string>);
  static_assert(std::is_same_v<decltype(Types::UNTAGGED), const Types::Tag>);
}

TEST(Constants, InsideOfInterfacesAreStaticMembers) {
  static_assert(Types::Maker::LIMIT == 12);
  static_assert(Types::Maker::FIRST == Types::Maker::State::idle);
  EXPECT_EQ(Types::Maker::TITLE, "maker");
}

TEST(Typedefs, AreTheTypesThatTheMappingSays) {
  static_assert(std::is_same_v<Types::Flags, std::vector<bool>>);
  static_assert(std::is_same_v<Types::Octets, std::vector<std::uint8_t>>);
  static_assert(std::is_same_v<Types::Few, IDL::bounded_vector<std::int32_t, 4>>);
  static_assert(std::is_same_v<Types::Codes, IDL::bounded_vector<IDL::bounded_string<3>, 2>>);
  static_assert(std::is_same_v<Types::Table, std::vector<std::vector<double>>>);
  static_assert(std::is_same_v<Types::Grid, std::array<std::array<std::int32_t, 3>, 2>>);
  static_assert(std::is_same_v<Types::Cube, std::array<std::array<std::array<double, 4>, 3>, 2>>);
  static_assert(std::is_same_v<Types::Works, Types::Maker>);
  static_assert(std::is_same_v<Types::Makers, std::vector<IDL::traits<Types::Maker>::ref_type>>);
  static_assert(std::is_same_v<Types::Deep::Color, Types::Color>);
}

TEST(Enums, AreScopedWithTheirTraits) {
  static_assert(std::is_same_v<IDL::traits<Types::Color>::underlying_type, std::uint32_t>);
  static_assert(IDL::traits<Types::Color>::bit_bound::value == 32);
  static_assert(std::is_same_v<IDL::traits<Types::Color>::in_type, Types::Color>);
  static_assert(static_cast<std::uint32_t>(Types::Color::blue) == 2);
}

Types::Basics some_basics() {
  return Types::Basics(true, 'x', 200, -7, 65000, -70000, 12, 4000000000U, -5000000000LL, 1ULL << 63, 0.5F, -0.25);
}

TEST(Structs, AreValueInitialised) {
  const Types::Constructed empty;
  EXPECT_EQ(empty.text(), "");
  EXPECT_EQ(empty.colour(), Types::Color::red);
  EXPECT_FALSE(empty.numbers().flag());
  EXPECT_EQ(empty.numbers().exact(), 0.0);
  EXPECT_EQ(empty.block()[1][2][3], 0.0);
  EXPECT_TRUE(empty.list().empty());
  const Types::Links none;
  EXPECT_FALSE(none.made_by());
}

TEST(Structs, HaveAConstructorForAllMembersThatIsExplicit) {
  const Types::Basics basics = some_basics();
  EXPECT_TRUE(basics.flag());
  EXPECT_EQ(basics.letter(), 'x');
  EXPECT_EQ(basics.other_number(), 12);
  EXPECT_EQ(basics.big_count(), 1ULL << 63);
  static_assert(!std::is_convertible_v<std::vector<Types::Entry>, Types::Directory>);
}

TEST(Structs, HaveAccessorsOfEachKind) {
  Types::Constructed value;
  value.text("set");
  std::string movable = "long enough not to be stored in the string object itself";
  const void* characters = movable.data();
  value.text(std::move(movable));
  EXPECT_EQ(static_cast<const void*>(value.text().data()), characters);
  value.text() += "!";
  value.numbers().number() += 5;
  value.colour(Types::Color::blue);
  value.line({1, 2, 3});
  value.limited({1, 2, 3, 4});
  EXPECT_EQ(value.numbers().number(), 5);
  EXPECT_EQ(value.colour(), Types::Color::blue);
  EXPECT_EQ(value.line()[2], 3);
  static_assert(std::is_same_v<decltype(std::as_const(value).text()), const std::string&>);
  static_assert(std::is_same_v<decltype(std::as_const(value).colour()), Types::Color>);
  static_assert(std::is_same_v<decltype(value.colour()), Types::Color&>);
  static_assert(std::is_same_v<decltype(std::declval<const Types::Links&>().made_by()), Types::Maker::_ref_type>);
}

TEST(Structs, SwapByMemberAndByFreeFunction) {
  Types::Tree left("left", {});
  Types::Tree right("right", {Types::Tree("leaf", {})});
  left.swap(right);
  EXPECT_EQ(left.name(), "right");
  EXPECT_EQ(left.children().size(), 1U);
  swap(left, right);
  EXPECT_EQ(left.name(), "left");
  using std::swap;
  Types::Maker::Queue one;
  Types::Maker::Queue two({Types::Maker::Job("j", Types::Maker::State::busy, {}, {})}, {});
  swap(one, two);
  EXPECT_EQ(one.jobs().size(), 1U);
}

TEST(Structs, NestInStructsAndInterfaces) {
  Types::Outer outer;
  outer.part().kind_of_it(Types::Outer::Inner::Kind::fancy);
  outer.more()[1].value(3);
  EXPECT_EQ(through_cdr(outer).part().kind_of_it(), Types::Outer::Inner::Kind::fancy);
  EXPECT_EQ(through_cdr(outer).more()[1].value(), 3);
}

TEST(Codecs, KeepEveryMember) {
  Types::Constructed value;
  value.text("text");
  value.label("tag");
  value.inline_tag("five5");
  value.colour(Types::Color::green);
  value.coat(Types::Color::blue);
  value.numbers(some_basics());
  value.marks({true, false, true});
  value.bytes({1, 2, 255});
  value.limited({9, 8});
  value.keys({"abc", ""});
  value.rows({{1.0}, {}, {2.0, 3.0}});
  value.line({4, 5, 6});
  value.board({{{1, 2, 3}, {4, 5, 6}}});
  value.block()[1][2][3] = 42.0;
  value.boards({value.board()});
  value.list({some_basics(), Types::Basics()});
  value.pair()[1] = some_basics();
  value.words()[1][0] = "word";
  value.colors({Types::Color::red, Types::Color::blue});
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    // The comparison is generated, so that it covers every member.
    EXPECT_TRUE(through_cdr(value, order) == value);
    EXPECT_FALSE(through_cdr(Types::Constructed(), order) == value);
  }
}

TEST(Codecs, KeepTheExplicitlySizedIntegers) {
  const Types::Sized value(-1, 255, -2, 65535, -3, 4294967295U, -4, 18446744073709551615ULL);
  EXPECT_TRUE(through_cdr(value) == value);
  EXPECT_EQ(encoded_size(value), 32U);
}

TEST(Codecs, FollowRecursionThroughSequences) {
  Types::Tree tree("root", {Types::Tree("a", {Types::Tree("aa", {})}), Types::Tree("b", {})});
  const Types::Tree copy = through_cdr(tree);
  EXPECT_TRUE(copy == tree);
  EXPECT_EQ(copy.children()[0].children()[0].name(), "aa");

  Types::Directory directory;
  directory.entries().emplace_back("file", std::vector<Types::Directory>(2));
  EXPECT_EQ(through_cdr(directory).entries()[0].contents().size(), 2U);
}

TEST(Codecs, KnowTheFewestOctetsOfAValue) {
  static_assert(dimma::cdr::codec<Types::Basics>::octets_min == 1 + 1 + 1 + 2 + 2 + 4 + 4 + 4 + 8 + 8 + 4 + 8);
  static_assert(dimma::cdr::codec<Types::Tree>::octets_min == 8);
  static_assert(dimma::cdr::codec<Types::Empty>::octets_min == 0);
  static_assert(dimma::cdr::codec<Types::Grid>::octets_min == 24);
}

TEST(Codecs, RefuseWhatIsBeyondABound) {
  Types::Constructed value;
  value.label("nine char");
  EXPECT_THROW(through_cdr(value), CORBA::BAD_PARAM);
  value.label("");
  value.limited({1, 2, 3, 4, 5});
  EXPECT_THROW(through_cdr(value), CORBA::BAD_PARAM);
}

TEST(Codecs, RefuseAnEnumeratorThatDoesNotExist) {
  EXPECT_THROW(through_cdr(static_cast<Types::Color>(3)), CORBA::MARSHAL);
  EXPECT_THROW(through_cdr(static_cast<Types::Single>(1)), CORBA::MARSHAL);
}

TEST(Codecs, KeepReferences) {
  Types::Links links;
  const Types::Links none = through_cdr(links);
  EXPECT_FALSE(none.any_object());
  EXPECT_FALSE(none.made_by());
  links.all_makers().resize(2);
  EXPECT_EQ(through_cdr(links).all_makers().size(), 2U);
}

TEST(Exceptions, AreUserExceptionsWithAccessors) {
  Types::Failure failure("broke", 12, 3, true, '!', Types::Color::blue, 1.5, some_basics(), {1, 2});
  EXPECT_TRUE(std::string(failure.what()).starts_with("Types::Failure{why=")) << failure.what();
  EXPECT_STREQ(failure._name(), "Failure");
  EXPECT_STREQ(failure._rep_id(), "IDL:Types/Failure:1.0");
  failure.code(failure.code() + 1);
  const CORBA::Exception& base = failure;
  try {
    base._raise();
  } catch (const Types::Failure& caught) {
    EXPECT_EQ(caught.why(), "broke");
    EXPECT_EQ(caught.code(), 13);
  }
  static_assert(std::is_final_v<Types::Failure>);
  EXPECT_STREQ(Types::Maker::Rejected()._rep_id(), "IDL:Types/Maker/Rejected:1.0");
}

TEST(Exceptions, EncodeTheirMembers) {
  const Types::Failure failure("broke", 12, 3, true, '!', Types::Color::blue, 1.5, some_basics(), {1, 2});
  const Types::Failure copy = through_cdr(failure);
  EXPECT_EQ(copy.why(), "broke");
  EXPECT_EQ(copy.severity(), 3);
  EXPECT_EQ(copy.dump(), (Types::Octets{1, 2}));
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  static_cast<const CORBA::UserException&>(failure)._encode(out);
  EXPECT_EQ(out.size(), encoded_size(failure));
}

TEST(Exceptions, PrintThemselves) {
  std::ostringstream text;
  text << Types::Failure("broke", 12, 3, true, '!', Types::Color::blue, 1.5, Types::Basics(), {1, 2});
  const std::string printed = text.str();
  EXPECT_TRUE(
      printed.starts_with("Types::Failure{why=\"broke\",code=12,severity=3,fatal=true,mark='!',"
                          "colour=Types::Color::blue,at=1.5,details=Types::Basics{flag=false,"))
      << printed;
  EXPECT_TRUE(printed.ends_with("},dump=<1,2>}")) << printed;
  text.str("");
  text << Types::Empty() << Types::Maker::Rejected();
  EXPECT_EQ(text.str(),
            "Types::Empty{}Types::Maker::Rejected{which=Types::Maker::Job{name=\"\",at=Types::Maker::State::idle,"
            "owner=nil,helpers=<>},at=Types::Maker::State::idle}");
}

TEST(Traits, TellHowTypesArePassed) {
  static_assert(std::is_same_v<IDL::traits<Types::Basics>::in_type, const Types::Basics&>);
  static_assert(std::is_same_v<IDL::traits<Types::Basics>::value_type, Types::Basics>);
  static_assert(std::is_same_v<IDL::traits<Types::Failure>::out_type, Types::Failure&>);
  static_assert(std::is_same_v<IDL::traits<Types::Grid>::element_traits::value_type, std::int32_t>);
  static_assert(IDL::traits<Types::Cube>::dimensions::value == 3);
  static_assert(IDL::traits<Types::Few>::bound::value == 4);
  static_assert(IDL::traits<Types::Tag>::is_bounded::value);
  static_assert(std::is_same_v<IDL::traits<Types::Maker>::value_type, IDL::traits<Types::Maker>::ref_type>);
}

// The option -Gos: its operators are found from any scope, even where a program has operators of its own.
TEST(Streams, TakeSequencesAndArrays) {
  std::ostringstream out;
  const Types::Table table{{1, 2}, {}};
  const Types::Grid grid{Types::Row{1, 2, 3}, Types::Row{4, 5, 6}};
  out << Types::Octets{7} << table << grid << Types::Few{1, 2} << Types::Flags{true};
  EXPECT_EQ(out.str(), "<7><<1,2>,<>>[[1,2,3],[4,5,6]]<1,2><true>");
}

}  // namespace
