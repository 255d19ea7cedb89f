// Dynamic calls of an object with a generated skeleton.

#include "fixture.hpp"

#include <gtest/gtest.h>

namespace {

using dynamic_test::DynamicTest;
using dynamic_test::number_in;
using dynamic_test::text_in;

class RequestTest : public DynamicTest {};

// Returns what `function` throws as an E; fails the test if it throws nothing else than that.
template <class E, class Function>
E thrown_by(Function function) {
  try {
    function();
  } catch (const E& exception) {
    return exception;
  }
  throw std::logic_error("nothing was thrown");
}

TEST_F(RequestTest, PassesArgumentsAndReturnsResults) {
  const CORBA::Request_var call = request("order");
  call->add_in_arg("name") <<= "rope";
  call->add_inout_arg("count") <<= CORBA::Long(3);
  call->add_out_arg("items") <<= Shop::Items();
  call->set_return_type(CORBA::_tc_string);
  call->invoke();
  EXPECT_EQ(call->env()->exception(), nullptr);
  EXPECT_EQ(text_in(call->return_value()), "ordered rope");
  EXPECT_EQ(call->result()->value(), &call->return_value());
  ASSERT_EQ(call->arguments()->count(), 3u);
  EXPECT_EQ(number_in(*call->arguments()->item(1)->value()), 4);
  const Shop::Items* items = nullptr;
  ASSERT_TRUE(*call->arguments()->item(2)->value() >>= items);
  ASSERT_EQ(items->length(), 2u);
  EXPECT_STREQ((*items)[0].name, "rope");
  EXPECT_EQ((*items)[0].count, 3);
  EXPECT_STREQ((*items)[1].name, "bag");
}

TEST_F(RequestTest, ReadsAndWritesAnAttribute) {
  const CORBA::Request_var set = request("_set_stock");
  set->add_in_arg() <<= CORBA::Long(11);
  set->invoke();
  const CORBA::Request_var get = request("_get_stock");
  get->set_return_type(CORBA::_tc_long);
  get->invoke();
  EXPECT_EQ(number_in(get->return_value()), 11);
}

TEST_F(RequestTest, ThrowsAUserExceptionThatItExpects) {
  const CORBA::Request_var call = request("refuse");
  call->add_in_arg() <<= "no";
  call->exceptions()->add(Shop::_tc_Closed);
  call->exceptions()->add(Shop::_tc_Refused);
  const auto thrown = thrown_by<CORBA::UnknownUserException>([&] { call->invoke(); });
  const Shop::Refused* refused = nullptr;
  ASSERT_TRUE(thrown.exception() >>= refused);
  EXPECT_STREQ(refused->why, "no");
  EXPECT_EQ(refused->code, 42);
  auto* const kept = CORBA::UnknownUserException::_downcast(call->env()->exception());
  ASSERT_NE(kept, nullptr);
  EXPECT_TRUE(kept->exception() >>= refused);
}

TEST_F(RequestTest, ThrowsUnknownForAUserExceptionThatItDoesNotExpect) {
  const CORBA::Request_var call = request("refuse");
  call->add_in_arg() <<= "no";
  call->exceptions()->add(Shop::_tc_Closed);
  EXPECT_THROW(call->invoke(), CORBA::UNKNOWN);
  EXPECT_STREQ(call->env()->exception()->_name(), "UNKNOWN");
}

TEST_F(RequestTest, ThrowsASystemException) {
  const CORBA::Request_var call = request("refuse");
  call->add_in_arg() <<= "system";
  const auto thrown = thrown_by<CORBA::NO_PERMISSION>([&] { call->invoke(); });
  EXPECT_EQ(thrown.minor(), 7u);
  const auto* const kept = CORBA::NO_PERMISSION::_downcast(call->env()->exception());
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(kept->completed(), CORBA::COMPLETED_YES);
  const CORBA::Request_var unknown = request("no_such_operation");
  EXPECT_THROW(unknown->invoke(), CORBA::BAD_OPERATION);
}

TEST_F(RequestTest, TakesExistingListsAndFillsThem) {
  CORBA::NVList_var arguments;
  client->create_list(0, arguments.out());
  *arguments->add_item("name", CORBA::ARG_IN)->value() <<= "tape";
  *arguments->add(CORBA::ARG_INOUT | CORBA::IN_COPY_VALUE)->value() <<= CORBA::Long(1);
  *arguments->add(CORBA::ARG_OUT)->value() <<= Shop::Items();
  CORBA::NamedValue_var result;
  client->create_named_value(result.out());
  *result->value() <<= "";
  CORBA::Request_var call;
  desk->_create_request(CORBA::Context::_nil(), "order", arguments, result, call.out(), 0);
  EXPECT_EQ(call->arguments(), arguments.in());
  EXPECT_EQ(call->result(), result.in());
  call->invoke();
  EXPECT_EQ(text_in(*result->value()), "ordered tape");
  EXPECT_EQ(number_in(*arguments->item(1)->value()), 2);
}

TEST_F(RequestTest, TakesAnExistingListOfExceptions) {
  CORBA::ExceptionList_var exceptions;
  client->create_exception_list(exceptions.out());
  exceptions->add(Shop::_tc_Closed);
  CORBA::NVList_var arguments;
  client->create_list(0, arguments.out());
  *arguments->add(CORBA::ARG_IN)->value() <<= "closed";
  CORBA::Request_var call;
  desk->_create_request(CORBA::Context::_nil(), "refuse", arguments, CORBA::NamedValue::_nil(), exceptions,
                        CORBA::ContextList::_nil(), call.out(), 0);
  const auto thrown = thrown_by<CORBA::UnknownUserException>([&] { call->invoke(); });
  const Shop::Closed* closed = nullptr;
  EXPECT_TRUE(thrown.exception() >>= closed);
}

TEST_F(RequestTest, SendsAOneway) {
  const CORBA::Request_var note = request("note");
  note->add_in_arg() <<= "seen";
  note->send_oneway();
  const CORBA::Request_var noted = request_of_noted("seen");
  noted->invoke();
  EXPECT_EQ(text_in(noted->return_value()), "seen");
}

TEST_F(RequestTest, KnowsItsTargetAndOperation) {
  const CORBA::Request_var call = request("order");
  EXPECT_EQ(call->target(), desk.in());
  EXPECT_STREQ(call->operation(), "order");
  EXPECT_TRUE(CORBA::is_nil(call->ctx()));
  const CORBA::TypeCode_var type = call->return_value().type();
  EXPECT_EQ(type->kind(), CORBA::tk_null);
  EXPECT_THROW(call->set_return_type(CORBA::TypeCode::_nil()), CORBA::BAD_TYPECODE);
}

TEST_F(RequestTest, RefusesAnArgumentWithoutAValueOrAType) {
  const CORBA::Request_var call = request("order");
  CORBA::Any& name = call->add_in_arg();
  name <<= "rope";
  call->add_inout_arg("count") <<= CORBA::Long(1);
  CORBA::Any& items = call->add_out_arg("items");
  const auto thrown = thrown_by<CORBA::BAD_PARAM>([&] { call->invoke(); });
  EXPECT_STREQ(thrown._detail(), "argument 3 (items) of order has no type");
  items <<= Shop::Items();
  call->set_return_type(CORBA::_tc_string);
  call->invoke();
  EXPECT_EQ(text_in(call->return_value()), "ordered rope");
}

TEST_F(RequestTest, RefusesAnArgumentWithoutADirection) {
  CORBA::NVList_var arguments;
  client->create_list(1, arguments.out());
  CORBA::Request_var call;
  desk->_create_request(CORBA::Context::_nil(), "note", arguments, CORBA::NamedValue::_nil(), call.out(), 0);
  const auto thrown = thrown_by<CORBA::BAD_PARAM>([&] { call->send_oneway(); });
  EXPECT_STREQ(thrown._detail(), "argument 1 of note has no direction");
}

TEST_F(RequestTest, IsSentOnce) {
  const CORBA::Request_var call = request("_get_stock");
  call->set_return_type(CORBA::_tc_long);
  EXPECT_EQ(thrown_by<CORBA::BAD_INV_ORDER>([&] { call->poll_response(); }).minor(), 0x4f4d000bu);
  call->invoke();
  EXPECT_EQ(thrown_by<CORBA::BAD_INV_ORDER>([&] { call->invoke(); }).minor(), 0x4f4d000au);
  EXPECT_EQ(thrown_by<CORBA::BAD_INV_ORDER>([&] { call->get_response(); }).minor(), 0x4f4d000du);
}

TEST_F(RequestTest, IsRefusedByALocalObject) {
  EXPECT_THROW(root->_request("the_name"), CORBA::NO_IMPLEMENT);
  EXPECT_THROW(desk->_request(nullptr), CORBA::BAD_PARAM);
}

TEST_F(RequestTest, ReachesAnObjectOfItsOwnProcess) {
  const Shop::Desk_var here = servant->_this();
  const CORBA::Request_var call = here->_request("order");
  call->add_in_arg() <<= "rope";
  call->add_inout_arg() <<= CORBA::Long(1);
  call->add_out_arg() <<= Shop::Items();
  call->set_return_type(CORBA::_tc_string);
  call->invoke();
  EXPECT_EQ(text_in(call->return_value()), "ordered rope");
}

}  // namespace
