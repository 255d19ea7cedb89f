// Policies of clients: made, set for references, threads and ORBs, and followed by calls. Over the fake protocol, which
// records the deadline of each call.
#include "unit/orb/orb_fixture.hpp"

#include <dimma/messaging.hpp>

namespace dimma::test {
namespace {

using CORBA::SetOverrideType;

class PoliciesTest : public OrbTest {
 protected:
  CORBA::object_reference<CORBA::Policy> timeout(TimeBase::TimeT expiry) {
    CORBA::Any value;
    value <<= expiry;
    return client_->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, value);
  }
  CORBA::object_reference<CORBA::Policy> scope(Messaging::SyncScope synchronization) {
    CORBA::Any value;
    value <<= synchronization;
    return client_->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, value);
  }
  template <class Manager>
  CORBA::object_reference<Manager> initial(const char* name) {
    return IDL::traits<Manager>::narrow(client_->resolve_initial_references(name));
  }
  // The time that the client's last call had, in whole hours; -1: no deadline.
  template <class Object>
  std::int64_t hours_of(const CORBA::object_reference<Object>& object) {
    object->ping();
    const Deadline deadline = network_.last_deadline;
    if (deadline == no_deadline) return -1;
    return std::chrono::round<std::chrono::hours>(deadline - Clock::now()).count();
  }
  static constexpr TimeBase::TimeT hour = 36'000'000'000;
};

TEST_F(PoliciesTest, ArePoliciesOfTheirTypes) {
  const auto limit = timeout(5);
  EXPECT_EQ(limit->policy_type(), Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE);
  const auto narrowed = IDL::traits<Messaging::RelativeRoundtripTimeoutPolicy>::narrow(limit->copy());
  ASSERT_TRUE(narrowed);
  EXPECT_EQ(narrowed->relative_expiry(), 5U);
  EXPECT_FALSE(IDL::traits<Messaging::SyncScopePolicy>::narrow(limit));
  const auto sync = IDL::traits<Messaging::SyncScopePolicy>::narrow(scope(Messaging::SYNC_WITH_TARGET)->copy());
  ASSERT_TRUE(sync);
  EXPECT_EQ(sync->synchronization(), Messaging::SYNC_WITH_TARGET);
}

TEST_F(PoliciesTest, AreRefusedWithAReason) {
  const auto reason_of = [&](CORBA::PolicyType type, const CORBA::Any& value) -> int {
    try {
      client_->create_policy(type, value);
    } catch (const CORBA::PolicyError& error) {
      return error.reason();
    }
    return -1;
  };
  CORBA::Any text;
  text <<= "text";
  CORBA::Any none;
  none <<= Messaging::SyncScope{9};
  EXPECT_EQ(reason_of(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, text), CORBA::BAD_POLICY_TYPE);
  EXPECT_EQ(reason_of(Messaging::SYNC_SCOPE_POLICY_TYPE, text), CORBA::BAD_POLICY_TYPE);
  EXPECT_EQ(reason_of(Messaging::SYNC_SCOPE_POLICY_TYPE, none), CORBA::BAD_POLICY_VALUE);
  EXPECT_EQ(reason_of(Messaging::MAX_HOPS_POLICY_TYPE, text), CORBA::UNSUPPORTED_POLICY);
  EXPECT_EQ(reason_of(0xFFFF0000U, text), CORBA::BAD_POLICY);
}

TEST_F(PoliciesTest, TheOrbMakesPoliciesOfObjectAdaptersToo) {
  using namespace PortableServer;
  const auto made = [&](CORBA::PolicyType type, auto value) {
    CORBA::Any any;
    any <<= value;
    return server_->create_policy(type, any);
  };
  const auto thread = made(THREAD_POLICY_ID, ThreadPolicyValue::SINGLE_THREAD_MODEL);
  EXPECT_EQ(IDL::traits<ThreadPolicy>::narrow(thread)->value(), ThreadPolicyValue::SINGLE_THREAD_MODEL);
  const auto poa =
      root_->create_POA("by the ORB", nullptr,
                        {thread, made(LIFESPAN_POLICY_ID, LifespanPolicyValue::TRANSIENT),
                         made(ID_UNIQUENESS_POLICY_ID, IdUniquenessPolicyValue::MULTIPLE_ID),
                         made(ID_ASSIGNMENT_POLICY_ID, IdAssignmentPolicyValue::USER_ID),
                         made(IMPLICIT_ACTIVATION_POLICY_ID, ImplicitActivationPolicyValue::NO_IMPLICIT_ACTIVATION),
                         made(SERVANT_RETENTION_POLICY_ID, ServantRetentionPolicyValue::RETAIN),
                         made(REQUEST_PROCESSING_POLICY_ID, RequestProcessingPolicyValue::USE_DEFAULT_SERVANT)});
  EXPECT_THROW(poa->get_servant(), POA::NoServant);
  EXPECT_THROW(made(LIFESPAN_POLICY_ID, ThreadPolicyValue::ORB_CTRL_MODEL), CORBA::PolicyError);
}

TEST_F(PoliciesTest, ThePoliciesOfAReferenceDoNotChangeAnother) {
  const auto plain = remote();
  const auto hasty = IDL::traits<Sample::Counter>::narrow(
      plain->_set_policy_overrides({timeout(3 * hour)}, SetOverrideType::ADD_OVERRIDE));
  EXPECT_EQ(hours_of(hasty), 3);
  EXPECT_EQ(hours_of(plain), -1);
  EXPECT_TRUE(hasty->_is_equivalent(plain));
  EXPECT_EQ(hasty->_get_policy_overrides({}).size(), 1U);
  EXPECT_TRUE(hasty->_get_policy_overrides({Messaging::SYNC_SCOPE_POLICY_TYPE}).empty());
  EXPECT_TRUE(plain->_get_policy_overrides({}).empty());
  EXPECT_TRUE(hasty->_get_client_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE));
  EXPECT_FALSE(plain->_get_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE));
  // Added to the overrides, and in place of them.
  const auto both = hasty->_set_policy_overrides({scope(Messaging::SYNC_NONE)}, SetOverrideType::ADD_OVERRIDE);
  EXPECT_EQ(both->_get_policy_overrides({}).size(), 2U);
  const auto none = both->_set_policy_overrides({}, SetOverrideType::SET_OVERRIDE);
  EXPECT_EQ(hours_of(IDL::traits<Sample::Counter>::narrow(none)), -1);
}

TEST_F(PoliciesTest, TheNearestOneCounts) {
  const auto counter = remote();
  const auto manager = initial<CORBA::PolicyManager>("ORBPolicyManager");
  const auto current = initial<CORBA::PolicyCurrent>("PolicyCurrent");
  ASSERT_TRUE(manager && current);
  manager->set_policy_overrides({timeout(9 * hour)}, SetOverrideType::SET_OVERRIDE);
  EXPECT_EQ(hours_of(counter), 9);
  current->set_policy_overrides({timeout(6 * hour)}, SetOverrideType::ADD_OVERRIDE);
  EXPECT_EQ(hours_of(counter), 6);
  EXPECT_EQ(current->get_policy_overrides({}).size(), 1U);
  EXPECT_TRUE(current->get_policy_overrides({Messaging::QUEUE_ORDER_POLICY_TYPE}).empty());
  const auto own =
      IDL::traits<Sample::Counter>::narrow(counter->_set_policy_overrides({timeout(0)}, SetOverrideType::ADD_OVERRIDE));
  EXPECT_EQ(hours_of(own), -1);
  current->set_policy_overrides({}, SetOverrideType::SET_OVERRIDE);
  EXPECT_EQ(hours_of(counter), 9);
  manager->set_policy_overrides({}, SetOverrideType::SET_OVERRIDE);
  EXPECT_EQ(hours_of(counter), -1);
}

TEST_F(PoliciesTest, AnEarlierDeadlineOfABindingStays) {
  const auto bound = dimma::bind(remote(), EngineeringQoS::parse("deadline=7200s"));
  const auto longer = IDL::traits<Sample::Counter>::narrow(
      bound->_set_policy_overrides({timeout(9 * hour)}, SetOverrideType::ADD_OVERRIDE));
  EXPECT_EQ(hours_of(longer), 2);
}

TEST_F(PoliciesTest, PoliciesThatAClientCannotHaveAreRefused) {
  const auto counter = remote();
  const auto lifespan = root_->create_lifespan_policy(PortableServer::LifespanPolicyValue::PERSISTENT);
  EXPECT_RAISES(counter->_set_policy_overrides({lifespan}, SetOverrideType::ADD_OVERRIDE), CORBA::NO_PERMISSION,
                minor::no_permission_policy);
  EXPECT_RAISES(counter->_set_policy_overrides({nullptr}, SetOverrideType::ADD_OVERRIDE), CORBA::BAD_PARAM,
                minor::bad_param_policies);
  EXPECT_RAISES(counter->_set_policy_overrides({timeout(1), timeout(2)}, SetOverrideType::ADD_OVERRIDE),
                CORBA::BAD_PARAM, minor::bad_param_policies);
}

TEST_F(PoliciesTest, AOnewayMayWaitForItsTarget) {
  const auto object = activated();
  for (const auto& target : {object, at_client(object)}) {
    const auto counter = IDL::traits<Sample::Counter>::narrow(target);
    counter->note("throw");
    const auto patient = IDL::traits<Sample::Counter>::narrow(
        counter->_set_policy_overrides({scope(Messaging::SYNC_WITH_TARGET)}, SetOverrideType::SET_OVERRIDE));
    EXPECT_RAISES(patient->note("throw"), CORBA::UNKNOWN, minor::unknown_foreign_exception);
    const int before = servant_->notes;
    patient->note("text");
    EXPECT_EQ(servant_->notes, before + 1);
  }
}

TEST_F(PoliciesTest, AConnectionCanBeTried) {
  CORBA::PolicyList inconsistent;
  const auto object = activated();
  EXPECT_TRUE(at_client(object)->_validate_connection(inconsistent));
  EXPECT_TRUE(inconsistent.empty());
  EXPECT_EQ(network_.binds, 1);
  EXPECT_TRUE(object->_validate_connection(inconsistent));
  EXPECT_EQ(network_.binds, 1);
}

}  // namespace
}  // namespace dimma::test
