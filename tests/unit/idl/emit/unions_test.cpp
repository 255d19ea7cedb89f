// Code generated for unions: tests/idl/emit/unions.idl.
#include "unions.hpp"

#include "unions_skel.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <sstream>
#include <type_traits>

#include "loopback.hpp"
#include "round_trip.hpp"

namespace {

using round_trip::encoded_size;
using round_trip::through_cdr;

TEST(NewUnions, HaveTheDefaultBranchAndTheLowestUnlistedLabel) {
  const Unions::Fallback fallback;
  EXPECT_EQ(fallback._d(), -32766);
  EXPECT_EQ(fallback.other(), "");
  EXPECT_EQ(Unions::OfUShort().else_member().x(), 0);
  EXPECT_EQ(Unions::OfUShort()._d(), 0);
  EXPECT_EQ(Unions::OfAlias()._d(), Unions::Suit::clubs);
  EXPECT_EQ(Unions::OfAlias().many()[1]._d(), std::numeric_limits<std::int32_t>::min());
}

TEST(NewUnions, HaveNoBranchWhereLabelsAreLeftOver) {
  EXPECT_EQ(Unions::Choice()._d(), std::numeric_limits<std::int32_t>::min());
  EXPECT_THROW(Unions::Choice().number(), CORBA::BAD_PARAM);
  EXPECT_TRUE(Unions::HalfBoolean()._d());
  EXPECT_EQ(Unions::OfChar()._d(), '\1');
  EXPECT_EQ(Unions::OfOctet()._d(), 1);
  EXPECT_EQ(Unions::OfInt8()._d(), -127);
  EXPECT_EQ(Unions::OfULong()._d(), 3U);
  EXPECT_EQ(Unions::OfLongLong()._d(), std::numeric_limits<std::int64_t>::min() + 1);
  EXPECT_EQ(Unions::OfULongLong()._d(), 0U);
  EXPECT_EQ(Unions::OfEnum()._d(), Unions::Suit::diamonds);
}

TEST(NewUnions, HaveTheFirstBranchWhereAllLabelsAreNamed) {
  EXPECT_TRUE(Unions::OfBoolean()._d());
  EXPECT_EQ(Unions::OfBoolean().yes(), "");
  EXPECT_EQ(Unions::AllOfEnum()._d(), Unions::Suit::clubs);
  EXPECT_EQ(Unions::AllOfEnum().black(), 0);
  EXPECT_EQ(Unions::OwnEnum()._d(), Unions::OwnEnum::Shape::round);
}

template <class T>
concept HasDefault = requires(T value) {
  value._default();
};

TEST(Default, ExistsWhereLabelsAreLeftOverWithoutADefaultBranch) {
  static_assert(HasDefault<Unions::Choice> && HasDefault<Unions::HalfBoolean> && HasDefault<Unions::OfEnum>);
  static_assert(!HasDefault<Unions::Fallback> && !HasDefault<Unions::OfBoolean> && !HasDefault<Unions::AllOfEnum>);
  Unions::Choice choice;
  choice.text("text");
  choice._default();
  EXPECT_EQ(choice._d(), std::numeric_limits<std::int32_t>::min());
  EXPECT_THROW(choice.text(), CORBA::BAD_PARAM);
}

TEST(Setters, SelectTheirBranch) {
  Unions::Choice choice;
  choice.number(5);
  EXPECT_EQ(choice._d(), 1);
  choice.number() += 2;
  EXPECT_EQ(choice.number(), 7);
  choice.place(Unions::Point(1, 2));
  EXPECT_EQ(choice._d(), 4);
  EXPECT_THROW(choice.number(), CORBA::BAD_PARAM);
  choice.corners({Unions::Point(), Unions::Point(3, 4)});
  EXPECT_EQ(choice.corners()[1].y(), 4);
  choice.played(Unions::Suit::hearts);
  EXPECT_EQ(choice.played(), Unions::Suit::hearts);
  choice.peer({});
  EXPECT_FALSE(choice.peer());
  static_assert(std::is_same_v<decltype(std::declval<const Unions::Choice&>().number()), std::int32_t>);
  static_assert(std::is_same_v<decltype(std::declval<const Unions::Choice&>().place()), const Unions::Point&>);
}

TEST(Setters, TakeALabelWhereThereIsAChoice) {
  Unions::Choice choice;
  choice.text("two");
  EXPECT_EQ(choice._d(), 2);
  choice.text("three", -3);
  EXPECT_EQ(choice._d(), -3);
  EXPECT_THROW(choice.text("one", 1), CORBA::BAD_PARAM);
  EXPECT_EQ(choice.text(), "three");
  Unions::Fallback fallback;
  fallback.least(1, -32767);
  EXPECT_EQ(fallback._d(), -32767);
  fallback.other("any", 3);
  EXPECT_EQ(fallback._d(), 3);
  fallback.other("other");
  EXPECT_EQ(fallback._d(), -32766);
  EXPECT_THROW(fallback.other("no", -32768), CORBA::BAD_PARAM);
}

TEST(Setters, MoveWhatIsMovable) {
  std::string text = "long enough not to be stored in the string object itself";
  const void* const characters = text.data();
  Unions::Choice choice;
  choice.text(std::move(text), -3);
  EXPECT_EQ(static_cast<const void*>(choice.text().data()), characters);
}

TEST(Setters, TakeAValueFromWithin) {
  Unions::Tree tree;
  tree.branches({Unions::Tree(), Unions::Tree()});
  tree.branches()[1].leaf("inner");
  tree = Unions::Tree(tree.branches()[1]);
  EXPECT_EQ(tree.leaf(), "inner");
  tree.branches({tree});
  tree.leaf(tree.branches()[0].leaf());
  EXPECT_EQ(tree.leaf(), "inner");
}

TEST(Discriminators, ChangeWithinABranchOnly) {
  Unions::Choice choice;
  choice.text("text");
  choice._d(-3);
  EXPECT_EQ(choice._d(), -3);
  EXPECT_EQ(choice.text(), "text");
  EXPECT_THROW(choice._d(1), CORBA::BAD_PARAM);
  EXPECT_THROW(choice._d(77), CORBA::BAD_PARAM);
  choice._default();
  choice._d(77);
  EXPECT_EQ(choice._d(), 77);
  EXPECT_THROW(choice._d(2), CORBA::BAD_PARAM);
}

TEST(Unions, AreValues) {
  Unions::Choice left;
  left.text("left");
  Unions::Choice right(left);
  right.number(1);
  swap(left, right);
  EXPECT_EQ(right.text(), "left");
  left.swap(right);
  const Unions::Choice moved(std::move(left));
  EXPECT_EQ(moved.text(), "left");
  Unions::Words words;
  words._cxx_class(1);
  words.swap("text");
  EXPECT_EQ(words._d(), 2);
  words._cxx_int(0.5);
}

TEST(Codecs, KeepEachBranch) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    Unions::Choice choice;
    EXPECT_EQ(through_cdr(choice, order)._d(), choice._d());
    choice.text("text", -3);
    EXPECT_EQ(through_cdr(choice, order)._d(), -3);
    EXPECT_EQ(through_cdr(choice, order).text(), "text");
    choice.raw({1, 2, 255});
    EXPECT_EQ(through_cdr(choice, order).raw(), (std::vector<std::uint8_t>{1, 2, 255}));
    choice.corners({Unions::Point(1, 2), Unions::Point(3, 4)});
    EXPECT_EQ(through_cdr(choice, order).corners()[1].y(), 4);
    choice.flag(true);
    EXPECT_TRUE(through_cdr(choice, order).flag());
    choice.played(Unions::Suit::spades);
    EXPECT_EQ(through_cdr(choice, order).played(), Unions::Suit::spades);
    Unions::OfLongLong wide;
    wide.most(3);
    EXPECT_EQ(through_cdr(wide, order).most(), 3);
  }
}

TEST(Codecs, WriteTheDiscriminatorAndTheActiveBranch) {
  Unions::OfOctet octet;
  EXPECT_EQ(encoded_size(octet), 1U);
  octet.all(1);
  EXPECT_EQ(encoded_size(octet), 8U);
  static_assert(dimma::cdr::codec<Unions::OfOctet>::octets_min == 1);
  static_assert(dimma::cdr::codec<Unions::OfEnum>::octets_min == 4);
}

template <class T>
void expect_end_where_written(const T& value) {
  for (std::size_t before = 0; before < 8; ++before) {
    dimma::cdr::Buffer buffer;
    dimma::cdr::Encoder out(buffer);
    for (std::size_t i = 0; i < before; ++i) out.put(std::uint8_t{0});
    dimma::cdr::write(out, value);
    EXPECT_EQ(dimma::cdr::end_of(before, value), out.size()) << IDL::traits<T>::write(value) << " from " << before;
  }
}

TEST(Codecs, TellWhereAValueEnds) {
  Unions::Fallback fallback;
  expect_end_where_written(fallback);
  fallback.other("six more");
  expect_end_where_written(fallback);
  fallback.least(7);
  expect_end_where_written(fallback);
  Unions::OwnEnum shape;
  shape.radius(2.5);
  expect_end_where_written(shape);
  shape.lengths({1.5, 2.5});
  expect_end_where_written(shape);
  Unions::HalfBoolean half;
  expect_end_where_written(half);
  half.only(3);
  expect_end_where_written(half);
  Unions::OfAlias played;
  expect_end_where_written(played._d());
  expect_end_where_written(std::vector<Unions::Fallback>{fallback, Unions::Fallback(), fallback});
  static_assert(!dimma::cdr::Extended<Unions::Choice>, "a reference has no extent");
  static_assert(!dimma::cdr::Extended<Unions::Tree>, "nor has what contains itself");
}

std::string printed(const Unions::Choice& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(Codecs, ReadOverWhatThereWas) {
  Unions::Choice there;
  there.text("a text that is too long for the string itself, so that it has memory of its own");
  for (const auto& set : std::vector<std::function<void(Unions::Choice&)>>{
           [](auto& value) { value.text("short", -3); },
           [](auto& value) {
             value.raw({1, 2, 3});
           },
           [](auto& value) { value.raw({4}); }, [](auto& value) { value._default(); },
           [](auto& value) { value.place(Unions::Point(1, 2)); }}) {
    Unions::Choice sent;
    set(sent);
    dimma::cdr::Buffer buffer;
    dimma::cdr::Encoder out(buffer);
    dimma::cdr::write(out, sent);
    dimma::cdr::Decoder in(out.octets());
    dimma::cdr::read(in, there);
    EXPECT_EQ(printed(there), printed(sent));
  }
}

TEST(Codecs, FollowRecursion) {
  Unions::Tree leaf;
  leaf.leaf("leaf");
  Unions::Tree pair;
  pair.pair_of_them({leaf, leaf});
  Unions::Tree tree;
  tree.branches({leaf, pair});
  EXPECT_TRUE(through_cdr(tree) == tree);
  EXPECT_EQ(through_cdr(tree).branches()[1].pair_of_them()[0].leaf(), "leaf");
  Unions::Node node;
  node.links().resize(1);
  node.links()[0].next({Unions::Node(), Unions::Node()});
  EXPECT_EQ(through_cdr(node).links()[0].next().size(), 2U);
  tree.pair_of_them({leaf, leaf, leaf});
  EXPECT_THROW(through_cdr(tree), CORBA::BAD_PARAM);
  Unions::Either number;
  number.number(7);
  const Unions::Either::Both both(2.5, {number, number});
  Unions::Either either;
  either.couple(both);
  EXPECT_TRUE(through_cdr(either) == either);
  either.pair({both, both});
  EXPECT_EQ(through_cdr(either).pair()[1].parts()[1].number(), 7);
}

TEST(Codecs, RefuseMalformedOctets) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer);
  out.put(std::uint32_t{4});  // no such enumerator
  dimma::cdr::Decoder enumerator(out.octets());
  EXPECT_THROW(dimma::cdr::read<Unions::OfEnum>(enumerator), CORBA::MARSHAL);
  out.reset();
  for (int depth = 0; depth < 1000; ++depth) {
    out.put(std::int32_t{1});
    out.put(std::uint32_t{1});
  }
  dimma::cdr::Decoder deep(out.octets());
  EXPECT_THROW(dimma::cdr::read<Unions::Tree>(deep), CORBA::MARSHAL);
}

TEST(Codecs, LeaveAValidValueWhereReadingFails) {
  Unions::Choice choice;
  choice.number(1);
  const std::byte octets[] = {std::byte{2}, std::byte{0}, std::byte{0}, std::byte{0}};
  dimma::cdr::Decoder in(octets, std::endian::little);
  EXPECT_THROW(dimma::cdr::read(in, choice), CORBA::MARSHAL);
  EXPECT_EQ(choice._d(), 2);
  EXPECT_EQ(choice.text(), "");
}

TEST(Traits, AreThoseOfConstructedTypes) {
  static_assert(std::is_same_v<IDL::traits<Unions::Choice>::in_type, const Unions::Choice&>);
  static_assert(std::is_same_v<IDL::traits<Unions::Keeper::Kept>::value_type, Unions::Keeper::Kept>);
}

class Keeper : public virtual CORBA::servant_traits<Unions::Keeper>::base_type {
 public:
  Unions::Keeper::Kept keep(const Unions::Choice& a, Unions::Keeper::Kept& b, Unions::Tree& c) override {
    if (a._d() == 1) throw Unions::Refused(a);
    Unions::Keeper::Kept result;
    result.chosen(a);
    b.text(b.text() + "!");
    c.leaf("leaf");
    return result;
  }
  Unions::Choice favourite() override { return favourite_; }
  void favourite(const Unions::Choice& value) override { favourite_ = value; }

 private:
  Unions::Choice favourite_;
};

TEST(Calls, PassUnions) {
  const auto keeper = loopback::activate<Unions::Keeper>(CORBA::make_reference<Keeper>());
  for (const auto route : {loopback::Route::encoded, loopback::Route::direct}) {
    loopback::use(route);
    Unions::Choice choice;
    choice.text("text");
    Unions::Keeper::Kept kept;
    kept.text("kept");
    Unions::Tree tree;
    EXPECT_EQ(keeper->keep(choice, kept, tree).chosen().text(), "text");
    EXPECT_EQ(kept.text(), "kept!");
    EXPECT_EQ(tree.leaf(), "leaf");
    keeper->favourite(choice);
    EXPECT_EQ(keeper->favourite().text(), "text");
    choice.number(12);
    try {
      keeper->keep(choice, kept, tree);
      FAIL();
    } catch (const Unions::Refused& refused) {
      EXPECT_EQ(refused.why().number(), 12);
    }
  }
  loopback::use(loopback::Route::encoded);
}

TEST(Unions, OverInt8GoIntoAnysWithTheirMembers) {
  Unions::OfInt8 small;
  small.least(7);
  CORBA::Any any;
  any <<= small;
  Unions::OfInt8 copy;
  ASSERT_TRUE(through_cdr(any) >>= copy);
  EXPECT_EQ(copy._d(), -128);
  EXPECT_EQ(copy.least(), 7);
}

}  // namespace
