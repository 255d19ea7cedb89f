// How long the caller of a oneway waits, over real channels.
#include "unit/orb/reference/asynchronous_fixture.hpp"

#include <dimma/messaging.hpp>

#include <thread>

namespace dimma::test {
namespace {

class Slow final : public ClerkServant {
 public:
  void hear(const std::string& text) override {
    hold(0);
    if (text == "throw") throw CORBA::NO_PERMISSION();
    ClerkServant::hear(text);
  }
};

class SyncScopeTest : public AsynchronousTest {
 protected:
  SyncScopeTest() {
    server_root_->activate_object(slow_);
    slow_->holds(true);
    CORBA::Any any;
    any <<= Messaging::SYNC_WITH_SERVER;
    const auto seen = seen_by<Desk::Clerk>(client_, server_, server_root_, slow_);
    clerk_until_server_ = narrow_unchecked<Desk::Clerk>(seen->_set_policy_overrides(
        {client_->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, any)}, CORBA::SetOverrideType::SET_OVERRIDE));
  }
  ~SyncScopeTest() override { slow_->holds(false); }

  const CORBA::servant_reference<Slow> slow_ = CORBA::make_reference<Slow>();
  ClerkRef clerk_until_server_;
};

TEST_F(SyncScopeTest, WithServerIsAnsweredBeforeTheUpcallEnds) {
  clerk_until_server_->hear("throw");
  clerk_until_server_->hear("first");  // over the same connection, though the previous upcall is in progress
  slow_->await_held(2);
  EXPECT_EQ(slow_->heard(), "");
  slow_->holds(false);
  while (slow_->heard() != "first") std::this_thread::yield();
  EXPECT_EQ(clerk_until_server_->pages(), 12);  // other calls wait for their results
}

TEST_F(SyncScopeTest, WithServerTellsThatTheObjectIsNotThere) {
  server_root_->deactivate_object(server_root_->servant_to_id(slow_));
  EXPECT_THROW(clerk_until_server_->hear("text"), CORBA::OBJECT_NOT_EXIST);
}

TEST_F(SyncScopeTest, WithServerWorksInEachWayToServe) {
  for (const auto* const qos : {"processing=factory", "processing=nullTask", "processing=pool(2),messages=1"}) {
    const auto poa = dimma::create_poa(server_root_, qos, EngineeringQoS::parse(qos));
    const auto servant = CORBA::make_reference<Slow>();
    poa->activate_object(servant);
    servant->holds(true);
    const auto seen = seen_by<Desk::Clerk>(client_, server_, poa, servant);
    CORBA::Any any;
    any <<= Messaging::SYNC_WITH_SERVER;
    const auto clerk = narrow_unchecked<Desk::Clerk>(seen->_set_policy_overrides(
        {client_->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, any)}, CORBA::SetOverrideType::SET_OVERRIDE));
    clerk->hear(qos);
    servant->await_held(1);
    EXPECT_EQ(servant->heard(), "");
    servant->holds(false);
    EXPECT_EQ(clerk->label("x"), "label of x");
    while (servant->heard() != qos) std::this_thread::yield();
  }
}

}  // namespace
}  // namespace dimma::test
