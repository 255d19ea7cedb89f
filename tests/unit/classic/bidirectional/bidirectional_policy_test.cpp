// BiDirPolicy::BidirectionalPolicy, its values, and what cannot be one.

#include <dimma/classic/corba.hpp>

#include <gtest/gtest.h>

namespace {

class BidirectionalPolicy : public testing::Test {
 protected:
  BidirectionalPolicy() {
    int argc = 0;
    orb_ = CORBA::ORB_init(argc, nullptr, "bidirectional policies");
  }
  ~BidirectionalPolicy() override { orb_->destroy(); }

  CORBA::Policy_ptr policy(BiDirPolicy::BidirectionalPolicyValue value) {
    CORBA::Any any;
    any <<= value;
    return orb_->create_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE, any);
  }

  // Returns the reason for which the ORB makes no policy of the Any.
  CORBA::PolicyErrorCode reason_against(const CORBA::Any& any) {
    try {
      const CORBA::Policy_var made = orb_->create_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE, any);
      ADD_FAILURE() << "a policy was made";
    } catch (const CORBA::PolicyError& error) {
      return error.reason;
    }
    return -1;
  }

  CORBA::ORB_var orb_;
};

TEST_F(BidirectionalPolicy, HasTheNumberOfTheStandard) {
  EXPECT_EQ(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE, 37u);
  EXPECT_EQ(BiDirPolicy::NORMAL, 0);
  EXPECT_EQ(BiDirPolicy::BOTH, 1);
}

TEST_F(BidirectionalPolicy, HasItsValue) {
  for (const BiDirPolicy::BidirectionalPolicyValue value : {BiDirPolicy::NORMAL, BiDirPolicy::BOTH}) {
    const CORBA::Policy_var made = policy(value);
    EXPECT_EQ(made->policy_type(), BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE);
    const BiDirPolicy::BidirectionalPolicy_var narrowed = BiDirPolicy::BidirectionalPolicy::_narrow(made.in());
    ASSERT_FALSE(CORBA::is_nil(narrowed.in()));
    EXPECT_EQ(narrowed->value(), value);
    const CORBA::Policy_var copy = narrowed->copy();
    narrowed->destroy();
    const BiDirPolicy::BidirectionalPolicy_var again = BiDirPolicy::BidirectionalPolicy::_narrow(copy.in());
    ASSERT_FALSE(CORBA::is_nil(again.in()));
    EXPECT_EQ(again->value(), value);
  }
}

TEST_F(BidirectionalPolicy, IsNotAPolicyOfAnotherType) {
  CORBA::Any limit;
  limit <<= TimeBase::TimeT(1);
  const CORBA::Policy_var other = orb_->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, limit);
  EXPECT_TRUE(CORBA::is_nil(BiDirPolicy::BidirectionalPolicy::_narrow(other.in())));
  EXPECT_TRUE(CORBA::is_nil(BiDirPolicy::BidirectionalPolicy::_narrow(CORBA::Policy::_nil())));
  const CORBA::Policy_var both = policy(BiDirPolicy::BOTH);
  EXPECT_TRUE(CORBA::is_nil(Messaging::SyncScopePolicy::_narrow(both.in())));
}

TEST_F(BidirectionalPolicy, IsMadeOfAnUnsignedShortOfTwoValues) {
  CORBA::Any any;
  EXPECT_EQ(reason_against(any), CORBA::BAD_POLICY_TYPE) << "an empty Any";
  any <<= CORBA::ULong(1);
  EXPECT_EQ(reason_against(any), CORBA::BAD_POLICY_TYPE);
  any <<= CORBA::Short(1);
  EXPECT_EQ(reason_against(any), CORBA::BAD_POLICY_TYPE);
  any <<= "BOTH";
  EXPECT_EQ(reason_against(any), CORBA::BAD_POLICY_TYPE);
  any <<= CORBA::UShort(2);
  EXPECT_EQ(reason_against(any), CORBA::BAD_POLICY_VALUE);
  any <<= CORBA::UShort(0xffff);
  EXPECT_EQ(reason_against(any), CORBA::BAD_POLICY_VALUE);
}

TEST_F(BidirectionalPolicy, IsKeptByAThreadAndByTheOrb) {
  for (const char* const name : {"PolicyCurrent", "ORBPolicyManager"}) {
    const CORBA::Object_var object = orb_->resolve_initial_references(name);
    const CORBA::PolicyManager_var manager = CORBA::PolicyManager::_narrow(object.in());
    ASSERT_FALSE(CORBA::is_nil(manager.in())) << name;
    CORBA::PolicyList policies(1);
    policies.length(1);
    policies[0] = policy(BiDirPolicy::BOTH);
    manager->set_policy_overrides(policies, CORBA::ADD_OVERRIDE);
    CORBA::PolicyTypeSeq types(1);
    types.length(1);
    types[0] = BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE;
    const CORBA::PolicyList_var kept = manager->get_policy_overrides(types);
    ASSERT_EQ(kept->length(), 1u) << name;
    const BiDirPolicy::BidirectionalPolicy_var narrowed = BiDirPolicy::BidirectionalPolicy::_narrow(kept[0u]);
    EXPECT_EQ(narrowed->value(), BiDirPolicy::BOTH) << name;
    manager->set_policy_overrides(CORBA::PolicyList(), CORBA::SET_OVERRIDE);
  }
}

TEST_F(BidirectionalPolicy, ContradictsAnotherValueInAPoa) {
  const CORBA::Object_var object = orb_->resolve_initial_references("RootPOA");
  const PortableServer::POA_var root = PortableServer::POA::_narrow(object.in());
  CORBA::PolicyList policies(2);
  policies.length(2);
  policies[0] = policy(BiDirPolicy::BOTH);
  policies[1] = policy(BiDirPolicy::NORMAL);
  try {
    const PortableServer::POA_var poa = root->create_POA("both", PortableServer::POAManager::_nil(), policies);
    FAIL() << "a POA has one value";
  } catch (const PortableServer::POA::InvalidPolicy& invalid) {
    EXPECT_EQ(invalid.index, 1);
  }
}

}  // namespace
