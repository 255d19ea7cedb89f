// Values of every kind of type in an Any: inserted by copy and by pointer, extracted as they are held, and extracted
// after the Any has been sent.
#include "anys.hh"

#include "../types/octets.hpp"

#include <gtest/gtest.h>

namespace {

// Returns an Any that holds the octets of the value, as one that has been received.
CORBA::Any sent(const CORBA::Any& any) {
  const Octets octets = encoded(
      [&](dimma::classic::Output& out) { dimma::classic::codec<CORBA::Any>::write(out, any); }, ByteOrder::little, 0);
  CORBA::Any read;
  const auto into = [&](dimma::classic::Input& in) { dimma::classic::codec<CORBA::Any>::read(in, read); };
  EXPECT_EQ(decoded(octets, into, ByteOrder::little, 0), Decoded::whole);
  return read;
}

Anys::Point sample_point() {
  Anys::Point point;
  point.x = 7;
  point.flag = 2;
  point.y = 0.5;
  point.shade = Anys::blue;
  return point;
}

Anys::Item sample_item() {
  Anys::Item item;
  item.title = "a title";
  item.value <<= CORBA::Long(5);
  item.kind = CORBA::TypeCode::_duplicate(Anys::_tc_Point);
  item.named_value <<= "text";
  item.kind_by_name = CORBA::TypeCode::_duplicate(CORBA::_tc_long);
  item.values.length(2);
  item.values[0] <<= sample_point();
  item.kinds.length(1);
  item.kinds[0] = CORBA::TypeCode::_duplicate(Anys::_tc_Item);
  item.pair[0] <<= Anys::green;
  item.kind_pair[0] = CORBA::TypeCode::_duplicate(CORBA::_tc_string);
  item.kind_pair[1] = CORBA::TypeCode::_duplicate(CORBA::_tc_any);
  item.inside.number = 3;
  item.inside.value <<= CORBA::Any::from_boolean(true);
  return item;
}

void expect_sample(const Anys::Item& item) {
  EXPECT_STREQ(item.title, "a title");
  CORBA::Long number = 0;
  EXPECT_TRUE(item.value >>= number);
  EXPECT_EQ(number, 5);
  EXPECT_TRUE(item.kind->equal(Anys::_tc_Point));
  const char* text = nullptr;
  EXPECT_TRUE(item.named_value >>= text);
  EXPECT_STREQ(text, "text");
  ASSERT_EQ(item.values.length(), 2U);
  const Anys::Point* point = nullptr;
  ASSERT_TRUE(item.values[0] >>= point);
  EXPECT_EQ(point->y, 0.5);
  EXPECT_TRUE(item.kinds[0]->equal(Anys::_tc_Item));
  Anys::Colour colour = Anys::red;
  EXPECT_TRUE(item.pair[0] >>= colour);
  EXPECT_EQ(colour, Anys::green);
  EXPECT_EQ(item.kind_pair[1]->kind(), CORBA::tk_any);
  EXPECT_EQ(item.inside.number, 3);
}

TEST(AnyOfEnum, HoldsTheEnumerator) {
  CORBA::Any any;
  any <<= Anys::blue;
  Anys::Colour colour = Anys::red;
  EXPECT_TRUE(any >>= colour);
  EXPECT_EQ(colour, Anys::blue);
  colour = Anys::red;
  EXPECT_TRUE(sent(any) >>= colour);
  EXPECT_EQ(colour, Anys::blue);
  Anys::Echo::Side side = Anys::Echo::right;
  EXPECT_FALSE(any >>= side);
  EXPECT_EQ(side, Anys::Echo::right);
  any <<= Anys::Echo::left;
  EXPECT_TRUE(sent(any) >>= side);
  EXPECT_EQ(side, Anys::Echo::left);
}

TEST(AnyOfStruct, CopiesOrTakesTheValueOver) {
  CORBA::Any any;
  any <<= sample_point();
  const Anys::Point* point = nullptr;
  ASSERT_TRUE(any >>= point);
  EXPECT_EQ(point->x, 7);
  Anys::Point* const made = new Anys::Point(sample_point());
  any <<= made;
  ASSERT_TRUE(any >>= point);
  EXPECT_EQ(point, made);
  Anys::Point* changeable = nullptr;
  ASSERT_TRUE(any >>= changeable);
  EXPECT_EQ(changeable, made);
  const CORBA::Any received = sent(any);
  ASSERT_TRUE(received >>= point);
  EXPECT_EQ(point->shade, Anys::blue);
  const Anys::Point* again = nullptr;
  ASSERT_TRUE(received >>= again);
  EXPECT_EQ(again, point) << "the Any keeps the decoded value";
  const Anys::Item* item = nullptr;
  EXPECT_FALSE(any >>= item);
  EXPECT_EQ(item, nullptr);
}

TEST(AnyOfStruct, TakesWhatAVarConvertsTo) {
  Anys::Item_var var = new Anys::Item(sample_item());
  CORBA::Any any;
  any <<= var.in();
  const Anys::Item* item = nullptr;
  ASSERT_TRUE(any >>= item);
  expect_sample(*item);
  any <<= var._retn();
  ASSERT_TRUE(any >>= item);
  expect_sample(*item);
}

TEST(AnyOfStruct, OfAllKindsOfMembersIsSent) {
  CORBA::Any any;
  any <<= sample_item();
  const CORBA::Any received = sent(any);
  const Anys::Item* item = nullptr;
  ASSERT_TRUE(received >>= item);
  expect_sample(*item);
  Anys::Item::Inner inner;
  inner.number = 8;
  any <<= inner;
  const Anys::Item::Inner* held = nullptr;
  const CORBA::Any inner_received = sent(any);
  ASSERT_TRUE(inner_received >>= held);
  EXPECT_EQ(held->number, 8);
}

TEST(AnyOfUnion, HoldsEachBranch) {
  Anys::Part part;
  CORBA::Any value;
  value <<= sample_point();
  part.value(value);
  CORBA::Any any;
  any <<= part;
  const CORBA::Any received = sent(any);
  const Anys::Part* held = nullptr;
  ASSERT_TRUE(received >>= held);
  const Anys::Point* point = nullptr;
  ASSERT_TRUE(held->value() >>= point);
  EXPECT_EQ(point->x, 7);

  Anys::Part* const made = new Anys::Part;
  made->kind(Anys::_tc_Item);
  any <<= made;
  const CORBA::Any of_kind = sent(any);
  ASSERT_TRUE(of_kind >>= held);
  EXPECT_TRUE(held->kind()->equal(Anys::_tc_Item));
}

TEST(AnyOfSequence, CopiesOrTakesTheValueOver) {
  Anys::Points points;
  points.length(3);
  points[2] = sample_point();
  CORBA::Any any;
  any <<= points;
  const CORBA::Any received = sent(any);
  const Anys::Points* held = nullptr;
  ASSERT_TRUE(received >>= held);
  ASSERT_EQ(held->length(), 3U);
  EXPECT_EQ((*held)[2].x, 7);
  CORBA::TypeCode_var type = any.type();
  EXPECT_TRUE(type->equal(Anys::_tc_Points));
  EXPECT_EQ(type->kind(), CORBA::tk_alias);

  Anys::Values* const values = new Anys::Values;
  values->length(1);
  (*values)[0] <<= CORBA::Short(4);
  any <<= values;
  const Anys::Values* held_values = nullptr;
  ASSERT_TRUE(any >>= held_values);
  EXPECT_EQ(held_values, values);

  Anys::Codes codes;
  codes.length(1);
  codes[0] = "123456";
  any <<= codes;
  const CORBA::Any received_codes = sent(any);
  const Anys::Codes* held_codes = nullptr;
  ASSERT_TRUE(received_codes >>= held_codes);
  EXPECT_STREQ((*held_codes)[0], "123456");
}

TEST(AnyOfArray, CopiesOrTakesTheArrayOver) {
  Anys::Grid grid = {{1, 2, 3}, {4, 5, 6}};
  CORBA::Any any;
  any <<= Anys::Grid_forany(grid);
  grid[1][2] = 0;
  Anys::Grid_forany held;
  ASSERT_TRUE(any >>= held);
  EXPECT_EQ(held[1][2], 6);
  const CORBA::Any received = sent(any);
  ASSERT_TRUE(received >>= held);
  EXPECT_EQ(held[1][0], 4);

  Anys::Words_slice* const words = Anys::Words_alloc();
  words[1] = "second";
  any <<= Anys::Words_forany(words, true);
  Anys::Words_forany held_words;
  ASSERT_TRUE(any >>= held_words);
  EXPECT_EQ(held_words.in(), words);
  const CORBA::Any received_words = sent(any);
  ASSERT_TRUE(received_words >>= held_words);
  EXPECT_STREQ(held_words[1], "second");

  Anys::Pair pair;
  pair[0] <<= CORBA::Long(3);
  any <<= Anys::Pair_forany(pair);
  const CORBA::Any received_pair = sent(any);
  Anys::Pair_forany held_pair;
  ASSERT_TRUE(received_pair >>= held_pair);
  CORBA::Long number = 0;
  EXPECT_TRUE(held_pair[0] >>= number);
  EXPECT_EQ(number, 3);
  EXPECT_FALSE(any >>= held) << "another array";

  Anys::Echo::Triple triple = {7, 8, 9};
  any <<= Anys::Echo::Triple_forany(triple);
  Anys::Echo::Triple_forany held_triple;
  const CORBA::Any received_triple = sent(any);
  ASSERT_TRUE(received_triple >>= held_triple);
  EXPECT_EQ(held_triple[2], 9);
}

TEST(AnyOfException, CopiesOrTakesTheValueOver) {
  CORBA::Any why;
  why <<= "a reason";
  const Anys::Bad bad(why, Anys::_tc_Bad, Anys::green);
  CORBA::Any any;
  any <<= bad;
  const CORBA::Any received = sent(any);
  const Anys::Bad* held = nullptr;
  ASSERT_TRUE(received >>= held);
  const char* text = nullptr;
  ASSERT_TRUE(held->why >>= text);
  EXPECT_STREQ(text, "a reason");
  EXPECT_EQ(held->shade, Anys::green);
  EXPECT_TRUE(held->kind->equal(Anys::_tc_Bad));

  Anys::Empty* const made = new Anys::Empty;
  any <<= made;
  const Anys::Empty* empty = nullptr;
  ASSERT_TRUE(any >>= empty);
  EXPECT_EQ(empty, made);
  EXPECT_FALSE(any >>= held);
  const CORBA::Any received_empty = sent(any);
  ASSERT_TRUE(received_empty >>= empty);
}

TEST(AnyOfException, IsInsertedAsItsMostDerivedType) {
  const Anys::Empty empty;
  const CORBA::Exception& caught = empty;
  CORBA::Any any;
  any <<= caught;
  const Anys::Empty* held = nullptr;
  ASSERT_TRUE(any >>= held);
  EXPECT_STREQ(held->_rep_id(), empty._rep_id());
}

TEST(AnyOfReference, HoldsNil) {
  CORBA::Any any;
  any <<= Anys::Echo::_nil();
  CORBA::TypeCode_var type = any.type();
  EXPECT_TRUE(type->equal(Anys::_tc_Echo));
  Anys::Echo_var echo;
  Anys::Echo_ptr held = nullptr;
  EXPECT_TRUE(any >>= held);
  EXPECT_TRUE(CORBA::is_nil(held));
  any <<= &echo.inout();
  EXPECT_TRUE(sent(any) >>= held);
  EXPECT_TRUE(CORBA::is_nil(held));
}

TEST(AnyOfTypesWithinAnInterface, HasOperatorsInTheNamespace) {
  Anys::Echo::Box box;
  box.size = 4;
  box.label = "box";
  CORBA::Any any;
  any <<= box;
  const CORBA::Any received = sent(any);
  const Anys::Echo::Box* held = nullptr;
  ASSERT_TRUE(received >>= held);
  EXPECT_STREQ(held->label, "box");

  Anys::Echo::Either either;
  either.boxed(box);
  any <<= either;
  const CORBA::Any of_either = sent(any);
  const Anys::Echo::Either* held_either = nullptr;
  ASSERT_TRUE(of_either >>= held_either);
  EXPECT_EQ(held_either->boxed().size, 4);

  Anys::Echo::Boxes boxes;
  boxes.length(1);
  boxes[0] = box;
  any <<= boxes;
  const Anys::Echo::Boxes* held_boxes = nullptr;
  ASSERT_TRUE(any >>= held_boxes);
  EXPECT_EQ((*held_boxes)[0].size, 4);

  any <<= Anys::Echo::Refused(any);
  const CORBA::Any of_refused = sent(any);
  const Anys::Echo::Refused* refused = nullptr;
  ASSERT_TRUE(of_refused >>= refused);
  ASSERT_TRUE(refused->value >>= held_boxes);
}

TEST(AnyOfRecursiveStruct, IsSent) {
  Anys::Node node;
  node.value = 1;
  node.children.length(2);
  node.children[1].value = 2;
  CORBA::Any any;
  any <<= node;
  const CORBA::Any received = sent(any);
  const Anys::Node* held = nullptr;
  ASSERT_TRUE(received >>= held);
  EXPECT_EQ(held->children[1].value, 2);
  CORBA::TypeCode_var type = received.type();
  EXPECT_TRUE(type->equal(Anys::_tc_Node));
}

TEST(TypeCodeConstants, DescribeTheTypes) {
  EXPECT_EQ(Anys::_tc_Item->kind(), CORBA::tk_struct);
  EXPECT_STREQ(Anys::_tc_Item->id(), "IDL:example.org/Anys/Item:1.0");
  EXPECT_STREQ(Anys::_tc_Item->member_name(1), "value");
  CORBA::TypeCode_var inner = Anys::_tc_Item->member_type(9);
  EXPECT_TRUE(inner->equal(Anys::Item::_tc_Inner));
  EXPECT_EQ(Anys::_tc_Name->kind(), CORBA::tk_alias);
  CORBA::TypeCode_var aliased = Anys::_tc_Path->content_type();
  EXPECT_TRUE(aliased->equal(Anys::_tc_Points));
  EXPECT_EQ(Anys::_tc_AnyValue->kind(), CORBA::tk_alias);
  EXPECT_EQ(Anys::_tc_Empty->kind(), CORBA::tk_except);
  EXPECT_EQ(Anys::_tc_Echo->kind(), CORBA::tk_objref);
  EXPECT_STREQ(Anys::Echo::_tc_Refused->name(), "Refused");
}

// An Any's TypeCode may be replaced by one of an alias.
TEST(TypeCodeConstants, OfAliasesReplaceTheTypeOfAnAny) {
  CORBA::Any any;
  any <<= "text";
  any.type(Anys::_tc_Name);
  CORBA::TypeCode_var type = any.type();
  EXPECT_TRUE(type->equal(Anys::_tc_Name));
  const char* text = nullptr;
  EXPECT_TRUE(any >>= text);
}

}  // namespace
