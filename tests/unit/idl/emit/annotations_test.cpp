// Annotations that change the C++, and printing: tests/idl/emit/annotations.idl.
#include "annotations.hpp"

#include "annotations_skel.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "round_trip.hpp"

namespace {

using round_trip::through_cdr;

template <class T>
std::string streamed(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(DefaultAnnotation, IsWhatAMemberBeginsWith) {
  const Notes::Begins begins;
  EXPECT_EQ(begins.plain(), 0);
  EXPECT_EQ(begins.five(), 5);
  EXPECT_EQ(begins.a_dozen(), 12);
  EXPECT_EQ(begins.nine(), 9);
  EXPECT_EQ(begins.minus_two(), -2.0);
  EXPECT_TRUE(begins.yes());
  EXPECT_EQ(begins.letter(), 'x');
  EXPECT_EQ(begins.text(), "some \"text\"");
  EXPECT_EQ(begins.bounded_text(), "ab");
  EXPECT_EQ(begins.of_it(), Notes::Colour::blue);
  EXPECT_EQ(begins.allowed(), 3);
  EXPECT_EQ(begins.price(), IDL::fixed_number("1.25"));
  EXPECT_EQ(Notes::Refused().code(), 5);
  EXPECT_EQ(Notes::Choice().other(), 6);
  EXPECT_EQ(CORBA::make_reference<IDL::traits<Notes::Keeper>::obv_type>()->held(), 3);
}

TEST(DefaultLiteral, IsWhatAnEnumerationBeginsWith) {
  const Notes::Begins begins;
  EXPECT_EQ(begins.other_colour(), Notes::Colour::red);
  EXPECT_EQ(begins.outside_now(), Weather::sun);
  for (const auto& row : begins.table()) {
    for (const auto colour : row) EXPECT_EQ(colour, Notes::Colour::red);
  }
}

Notes::Parts some_parts() {
  Notes::Parts parts;
  parts.number(6);
  parts.part(Notes::Inner(1, "one"));
  parts.outside()->a(2);
  parts.both(std::make_shared<Notes::Inner>(3, "three"));
  parts.names()[4] = "four";
  return parts;
}

TEST(OptionalMembers, MayBeAbsent) {
  const Notes::Parts parts = some_parts();
  static_assert(std::is_same_v<decltype(parts.number()), const IDL::optional<std::int32_t>&>);
  const Notes::Parts copy = through_cdr(parts);
  EXPECT_EQ(copy.number(), 6);
  EXPECT_EQ(copy.name(), IDL::nullopt);
  EXPECT_EQ(copy.part()->b(), "one");
  EXPECT_FALSE(copy.list().has_value());
  EXPECT_EQ(copy.four(), 4);
  EXPECT_EQ((*copy.both())->b(), "three");
  static_assert(!dimma::HasTypeCode<Notes::Parts>);
  const Notes::Choice choice = [] {
    Notes::Choice made;
    made.maybe(7);
    return made;
  }();
  EXPECT_EQ(through_cdr(choice).maybe(), 7);
  auto keeper = CORBA::make_reference<IDL::traits<Notes::Keeper>::obv_type>(1, "label");
  EXPECT_EQ(keeper->label(), "label");
}

TEST(ExternalMembers, AreSharedPointers) {
  Notes::Parts parts = some_parts();
  static_assert(std::is_same_v<decltype(parts.outside()), std::shared_ptr<Notes::Inner>&>);
  EXPECT_EQ(*parts.three(), 3);
  const Notes::Parts shares = parts;
  shares.outside()->a(9);
  EXPECT_EQ(parts.outside()->a(), 9);
  Notes::Parts copy = through_cdr(parts);
  EXPECT_EQ(copy.outside()->a(), 9);
  EXPECT_NE(copy.outside(), parts.outside());
  copy.outside().reset();
  EXPECT_THROW(through_cdr(copy), CORBA::BAD_PARAM);
}

TEST(PublicMembers, MakeAStructAnAggregate) {
  static_assert(std::is_aggregate_v<Notes::Open> && std::is_aggregate_v<Notes::More_open>);
  Notes::Open open{.a = 1, .b = 2, .c = {}, .text = "x", .list = {Notes::Inner(3, "in")}};
  EXPECT_TRUE(through_cdr(open) == open);
  EXPECT_EQ(Notes::Open().b, 7);
  EXPECT_EQ(Notes::Open().c, Notes::Colour::red);
  Notes::Open other;
  swap(open, other);
  EXPECT_EQ(other.text, "x");
  const Notes::Closed closed(Notes::Plain{4, 0.5}, 6);
  EXPECT_EQ(through_cdr(closed).x, 4);
  EXPECT_EQ(through_cdr(closed).z(), 6);
  CORBA::Any any;
  any <<= other;
  Notes::Open out;
  EXPECT_TRUE(through_cdr(any) >>= out);
  EXPECT_TRUE(out == other);
}

TEST(Printing, ShowsNamesAndValues) {
  EXPECT_EQ(streamed(Notes::Inner(1, "one")), "Notes::Inner{a=1,b=\"one\"}");
  EXPECT_EQ(streamed(Notes::Colour::red), "Notes::Colour::red");
  EXPECT_EQ(streamed(static_cast<Notes::Colour>(9)), "Notes::Colour(9)");
  EXPECT_EQ(streamed(Notes::Rights(3)), "Notes::Rights{read|write}");
  Notes::Flags flags;
  flags.level(5);
  EXPECT_EQ(streamed(flags), "Notes::Flags{on=false,level=5}");
  Notes::Choice choice;
  EXPECT_EQ(streamed(choice), "Notes::Choice{_d=-2147483648,other=6}");
  choice.maybe(IDL::nullopt);
  EXPECT_EQ(streamed(choice), "Notes::Choice{_d=1,maybe=nullopt}");
  EXPECT_EQ(streamed(Notes::Refused(2, "why", Notes::Colour::blue)),
            "Notes::Refused{code=2,reason=\"why\",of_it=Notes::Colour::blue}");
  EXPECT_EQ(streamed(Notes::Closed(Notes::Plain{4, 0.5}, 6)), "Notes::Closed{Notes::Plain{x=4,y=0.5},z=6}");
  EXPECT_EQ(streamed(Notes::Open{}), "Notes::Open{a=0,b=7,c=Notes::Colour::red,text=\"\",list=<>}");
  EXPECT_EQ(streamed(some_parts()),
            "Notes::Parts{number=6,name=nullopt,part=Notes::Inner{a=1,b=\"one\"},outside=Notes::Inner{a=2,b=\"\"},"
            "both=Notes::Inner{a=3,b=\"three\"},list=nullopt,three=3,four=4,names={{4,\"four\"}},always_there=0}");
  Notes::Desk::Here here;
  here.w(L'\u20ac');
  EXPECT_EQ(
      streamed(here),
      "Notes::Desk::Here{in_it=Notes::Desk::Mood::calm,thing=any(CORBA::TCKind::tk_null),self=nil,w=L'\\u{20ac}'}");
}

struct Shouting {
  std::ostream& operator()(std::ostream& out, const Notes::Inner& value) { return out << value.b() << '!'; }
};

TEST(Printing, GoesThroughTheTraitsForEveryType) {
  using Matrix = std::array<std::array<std::uint8_t, 2>, 2>;
  std::ostringstream out;
  out << IDL::traits<std::vector<Notes::Inner>>::write({Notes::Inner(1, "x")}) << ' '
      << IDL::traits<Matrix>::write(Matrix{{{1, 2}, {3, 4}}}) << ' ' << IDL::traits<bool>::write(true) << ' '
      << IDL::traits<Notes::Inner>::write<Shouting>(Notes::Inner(1, "hey")) << ' '
      << IDL::traits<Notes::Desk>::write(nullptr) << ' ' << IDL::traits<std::string>::write("s");
  IDL::traits<IDL::Fixed<5, 2>>::write_on(out << ' ', IDL::Fixed<5, 2>("1.50")) << '.';
  EXPECT_EQ(out.str(), "<Notes::Inner{a=1,b=\"x\"}> [[1,2],[3,4]] true hey! nil \"s\" 1.50.");
}

}  // namespace

// A program's own operator takes precedence over the generated one, wherever it is declared.
std::ostream& operator<<(std::ostream& out, const Notes::Plain&) { return out << "mine"; }
std::ostream& operator<<(std::ostream& out, const Weather&) { return out << "fine"; }

namespace {

TEST(Printing, ShowsExceptionsWhateverTheyAreCaughtAs) {
  const CORBA::BAD_PARAM refused(7, CORBA::COMPLETED_MAYBE);
  const CORBA::SystemException& system = refused;
  const CORBA::Exception& any_kind = refused;
  const std::string wanted = "CORBA::BAD_PARAM (minor 0x00000007, COMPLETED_MAYBE)";
  std::ostringstream out;
  out << IDL::traits<CORBA::Exception>::write(any_kind) << '\n' << IDL::traits<CORBA::SystemException>::write(system);
  EXPECT_EQ(out.str(), wanted + '\n' + wanted);
  const Notes::Refused raised;
  const CORBA::UserException& user = raised;
  out.str("");
  IDL::traits<CORBA::UserException>::write_on(out, user);
  EXPECT_EQ(out.str(), "Notes::Refused{code=5,reason=nullopt,of_it=Notes::Colour::red}");
}

TEST(Printing, LeavesAProgramItsOwnOperators) {
  std::ostringstream out;
  out << Notes::Plain{} << Weather::wind;
  EXPECT_EQ(out.str(), "minefine");
}

}  // namespace
