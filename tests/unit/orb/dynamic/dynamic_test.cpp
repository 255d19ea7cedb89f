// Calls without stubs, and servants without skeletons.

#include "unit/orb/orb_fixture.hpp"

#include <dimma/dii.hpp>
#include <dimma/dsi.hpp>

namespace dimma::test {
namespace {

using CORBA::Any;
using Arguments = CORBA::object_reference<CORBA::NVList>;
using DynamicRequest = CORBA::object_reference<CORBA::ServerRequest>;

CORBA::typecode_reference bad_type(CORBA::ORB& orb) {
  return orb.create_exception_tc("IDL:Sample/Bad:1.0", "Bad", {CORBA::StructMember("why", CORBA::_tc_string)});
}

// A user exception as an Any, of a class that has no TypeCode of its own.
Any bad(CORBA::ORB& orb, const std::string& why) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  out.put_string("IDL:Sample/Bad:1.0");
  out.put_string(why);
  cdr::Decoder in(out.octets());
  return cdr::read_any_value(in, bad_type(orb));
}

std::string why(const Any& exception) {
  std::string text;
  cdr::read_any_value(exception, [&](cdr::Decoder& in) {
    EXPECT_EQ(in.get_string_view(), "IDL:Sample/Bad:1.0");
    text = in.get_string_view();
  });
  return text;
}

template <class T>
T value_of(const Any& any) {
  T value{};
  EXPECT_TRUE(any >>= value);
  return value;
}

// Counter without its skeleton; the object's id determines its interface.
class Dynamic : public PortableServer::DynamicImplementation {
 public:
  explicit Dynamic(CORBA::ORB& orb) : orb_(orb) {}

  void invoke(DynamicRequest request) override {
    last = request;
    const auto parameters = CORBA::make_reference<CORBA::NVList>();
    const std::string operation = request->operation();
    Any result;
    if (operation == "add") {
      parameters->add_value("amount", Any(CORBA::_tc_long, nullptr), CORBA::ARG_IN);
      request->arguments(parameters);
      const auto amount = value_of<std::int32_t>(parameters->item(0)->value());
      if (amount < 0) return request->set_exception(bad(orb_, "negative"));
      result <<= counted += amount;
      request->set_result(result);
    } else if (operation == "join") {
      for (const CORBA::Flags flags : {CORBA::ARG_IN, CORBA::ARG_INOUT, CORBA::ARG_OUT}) {
        parameters->add_value("", Any(CORBA::_tc_string, nullptr), flags);
      }
      request->arguments(parameters);
      const auto a = value_of<std::string>(parameters->item(0)->value());
      const auto b = value_of<std::string>(parameters->item(1)->value());
      result <<= a + b;
      parameters->item(1)->value() <<= "was " + b;
      if (a != "forget") parameters->item(2)->value() <<= b + a;
      request->set_result(result);
    } else if (operation == "act") {
      act(*request);
    } else if (operation != "ping") {
      throw CORBA::BAD_OPERATION(minor::bad_operation_unknown, CORBA::COMPLETED_NO);
    }
  }

  std::string _primary_interface(const PortableServer::ObjectId& id,
                                 CORBA::object_reference<PortableServer::POA> poa) override {
    EXPECT_TRUE(poa);
    return PortableServer::ObjectId_to_string(id) == "base" ? "IDL:Sample/Base:1.0" : "IDL:Sample/Counter:1.0";
  }

  DynamicRequest last;
  std::int32_t counted = 0;

 private:
  // Calls the functions of the request out of order, as the caller specifies.
  void act(CORBA::ServerRequest& request) {
    const auto parameters = CORBA::make_reference<CORBA::NVList>();
    parameters->add_value("what", Any(CORBA::_tc_string, nullptr), CORBA::ARG_IN);
    request.arguments(parameters);
    const auto what = value_of<std::string>(parameters->item(0)->value());
    if (what == "arguments") request.arguments(parameters);
    if (what == "results") request.set_result({}), request.set_result({});
    if (what == "no exception") request.set_exception(parameters->item(0)->value());
    if (what == "exception") request.set_exception(bad(orb_, "set"));
    if (what == "throw") throw Sample::Bad("thrown");
  }

  CORBA::ORB& orb_;
};

class DynamicTest : public OrbTest {
 protected:
  CORBA::object_reference<CORBA::Request> request(const std::string& operation) { return object_->_request(operation); }
  CORBA::object_reference<CORBA::Object> dynamic_object(const std::string& id) {
    const auto object_id = PortableServer::string_to_ObjectId(id);
    named_->activate_object_with_id(object_id, dynamic_);
    return named_->id_to_reference(object_id);
  }

  CORBA::object_reference<CORBA::Object> object_ = at_client(activated());
  CORBA::object_reference<PortableServer::POA> named_ =
      root_->create_POA("named", root_->the_POAManager(),
                        {root_->create_id_assignment_policy(PortableServer::IdAssignmentPolicyValue::USER_ID)});

  CORBA::servant_reference<Dynamic> dynamic_ = CORBA::make_reference<Dynamic>(*server_);
};

TEST_F(DynamicTest, ARequestHasArgumentsAndResults) {
  const auto join = request("join");
  join->add_in_arg("a") <<= "x";
  join->add_inout_arg("b") <<= "y";
  join->add_out_arg("c", CORBA::_tc_string);
  join->set_return_type(CORBA::_tc_string);
  join->invoke();
  EXPECT_EQ(value_of<std::string>(join->return_value()), "xy");
  EXPECT_EQ(value_of<std::string>(join->arguments()->item(1)->value()), "was y");
  EXPECT_EQ(value_of<std::string>(join->arguments()->item(2)->value()), "yx");

  servant_->counted = 7;
  const auto count = request("_get_count");
  count->set_return_type(CORBA::_tc_long);
  count->invoke();
  EXPECT_EQ(value_of<std::int32_t>(count->return_value()), 7);
  request("ping")->invoke();
  EXPECT_EQ(servant_->pings, 1);
}

TEST_F(DynamicTest, ARequestCanBeMadeOfAListThatIsThere) {
  CORBA::object_reference<CORBA::NVList> arguments;
  client_->create_list(1, arguments);
  arguments->item(0)->value() <<= std::int32_t{5};
  const auto result = CORBA::make_reference<CORBA::NamedValue>("", Any(CORBA::_tc_long, nullptr), CORBA::ARG_OUT);
  CORBA::object_reference<CORBA::Request> add;
  object_->_create_request("add", arguments, result, add);
  add->invoke();
  EXPECT_EQ(value_of<std::int32_t>(result->value()), 5);
  EXPECT_EQ(add->operation(), "add");
  EXPECT_THROW(arguments->item(1), CORBA::NVList::Bounds);
  arguments->remove(0);
  EXPECT_EQ(arguments->count(), 0U);
  EXPECT_RAISES(arguments->add(0), CORBA::BAD_PARAM, minor::bad_param_argument);
}

TEST_F(DynamicTest, AUserExceptionComesAsAnAny) {
  const auto add = request("add");
  add->add_in_arg() <<= std::int32_t{-1};
  add->exceptions()->add(bad_type(*client_));
  try {
    add->invoke();
    ADD_FAILURE();
  } catch (const CORBA::UnknownUserException& unknown) {
    EXPECT_EQ(unknown.exception().type()->id(), "IDL:Sample/Bad:1.0");
    EXPECT_EQ(why(unknown.exception()), "negative");
  }
  const auto other = request("add");
  other->add_in_arg() <<= std::int32_t{-1};
  EXPECT_RAISES(other->invoke(), CORBA::UNKNOWN, minor::unknown_user_exception);
  EXPECT_RAISES(request("nothing")->invoke(), CORBA::BAD_OPERATION, minor::bad_operation_unknown);
  EXPECT_RAISES(add->exceptions()->add(CORBA::_tc_long), CORBA::BAD_TYPECODE, minor::bad_typecode_no_exception);
}

TEST_F(DynamicTest, AOnewayAsksForNoReply) {
  const auto note = request("note");
  note->add_in_arg() <<= "text";
  note->send_oneway();
  while (servant_->notes == 0) {
  }
}

TEST_F(DynamicTest, ADeferredRequestIsWaitedFor) {
  const auto add = request("add");
  add->add_in_arg() <<= std::int32_t{3};
  add->set_return_type(CORBA::_tc_long);
  EXPECT_RAISES(add->poll_response(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_not_sent);
  add->send_deferred();
  while (!add->poll_response()) {
  }
  add->get_response();
  EXPECT_EQ(value_of<std::int32_t>(add->return_value()), 3);
  EXPECT_RAISES(add->get_response(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_retrieved);
  EXPECT_RAISES(add->invoke(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_sent_already);

  const auto nothing = request("nothing");
  nothing->send_deferred();
  EXPECT_RAISES(nothing->get_response(), CORBA::BAD_OPERATION, minor::bad_operation_unknown);
  const auto ping = request("ping");
  ping->invoke();
  EXPECT_RAISES(ping->get_response(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_not_deferred);
  request("ping")->send_deferred();  // its response is never fetched
}

TEST_F(DynamicTest, AnArgumentWithoutAValueIsNamed) {
  const auto add = request("add");
  add->arguments()->add_value("amount", Any(CORBA::_tc_long, nullptr), CORBA::ARG_IN);
  try {
    add->invoke();
    ADD_FAILURE();
  } catch (const CORBA::BAD_PARAM& missing) {
    EXPECT_EQ(missing._detail(), "argument 1 (amount) of add has no value");
  }
  const auto join = request("join");
  join->add_out_arg();
  EXPECT_RAISES(join->invoke(), CORBA::BAD_PARAM, minor::bad_param_argument);
  EXPECT_RAISES(client_->_request("id"), CORBA::NO_IMPLEMENT, minor::no_implement_local_object);
}

TEST_F(DynamicTest, AStubCallsADynamicServant) {
  const auto object = dynamic_object("counter");
  for (const auto& reference : {at_client(object), object}) {
    const auto counter = IDL::traits<Sample::Counter>::narrow(reference);
    ASSERT_TRUE(counter);
    const auto before = dynamic_->counted;
    EXPECT_EQ(counter->add(2), before + 2);
    std::string b = "y", c;
    EXPECT_EQ(counter->join("x", b, c), "xy");
    EXPECT_EQ(b + " " + c, "was y yx");
    counter->ping();
    try {
      counter->add(-1);
      ADD_FAILURE();
    } catch (const Sample::Bad& negative) {
      EXPECT_EQ(negative.why(), "negative");
    }
    EXPECT_RAISES(counter->count(), CORBA::BAD_OPERATION, minor::bad_operation_unknown);
    EXPECT_RAISES(counter->join("forget", b, c), CORBA::BAD_PARAM, minor::bad_param_argument);
    EXPECT_FALSE(counter->_non_existent());
  }
}

TEST_F(DynamicTest, ADynamicServantSaysWhatEachObjectIs) {
  const auto base = dynamic_object("base");
  EXPECT_EQ(base->_repository_id(), "IDL:Sample/Base:1.0");
  const auto remote = at_client(base);
  EXPECT_TRUE(remote->_is_a("IDL:Sample/Base:1.0"));
  EXPECT_FALSE(remote->_is_a("IDL:Sample/Counter:1.0"));
  EXPECT_TRUE(remote->_is_a("IDL:omg.org/CORBA/Object:1.0"));
  EXPECT_FALSE(IDL::traits<Sample::Counter>::narrow(remote));
}

TEST_F(DynamicTest, AServerRequestKeepsItsOrder) {
  const auto counter = IDL::traits<Sample::Counter>::narrow(at_client(dynamic_object("counter")));
  EXPECT_RAISES(counter->act("arguments"), CORBA::BAD_INV_ORDER, minor::bad_inv_order_arguments);
  EXPECT_RAISES(counter->act("results"), CORBA::BAD_INV_ORDER, minor::bad_inv_order_result);
  EXPECT_RAISES(counter->act("no exception"), CORBA::BAD_PARAM, minor::bad_param_set_exception);
  EXPECT_THROW(counter->act("exception"), Sample::Bad);
  EXPECT_RAISES(counter->act("throw"), CORBA::UNKNOWN, minor::unknown_user_exception);
  counter->act("nothing");
  EXPECT_RAISES(dynamic_->last->operation(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_arguments);
}

TEST_F(DynamicTest, ADynamicRequestReachesADynamicServant) {
  const auto add = at_client(dynamic_object("counter"))->_request("add");
  add->add_in_arg() <<= std::int32_t{4};
  add->set_return_type(CORBA::_tc_long);
  add->invoke();
  EXPECT_EQ(value_of<std::int32_t>(add->return_value()), 4);
}

}  // namespace
}  // namespace dimma::test
