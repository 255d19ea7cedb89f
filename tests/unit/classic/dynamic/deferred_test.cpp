// Dynamic calls whose replies are fetched later.

#include "fixture.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace {

using dynamic_test::DynamicTest;
using dynamic_test::text_in;

class DeferredTest : public DynamicTest {
 protected:
  void note(const char* text) { servant->note(text); }
  // Returns when the reply of a deferred call has arrived.
  static void poll_until_response(const CORBA::Request_var& call) {
    while (!call->poll_response()) std::this_thread::yield();
  }
  CORBA::RequestSeq calls_of_noted(std::initializer_list<const char*> texts) {
    CORBA::RequestSeq calls;
    for (const char* text : texts) {
      calls.length(calls.length() + 1);
      calls[calls.length() - 1] = request_of_noted(text);
    }
    return calls;
  }
};

TEST_F(DeferredTest, ReturnsBeforeTheReplyAndWaitsForIt) {
  const CORBA::Request_var call = request_of_noted("later");
  call->send_deferred();
  EXPECT_FALSE(call->poll_response());
  note("later");
  call->get_response();
  EXPECT_EQ(text_in(call->return_value()), "later");
  EXPECT_EQ(call->env()->exception(), nullptr);
  EXPECT_THROW(call->get_response(), CORBA::BAD_INV_ORDER);
  EXPECT_THROW(call->poll_response(), CORBA::BAD_INV_ORDER);
}

TEST_F(DeferredTest, HasItsResultsWhenItHasBeenPolled) {
  const CORBA::Request_var call = request_of_noted("polled");
  call->send_deferred();
  note("polled");
  poll_until_response(call);
  EXPECT_EQ(text_in(call->return_value()), "polled");
  EXPECT_TRUE(call->poll_response());
  call->get_response();
  EXPECT_EQ(text_in(call->return_value()), "polled");
}

TEST_F(DeferredTest, ThrowsItsExceptionWhenItIsFetched) {
  const CORBA::Request_var call = request("refuse");
  call->add_in_arg() <<= "late";
  call->exceptions()->add(Shop::_tc_Refused);
  call->send_deferred();
  poll_until_response(call);
  EXPECT_NE(CORBA::UnknownUserException::_downcast(call->env()->exception()), nullptr);
  try {
    call->get_response();
    FAIL();
  } catch (const CORBA::UnknownUserException& unknown) {
    const Shop::Refused* refused = nullptr;
    ASSERT_TRUE(unknown.exception() >>= refused);
    EXPECT_STREQ(refused->why, "late");
  }
}

TEST_F(DeferredTest, FailsIfItsServerIsGone) {
  const CORBA::Object_var gone = client->string_to_object("corbaloc:iiop:127.0.0.1:1/none");
  const CORBA::Request_var call = gone->_request("order");
  call->send_deferred();
  EXPECT_THROW(call->get_response(), CORBA::TRANSIENT);
}

TEST_F(DeferredTest, MayBeReleasedWithoutItsReply) {
  {
    const CORBA::Request_var before = request_of_noted("before");
    before->send_deferred();
    const CORBA::Request_var after = request_of_noted("after");
    after->send_deferred();
    note("before");
  }
  note("after");
  const CORBA::Request_var call = request_of_noted("after");
  call->invoke();
  EXPECT_EQ(text_in(call->return_value()), "after");
}

TEST_F(DeferredTest, WaitsForItsReplyOnAnotherThread) {
  const CORBA::Request_var call = request_of_noted("elsewhere");
  call->send_deferred();
  std::thread waiter([&] { call->get_response(); });
  note("elsewhere");
  waiter.join();
  EXPECT_EQ(text_in(call->return_value()), "elsewhere");
}

TEST_F(DeferredTest, ReturnsTheFirstReplyOfSeveral) {
  const CORBA::RequestSeq calls = calls_of_noted({"first", "second"});
  client->send_multiple_requests_deferred(calls);
  EXPECT_FALSE(client->poll_next_response());
  note("second");
  CORBA::Request_var ended;
  client->get_next_response(ended.out());
  EXPECT_EQ(ended.in(), calls[1].in());
  EXPECT_EQ(text_in(ended->return_value()), "second");
  EXPECT_FALSE(client->poll_next_response());
  note("first");
  while (!client->poll_next_response()) std::this_thread::yield();
  client->get_next_response(ended.out());
  EXPECT_EQ(ended.in(), calls[0].in());
  ended->get_response();
  EXPECT_EQ(text_in(ended->return_value()), "first");
  EXPECT_THROW(client->poll_next_response(), CORBA::BAD_INV_ORDER);
  EXPECT_THROW(client->get_next_response(ended.out()), CORBA::BAD_INV_ORDER);
}

TEST_F(DeferredTest, SendsSeveralOneways) {
  CORBA::RequestSeq notes;
  notes.length(2);
  CORBA::ULong at = 0;
  for (const char* text : {"one", "two"}) {
    notes[at] = request("note");
    notes[at++]->add_in_arg() <<= text;
  }
  client->send_multiple_requests_oneway(notes);
  for (const char* text : {"one", "two"}) {
    const CORBA::Request_var call = request_of_noted(text);
    call->invoke();
    EXPECT_EQ(text_in(call->return_value()), text);
  }
  EXPECT_THROW(client->send_multiple_requests_oneway(notes), CORBA::BAD_INV_ORDER);
}

TEST_F(DeferredTest, KeepsTheExceptionsOfOthersApart) {
  CORBA::RequestSeq calls = calls_of_noted({"good"});
  calls.length(2);
  const CORBA::Object_var gone = client->string_to_object("corbaloc:iiop:127.0.0.1:1/none");
  calls[1] = gone->_request("order");
  client->send_multiple_requests_deferred(calls);
  CORBA::Request_var failed;
  client->get_next_response(failed.out());
  EXPECT_EQ(failed.in(), calls[1].in());
  EXPECT_STREQ(failed->env()->exception()->_name(), "TRANSIENT");
  EXPECT_THROW(failed->get_response(), CORBA::TRANSIENT);
  note("good");
  CORBA::Request_var good;
  client->get_next_response(good.out());
  EXPECT_EQ(text_in(good->return_value()), "good");
}

}  // namespace
