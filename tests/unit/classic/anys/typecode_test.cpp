#include "kinds.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

namespace {

TEST(ClassicTypeCode, DescribesAStruct) {
  EXPECT_EQ(Kinds::_tc_Item->kind(), CORBA::tk_struct);
  EXPECT_STREQ(Kinds::_tc_Item->id(), "IDL:Kinds/Item:1.0");
  EXPECT_STREQ(Kinds::_tc_Item->name(), "Item");
  ASSERT_EQ(Kinds::_tc_Item->member_count(), 3U);
  EXPECT_STREQ(Kinds::_tc_Item->member_name(0), "name");
  EXPECT_STREQ(Kinds::_tc_Item->member_name(2), "extra");
  const CORBA::TypeCode_var name = Kinds::_tc_Item->member_type(0);
  EXPECT_EQ(name->kind(), CORBA::tk_string);
  EXPECT_EQ(name->length(), 0U);
  const CORBA::TypeCode_var at = Kinds::_tc_Item->member_type(1);
  EXPECT_TRUE(at->equal(Kinds::_tc_Point));
}

TEST(ClassicTypeCode, DescribesAUnion) {
  ASSERT_EQ(Kinds::_tc_Choice->member_count(), 3U);
  EXPECT_EQ(Kinds::_tc_Choice->default_index(), 2);
  const CORBA::TypeCode_var discriminator = Kinds::_tc_Choice->discriminator_type();
  EXPECT_TRUE(discriminator->equal(Kinds::_tc_Colour));
  const CORBA::Any_var label = Kinds::_tc_Choice->member_label(1);
  Kinds::Colour colour = Kinds::red;
  ASSERT_TRUE(label.in() >>= colour);
  EXPECT_EQ(colour, Kinds::green);
  const CORBA::Any_var none = Kinds::_tc_Choice->member_label(2);
  CORBA::Octet octet = 1;
  ASSERT_TRUE(none.in() >>= CORBA::Any::to_octet(octet));
  EXPECT_EQ(octet, 0);
}

TEST(ClassicTypeCode, DescribesAliasesSequencesAndArrays) {
  ASSERT_EQ(Kinds::_tc_Row->kind(), CORBA::tk_alias);
  const CORBA::TypeCode_var array = Kinds::_tc_Row->content_type();
  EXPECT_EQ(array->kind(), CORBA::tk_array);
  EXPECT_EQ(array->length(), 3U);
  const CORBA::TypeCode_var element = array->content_type();
  EXPECT_TRUE(element->equal(CORBA::_tc_long));
  EXPECT_TRUE(Kinds::_tc_Row->equivalent(array));
  EXPECT_FALSE(Kinds::_tc_Row->equal(array));
}

TEST(ClassicTypeCode, FollowsATypeThatContainsItself) {
  const CORBA::TypeCode_var next = Kinds::_tc_Node->member_type(1);
  const CORBA::TypeCode_var element = next->content_type();
  EXPECT_STREQ(element->id(), "IDL:Kinds/Node:1.0");
  EXPECT_TRUE(element->equal(Kinds::_tc_Node));
}

TEST(ClassicTypeCode, KeepsItsTextsAsLongAsAnyPartOfTheType) {
  CORBA::TypeCode_var whole = Kinds::_tc_Node->get_compact_typecode();
  const CORBA::TypeCode_var part = whole->member_type(1);
  const char* const id = whole->id();
  whole = CORBA::TypeCode::_nil();
  EXPECT_STREQ(id, "IDL:Kinds/Node:1.0");
  EXPECT_EQ(part->kind(), CORBA::tk_sequence);
}

TEST(ClassicTypeCode, DropsNamesForACompactOne) {
  const CORBA::TypeCode_var compact = Kinds::_tc_Point->get_compact_typecode();
  EXPECT_STREQ(compact->name(), "");
  EXPECT_STREQ(compact->member_name(0), "");
  EXPECT_STREQ(compact->id(), "IDL:Kinds/Point:1.0");
  EXPECT_TRUE(compact->equal(Kinds::_tc_Point));
}

TEST(ClassicTypeCode, RefusesPropertiesOfOtherKinds) {
  EXPECT_THROW(CORBA::_tc_long->id(), CORBA::TypeCode::BadKind);
  EXPECT_THROW(CORBA::_tc_long->name(), CORBA::TypeCode::BadKind);
  EXPECT_THROW(CORBA::_tc_long->member_count(), CORBA::TypeCode::BadKind);
  EXPECT_THROW(Kinds::_tc_Row->member_name(0), CORBA::TypeCode::BadKind);
  EXPECT_THROW(Kinds::_tc_Colour->member_type(0), CORBA::TypeCode::BadKind);
  EXPECT_THROW(Kinds::_tc_Point->member_label(0), CORBA::TypeCode::BadKind);
  EXPECT_THROW(Kinds::_tc_Point->discriminator_type(), CORBA::TypeCode::BadKind);
  EXPECT_THROW(Kinds::_tc_Point->default_index(), CORBA::TypeCode::BadKind);
  EXPECT_THROW(Kinds::_tc_Point->length(), CORBA::TypeCode::BadKind);
  EXPECT_THROW(Kinds::_tc_Point->content_type(), CORBA::TypeCode::BadKind);
  EXPECT_THROW(CORBA::_tc_string->fixed_digits(), CORBA::TypeCode::BadKind);
  EXPECT_THROW(CORBA::_tc_string->fixed_scale(), CORBA::TypeCode::BadKind);
  EXPECT_THROW(Kinds::_tc_Point->member_visibility(0), CORBA::TypeCode::BadKind);
  EXPECT_THROW(Kinds::_tc_Point->type_modifier(), CORBA::TypeCode::BadKind);
  EXPECT_THROW(Kinds::_tc_Point->concrete_base_type(), CORBA::TypeCode::BadKind);
  EXPECT_THROW(Kinds::_tc_Point->member_name(2), CORBA::TypeCode::Bounds);
  EXPECT_THROW(Kinds::_tc_Point->member_type(2), CORBA::TypeCode::Bounds);
  EXPECT_THROW(Kinds::_tc_Choice->member_label(3), CORBA::TypeCode::Bounds);
}

TEST(ClassicTypeCode, HasAConstantForEachBasicType) {
  const struct {
    CORBA::TypeCode_ptr type;
    CORBA::TCKind kind;
  } constants[] = {{CORBA::_tc_null, CORBA::tk_null},           {CORBA::_tc_void, CORBA::tk_void},
                   {CORBA::_tc_short, CORBA::tk_short},         {CORBA::_tc_long, CORBA::tk_long},
                   {CORBA::_tc_ushort, CORBA::tk_ushort},       {CORBA::_tc_ulong, CORBA::tk_ulong},
                   {CORBA::_tc_float, CORBA::tk_float},         {CORBA::_tc_double, CORBA::tk_double},
                   {CORBA::_tc_boolean, CORBA::tk_boolean},     {CORBA::_tc_char, CORBA::tk_char},
                   {CORBA::_tc_octet, CORBA::tk_octet},         {CORBA::_tc_any, CORBA::tk_any},
                   {CORBA::_tc_TypeCode, CORBA::tk_TypeCode},   {CORBA::_tc_Object, CORBA::tk_objref},
                   {CORBA::_tc_string, CORBA::tk_string},       {CORBA::_tc_longlong, CORBA::tk_longlong},
                   {CORBA::_tc_ulonglong, CORBA::tk_ulonglong}, {CORBA::_tc_longdouble, CORBA::tk_longdouble},
                   {CORBA::_tc_wchar, CORBA::tk_wchar},         {CORBA::_tc_wstring, CORBA::tk_wstring},
                   {CORBA::_tc_TCKind, CORBA::tk_enum},         {CORBA::_tc_OctetSeq, CORBA::tk_alias},
                   {CORBA::_tc_BAD_PARAM, CORBA::tk_except}};
  for (const auto& each : constants) {
    EXPECT_EQ(each.type->kind(), each.kind);
    for (const auto& other : constants) EXPECT_EQ(each.type->equal(other.type), &each == &other);
  }
  EXPECT_FALSE(CORBA::_tc_long->equal(CORBA::TypeCode::_nil()));
  EXPECT_FALSE(CORBA::_tc_long->equivalent(CORBA::TypeCode::_nil()));
}

TEST(ClassicTypeCode, ReportsMalformedOctetsAtTheFirstUse) {
  static CORBA::TypeCode malformed("\001\000\000\000\017\000\000\000\377\000\000\000", 12);
  EXPECT_THROW(malformed.kind(), CORBA::MARSHAL);
}

TEST(ClassicTypeCode, ReadsAnEncapsulationOfTheOtherByteOrder) {
  static CORBA::TypeCode bounded("\000\000\000\000\000\000\000\022\000\000\000\007", 12);
  EXPECT_EQ(bounded.kind(), CORBA::tk_string);
  EXPECT_EQ(bounded.length(), 7U);
}

TEST(ClassicTypeCode, IsDecodedOnceByThreadsThatUseItAtTheSameTime) {
  static CORBA::TypeCode shared(
      "\001\000\000\000\025\000\000\000\044\000\000\000\001\000\000\000\017\000\000\000IDL:Once/T:1.0\000\000"
      "\002\000\000\000T\000\000\000\003\000\000\000",
      48);
  std::vector<const char*> ids(4);
  std::atomic<unsigned> ready(0);
  std::vector<std::thread> threads;
  for (const char*& id : ids) {
    threads.emplace_back([&] {
      for (++ready; ready != ids.size();) std::this_thread::yield();
      id = shared.id();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_STREQ(ids[0], "IDL:Once/T:1.0");
  for (const char* id : ids) EXPECT_EQ(id, ids[0]);
}

TEST(ClassicTypeCode, DoesNotCountReferencesToAConstant) {
  CORBA::release(Kinds::_tc_Point);
  CORBA::TypeCode_var duplicate = CORBA::TypeCode::_duplicate(Kinds::_tc_Point);
  EXPECT_EQ(duplicate.in(), Kinds::_tc_Point);
  duplicate = CORBA::TypeCode::_duplicate(CORBA::TypeCode::_nil());
  EXPECT_TRUE(CORBA::is_nil(duplicate));
  EXPECT_EQ(Kinds::_tc_Point->kind(), CORBA::tk_struct);
}

}  // namespace
