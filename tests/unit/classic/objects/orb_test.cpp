// The ORB of the classic mapping, its initial references and its policies.

#include "unit/classic/objects/fixture.hpp"

#include <dimma/classic/messaging.hpp>

#include <string>
#include <vector>

namespace dimma {
namespace test {
namespace {

typedef ClassicClient ClassicOrb;

// Copies of the words of a command line, as main() is given them.
class CommandLine {
 public:
  template <class... Words>
  explicit CommandLine(Words... words) : texts_{words...} {
    for (std::string& text : texts_) pointers_.push_back(&text[0]);
    pointers_.push_back(nullptr);
    count = static_cast<int>(texts_.size());
  }
  char** words() { return pointers_.data(); }
  int count;

 private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

TEST(ClassicOrbInit, RemovesTheOptionsThatItKnows) {
  CommandLine line("program", "-ORBid", "named", "first", "--dimma-connect-timeout=3s", "second");
  const CORBA::ORB_var orb = CORBA::ORB_init(line.count, line.words());
  ASSERT_EQ(line.count, 3);
  EXPECT_STREQ(line.words()[1], "first");
  EXPECT_STREQ(line.words()[2], "second");
  EXPECT_EQ(line.words()[3], nullptr);
  const CORBA::String_var id = orb->id();
  EXPECT_STREQ(id.in(), "named");
  orb->destroy();
}

TEST(ClassicOrbInit, TakesOptionsFromAList) {
  CommandLine line("program", "first");
  const char* options[][2] = {{"id", "listed"}, {nullptr, nullptr}};
  const CORBA::ORB_var orb = CORBA::ORB_init(line.count, line.words(), "", options);
  ASSERT_EQ(line.count, 2);
  EXPECT_STREQ(line.words()[1], "first");
  const CORBA::String_var id = orb->id();
  EXPECT_STREQ(id.in(), "listed");
  orb->destroy();
}

TEST(ClassicOrbInit, NamesTheOptionThatItRefuses) {
  CommandLine line("program", "--dimma-connect-timeout=soon");
  const auto refused = thrown_by<CORBA::BAD_PARAM>([&] { CORBA::ORB_init(line.count, line.words(), "refused"); });
  EXPECT_NE(std::string(refused._detail()).find("connect-timeout"), std::string::npos) << refused._detail();
}

TEST_F(ClassicOrb, IsTheSameForTheSameId) {
  int none = 0;
  const CORBA::ORB_var again = CORBA::ORB_init(none, nullptr, "classic client");
  EXPECT_TRUE(again->_is_equivalent(orb_.in()));
  EXPECT_EQ(again->_hash(100), orb_->_hash(100));
}

TEST_F(ClassicOrb, RegistersInitialReferences) {
  const classic_echoes::Echo_var echo = this->echo();
  orb_->register_initial_reference("Echo", echo.in());
  const CORBA::Object_var found = orb_->resolve_initial_references("Echo");
  EXPECT_TRUE(found->_is_equivalent(echo.in()));
  EXPECT_THROW(orb_->register_initial_reference("Echo", echo.in()), CORBA::ORB::InvalidName);
  EXPECT_THROW(orb_->register_initial_reference("Other", CORBA::Object::_nil()), CORBA::BAD_PARAM);
  EXPECT_THROW(orb_->resolve_initial_references("Unknown"), CORBA::ORB::InvalidName);
  bool is_listed = false;
  const CORBA::ORB::ObjectIdList_var names = orb_->list_initial_services();
  for (CORBA::ULong i = 0; i != names->length(); ++i) is_listed = is_listed || std::string(names[i]) == "Echo";
  EXPECT_TRUE(is_listed);
}

class Local : public virtual CORBA::LocalObject {};

TEST_F(ClassicOrb, GivesBackALocalObjectOfTheApplication) {
  const CORBA::Object_var local = new Local;
  orb_->register_initial_reference("Local", local.in());
  const CORBA::Object_var found = orb_->resolve_initial_references("Local");
  EXPECT_EQ(found.in(), local.in());
  EXPECT_THROW(orb_->object_to_string(local.in()), CORBA::MARSHAL);
}

TEST_F(ClassicOrb, HasLocalObjectsOfWhichTheMappingKnowsNothing) {
  const CORBA::Object_var factory = orb_->resolve_initial_references("CodecFactory");
  orb_->register_initial_reference("Again", factory.in());
  const CORBA::Object_var again = orb_->resolve_initial_references("Again");
  EXPECT_TRUE(again->_is_equivalent(factory.in()));
  EXPECT_FALSE(again->_is_equivalent(orb_.in()));
}

TEST_F(ClassicOrb, SetsPoliciesForAThread) {
  const CORBA::Object_var object = orb_->resolve_initial_references("PolicyCurrent");
  const CORBA::PolicyCurrent_var current = CORBA::PolicyCurrent::_narrow(object.in());
  ASSERT_FALSE(CORBA::is_nil(current.in()));
  CORBA::PolicyList policies(1);
  policies.length(1);
  CORBA::Any limit;
  limit <<= TimeBase::TimeT(70000);
  policies[0] = orb_->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, limit);
  current->set_policy_overrides(policies, CORBA::SET_OVERRIDE);

  const classic_echoes::Echo_var echo = this->echo();
  const CORBA::Policy_var effective = echo->_get_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE);
  const Messaging::RelativeRoundtripTimeoutPolicy_var timeout =
      Messaging::RelativeRoundtripTimeoutPolicy::_narrow(effective.in());
  ASSERT_FALSE(CORBA::is_nil(timeout.in()));
  EXPECT_EQ(timeout->relative_expiry(), 70000U);
  EXPECT_EQ(timeout->policy_type(), Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE);

  current->set_policy_overrides(CORBA::PolicyList(), CORBA::SET_OVERRIDE);
  const CORBA::PolicyList_var left = current->get_policy_overrides(CORBA::PolicyTypeSeq());
  EXPECT_EQ(left->length(), 0U);
  EXPECT_EQ(echo->_get_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE), nullptr);
}

TEST_F(ClassicOrb, RefusesPoliciesThatCannotBeSet) {
  CORBA::Any scope_value;
  scope_value <<= Messaging::SyncScope(9);
  EXPECT_THROW(orb_->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, scope_value), CORBA::PolicyError);
  scope_value <<= "text";
  EXPECT_THROW(orb_->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, scope_value), CORBA::PolicyError);
  const CORBA::Object_var object = orb_->resolve_initial_references("ORBPolicyManager");
  const CORBA::PolicyManager_var manager = CORBA::PolicyManager::_narrow(object.in());
  CORBA::PolicyList policies(2);
  policies.length(2);
  scope_value <<= Messaging::SYNC_WITH_TARGET;
  policies[0] = orb_->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, scope_value);
  policies[1] = policies[0];
  EXPECT_THROW(manager->set_policy_overrides(policies, CORBA::SET_OVERRIDE), CORBA::BAD_PARAM);
  policies.length(1);
  manager->set_policy_overrides(policies, CORBA::SET_OVERRIDE);
  const CORBA::PolicyList_var set = manager->get_policy_overrides(CORBA::PolicyTypeSeq());
  ASSERT_EQ(set->length(), 1U);
  const Messaging::SyncScopePolicy_var scope = Messaging::SyncScopePolicy::_narrow(set[0]);
  EXPECT_EQ(scope->synchronization(), Messaging::SYNC_WITH_TARGET);
}

TEST_F(ClassicOrb, CanOnlyBeAskedForItsIdWhenItIsDestroyed) {
  int none = 0;
  const CORBA::ORB_var orb = CORBA::ORB_init(none, nullptr, "short-lived");
  const CORBA::Object_var object = orb->string_to_object(server_.echo().c_str());
  const classic_echoes::Echo_var echo = classic_echoes::Echo::_narrow(object.in());
  echo->ping();
  orb->shutdown(true);
  orb->run();
  EXPECT_THROW(orb->resolve_initial_references("RootPOA"), CORBA::BAD_INV_ORDER);
  orb->destroy();
  EXPECT_THROW(orb->list_initial_services(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(echo->ping(), CORBA::BAD_INV_ORDER);
  const CORBA::String_var id = orb->id();
  EXPECT_STREQ(id.in(), "short-lived");
}

}  // namespace
}  // namespace test
}  // namespace dimma
