// Interceptors of a server whose servant replies later.
#include "unit/orb/deferred/deferred_fixture.hpp"
#include "unit/orb/interception/interceptor_fixture.hpp"

#include <algorithm>
#include <thread>

namespace dimma::test {
namespace {

class DeferredInterceptorTest : public InterceptorTest {
 protected:
  ClerkRef activated() {
    root_->activate_object(later_);
    const auto text = server_->object_to_string(root_->servant_to_reference(later_));
    return narrow_unchecked<Desk::Clerk>(client_->string_to_object(text));
  }
  std::size_t count_of(const Log& log, const std::string& what) const {
    return static_cast<std::size_t>(std::count(log.begin(), log.end(), what));
  }
  const CORBA::servant_reference<LaterClerk> later_ = CORBA::make_reference<LaterClerk>();
};

TEST_F(DeferredInterceptorTest, TheEndIsTheReply) {
  PI::SlotId slot = 0;
  initialization().after = [&](const InitInfo& info) { slot = info->allocate_slot_id(); };
  const auto spy = server_spy("S");
  start();
  std::atomic<int> in_slot{0};
  spy->also = [&](const std::string& point, const ServerInfo& info) {
    CORBA::Any value;
    value <<= std::int32_t{21};
    if (point == "receive_request") info->set_slot(slot, value);
    std::int32_t found = 0;
    if (point == "send_reply" && info->operation() == "hold" && (info->get_slot(slot) >>= found)) in_slot = found;
  };
  const auto clerk = activated();
  std::thread caller([&] { clerk->hold(1); });
  auto reply = later_->take();
  EXPECT_EQ(journal_.take(), (Log{"S receive_request_service_contexts hold", "S receive_request hold"}));
  reply();
  caller.join();
  EXPECT_EQ(in_slot, 21);
  EXPECT_EQ(journal_.take(), Log{"S send_reply hold"});
}

TEST_F(DeferredInterceptorTest, ExceptionsOfEveryKindAreToldOnce) {
  server_spy("S");
  start();
  const auto clerk = activated();
  journal_.take();
  EXPECT_THROW(clerk->fail("refused"), Desk::Refused);
  EXPECT_THROW(clerk->fail("thrown"), Desk::Refused);
  EXPECT_THROW(clerk->fail("system"), CORBA::NO_PERMISSION);
  EXPECT_THROW(clerk->fail("dropped"), CORBA::NO_RESPONSE);
  EXPECT_THROW(clerk->fail("foreign"), CORBA::UNKNOWN);
  const auto log = journal_.take();
  EXPECT_EQ(count_of(log, "S send_exception fail"), 5U);
  EXPECT_EQ(count_of(log, "S send_reply fail"), 0U);
  clerk->hear("oneway");
  auto reply = later_->take();
  EXPECT_EQ(count_of(journal_.take(), "S send_reply hear"), 0U);
  reply();
  EXPECT_EQ(count_of(journal_.take(), "S send_reply hear"), 1U);
}

TEST_F(DeferredInterceptorTest, AnInterceptorMayEndItOtherwise) {
  const auto spy = server_spy("S");
  start();
  const auto clerk = activated();
  spy->also = [](const std::string& point, const ServerInfo&) {
    if (point == "send_reply") throw CORBA::NO_PERMISSION(9, CORBA::COMPLETED_YES);
  };
  EXPECT_RAISES(clerk->pages(), CORBA::NO_PERMISSION, 9);
  EXPECT_RAISES(clerk->fail("late"), CORBA::NO_PERMISSION, 9);
}

// Such a call uses no connection, and waits on its thread.
TEST_F(DeferredInterceptorTest, CallsWithinTheProcess) {
  server_spy("S");
  start();
  root_->activate_object(later_);
  const auto clerk = IDL::traits<Desk::Clerk>::narrow(root_->servant_to_reference(later_));
  EXPECT_EQ(clerk->pages(), 12);
  EXPECT_THROW(clerk->fail("refused"), Desk::Refused);
  EXPECT_THROW(clerk->fail("dropped"), CORBA::NO_RESPONSE);
  std::thread caller([&] { clerk->hold(1); });
  later_->take()();
  caller.join();
  EXPECT_EQ(count_of(journal_.take(), "S send_reply hold"), 1U);
}

}  // namespace
}  // namespace dimma::test
