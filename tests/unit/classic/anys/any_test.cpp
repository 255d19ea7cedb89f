// The operators of module CORBA.

#include "kinds.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace {

CORBA::TCKind kind_of(const CORBA::Any& any) {
  const CORBA::TypeCode_var type = any.type();
  return type->kind();
}

template <class T>
void expect_number(T value, CORBA::TCKind kind) {
  CORBA::Any any;
  any <<= value;
  EXPECT_EQ(kind_of(any), kind);
  T extracted = 0;
  ASSERT_TRUE(any >>= extracted);
  EXPECT_EQ(extracted, value);
  const char* text = "unchanged";
  EXPECT_FALSE(any >>= text);
  EXPECT_STREQ(text, "unchanged");
}

TEST(ClassicAny, HoldsNumbers) {
  expect_number(CORBA::Short(-7), CORBA::tk_short);
  expect_number(CORBA::UShort(7), CORBA::tk_ushort);
  expect_number(CORBA::Long(-70000), CORBA::tk_long);
  expect_number(CORBA::ULong(70000), CORBA::tk_ulong);
  expect_number(CORBA::LongLong(-7000000000), CORBA::tk_longlong);
  expect_number(CORBA::ULongLong(7000000000), CORBA::tk_ulonglong);
  expect_number(CORBA::Float(1.5F), CORBA::tk_float);
  expect_number(CORBA::Double(2.5), CORBA::tk_double);
  expect_number(CORBA::LongDouble(3.5L), CORBA::tk_longdouble);
}

TEST(ClassicAny, HoldsBooleansOctetsAndCharacters) {
  CORBA::Any any;
  any <<= CORBA::Any::from_boolean(true);
  CORBA::Boolean boolean = false;
  ASSERT_TRUE(any >>= CORBA::Any::to_boolean(boolean));
  EXPECT_TRUE(boolean);
  any <<= CORBA::Any::from_octet(200);
  CORBA::Octet octet = 0;
  ASSERT_TRUE(any >>= CORBA::Any::to_octet(octet));
  EXPECT_EQ(octet, 200);
  EXPECT_FALSE(any >>= CORBA::Any::to_boolean(boolean));
  any <<= CORBA::Any::from_char('c');
  CORBA::Char character = 0;
  ASSERT_TRUE(any >>= CORBA::Any::to_char(character));
  EXPECT_EQ(character, 'c');
  EXPECT_FALSE(any >>= CORBA::Any::to_octet(octet));
  EXPECT_EQ(octet, 200);
  any <<= CORBA::Any::from_wchar(L'\u00e9');
  CORBA::WChar wide = 0;
  ASSERT_TRUE(any >>= CORBA::Any::to_wchar(wide));
  EXPECT_EQ(wide, L'\u00e9');
}

TEST(ClassicAny, IsEmptyAtFirst) {
  const CORBA::Any any;
  EXPECT_EQ(kind_of(any), CORBA::tk_null);
  CORBA::Long number = 3;
  EXPECT_FALSE(any >>= number);
  const CORBA::Any* inner = nullptr;
  EXPECT_FALSE(any >>= inner);
  CORBA::Object_var object;
  EXPECT_FALSE(any >>= CORBA::Any::to_object(object));
  const CORBA::Any copy(any);
  EXPECT_EQ(kind_of(copy), CORBA::tk_null);
}

TEST(ClassicAny, CopiesStringsOfAllForms) {
  CORBA::Any any;
  char text[] = "local";
  any <<= static_cast<const char*>(text);
  text[0] = 'v';
  const char* held = nullptr;
  ASSERT_TRUE(any >>= held);
  EXPECT_STREQ(held, "local");

  const CORBA::String_var owner = CORBA::string_dup("owned");
  any <<= owner;
  ASSERT_TRUE(any >>= held);
  EXPECT_STREQ(held, "owned");

  CORBA::StringSeq list(1);
  list.length(1);
  list[0] = CORBA::string_dup("element");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"  // g++ notes which of two conversions it has chosen
  any <<= list[0];
#pragma GCC diagnostic pop
  ASSERT_TRUE(any >>= held);
  EXPECT_STREQ(held, "element");
  EXPECT_THROW(any <<= static_cast<const char*>(nullptr), CORBA::BAD_PARAM);
  ASSERT_TRUE(any >>= held) << "the Any lost its value";

  any <<= L"wide";
  const CORBA::WChar* wide = nullptr;
  ASSERT_TRUE(any >>= wide);
  EXPECT_EQ(std::wstring(wide), L"wide");
}

TEST(ClassicAny, ChecksTheBoundsOfStrings) {
  CORBA::Any any;
  any <<= CORBA::Any::from_string(CORBA::string_dup("12345"), 5, true);
  const CORBA::TypeCode_var type = any.type();
  EXPECT_EQ(type->length(), 5U);
  const char* text = nullptr;
  EXPECT_FALSE(any >>= text);
  EXPECT_FALSE(any >>= CORBA::Any::to_string(text, 6));
  ASSERT_TRUE(any >>= CORBA::Any::to_string(text, 5));
  EXPECT_STREQ(text, "12345");
  EXPECT_THROW(any <<= CORBA::Any::from_string("123456", 5), CORBA::BAD_PARAM);
  EXPECT_THROW(any <<= CORBA::Any::from_string(CORBA::string_dup("123456"), 5, true), CORBA::BAD_PARAM);
  ASSERT_TRUE(any >>= CORBA::Any::to_string(text, 5));
  any <<= CORBA::Any::from_string("free", 0);
  ASSERT_TRUE(any >>= text);

  any <<= CORBA::Any::from_wstring(CORBA::wstring_dup(L"123"), 3, true);
  const CORBA::WChar* wide = nullptr;
  EXPECT_FALSE(any >>= wide);
  ASSERT_TRUE(any >>= CORBA::Any::to_wstring(wide, 3));
  EXPECT_EQ(std::wstring(wide), L"123");
}

TEST(ClassicAny, HoldsAnAny) {
  CORBA::Any inner;
  inner <<= CORBA::Long(7);
  CORBA::Any outer;
  outer <<= inner;
  inner <<= "changed";
  const CORBA::Any* held = nullptr;
  ASSERT_TRUE(outer >>= held);
  CORBA::Long number = 0;
  ASSERT_TRUE(*held >>= number);
  EXPECT_EQ(number, 7);

  outer <<= outer;
  ASSERT_TRUE(outer >>= held);
  EXPECT_EQ(kind_of(*held), CORBA::tk_any);
  CORBA::Any* const owned = new CORBA::Any;
  outer <<= owned;
  ASSERT_TRUE(outer >>= held);
  EXPECT_EQ(held, owned);
  EXPECT_THROW(outer <<= static_cast<CORBA::Any*>(nullptr), CORBA::BAD_PARAM);
}

TEST(ClassicAny, HoldsATypeCode) {
  CORBA::Any any;
  any <<= Kinds::_tc_Point;
  CORBA::TypeCode_ptr held = nullptr;
  ASSERT_TRUE(any >>= held);
  EXPECT_TRUE(held->equal(Kinds::_tc_Point));
  CORBA::TypeCode_ptr made = Kinds::_tc_Item->get_compact_typecode();
  any <<= &made;
  EXPECT_TRUE(CORBA::is_nil(made));
  ASSERT_TRUE(any >>= held);
  EXPECT_TRUE(held->equal(Kinds::_tc_Item));
}

TEST(ClassicAny, SharesItsValueWithCopies) {
  CORBA::Any any;
  any <<= "text";
  CORBA::Any copy(any);
  CORBA::Any assigned;
  assigned = copy;
  const char* one = nullptr;
  const char* other = nullptr;
  ASSERT_TRUE(any >>= one);
  ASSERT_TRUE(assigned >>= other);
  EXPECT_EQ(one, other);
  any <<= CORBA::Long(1);
  EXPECT_STREQ(other, "text");
  const CORBA::Any moved(static_cast<CORBA::Any&&>(copy));
  EXPECT_EQ(kind_of(copy), CORBA::tk_null);
  EXPECT_EQ(kind_of(moved), CORBA::tk_string);
  const CORBA::Any_var owner = new CORBA::Any(moved);
  ASSERT_TRUE(owner.in() >>= one);
}

TEST(ClassicAny, TakesAnEquivalentType) {
  CORBA::AnySeq values(1);
  values.length(1);
  values[0] <<= Kinds::Point();
  const CORBA::TypeCode_var compact = Kinds::_tc_Point->get_compact_typecode();
  values[0].type(compact);
  const CORBA::TypeCode_var type = values[0].type();
  EXPECT_STREQ(type->name(), "");
  const Kinds::Point* point = nullptr;
  EXPECT_TRUE(values[0] >>= point);
  EXPECT_THROW(values[0].type(CORBA::_tc_long), CORBA::BAD_TYPECODE);
  EXPECT_THROW(values[0].type(CORBA::TypeCode::_nil()), CORBA::BAD_TYPECODE);
}

TEST(ClassicAny, HoldsANilReference) {
  CORBA::Any any;
  any <<= CORBA::Object::_nil();
  CORBA::Object_ptr held = nullptr;
  ASSERT_TRUE(any >>= held);
  EXPECT_TRUE(CORBA::is_nil(held));
  CORBA::Object_var taken;
  ASSERT_TRUE(any >>= CORBA::Any::to_object(taken));
  EXPECT_TRUE(CORBA::is_nil(taken));
  any <<= CORBA::Long(3);
  EXPECT_FALSE(any >>= held);
  EXPECT_FALSE(any >>= CORBA::Any::to_object(taken));
}

}  // namespace
