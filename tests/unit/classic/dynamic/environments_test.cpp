// With omniORB's header, dynamic calls leave their exceptions in their environments.

#include <omniORB4/CORBA.h>

#include "fixture.hpp"

#include <thread>

namespace {

class EnvironmentsTest : public dynamic_test::DynamicTest {
 protected:
  CORBA::Request_ptr refusal(const char* why) {
    CORBA::Request_var made = request("refuse");
    made->add_in_arg() <<= why;
    made->exceptions()->add(Shop::_tc_Refused);
    return made._retn();
  }
};

TEST_F(EnvironmentsTest, HaveTheUserException) {
  const CORBA::Request_var call = refusal("no");
  call->invoke();
  auto* const unknown = CORBA::UnknownUserException::_downcast(call->env()->exception());
  ASSERT_NE(unknown, nullptr);
  const Shop::Refused* refused = nullptr;
  ASSERT_TRUE(unknown->exception() >>= refused);
  EXPECT_STREQ(refused->why, "no");
}

TEST_F(EnvironmentsTest, HaveTheSystemException) {
  const CORBA::Request_var call = refusal("system");
  call->invoke();
  EXPECT_NE(CORBA::NO_PERMISSION::_downcast(call->env()->exception()), nullptr);
}

TEST_F(EnvironmentsTest, HaveTheExceptionOfADeferredCall) {
  const CORBA::Request_var polled = refusal("no");
  polled->send_deferred();
  while (!polled->poll_response()) std::this_thread::yield();
  EXPECT_NE(polled->env()->exception(), nullptr);
  const CORBA::Request_var fetched = refusal("system");
  fetched->send_deferred();
  fetched->get_response();
  EXPECT_STREQ(fetched->env()->exception()->_name(), "NO_PERMISSION");
}

TEST_F(EnvironmentsTest, AreEmptyAfterSuccess) {
  const CORBA::Request_var call = request("_get_stock");
  call->set_return_type(CORBA::_tc_long);
  call->invoke();
  EXPECT_EQ(call->env()->exception(), nullptr);
}

TEST_F(EnvironmentsTest, DoNotHideMistakesOfTheCaller) {
  const CORBA::Request_var call = request("note");
  call->add_in_arg();
  EXPECT_THROW(call->invoke(), CORBA::BAD_PARAM);
}

}  // namespace
