// The timeouts of omniORB's interface.

#include "unit/classic/compat/modern_view.hpp"
#include "unit/classic/compat/silent_server.hpp"

#include <gtest/gtest.h>
#include <omniORB4/CORBA.h>

#include <string>

namespace {

const CORBA::ULong units_per_millisecond = 10000;  // 100 ns each

std::string logged;
void log(const char* message) { logged += message; }

CORBA::ORB_ptr make_orb(const char* id) {
  int argc = 0;
  return CORBA::ORB_init(argc, nullptr, id);
}

// Returns the limit of calls in milliseconds that the policies make; 0 if there is none.
CORBA::ULongLong limit_of(CORBA::Object_ptr object) {
  CORBA::Policy_var policy = object->_get_client_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE);
  Messaging::RelativeRoundtripTimeoutPolicy_var timeout = Messaging::RelativeRoundtripTimeoutPolicy::_narrow(policy);
  return CORBA::is_nil(timeout) ? 0 : timeout->relative_expiry() / units_per_millisecond;
}

struct LimitElsewhere {
  CORBA::Object_ptr object;
  CORBA::ULongLong limit;
};

void* find_limit(void* argument) {
  LimitElsewhere& elsewhere = *static_cast<LimitElsewhere*>(argument);
  elsewhere.limit = limit_of(elsewhere.object);
  return nullptr;
}

class OmniTimeouts : public testing::Test {
 protected:
  OmniTimeouts() : orb(make_orb("omniORB4")), object(orb->string_to_object(server.url().c_str())) {}
  ~OmniTimeouts() override {
    omniORB::setClientThreadCallTimeout(0);
    omniORB::setClientCallTimeout(0);
    orb->destroy();
  }

  void expect_timeout() {
    try {
      object->_non_existent();
      FAIL() << "the call has ended without an exception";
    } catch (const CORBA::TIMEOUT& timeout) {
      EXPECT_EQ(timeout.minor(), static_cast<CORBA::ULong>(omni::TIMEOUT_CallTimedOutOnClient));
    }
  }

  SilentServer server;
  CORBA::ORB_var orb;
  CORBA::Object_var object;
};

TEST_F(OmniTimeouts, OfTheProcessEndsACall) {
  omniORB::setClientCallTimeout(50);
  EXPECT_EQ(limit_of(object), 50u);
  expect_timeout();
  omniORB::setClientCallTimeout(0);
  EXPECT_EQ(limit_of(object), 0u);
}

TEST_F(OmniTimeouts, OfTheProcessAppliesToALaterOrb) {
  omniORB::setClientCallTimeout(70);
  CORBA::ORB_var later = make_orb("later");
  CORBA::Object_var its_object = later->string_to_object(server.url().c_str());
  EXPECT_EQ(limit_of(its_object), 70u);
  later->destroy();

  CORBA::ORB_var again = make_orb("later");
  its_object = again->string_to_object(server.url().c_str());
  EXPECT_EQ(limit_of(its_object), 70u);
  again->shutdown(true);
  omniORB::setClientCallTimeout(80);
  again->destroy();
  EXPECT_EQ(limit_of(object), 80u);
}

TEST_F(OmniTimeouts, OfTheProcessIsNotSetAgainForAnOrbThatExists) {
  omniORB::setClientCallTimeout(70);
  CORBA::Object_var manager_object = orb->resolve_initial_references("ORBPolicyManager");
  CORBA::PolicyManager_var manager = CORBA::PolicyManager::_narrow(manager_object);
  manager->set_policy_overrides(CORBA::PolicyList(), CORBA::SET_OVERRIDE);
  CORBA::ORB_var same = make_orb("omniORB4");
  EXPECT_EQ(limit_of(object), 0u);
}

TEST_F(OmniTimeouts, OfAReferenceEndsACall) {
  CORBA::Object_var duplicate = CORBA::Object::_duplicate(object);
  CORBA::Object_var other = orb->string_to_object(server.url().c_str());
  omniORB::setClientCallTimeout(object, 50);
  expect_timeout();
  EXPECT_EQ(limit_of(duplicate), 50u);
  EXPECT_EQ(limit_of(other), 0u);
  EXPECT_TRUE(object->_is_equivalent(other));
  omniORB::setClientCallTimeout(object, 60);
  EXPECT_EQ(limit_of(object), 60u);
  omniORB::setClientCallTimeout(object, 0);
  EXPECT_EQ(limit_of(object), 0u);
}

TEST_F(OmniTimeouts, OfAReferenceIsRefusedForNilAndLocalObjects) {
  EXPECT_THROW(omniORB::setClientCallTimeout(CORBA::Object::_nil(), 50), CORBA::INV_OBJREF);
  EXPECT_THROW(omniORB::setClientCallTimeout(orb, 50), CORBA::NO_IMPLEMENT);
}

TEST_F(OmniTimeouts, OfAThreadEndsACall) {
  omniORB::setClientThreadCallTimeout(50);
  EXPECT_EQ(limit_of(object), 50u);
  expect_timeout();

  LimitElsewhere elsewhere = {object, 1};
  omni_thread::create(find_limit, &elsewhere)->join(nullptr);
  EXPECT_EQ(elsewhere.limit, 0u);

  omniORB::setClientCallTimeout(90);
  EXPECT_EQ(limit_of(object), 50u);
  omniORB::setClientThreadCallTimeout(0);
  EXPECT_EQ(limit_of(object), 90u);
}

TEST_F(OmniTimeouts, OfConnectingAppliesToALaterOrb) {
  omniORB::setLogFunction(log);
  omniORB::setClientConnectTimeout(1500);
  omniORB::setLogFunction(nullptr);
  EXPECT_NE(logged.find("omniORB: setClientConnectTimeout"), std::string::npos) << logged;
  EXPECT_EQ(description_of_orb("omniORB4").find("connect-timeout"), std::string::npos);
  CORBA::ORB_var later = make_orb("later");
  const std::string description = description_of_orb("later");
  EXPECT_NE(description.find("--dimma-connect-timeout"), std::string::npos) << description;
  later->destroy();
}

}  // namespace
