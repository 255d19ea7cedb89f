// The types of CosNaming within an Any.

#include <dimma/classic/naming/CosNaming.hh>

#include <gtest/gtest.h>

#include "service.hpp"

namespace {

using naming_test::name_of;
using naming_test::service;

TEST(NamingAny, HoldsAName) {
  CORBA::Any any;
  any <<= name_of("one", "kind");
  const CosNaming::Name* name = nullptr;
  ASSERT_TRUE(any >>= name);
  ASSERT_EQ(name->length(), 1u);
  EXPECT_STREQ((*name)[0].id, "one");
  CORBA::TypeCode_var type = any.type();
  EXPECT_TRUE(type->equal(CosNaming::_tc_Name));
  EXPECT_STREQ(CosNaming::_tc_Name->id(), "IDL:omg.org/CosNaming/Name:1.0");
}

TEST(NamingAny, HoldsAReference) {
  CORBA::Any any;
  any <<= service();
  CosNaming::NamingContext_ptr context = nullptr;
  ASSERT_TRUE(any >>= context);
  EXPECT_TRUE(context->_is_equivalent(service()));
}

}  // namespace
