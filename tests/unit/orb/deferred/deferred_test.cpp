// Servants that reply later, as far as that takes no threads: within the operation function.
#include "unit/orb/deferred/deferred_fixture.hpp"

namespace dimma::test {
namespace {

void expect_all_results(const ClerkRef& clerk) {
  EXPECT_EQ(clerk->label("drawer"), "label of drawer");
  EXPECT_EQ(clerk->pages(), 12);
  EXPECT_TRUE(clerk->unlock("sesame"));
  std::string b = "text";
  Desk::Page c;
  EXPECT_EQ(clerk->add(4, b, c), 5);
  EXPECT_EQ(b, "text!");
  EXPECT_EQ(c.lines(), (std::vector<std::int32_t>{4, 5}));
  CORBA::Any thing;
  thing <<= std::int32_t{1};
  ClerkRef itself;
  const auto copied = clerk->copy(CORBA::make_reference<IDL::traits<Desk::Note>::obv_type>(7, nullptr), thing, itself);
  EXPECT_EQ(copied->number(), 8);
  EXPECT_EQ(copied->next()->number(), 7);
  EXPECT_EQ(itself->title(), "clerk");
  Desk::Octets octets;
  Desk::Clerk::Grid grid{};
  grid[0][0] = 9;
  EXPECT_EQ(clerk->turn(grid, octets)[1][0], 9);
  EXPECT_EQ(octets, Desk::Octets(3, 7));
  clerk->title("new");
}

void expect_all_failures(const ClerkRef& clerk) {
  EXPECT_THROW(clerk->label(""), Desk::Unknown);
  EXPECT_THROW(clerk->label("elsewhere"), Desk::Unknown);
  EXPECT_THROW(clerk->title(""), Desk::Refused);
  EXPECT_THROW(clerk->fail("thrown"), Desk::Refused);
  EXPECT_THROW(clerk->fail("refused"), Desk::Refused);
  EXPECT_RAISES(clerk->fail("foreign"), CORBA::UNKNOWN, minor::unknown_foreign_exception);
  EXPECT_RAISES(clerk->fail("number"), CORBA::UNKNOWN, minor::unknown_foreign_exception);
  EXPECT_RAISES(clerk->_cxx_class(), CORBA::UNKNOWN, minor::unknown_user_exception);
  try {
    clerk->fail("system");
    ADD_FAILURE();
  } catch (const CORBA::NO_PERMISSION& exception) {
    EXPECT_EQ(exception.minor(), 77U);
    EXPECT_EQ(exception.completed(), CORBA::COMPLETED_YES);
  }
  try {
    clerk->fail("dropped");
    ADD_FAILURE();
  } catch (const CORBA::NO_RESPONSE& exception) {
    EXPECT_EQ(exception.minor(), minor::no_response_dropped);
    EXPECT_EQ(exception.completed(), CORBA::COMPLETED_MAYBE);
  }
  clerk->fail("late");
}

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

TEST_F(DeferredTest, WithDedicatedConnectionsAndAThreadForEachRequest) {
  for (const char* qos : {"processing=nullTask,messages=1", "processing=factory", "processing=pool(1)", "messages=1"}) {
    SCOPED_TRACE(qos);
    const auto clerk = activated_with(qos);
    expect_all_results(clerk);
    expect_all_failures(clerk);
    poa_->destroy(true, true);
  }
}

}  // namespace
}  // namespace dimma::test
