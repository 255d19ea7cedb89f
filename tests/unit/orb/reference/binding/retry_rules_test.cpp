// Which failures let a call or a binding be tried again.

#include "orb/reference/binding/retry_rules.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace dimma::orb {
namespace {

using CORBA::COMPLETED_MAYBE;
using CORBA::COMPLETED_NO;
using CORBA::COMPLETED_YES;

constexpr Deadline deadline{std::chrono::seconds(10)};
constexpr Deadline part_of_it{std::chrono::seconds(2)};

TEST(RetryRules, ACallThatMayHaveBeenExecutedIsNotTriedElsewhere) {
  EXPECT_TRUE(may_be_tried_elsewhere(CORBA::TRANSIENT(0, COMPLETED_NO)));
  EXPECT_TRUE(may_be_tried_elsewhere(CORBA::COMM_FAILURE(0, COMPLETED_NO)));
  for (const auto completed : {COMPLETED_MAYBE, COMPLETED_YES}) {
    EXPECT_FALSE(may_be_tried_elsewhere(CORBA::TRANSIENT(0, completed)));
    EXPECT_FALSE(may_be_tried_elsewhere(CORBA::COMM_FAILURE(0, completed)));
  }
  EXPECT_FALSE(may_be_tried_elsewhere(CORBA::TIMEOUT(0, COMPLETED_NO)));
  EXPECT_FALSE(may_be_tried_elsewhere(CORBA::NO_PERMISSION(0, COMPLETED_NO)));
}

TEST(RetryRules, AMalformedProfileDoesNotPreventTheUseOfAnother) {
  EXPECT_TRUE(may_do_by_another_profile(CORBA::INV_OBJREF(0, COMPLETED_NO)));
  EXPECT_FALSE(may_be_tried_elsewhere(CORBA::INV_OBJREF(0, COMPLETED_NO)));
  EXPECT_TRUE(may_do_by_another_profile(CORBA::TRANSIENT(0, COMPLETED_NO)));
  EXPECT_FALSE(may_do_by_another_profile(CORBA::TIMEOUT(0, COMPLETED_NO)));
}

TEST(RetryRules, ATimeoutOfAShareOfTheTimeIsNotTheCallsOwn) {
  const CORBA::TIMEOUT not_sent(0, COMPLETED_NO);
  EXPECT_TRUE(was_too_short(not_sent, part_of_it, deadline));
  EXPECT_FALSE(was_too_short(not_sent, deadline, deadline));
  EXPECT_FALSE(was_too_short(CORBA::TIMEOUT(0, COMPLETED_MAYBE), part_of_it, deadline));
  EXPECT_FALSE(was_too_short(CORBA::TRANSIENT(0, COMPLETED_NO), part_of_it, deadline));
}

TEST(RetryRules, AConnectionIsReplacedIfItWasClosed) {
  EXPECT_TRUE(connection_was_closed(CORBA::TRANSIENT(minor::transient_closed_by_peer, COMPLETED_NO)));
  EXPECT_TRUE(connection_was_closed(CORBA::COMM_FAILURE(minor::comm_failure_connection_lost, COMPLETED_MAYBE)));
  EXPECT_FALSE(connection_was_closed(CORBA::TIMEOUT(minor::timeout_call, COMPLETED_MAYBE)));
}

TEST(RetryRules, ATargetIsGoneOnlyIfNothingWasExecuted) {
  EXPECT_TRUE(is_gone(CORBA::OBJECT_NOT_EXIST(0, COMPLETED_NO)));
  EXPECT_FALSE(is_gone(CORBA::OBJECT_NOT_EXIST(0, COMPLETED_YES)));
  EXPECT_FALSE(is_gone(CORBA::TRANSIENT(0, COMPLETED_NO)));
}

}  // namespace
}  // namespace dimma::orb
