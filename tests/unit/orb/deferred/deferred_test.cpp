// Servants that reply later, as far as that takes no threads: within the operation function.
#include "unit/orb/deferred/deferred_fixture.hpp"

namespace dimma::test {
namespace {

TEST_F(DeferredTest, ResultsOfEveryKind) { expect_all_results(later_clerk_); }

TEST_F(DeferredTest, FailuresOfEveryKind) { expect_all_failures(later_clerk_); }

TEST_F(DeferredTest, CallsWithinTheProcess) {
  const auto clerk = IDL::traits<Desk::Clerk>::narrow(server_root_->servant_to_reference(later_));
  expect_all_results(clerk);
  expect_all_failures(clerk);
}

TEST_F(DeferredTest, WhatEveryObjectAnswers) {
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

}  // namespace
}  // namespace dimma::test
