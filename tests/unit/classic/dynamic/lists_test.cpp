// The lists of dynamic calls, and who owns what they contain.

#include <dimma/classic/corba.hpp>
#include <shop.hh>

#include <gtest/gtest.h>

namespace {

TEST(NVList, ContainsNamesValuesAndFlags) {
  CORBA::NVList_var list = new CORBA::NVList;
  EXPECT_EQ(list->count(), 0u);
  CORBA::Any five;
  five <<= CORBA::Long(5);
  const CORBA::NamedValue_ptr first = list->add_value("five", five, CORBA::ARG_INOUT);
  list->add_item("empty", CORBA::ARG_OUT);
  list->add(CORBA::ARG_IN);
  ASSERT_EQ(list->count(), 3u);
  EXPECT_EQ(list->item(0), first);
  EXPECT_STREQ(first->name(), "five");
  EXPECT_EQ(first->flags(), CORBA::ARG_INOUT);
  CORBA::Long number = 0;
  EXPECT_TRUE(*first->value() >>= number);
  EXPECT_EQ(number, 5);
  EXPECT_STREQ(list->item(1)->name(), "empty");
  EXPECT_STREQ(list->item(2)->name(), "");
  const CORBA::TypeCode_var type = list->item(2)->value()->type();
  EXPECT_EQ(type->kind(), CORBA::tk_null);
}

TEST(NVList, RemovesAnElementAndKeepsTheOthers) {
  CORBA::NVList_var list = new CORBA::NVList;
  for (const char* name : {"a", "b", "c"}) list->add_item(name, CORBA::ARG_IN);
  CORBA::NamedValue_var kept = CORBA::NamedValue::_duplicate(list->item(1));
  list->remove(1);
  ASSERT_EQ(list->count(), 2u);
  EXPECT_STREQ(list->item(0)->name(), "a");
  EXPECT_STREQ(list->item(1)->name(), "c");
  EXPECT_STREQ(kept->name(), "b");
  EXPECT_THROW(list->remove(2), CORBA::Bounds);
  EXPECT_THROW(list->item(2), CORBA::NVList::Bounds);
}

TEST(NVList, ConsumesNamesAndValues) {
  CORBA::NVList_var list = new CORBA::NVList;
  list->add_item_consume(CORBA::string_dup("name"), CORBA::ARG_IN);
  CORBA::Any* const value = new CORBA::Any;
  *value <<= "text";
  list->add_value_consume(CORBA::string_dup("other"), value, CORBA::ARG_OUT);
  EXPECT_STREQ(list->item(0)->name(), "name");
  const char* text = nullptr;
  EXPECT_TRUE(*list->item(1)->value() >>= text);
  EXPECT_STREQ(text, "text");
  EXPECT_THROW(list->add_value_consume(CORBA::string_dup("none"), nullptr, CORBA::ARG_IN), CORBA::BAD_PARAM);
  EXPECT_EQ(list->count(), 2u);
}

TEST(ExceptionList, TakesExceptionsAlone) {
  CORBA::ExceptionList_var list = new CORBA::ExceptionList;
  list->add(Shop::_tc_Refused);
  list->add_consume(CORBA::TypeCode::_duplicate(Shop::_tc_Closed));
  ASSERT_EQ(list->count(), 2u);
  EXPECT_TRUE(list->item(1)->equal(Shop::_tc_Closed));
  EXPECT_THROW(list->add(CORBA::_tc_long), CORBA::BAD_TYPECODE);
  EXPECT_THROW(list->add(CORBA::TypeCode::_nil()), CORBA::BAD_TYPECODE);
  list->remove(0);
  EXPECT_TRUE(list->item(0)->equal(Shop::_tc_Closed));
  EXPECT_THROW(list->item(1), CORBA::Bounds);
}

TEST(ContextList, ContainsNames) {
  CORBA::ContextList_var list = new CORBA::ContextList;
  list->add("user");
  list->add_consume(CORBA::string_dup("sys*"));
  list->add("host");
  list->remove(0);
  ASSERT_EQ(list->count(), 2u);
  EXPECT_STREQ(list->item(0), "sys*");
  EXPECT_STREQ(list->item(1), "host");
  EXPECT_THROW(list->item(2), CORBA::ContextList::Bounds);
  EXPECT_THROW(list->add(nullptr), CORBA::BAD_PARAM);
}

TEST(Environment, OwnsItsException) {
  CORBA::Environment environment;
  EXPECT_EQ(environment.exception(), nullptr);
  CORBA::Exception* const first = new Shop::Refused("no", 1);
  environment.exception(first);
  EXPECT_EQ(environment.exception(), first);
  environment.exception(first);
  EXPECT_STREQ(environment.exception()->_name(), "Refused");
  environment.exception(new CORBA::TIMEOUT);
  EXPECT_STREQ(environment.exception()->_name(), "TIMEOUT");
  environment.clear();
  EXPECT_EQ(environment.exception(), nullptr);
}

TEST(PseudoObjects, AreCountedAndMayBeNil) {
  EXPECT_TRUE(CORBA::is_nil(CORBA::NVList::_nil()));
  EXPECT_EQ(CORBA::Request::_duplicate(CORBA::Request::_nil()), nullptr);
  const CORBA::NVList_ptr list = new CORBA::NVList;
  CORBA::NVList_var var = CORBA::NVList::_duplicate(list);
  CORBA::release(list);
  EXPECT_FALSE(CORBA::is_nil(var));
  EXPECT_EQ(var->count(), 0u);
  var = CORBA::NVList::_nil();
  CORBA::release(CORBA::NVList::_nil());
}

}  // namespace
