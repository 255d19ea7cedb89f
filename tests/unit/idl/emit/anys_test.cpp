// Any and TypeCode for what is generated: tests/idl/emit/anys.idl.
#include "anys.hpp"

#include "anys_skel.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "loopback.hpp"
#include "round_trip.hpp"

namespace {

using CORBA::Any;
using CORBA::TCKind;
using round_trip::through_cdr;

// The value from an Any that has been sent and received.
template <class T>
T through_any(const T& value, std::endian order = std::endian::native) {
  Any any;
  any <<= value;
  const Any received = through_cdr(any, order);
  EXPECT_TRUE(received.type()->equal(any.type()));
  T result = T();
  EXPECT_TRUE(received >>= result);
  // Once more from what has been received: nothing is lost on the way through.
  T again = T();
  EXPECT_TRUE(through_cdr(received, order) >>= again);
  EXPECT_TRUE(again == result);
  return result;
}

template <class T>
void expect_kept(const T& value) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    EXPECT_TRUE(through_any(value, order) == value);
  }
  Any any;
  any <<= T(value);
  T taken = T();
  EXPECT_TRUE(any >>= taken);
  EXPECT_TRUE(taken == value);
}

TEST(Anys, KeepValuesOfBasicTypes) {
  expect_kept(true);
  expect_kept('\xe9');
  expect_kept(L'\u20ac');
  expect_kept(std::uint8_t{255});
  expect_kept(std::int8_t{-1});
  expect_kept(std::int16_t{-2});
  expect_kept(std::uint16_t{65535});
  expect_kept(std::int32_t{-3});
  expect_kept(std::uint32_t{4294967295U});
  expect_kept(std::numeric_limits<std::int64_t>::min());
  expect_kept(std::numeric_limits<std::uint64_t>::max());
  expect_kept(0.5F);
  expect_kept(-0.1);
  expect_kept(1.0L / 3.0L);
  expect_kept(std::string("text"));
  expect_kept(std::wstring(L"t\u20acxt"));
}

TEST(Anys, KeepTemplateTypes) {
  expect_kept(std::vector<std::int32_t>{1, 2, 3});
  expect_kept(std::vector<bool>{true, false});
  expect_kept(std::vector<std::string>{"one", ""});
  expect_kept(IDL::bounded_string<4>("four"));
  expect_kept(IDL::bounded_wstring<4>(L"four"));
  expect_kept(IDL::bounded_vector<std::int16_t, 2>{1, 2});
  expect_kept(Anys::Grid{{{1, 2, 3}, {4, 5, 6}}});
}

Anys::Choice some_choice() {
  Anys::Choice choice;
  choice.black(5, Anys::Suit::spades);
  return choice;
}

TEST(Anys, KeepGeneratedTypes) {
  expect_kept(Anys::Suit::hearts);
  expect_kept(Anys::Point(1, 2));
  expect_kept(Anys::Points{Anys::Point(1, 2), Anys::Point(3, 4)});
  expect_kept(Anys::FewPoints{Anys::Point(1, 2)});
  expect_kept(Anys::Friend::Nested(7));
  expect_kept(some_choice());
  Anys::Choice choice;
  choice.rest({Anys::Point(5, 6)});
  expect_kept(choice);
  choice.red("red");
  expect_kept(choice);
  Anys::Letters letters;
  expect_kept(letters);
  letters.accented(3);
  expect_kept(letters);
  Anys::Wide wide;
  wide.least(1);
  expect_kept(wide);
  Anys::Ulong most;
  most.most(1);
  expect_kept(most);
  Anys::Flagged flagged;
  flagged.no("no");
  expect_kept(flagged);
  expect_kept(Anys::Tree("root", {Anys::Tree("leaf", {}), Anys::Tree()}));
  expect_kept(Anys::Forest{Anys::Tree("root", {Anys::Tree("leaf", {})}), Anys::Tree()});
}

TEST(Anys, KeepArraysOfSequencesOfTheTypeItself) {
  Anys::Branch branch(1, {}, {});
  branch.sides()[1] = {Anys::Branch(2, {}, {}), Anys::Branch(3, {}, {})};
  branch.sides()[1][1].sides()[0] = {Anys::Branch(4, {}, {})};
  branch.rings()[0][1] = {{Anys::Branch(5, {}, {})}, {}};
  expect_kept(branch);
  Anys::Rung end;
  end.end(7);
  Anys::Rung rung;
  rung.pair({Anys::Rungs{end}, Anys::Rungs{end, end}});
  expect_kept(rung);
  rung.leaves({Anys::Branches{}, Anys::Branches{branch}, Anys::Branches{}});
  expect_kept(rung);
}

Anys::Tree tree_of(int levels) {
  Anys::Tree tree;
  for (int level = 1; level < levels; ++level) {
    Anys::Tree above;
    above.children().push_back(std::move(tree));
    tree = std::move(above);
  }
  return tree;
}

template <class T>
std::string refusal_of(const T& value) {
  try {
    through_cdr(value);
    return "";
  } catch (const CORBA::MARSHAL& refused) {
    return refused._detail();
  }
}

// As docs/reference/limits.md says.
TEST(Depth, HasALimitThatTheErrorNames) {
  const std::string limit = "more than " + std::to_string(dimma::cdr::Decoder::depth_limit) + " levels";
  EXPECT_EQ(refusal_of(tree_of(512)), "");
  EXPECT_NE(refusal_of(tree_of(513)).find(limit), std::string::npos) << refusal_of(tree_of(513));
  Any any;
  any <<= tree_of(170);
  EXPECT_EQ(refusal_of(any), "");
  any <<= tree_of(171);
  EXPECT_NE(refusal_of(any).find(limit), std::string::npos) << refusal_of(any);
}

TEST(Anys, KeepEverythingAtOnce) {
  Anys::All all;
  all.flag(true);
  all.wide_letter(L'x');
  all.a_ulonglong(1);
  all.a_longdouble(0.5L);
  all.wide_text(L"wide");
  all.label("tag");
  all.wide_label(L"tag");
  all.places({Anys::Point(1, 2)});
  all.numbers()[1][2] = 7;
  all.blobs({{1, 2}, {}});
  all.one(some_choice());
  all.inner() <<= Anys::Point(8, 9);
  all.type(Anys::_tc_Tree);
  all.words()[1] = {"one", "two"};
  Any any;
  any <<= all;
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    Anys::All copy;
    ASSERT_TRUE(through_cdr(through_cdr(any, order), order) >>= copy);
    EXPECT_EQ(copy.wide_text(), L"wide");
    EXPECT_EQ(copy.a_longdouble(), 0.5L);
    EXPECT_EQ(copy.numbers()[1][2], 7);
    EXPECT_EQ(copy.blobs()[0].size(), 2U);
    EXPECT_TRUE(copy.one() == some_choice());
    Anys::Point inner;
    EXPECT_TRUE(copy.inner() >>= inner);
    EXPECT_EQ(inner.y(), 9);
    EXPECT_TRUE(copy.type()->equal(Anys::_tc_Tree));
    EXPECT_EQ(copy.words()[1].size(), 2U);
  }
}

TEST(Anys, KeepExceptions) {
  Anys::Refused refused("why", Anys::Point(1, 2), {});
  refused.more() <<= std::int16_t{3};
  Any any;
  any <<= refused;
  Anys::Refused copy;
  ASSERT_TRUE(through_cdr(through_cdr(any)) >>= copy);
  EXPECT_EQ(copy.why(), "why");
  EXPECT_EQ(copy.where().y(), 2);
  EXPECT_EQ(any.type()->kind(), TCKind::tk_except);
  any <<= Anys::Plain();
  Anys::Plain plain;
  EXPECT_TRUE(through_cdr(any) >>= plain);
}

TEST(Anys, TakeExceptionsByTheirBases) {
  const auto put = [](const auto& exception) {
    Any any;
    any <<= exception;
    return any;
  };
  const Anys::Refused refused("why", {}, {});
  Anys::Refused copy;
  ASSERT_TRUE(through_cdr(put(static_cast<const CORBA::UserException&>(refused))) >>= copy);
  EXPECT_EQ(copy.why(), "why");
  const CORBA::NO_PERMISSION denied(7, CORBA::COMPLETED_MAYBE);
  ASSERT_TRUE(put(static_cast<const CORBA::Exception&>(refused)) >>= copy);
  for (const Any& any : {put(denied), put(static_cast<const CORBA::SystemException&>(denied)),
                         put(static_cast<const CORBA::Exception&>(denied))}) {
    EXPECT_EQ(any.type()->id(), "IDL:omg.org/CORBA/NO_PERMISSION:1.0");
    CORBA::NO_PERMISSION same;
    ASSERT_TRUE(through_cdr(any) >>= same);
    EXPECT_EQ(same.minor(), 7U);
    EXPECT_EQ(same.completed(), CORBA::COMPLETED_MAYBE);
    CORBA::UNKNOWN other;
    EXPECT_FALSE(any >>= other);
  }
}

TEST(Exceptions, PrintTheirMembersWhateverTheyAreCaughtAs) {
  const Anys::Refused refused("why", Anys::Point(1, 2), {});
  std::ostringstream as_itself, as_base;
  as_itself << refused;
  as_base << static_cast<const CORBA::Exception&>(refused);
  EXPECT_EQ(as_itself.str(), "Anys::Refused{why=\"why\",where=Anys::Point{x=1,y=2},more=any(CORBA::TCKind::tk_null)}");
  EXPECT_EQ(as_base.str(), as_itself.str());
}

TEST(TypeCodeKinds, AreAnEnumerationOfIdl) {
  const Anys::Kinds kinds(TCKind::tk_long, {TCKind::tk_event, TCKind::tk_null});
  EXPECT_TRUE(through_cdr(kinds) == kinds);
  Any any;
  any <<= TCKind::tk_fixed;
  EXPECT_EQ(any.type()->member_name(static_cast<std::uint32_t>(TCKind::tk_fixed)), "tk_fixed");
  TCKind kind{};
  EXPECT_TRUE(through_cdr(any) >>= kind);
  EXPECT_EQ(kind, TCKind::tk_fixed);
  std::ostringstream out;
  out << kind << ' ' << any << ' ' << CORBA::typecode_reference(CORBA::_tc_string);
  EXPECT_EQ(out.str(), "CORBA::TCKind::tk_fixed any(CORBA::TCKind::tk_fixed) CORBA::TCKind::tk_string");
}

TEST(Anys, PrintTheirValues) {
  const auto printed = [](const auto& value) {
    Any any;
    any <<= value;
    std::ostringstream out, arrived;
    out << any;
    arrived << through_cdr(any);
    EXPECT_EQ(out.str(), arrived.str());
    return out.str();
  };
  EXPECT_EQ(printed(std::int32_t{-7}), "any(long -7)");
  EXPECT_EQ(printed(std::uint8_t{200}), "any(octet 200)");
  EXPECT_EQ(printed(2.5), "any(double 2.5)");
  EXPECT_EQ(printed(true), "any(true)");
  EXPECT_EQ(printed('x'), "any('x')");
  EXPECT_EQ(printed(std::string("text")), "any(\"text\")");
  EXPECT_EQ(printed(Anys::Suit::hearts), "any(Anys::Suit::hearts)");
  EXPECT_EQ(printed(Anys::Point(1, 2)), "any(Anys::Point{x=1,y=2})");
  EXPECT_EQ(printed(Anys::Points{{1, 2}, {3, 4}}), "any(<Anys::Point{x=1,y=2},Anys::Point{x=3,y=4}>)");
  Anys::Flagged flagged;
  flagged.no("nothing");
  EXPECT_EQ(printed(flagged), "any(Anys::Flagged{no=\"nothing\"})");
  Any inner;
  inner <<= std::int32_t{5};
  EXPECT_EQ(printed(inner), "any(any(long 5))");
  EXPECT_EQ(printed(Anys::Refused("why", Anys::Point(1, 2), inner)),
            "any(Anys::Refused{why=\"why\",where=Anys::Point{x=1,y=2},more=any(long 5)})");
}

TEST(Anys, KeepAnysAndTypeCodes) {
  Any inner;
  inner <<= "text";
  Any any;
  any <<= inner;
  Any copy;
  ASSERT_TRUE(through_cdr(any) >>= copy);
  std::string text;
  EXPECT_TRUE(copy >>= text);
  EXPECT_EQ(text, "text");
  any <<= CORBA::typecode_reference(Anys::_tc_Point);
  CORBA::typecode_reference type;
  ASSERT_TRUE(through_cdr(any) >>= type);
  EXPECT_TRUE(type->equal(Anys::_tc_Point));
}

TEST(Anys, TakeTextForText) {
  Any any;
  any <<= "text";
  EXPECT_EQ(any.type()->kind(), TCKind::tk_string);
  any <<= L"text";
  EXPECT_EQ(any.type()->kind(), TCKind::tk_wstring);
}

TEST(Anys, RefuseOtherTypes) {
  Any any;
  std::int32_t number = 7;
  EXPECT_FALSE(any >>= number);
  EXPECT_EQ(any.type()->kind(), TCKind::tk_null);
  any <<= std::uint32_t{1};
  EXPECT_FALSE(any >>= number);
  EXPECT_EQ(number, 7);
  any <<= Anys::Point(1, 2);
  Anys::Tree tree;
  EXPECT_FALSE(any >>= tree);
  EXPECT_FALSE(through_cdr(any) >>= tree);
  any <<= std::string("text");
  IDL::bounded_string<5> bounded;
  EXPECT_FALSE(any >>= bounded);
}

TEST(Anys, MoveAndSwap) {
  Any left;
  left <<= std::int32_t{1};
  Any right;
  swap(left, right);
  std::int32_t number = 0;
  EXPECT_TRUE(right >>= number);
  const Any moved = std::move(right);
  EXPECT_TRUE(moved >>= number);
}

TEST(Anys, TakeAnAliasForTheirType) {
  Any any;
  any <<= Anys::Points{Anys::Point(1, 2)};
  EXPECT_EQ(any.type()->kind(), TCKind::tk_sequence);
  any.type(Anys::_tc_Points);
  EXPECT_EQ(any.type()->name(), "Points");
  Anys::Points points;
  EXPECT_TRUE(any >>= points);
  const Any copy = through_cdr(any);
  EXPECT_EQ(copy.type()->name(), "Points");
  EXPECT_TRUE(copy >>= points);
  EXPECT_THROW(any.type(Anys::_tc_Grid), CORBA::BAD_TYPECODE);
}

class Best : public virtual CORBA::servant_traits<Anys::Best>::base_type {};

TEST(Anys, KeepReferences) {
  const auto best = loopback::activate<Anys::Best>(CORBA::make_reference<Best>());
  Any any;
  any <<= best;
  EXPECT_EQ(any.type()->id(), "IDL:Anys/Best:1.0");
  for (const Any& each : {any, through_cdr(any)}) {
    IDL::traits<Anys::Best>::ref_type same;
    ASSERT_TRUE(each >>= same);
    EXPECT_TRUE(same);
    CORBA::object_reference<CORBA::Object> object;
    ASSERT_TRUE(each >>= object);
    EXPECT_TRUE(object);
    IDL::traits<Anys::Friend>::ref_type base;
    EXPECT_FALSE(each >>= base);
  }
  any <<= IDL::traits<Anys::Friend>::ref_type();
  IDL::traits<Anys::Friend>::ref_type nil = dimma::narrow_unchecked<Anys::Friend>(best);
  EXPECT_TRUE(through_cdr(any) >>= nil);
  EXPECT_FALSE(nil);
}

class Keeper : public virtual CORBA::servant_traits<Anys::Keeper>::base_type {
 public:
  Any keep(const Any& a, Any& b, Any& c) override {
    std::string text;
    if (a >>= text) throw Anys::Refused(text, Anys::Point(), b);
    c = b;
    b = a;
    return a;
  }
  CORBA::typecode_reference type_of(const Any& a) override { return a.type(); }
  CORBA::AnySeq all_kept() override { return kept_; }
  void all_kept(const CORBA::AnySeq& value) override { kept_ = value; }

 private:
  CORBA::AnySeq kept_;
};

TEST(Calls, PassAnysAndTypeCodes) {
  const auto keeper = loopback::activate<Anys::Keeper>(CORBA::make_reference<Keeper>());
  Any a;
  a <<= Anys::Tree("tree", {});
  Any b;
  b <<= std::int32_t{5};
  Any c;
  Anys::Tree tree;
  EXPECT_TRUE(keeper->keep(a, b, c) >>= tree);
  EXPECT_EQ(tree.name(), "tree");
  std::int32_t number = 0;
  EXPECT_TRUE(c >>= number);
  EXPECT_EQ(number, 5);
  EXPECT_TRUE(keeper->type_of(a)->equal(Anys::_tc_Tree));
  keeper->all_kept({a, b, c, Any()});
  EXPECT_EQ(keeper->all_kept().size(), 4U);
  EXPECT_EQ(keeper->all_kept()[3].type()->kind(), TCKind::tk_null);
  a <<= "text";
  EXPECT_THROW(keeper->keep(a, b, c), Anys::Refused);
}

}  // namespace
