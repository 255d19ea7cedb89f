// Calls by generated stubs and skeletons: each kind of argument in each direction, within the process and by requests
// of another ORB. With a reference as argument, calls an object of another program.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "echo_servant.hpp"
#include "targets.hpp"

namespace {

class ClassicCalls : public CallsAtTargets<Calls::Echo> {};

TEST_P(ClassicCalls, Scalars) {
  CORBA::Boolean b = false;
  CORBA::Boolean c = true;
  EXPECT_TRUE(echo()->flag(true, b, c));
  EXPECT_TRUE(b);
  EXPECT_FALSE(c);
  Calls::Colour second = Calls::green;
  Calls::Colour third = Calls::red;
  EXPECT_EQ(echo()->tint(Calls::blue, second, third), Calls::blue);
  EXPECT_EQ(second, Calls::blue);
  EXPECT_EQ(third, Calls::green);
  CORBA::Double x = 1.5;
  CORBA::Double y = 0;
  EXPECT_EQ(echo()->add(2.5, x, y), 2.5);
  EXPECT_EQ(x, 2.5);
  EXPECT_EQ(y, 1.5);
  EXPECT_EQ(echo()->out(-5), -5);
}

TEST_P(ClassicCalls, Strings) {
  CORBA::String_var b = CORBA::string_dup("second");
  CORBA::String_var c = CORBA::string_dup("is freed");
  CORBA::String_var result = echo()->text("first", b.inout(), c.out());
  EXPECT_STREQ(result, "first");
  EXPECT_STREQ(b, "first");
  EXPECT_STREQ(c, "second");
  result = echo()->short_text("five5");
  EXPECT_STREQ(result, "five5");
  CORBA::WString_var second = CORBA::wstring_dup(L"zwei");
  CORBA::WString_var third;
  CORBA::WString_var wide = echo()->same_wide(L"eins", second.inout(), third.out());
  EXPECT_EQ(std::wstring(wide.in()), L"eins");
  EXPECT_EQ(std::wstring(second.in()), L"eins");
  EXPECT_EQ(std::wstring(third.in()), L"zwei");
}

Calls::Item item(const char* name, CORBA::Long x) {
  Calls::Item made;
  made.name = name;
  made.place.x = x;
  made.place.y = x / 2.0;
  made.content.length(2);
  made.content[0] = 1;
  made.content[1] = 255;
  return made;
}

TEST_P(ClassicCalls, StructsAndUnions) {
  Calls::Point b = {3, 4};
  Calls::Point c;
  const Calls::Point a = {1, 2};
  const Calls::Point result = echo()->place(a, b, c);
  EXPECT_EQ(result.y, 2);
  EXPECT_EQ(b.x, 1);
  EXPECT_EQ(c.x, 3);

  Calls::Item second = item("second", 2);
  Calls::Item_var third;
  Calls::Item_var thing = echo()->thing(item("first", 1), second, third.out());
  EXPECT_STREQ(thing->name, "first");
  EXPECT_EQ(thing->content[1], 255);
  EXPECT_STREQ(second.name, "first");
  EXPECT_STREQ(third->name, "second");
  EXPECT_EQ(third->place.y, 1.0);

  Calls::Either one;
  one.text("a text");
  Calls::Either two;
  two.number(2);
  Calls::Either_var three;
  Calls::Either_var either = echo()->choice(one, two, three.out());
  EXPECT_TRUE(either->_d());
  EXPECT_STREQ(either->text(), "a text");
  EXPECT_STREQ(two.text(), "a text");
  EXPECT_EQ(three->number(), 2);
}

TEST_P(ClassicCalls, Sequences) {
  Calls::Numbers a;
  a.length(3);
  a[0] = 1;
  a[1] = 2;
  a[2] = 3;
  Calls::Numbers b;
  Calls::Numbers_var c;
  Calls::Numbers_var result = echo()->same_numbers(a, b, c.out());
  EXPECT_EQ(result->length(), 3U);
  EXPECT_EQ(result[2], 3);
  EXPECT_EQ(b.length(), 3U);
  EXPECT_EQ(c->length(), 0U);

  Calls::Names names;
  names.length(2);
  names[0] = "one";
  names[1] = CORBA::string_dup("two");
  Calls::Names others;
  Calls::Names_var third;
  Calls::Names_var all = echo()->same_names(names, others, third.out());
  EXPECT_STREQ(all[0], "one");
  EXPECT_STREQ(others[1], "two");

  Calls::Items items;
  items.length(4);
  items[3] = item("last", 3);
  Calls::Items more;
  Calls::Items_var before;
  Calls::Items_var every = echo()->same_items(items, more, before.out());
  EXPECT_EQ(every->length(), 4U);
  EXPECT_STREQ(every[3].name, "last");
  EXPECT_STREQ(more[3].name, "last");
}

TEST_P(ClassicCalls, LongSequences) {
  Calls::Numbers a;
  a.length(300000);
  for (CORBA::ULong i = 0; i < a.length(); ++i) a[i] = static_cast<CORBA::Long>(i);
  Calls::Numbers b;
  Calls::Numbers_var c;
  Calls::Numbers_var result = echo()->same_numbers(a, b, c.out());
  ASSERT_EQ(result->length(), a.length());
  EXPECT_EQ(result[299999], 299999);
  EXPECT_EQ(b[150000], 150000);
}

TEST_P(ClassicCalls, Arrays) {
  const Calls::Row a = {1, 2, 3};
  Calls::Row b = {4, 5, 6};
  Calls::Row c = {0, 0, 0};
  Calls::Row_var result = echo()->same_row(a, b, c);
  EXPECT_EQ(result[2], 3);
  EXPECT_EQ(b[0], 1);
  EXPECT_EQ(c[2], 6);

  Calls::Words first;
  first[0] = "a";
  first[1] = "b";
  Calls::Words second;
  second[1] = "d";
  Calls::Words_var third;
  Calls::Words_var words = echo()->same_words(first, second, third.out());
  EXPECT_STREQ(words[0], "a");
  EXPECT_STREQ(second[1], "b");
  EXPECT_STREQ(third[1], "d");
  EXPECT_STREQ(third[0], "");
}

TEST_P(ClassicCalls, References) {
  Calls::Echo_var b;
  Calls::Echo_var c;
  Calls::Echo_var result = echo()->other(echo(), b.inout(), c.out());
  EXPECT_TRUE(result->_is_equivalent(echo()));
  EXPECT_TRUE(b->_is_equivalent(echo()));
  EXPECT_TRUE(CORBA::is_nil(c));
  EXPECT_EQ(result->left_of(3), 2) << "the reference can be called";
  CORBA::Object_var object = echo()->any_object(result);
  Calls::Right_var right = Calls::Right::_narrow(object);
  ASSERT_FALSE(CORBA::is_nil(right));
  EXPECT_EQ(right->right_of(3), 4);
  object = echo()->any_object(CORBA::Object::_nil());
  EXPECT_TRUE(CORBA::is_nil(object));
  Calls::Echoes several;
  several.length(2);
  several[0] = Calls::Echo::_duplicate(echo());
  Calls::Echoes_var all = echo()->same_echoes(several);
  EXPECT_EQ(all->length(), 2U);
  EXPECT_EQ(all[0]->left_of(8), 7);
  EXPECT_TRUE(CORBA::is_nil(all[1]));
}

TEST_P(ClassicCalls, AttributesAndOnewaysThroughABase) {
  Calls::Root_var root = Calls::Root::_duplicate(echo());
  root->label("labelled");
  CORBA::String_var label = root->label();
  EXPECT_STREQ(label, "labelled");
  root->paint(Calls::blue);
  EXPECT_EQ(root->paint(), Calls::blue);
  const CORBA::Long served = root->served();
  root->ping();
  EXPECT_EQ(root->served(), served + 1);
  root->tell("by a oneway");
  do {
    label = root->label();  // answered after the oneway, or before it by another thread
  } while (std::strcmp(label.in(), "labelled") == 0);
  EXPECT_STREQ(label, "by a oneway");
}

TEST_P(ClassicCalls, Exceptions) {
  CORBA::String_var b = CORBA::string_dup("kept");
  CORBA::String_var c;
  try {
    echo()->text("refuse", b.inout(), c.out());
    FAIL() << "no exception";
  } catch (const Calls::Refused& refused) {
    EXPECT_STREQ(refused.why, "it was asked to");
    EXPECT_EQ(refused.code, 42);
  }
  EXPECT_STREQ(b, "kept");
  EXPECT_THROW(echo()->text("", b.inout(), c.out()), Calls::Empty);
  Calls::Root::Step step;
  step.way.length(1);
  step.way[0].x = 9;
  try {
    echo()->lose(step);
    FAIL() << "no exception";
  } catch (const CORBA::UserException& caught) {
    const Calls::Root::Lost* lost = Calls::Root::Lost::_downcast(&caught);
    ASSERT_NE(lost, nullptr);
    EXPECT_EQ(lost->last.way[0].x, 9);
    EXPECT_STREQ(caught._rep_id(), "IDL:Calls/Root/Lost:1.0");
  }
  try {
    echo()->fail(17);
    FAIL() << "no exception";
  } catch (const CORBA::NO_RESOURCES& failed) {
    EXPECT_EQ(failed.minor(), 17U);
    EXPECT_EQ(failed.completed(), CORBA::COMPLETED_NO);
  }
}

TEST_P(ClassicCalls, InterfacesAreNarrowedAndNamed) {
  CORBA::Object_var object = CORBA::Object::_duplicate(echo());
  Calls::Left_var left = Calls::Left::_narrow(object);
  ASSERT_FALSE(CORBA::is_nil(left));
  EXPECT_EQ(left->left_of(1), 0);
  Unscoped_var other = Unscoped::_narrow(object);
  EXPECT_TRUE(CORBA::is_nil(other)) << "the object has no such interface";
  EXPECT_TRUE(echo()->_is_a("IDL:Calls/Root:1.0"));
  EXPECT_FALSE(echo()->_is_a("IDL:Unscoped:1.0"));
  EXPECT_FALSE(echo()->_non_existent());
}

INSTANTIATE_TEST_SUITE_P(Targets, ClassicCalls, testing::ValuesIn(indices<Calls::Echo>()), ClassicCalls::name_of);

}  // namespace

int main(int argc, char** argv) { return run_at_targets<Calls::Echo, EchoServant>(argc, argv); }
