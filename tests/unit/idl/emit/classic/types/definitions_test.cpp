// Constants, typedefs, structs, arrays, sequences and exceptions, as generated for kinds.idl.
#include "samples.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <cwchar>
#include <string>

namespace {

TEST(Constants, HaveTheirValues) {
  EXPECT_EQ(Kinds::limit, 5);
  EXPECT_EQ(Kinds::largest, 18446744073709551615ULL);
  EXPECT_STREQ(Kinds::greeting, "hello");
  EXPECT_EQ(std::wcscmp(Kinds::wide_greeting, L"h\u00e9"), 0);
  EXPECT_EQ(Kinds::half, 0.5);
  EXPECT_TRUE(Kinds::enabled);
  EXPECT_EQ(Kinds::letter_x, 'x');
  EXPECT_EQ(Kinds::favourite, Kinds::green);
}

TEST(Constants, OfInterfaceAreMembersOfItsClass) {
  EXPECT_STREQ(Kinds::Echo::label, "echo");
  EXPECT_EQ(Kinds::Echo::ratio, 1.5F);
  EXPECT_EQ(Kinds::Echo::shade, Kinds::blue);
  const CORBA::Long* const address = &Kinds::Echo::most;
  EXPECT_EQ(*address, 9);
  char array[Kinds::Echo::most];
  EXPECT_EQ(sizeof array, 9U);
}

TEST(Struct, IsAnAggregate) {
  const Kinds::Point point = {1, 2, 0.5, Kinds::green, {3, 4}};
  EXPECT_EQ(point.x, 1);
  EXPECT_EQ(point.steps[1], 4);
}

TEST(Struct, BeginsWithEmptyStringsAndNilReferences) {
  const Kinds::Item item = Kinds::Item();
  EXPECT_STREQ(item.title.in(), "");
  EXPECT_STREQ(item.labels[1].in(), "");
  EXPECT_EQ(item.tags.length(), 0U);
  EXPECT_TRUE(CORBA::is_nil(item.owner.in()));
}

TEST(Struct, IsCopiedWithAllItHolds) {
  const Kinds::Item item = sample_item();
  Kinds::Item copy = item;
  copy.title = "another";
  copy.labels[0] = "changed";
  copy.cells[1][1] = 0;
  copy.path[0].x = 100;
  EXPECT_STREQ(item.title.in(), "a title");
  EXPECT_STREQ(item.labels[0].in(), "left");
  EXPECT_EQ(item.cells[1][1], 11);
  EXPECT_EQ(item.path[0].x, 1);
  EXPECT_STREQ(copy.inside.second.in(), "inside");
}

TEST(Struct, HasVarOfItsOwnNameAndWithin) {
  Kinds::Item_var item = new Kinds::Item(sample_item());
  Kinds::Item::_var_type other = item;
  other->title = "copied";
  EXPECT_STREQ(item->title.in(), "a title");
}

TEST(Struct, MayHaveNamesThatAreKeywords) {
  Kinds::_cxx_class value;
  value._cxx_for = 1;
  value._cxx_delete = "text";
  Kinds::_cxx_class_var var = new Kinds::_cxx_class(value);
  EXPECT_STREQ(var->_cxx_delete.in(), "text");
}

TEST(Sequence, IsAClassOfItsOwn) {
  struct Overloaded {
    static int which(const Kinds::Longs&) { return 1; }
    static int which(const Kinds::Names&) { return 2; }
    static int which(const Kinds::Table&) { return 3; }
  };
  EXPECT_EQ(Overloaded::which(Kinds::Longs(4)), 1);
  EXPECT_EQ(Overloaded::which(Kinds::Names(4)), 2);
  EXPECT_EQ(Overloaded::which(Kinds::Table(4)), 3);
  const Kinds::Numbers alias(7);
  EXPECT_EQ(Overloaded::which(alias), 1);
  EXPECT_EQ(alias.maximum(), 7U);
}

TEST(Sequence, HasConstructorsOfTheStandard) {
  CORBA::Long* const buffer = Kinds::Longs::allocbuf(2);
  buffer[0] = 1;
  buffer[1] = 2;
  Kinds::Longs owner(2, 2, buffer, true);
  const Kinds::Longs copy(owner);
  owner[0] = 5;
  EXPECT_EQ(copy[0], 1);
  CORBA::Octet octets[] = {1, 2, 3, 4};
  const Kinds::Id id(4, octets);
  EXPECT_EQ(id[3], 4);
  EXPECT_EQ(id.maximum(), 4U);
}

TEST(Sequence, OfItsOwnTypeHoldsATree) {
  const Kinds::Node node = sample_node();
  EXPECT_EQ(node.children[0].value, 2);
  EXPECT_EQ(node.others[1].value, 3);
}

TEST(Array, HasFunctionsOfTheStandard) {
  Kinds::Grid grid = {{1, 2, 3}, {4, 5, 6}};
  Kinds::Grid_slice* const copy = Kinds::Grid_dup(grid);
  grid[1][2] = 0;
  EXPECT_EQ(copy[1][2], 6);
  Kinds::Grid_copy(grid, copy);
  EXPECT_EQ(grid[1][2], 6);
  Kinds::Grid_free(copy);
  EXPECT_EQ(Kinds::Grid_dup(0), nullptr);
}

TEST(Array, OfStringsCopiesTheStrings) {
  Kinds::Words words;
  words[0] = "first";
  Kinds::Words_var var = Kinds::Words_dup(words);
  words[0] = "changed";
  EXPECT_STREQ(var[0].in(), "first");
}

TEST(Array, OfArraysIsFlat) {
  Kinds::Rows rows = {{1, 2, 3}, {4, 5, 6}};
  Kinds::Rows_var var = Kinds::Rows_dup(rows);
  EXPECT_EQ(var[1][2], 6);
  Kinds::Line_var line = Kinds::Line_alloc();
  Kinds::Line_copy(line.inout(), rows[1]);
  EXPECT_EQ(line[0], 4);
}

TEST(Array, OfInterfaceIsAMemberOfItsClass) {
  const Kinds::Echo::Triple triple = {1, 2, 3};
  Kinds::Echo::Triple_var var = Kinds::Echo::Triple_dup(triple);
  EXPECT_EQ(var[2], 3);
}

TEST(Exception, IsConstructedFromItsMembers) {
  Kinds::Longs where;
  where.length(1);
  where[0] = 8;
  const Kinds::Row cells = {1, 2, 3};
  const Kinds::Bad bad("no reason", 4, where, cells, Kinds::Echo::_nil(), Kinds::green);
  EXPECT_STREQ(bad.why.in(), "no reason");
  EXPECT_EQ(bad.code, 4);
  EXPECT_EQ(bad.where[0], 8);
  EXPECT_EQ(bad.cells[2], 3);
  EXPECT_EQ(bad.shade, Kinds::green);
}

TEST(Exception, BeginsWithValues) {
  const Kinds::Bad bad;
  EXPECT_STREQ(bad.why.in(), "");
  EXPECT_EQ(bad.code, 0);
  EXPECT_EQ(bad.cells[1], 0);
}

TEST(Exception, IsThrownAndFoundByItsType) {
  const Kinds::Row cells = {0, 0, 0};
  const Kinds::Bad bad("thrown", 1, Kinds::Longs(), cells, 0, Kinds::red);
  const CORBA::Exception& base = bad;
  EXPECT_THROW(base._raise(), Kinds::Bad);
  EXPECT_STREQ(base._name(), "Bad");
  EXPECT_STREQ(base._rep_id(), "IDL:Kinds/Bad:1.0");
  EXPECT_EQ(Kinds::Bad::_downcast(&base), &bad);
  EXPECT_EQ(Kinds::Empty::_downcast(&base), nullptr);
  CORBA::Exception* const none = 0;
  EXPECT_EQ(Kinds::Bad::_narrow(none), nullptr);
}

TEST(Exception, MayHaveAMemberNamedWhat) {
  Kinds::Named named;
  named.what = "a text";
  Kinds::Named copy(named);
  EXPECT_STREQ(copy.what.in(), "a text");
}

TEST(Exception, OfInterfaceIsAMemberOfItsClass) {
  const Kinds::Echo::Refused refused("busy");
  EXPECT_STREQ(refused._rep_id(), "IDL:Kinds/Echo/Refused:1.0");
  EXPECT_STREQ(refused.reason.in(), "busy");
}

}  // namespace
