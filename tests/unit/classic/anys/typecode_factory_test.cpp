#include "kinds.hpp"

#include <gtest/gtest.h>

namespace {

class ClassicTypeCodeFactory : public ::testing::Test {
 protected:
  ClassicTypeCodeFactory() {
    int argc = 0;
    orb_ = CORBA::ORB_init(argc, nullptr, "typecode factory");
  }
  ~ClassicTypeCodeFactory() override { orb_->destroy(); }

  CORBA::ORB_var orb_;
};

TEST_F(ClassicTypeCodeFactory, MakesAStruct) {
  CORBA::StructMemberSeq members(2);
  members.length(2);
  members[0].name = CORBA::string_dup("x");
  members[0].type = CORBA::TypeCode::_duplicate(CORBA::_tc_long);
  members[0].type_def = CORBA::IDLType::_nil();
  members[1].name = CORBA::string_dup("y");
  members[1].type = CORBA::TypeCode::_duplicate(CORBA::_tc_double);
  const CORBA::TypeCode_var point = orb_->create_struct_tc("IDL:Kinds/Point:1.0", "Point", members);
  EXPECT_TRUE(point->equal(Kinds::_tc_Point));
  const CORBA::TypeCode_var exception = orb_->create_exception_tc("IDL:Kinds/Point:1.0", "Point", members);
  EXPECT_EQ(exception->kind(), CORBA::tk_except);
  EXPECT_EQ(exception->member_count(), 2U);
}

TEST_F(ClassicTypeCodeFactory, MakesAnEnumAndAUnion) {
  CORBA::EnumMemberSeq names(3);
  names.length(3);
  names[0] = CORBA::string_dup("red");
  names[1] = CORBA::string_dup("green");
  names[2] = CORBA::string_dup("blue");
  const CORBA::TypeCode_var colour = orb_->create_enum_tc("IDL:Kinds/Colour:1.0", "Colour", names);
  EXPECT_TRUE(colour->equal(Kinds::_tc_Colour));

  CORBA::UnionMemberSeq members(3);
  members.length(3);
  members[0].name = CORBA::string_dup("number");
  members[0].label <<= Kinds::red;
  members[0].type = CORBA::TypeCode::_duplicate(CORBA::_tc_long);
  members[1].name = CORBA::string_dup("text");
  members[1].label <<= Kinds::green;
  members[1].type = orb_->create_string_tc(5);
  members[2].name = CORBA::string_dup("other");
  members[2].label <<= CORBA::Any::from_octet(0);
  members[2].type = CORBA::TypeCode::_duplicate(CORBA::_tc_octet);
  const CORBA::TypeCode_var choice = orb_->create_union_tc("IDL:Kinds/Choice:1.0", "Choice", colour, members);
  EXPECT_TRUE(choice->equal(Kinds::_tc_Choice));
  members[1].label <<= CORBA::Long(1);
  EXPECT_THROW(orb_->create_union_tc("IDL:Kinds/Choice:1.0", "Choice", colour, members), CORBA::BAD_PARAM);
}

TEST_F(ClassicTypeCodeFactory, MakesTypesOfOneContent) {
  const CORBA::TypeCode_var array = orb_->create_array_tc(3, CORBA::_tc_long);
  const CORBA::TypeCode_var row = orb_->create_alias_tc("IDL:Kinds/Row:1.0", "Row", array);
  EXPECT_TRUE(row->equal(Kinds::_tc_Row));
  const CORBA::TypeCode_var sequence = orb_->create_sequence_tc(7, CORBA::_tc_short);
  EXPECT_EQ(sequence->kind(), CORBA::tk_sequence);
  EXPECT_EQ(sequence->length(), 7U);
  const CORBA::TypeCode_var box = orb_->create_value_box_tc("IDL:Box:1.0", "Box", CORBA::_tc_string);
  EXPECT_EQ(box->kind(), CORBA::tk_value_box);
  const CORBA::TypeCode_var wide = orb_->create_wstring_tc(9);
  EXPECT_EQ(wide->kind(), CORBA::tk_wstring);
  EXPECT_EQ(wide->length(), 9U);
  const CORBA::TypeCode_var fixed = orb_->create_fixed_tc(10, 2);
  EXPECT_EQ(fixed->fixed_digits(), 10);
  EXPECT_EQ(fixed->fixed_scale(), 2);
  EXPECT_THROW(orb_->create_fixed_tc(40, 2), CORBA::BAD_PARAM);
}

TEST_F(ClassicTypeCodeFactory, MakesTypesThatHaveOnlyAName) {
  const CORBA::TypeCode_var carrier = orb_->create_interface_tc("IDL:Kinds/Carrier:1.0", "Carrier");
  EXPECT_TRUE(carrier->equal(Kinds::_tc_Carrier));
  const CORBA::TypeCode_var abstract = orb_->create_abstract_interface_tc("IDL:A:1.0", "A");
  EXPECT_EQ(abstract->kind(), CORBA::tk_abstract_interface);
  const CORBA::TypeCode_var local = orb_->create_local_interface_tc("IDL:L:1.0", "L");
  EXPECT_EQ(local->kind(), CORBA::tk_local_interface);
  const CORBA::TypeCode_var native = orb_->create_native_tc("IDL:N:1.0", "N");
  EXPECT_EQ(native->kind(), CORBA::tk_native);
  EXPECT_STREQ(native->name(), "N");
}

TEST_F(ClassicTypeCodeFactory, MakesAValue) {
  CORBA::ValueMemberSeq members(1);
  members.length(1);
  members[0].name = CORBA::string_dup("hidden");
  members[0].type = CORBA::TypeCode::_duplicate(CORBA::_tc_string);
  members[0].access = CORBA::PRIVATE_MEMBER;
  const CORBA::TypeCode_var base =
      orb_->create_value_tc("IDL:Base:1.0", "Base", CORBA::VM_NONE, CORBA::TypeCode::_nil(), members);
  const CORBA::TypeCode_var none = base->concrete_base_type();
  EXPECT_TRUE(CORBA::is_nil(none));
  members[0].access = CORBA::PUBLIC_MEMBER;
  const CORBA::TypeCode_var derived =
      orb_->create_value_tc("IDL:Derived:1.0", "Derived", CORBA::VM_TRUNCATABLE, base, members);
  EXPECT_EQ(derived->kind(), CORBA::tk_value);
  EXPECT_EQ(derived->type_modifier(), CORBA::VM_TRUNCATABLE);
  EXPECT_EQ(derived->member_visibility(0), CORBA::PUBLIC_MEMBER);
  EXPECT_EQ(base->member_visibility(0), CORBA::PRIVATE_MEMBER);
  EXPECT_THROW(derived->member_visibility(1), CORBA::TypeCode::Bounds);
  const CORBA::TypeCode_var concrete = derived->concrete_base_type();
  EXPECT_TRUE(concrete->equal(base));
}

TEST_F(ClassicTypeCodeFactory, MakesATypeThatContainsItself) {
  const CORBA::TypeCode_var itself = orb_->create_recursive_tc("IDL:Kinds/Node:1.0");
  CORBA::StructMemberSeq members(2);
  members.length(2);
  members[0].name = CORBA::string_dup("value");
  members[0].type = CORBA::TypeCode::_duplicate(CORBA::_tc_long);
  members[1].name = CORBA::string_dup("next");
  members[1].type = orb_->create_sequence_tc(0, itself);
  const CORBA::TypeCode_var node = orb_->create_struct_tc("IDL:Kinds/Node:1.0", "Node", members);
  EXPECT_TRUE(node->equal(Kinds::_tc_Node));
}

TEST_F(ClassicTypeCodeFactory, RefusesWhatIdlForbids) {
  EXPECT_THROW(orb_->create_interface_tc("Carrier", "Carrier"), CORBA::BAD_PARAM);
  EXPECT_THROW(orb_->create_interface_tc("IDL:Carrier:1.0", "1st"), CORBA::BAD_PARAM);
  EXPECT_THROW(orb_->create_sequence_tc(0, CORBA::TypeCode::_nil()), CORBA::BAD_TYPECODE);
  EXPECT_THROW(orb_->create_alias_tc("IDL:T:1.0", "T", CORBA::_tc_void), CORBA::BAD_TYPECODE);
}

}  // namespace
