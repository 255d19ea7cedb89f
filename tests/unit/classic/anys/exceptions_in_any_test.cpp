#include "kinds.hpp"

#include <gtest/gtest.h>

namespace {

TEST(ClassicExceptionsInAny, HoldsAUserException) {
  CORBA::Any any;
  any <<= Kinds::Bad("copied");
  const Kinds::Bad* held = nullptr;
  ASSERT_TRUE(any >>= held);
  EXPECT_STREQ(held->why, "copied");
  Kinds::Bad* const owned = new Kinds::Bad("owned");
  any <<= owned;
  ASSERT_TRUE(any >>= held);
  EXPECT_EQ(held, owned);
}

TEST(ClassicExceptionsInAny, InsertsABaseAsItsMostDerivedType) {
  CORBA::Any any;
  const Kinds::Bad bad("base");
  any <<= static_cast<const CORBA::Exception&>(bad);
  const Kinds::Bad* user = nullptr;
  ASSERT_TRUE(any >>= user);
  EXPECT_STREQ(user->why, "base");

  const CORBA::TIMEOUT late(5, CORBA::COMPLETED_MAYBE);
  any <<= static_cast<const CORBA::SystemException&>(late);
  const CORBA::TIMEOUT* system = nullptr;
  ASSERT_TRUE(any >>= system);
  EXPECT_EQ(system->minor(), 5U);
  EXPECT_EQ(system->completed(), CORBA::COMPLETED_MAYBE);
  const CORBA::TRANSIENT* other = nullptr;
  EXPECT_FALSE(any >>= other);
  const CORBA::TypeCode_var type = any.type();
  EXPECT_TRUE(type->equal(CORBA::_tc_TIMEOUT));

  any <<= static_cast<CORBA::Exception*>(new CORBA::TRANSIENT(6));
  ASSERT_TRUE(any >>= other);
  EXPECT_EQ(other->minor(), 6U);
  EXPECT_THROW(any <<= static_cast<CORBA::Exception*>(nullptr), CORBA::BAD_PARAM);
}

TEST(ClassicExceptionsInAny, RefusesAnExceptionWithoutCodeForAny) {
  CORBA::Any any;
  any <<= CORBA::Long(3);
  EXPECT_THROW(any <<= CORBA::ORB::InvalidName(), CORBA::NO_IMPLEMENT);
  CORBA::Long number = 0;
  EXPECT_TRUE(any >>= number);
}

TEST(ClassicExceptionsInAny, UnknownUserExceptionContainsOne) {
  CORBA::Any any;
  any <<= Kinds::Bad("inside");
  try {
    throw CORBA::UnknownUserException(any);
  } catch (const CORBA::UserException& user) {
    const auto* const unknown = CORBA::UnknownUserException::_downcast(&user);
    ASSERT_NE(unknown, nullptr);
    EXPECT_STREQ(unknown->_rep_id(), "IDL:omg.org/CORBA/UnknownUserException:1.0");
    const Kinds::Bad* bad = nullptr;
    ASSERT_TRUE(unknown->exception() >>= bad);
    EXPECT_STREQ(bad->why, "inside");
  }
}

}  // namespace
