// Servants of deferred requests, as far as that takes no threads: they reply within the operation function.
#include "unit/orb/deferred/deferred_fixture.hpp"

#include <dimma/access.hpp>
#include <dimma/caller.hpp>

namespace dimma::test {
namespace {

TEST_F(DeferredTest, ResultsOfEveryKind) { expect_all_results(later_clerk_); }

TEST_F(DeferredTest, FailuresOfEveryKind) { expect_all_failures(later_clerk_); }

TEST_F(DeferredTest, CallsWithinTheProcess) {
  const auto clerk = IDL::traits<Desk::Clerk>::narrow(server_root_->servant_to_reference(later_));
  expect_all_results(clerk);
  expect_all_failures(clerk);
}

TEST_F(DeferredTest, ImplicitOperationsAreAnswered) {
  EXPECT_TRUE(later_clerk_->_is_a("IDL:dimma.test/Desk/Drawer:1.0"));
  EXPECT_TRUE(later_clerk_->_is_a("IDL:dimma.test/Desk/Locked:1.0"));
  EXPECT_FALSE(later_clerk_->_is_a("IDL:dimma.test/Desk/Clash:1.0"));
  EXPECT_FALSE(later_clerk_->_non_existent());
  EXPECT_EQ(later_clerk_->_repository_id(), "IDL:dimma.test/Desk/Clerk:1.0");
}

TEST_F(DeferredTest, AOnewayIsInProgressUntilItsReply) {
  const auto clerk = activated_with("messages=2");
  clerk->hear("something");
  EXPECT_EQ(clerk->pages(), 12);
  auto reply = later_->take();
  EXPECT_EQ(later_->heard(), "something");
  reply.when_cancelled([] { ADD_FAILURE(); });
  reply();
  EXPECT_FALSE(reply.is_cancelled());
  poa_->destroy(true, true);
}

class AskingClerk : public LaterClerk {
 public:
  void title(deferred_reply<std::string> reply) override { reply(caller()->transport); }
};

TEST_F(DeferredTest, TheOperationKnowsItsCaller) {
  const auto asking = CORBA::make_reference<AskingClerk>();
  server_root_->activate_object(asking);
  const auto remote = seen_by<Desk::Clerk>(client_, server_, server_root_, asking);
  EXPECT_EQ(remote->title(), "shm");
  // Even within the process the call uses a connection, since a direct call could not wait for its reply.
  EXPECT_EQ(IDL::traits<Desk::Clerk>::narrow(server_root_->servant_to_reference(asking))->title(), "shm");
}

TEST_F(DeferredTest, AccessRulesKnowTheBasesOfAnInterface) {
  const auto allows = [&](const std::string& rules) {
    access_rules(server_, AccessRules::parse(rules));
    try {
      EXPECT_TRUE(later_clerk_->_is_a("IDL:dimma.test/Desk/Drawer:1.0"));
      EXPECT_EQ(later_clerk_->label("drawer"), "label of drawer");
      EXPECT_TRUE(later_clerk_->unlock("sesame"));
      return true;
    } catch (const CORBA::NO_PERMISSION&) {
      return false;
    }
  };
  EXPECT_TRUE(allows("allow * call Desk::Clerk::*"));
  EXPECT_TRUE(allows("allow * call Desk::Drawer::* Desk::Clerk::unlock"));
  EXPECT_FALSE(allows("allow * call Desk::Drawer::*"));
  EXPECT_FALSE(allows("allow * call Desk::Clerk::unlock"));
  access_rules(server_, nullptr);
}

}  // namespace
}  // namespace dimma::test
