// Dynamic servants, called by generated stubs, by dynamic calls and by other means.

#include "fixture.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace {

using dynamic_test::DynamicTest;
using dynamic_test::number_in;
using dynamic_test::text_in;

constexpr char desk_id[] = "IDL:Shop/Desk:1.0";

template <class T>
CORBA::Any any_of(const T& value) {
  CORBA::Any any;
  any <<= value;
  return any;
}

// A desk without a skeleton. The object with the id "plain" has no interface that is known.
class DynamicDesk : public PortableServer::DynamicImplementation {
 public:
  explicit DynamicDesk(CORBA::ORB_ptr orb) : orb_(CORBA::ORB::_duplicate(orb)) {}

  void invoke(CORBA::ServerRequest_ptr request) override {
    const std::string operation = request->operation();
    if (operation == "order") return order(request);
    if (operation == "refuse") return refuse(request);
    if (operation == "_get_stock") return request->set_result(any_of(CORBA::Long(9)));
    if (operation == "note") return note(request);
    if (operation == "look_back") return look_back(request);
    if (operation == "mistakes") return mistakes(request);
    if (operation == "throw") throw Shop::Closed();
    throw CORBA::BAD_OPERATION(1, CORBA::COMPLETED_NO);
  }
  char* _primary_interface(const PortableServer::ObjectId& id, PortableServer::POA_ptr poa) override {
    has_been_asked_within_a_poa = !CORBA::is_nil(poa);
    const std::string octets(reinterpret_cast<const char*>(id.get_buffer()), id.length());
    return CORBA::string_dup(octets == "plain" ? "IDL:omg.org/CORBA/Object:1.0" : desk_id);
  }

  // Returns a property of the last note's context.
  std::string user() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return user_;
  }

  std::atomic<bool> has_been_asked_within_a_poa{false};

 private:
  CORBA::NVList_ptr list(CORBA::ServerRequest_ptr request, const CORBA::Any& first) {
    CORBA::NVList_ptr parameters = CORBA::NVList::_nil();
    orb_->create_list(0, parameters);
    parameters->add_value("first", first, CORBA::ARG_IN);
    last_ = CORBA::ServerRequest::_duplicate(request);
    return parameters;
  }

  void order(CORBA::ServerRequest_ptr request) {
    CORBA::NVList_ptr parameters = list(request, any_of(""));
    parameters->add_value("count", any_of(CORBA::Long(0)), CORBA::ARG_INOUT);
    parameters->add_item("items", CORBA::ARG_OUT);
    request->arguments(parameters);
    Shop::Items items;
    items.length(1);
    items[0].name = text_in(*parameters->item(0)->value()).c_str();
    items[0].count = number_in(*parameters->item(1)->value());
    *parameters->item(1)->value() <<= CORBA::Long(items[0].count * 2);
    *parameters->item(2)->value() <<= items;
    request->set_result(any_of("dynamic"));
  }

  void refuse(CORBA::ServerRequest_ptr request) {
    CORBA::NVList_ptr parameters = list(request, any_of(""));
    request->arguments(parameters);
    const std::string why = text_in(*parameters->item(0)->value());
    if (why == "system") return request->set_exception(any_of(CORBA::NO_PERMISSION(3, CORBA::COMPLETED_YES)));
    request->set_exception(any_of(Shop::Closed()));
    request->set_exception(any_of(Shop::Refused(why.c_str(), 5)));
  }

  void note(CORBA::ServerRequest_ptr request) {
    CORBA::NVList_ptr parameters = list(request, any_of(""));
    request->arguments(parameters);
    const CORBA::Context_ptr context = request->ctx();
    const std::lock_guard<std::mutex> lock(mutex_);
    user_ = "none";
    if (CORBA::is_nil(context)) return;
    CORBA::NVList_var found;
    context->get_values("", 0, "user", found.out());
    if (!CORBA::is_nil(found)) user_ = text_in(*found->item(0)->value());
  }

  void look_back(CORBA::ServerRequest_ptr request) {
    EXPECT_THROW(last_->operation(), CORBA::BAD_INV_ORDER);
    EXPECT_THROW(last_->set_result(CORBA::Any()), CORBA::BAD_INV_ORDER);
    CORBA::NVList_ptr empty = new CORBA::NVList;
    request->arguments(empty);
  }

  void mistakes(CORBA::ServerRequest_ptr request) {
    EXPECT_THROW(request->ctx(), CORBA::BAD_INV_ORDER);
    CORBA::NVList_ptr nothing = CORBA::NVList::_nil();
    EXPECT_THROW(request->arguments(nothing), CORBA::BAD_PARAM);
    EXPECT_THROW(request->set_exception(any_of(CORBA::Long(1))), CORBA::BAD_PARAM);
    CORBA::NVList_ptr empty = new CORBA::NVList;
    request->arguments(empty);
    CORBA::NVList_ptr again = new CORBA::NVList;
    EXPECT_THROW(request->arguments(again), CORBA::BAD_INV_ORDER);
    request->set_result(any_of(CORBA::Long(1)));
    EXPECT_THROW(request->set_result(any_of(CORBA::Long(2))), CORBA::BAD_INV_ORDER);
    EXPECT_THROW(request->ctx(), CORBA::BAD_INV_ORDER);
  }

  const CORBA::ORB_var orb_;
  CORBA::ServerRequest_var last_;
  mutable std::mutex mutex_;
  std::string user_;
};

class DynamicServantTest : public DynamicTest {
 protected:
  DynamicServantTest() : dynamic(new DynamicDesk(server)) {
    const PortableServer::ObjectId_var id = root->activate_object(dynamic.in());
    here = root->id_to_reference(id.in());
    there = at_client(here);
    stub = Shop::Desk::_narrow(there);
  }

  PortableServer::Servant_var<DynamicDesk> dynamic;
  CORBA::Object_var here;
  CORBA::Object_var there;
  Shop::Desk_var stub;
};

void expect_an_order(Shop::Desk_ptr desk) {
  CORBA::Long count = 3;
  Shop::Items_var items;
  const CORBA::String_var result = desk->order("rope", count, items.out());
  EXPECT_STREQ(result, "dynamic");
  EXPECT_EQ(count, 6);
  ASSERT_EQ(items->length(), 1u);
  EXPECT_STREQ(items[0].name, "rope");
  EXPECT_EQ(items[0].count, 3);
}

TEST_F(DynamicServantTest, ServesAStub) {
  ASSERT_FALSE(CORBA::is_nil(stub));
  expect_an_order(stub);
  EXPECT_EQ(stub->stock(), 9);
}

TEST_F(DynamicServantTest, ServesAStubOfItsOwnProcess) {
  const Shop::Desk_var own = Shop::Desk::_narrow(here);
  ASSERT_FALSE(CORBA::is_nil(own));
  expect_an_order(own);
}

TEST_F(DynamicServantTest, ServesADynamicCall) {
  const CORBA::Request_var call = there->_request("order");
  call->add_in_arg() <<= "tape";
  call->add_inout_arg() <<= CORBA::Long(2);
  call->add_out_arg() <<= Shop::Items();
  call->set_return_type(CORBA::_tc_string);
  call->invoke();
  EXPECT_EQ(text_in(call->return_value()), "dynamic");
  EXPECT_EQ(number_in(*call->arguments()->item(1)->value()), 4);
}

TEST_F(DynamicServantTest, RepliesWithTheLastExceptionThatIsSet) {
  try {
    stub->refuse("full");
    FAIL();
  } catch (const Shop::Refused& refused) {
    EXPECT_STREQ(refused.why, "full");
    EXPECT_EQ(refused.code, 5);
  }
  try {
    stub->refuse("system");
    FAIL();
  } catch (const CORBA::NO_PERMISSION& denied) {
    EXPECT_EQ(denied.minor(), 3u);
    EXPECT_EQ(denied.completed(), CORBA::COMPLETED_YES);
  }
}

TEST_F(DynamicServantTest, PassesOnWhatItThrows) {
  EXPECT_THROW(stub->stock(1), CORBA::BAD_OPERATION);
  const CORBA::Request_var call = there->_request("throw");
  EXPECT_THROW(call->invoke(), CORBA::UNKNOWN);
}

TEST_F(DynamicServantTest, RefusesCallsInTheWrongOrder) {
  const CORBA::Request_var call = there->_request("mistakes");
  call->set_return_type(CORBA::_tc_long);
  call->invoke();
  EXPECT_EQ(number_in(call->return_value()), 1);
}

TEST_F(DynamicServantTest, RefusesTheRequestWhenItHasBeenServed) {
  EXPECT_THROW(stub->refuse("full"), Shop::Refused);
  const CORBA::Request_var call = there->_request("look_back");
  call->invoke();
}

TEST_F(DynamicServantTest, ReceivesAContext) {
  CORBA::Context_var base;
  CORBA::Context_var context;
  client->get_default_context(base.out());
  base->create_child("child", context.out());
  context->set_one_value("user", any_of("ann"));
  context->set_one_value("secret", any_of("not sent"));
  const CORBA::Request_var call = there->_request("note");
  call->add_in_arg() <<= "text";
  call->ctx(context);
  call->contexts()->add("us*");
  call->invoke();
  EXPECT_EQ(dynamic->user(), "ann");
  const CORBA::Request_var without = there->_request("note");
  without->add_in_arg() <<= "text";
  without->invoke();
  EXPECT_EQ(dynamic->user(), "none");
}

TEST_F(DynamicServantTest, AnswersForItsInterface) {
  EXPECT_TRUE(there->_is_a(desk_id));
  EXPECT_TRUE(there->_is_a("IDL:omg.org/CORBA/Object:1.0"));
  EXPECT_FALSE(there->_is_a("IDL:Shop/Other:1.0"));
  EXPECT_FALSE(there->_non_existent());
  EXPECT_TRUE(dynamic->has_been_asked_within_a_poa);
  const CORBA::String_var id = there->_repository_id();
  EXPECT_STREQ(id, desk_id);
}

TEST_F(DynamicServantTest, MayHaveAnInterfaceOfItsOwnForEachObject) {
  CORBA::PolicyList policies;
  policies.length(2);
  policies[0] = root->create_id_assignment_policy(PortableServer::USER_ID);
  policies[1] = root->create_id_uniqueness_policy(PortableServer::MULTIPLE_ID);
  const PortableServer::POAManager_var manager = root->the_POAManager();
  const PortableServer::POA_var poa = root->create_POA("user ids", manager, policies);
  for (const bool is_plain : {false, true}) {
    const PortableServer::ObjectId_var id = PortableServer::string_to_ObjectId(is_plain ? "plain" : "desk");
    poa->activate_object_with_id(id.in(), dynamic.in());
    const CORBA::Object_var object = poa->id_to_reference(id.in());
    const CORBA::Object_var client_side = at_client(object);
    const CORBA::String_var interface_id = client_side->_repository_id();
    EXPECT_STREQ(interface_id, is_plain ? "IDL:omg.org/CORBA/Object:1.0" : desk_id);
    EXPECT_EQ(client_side->_is_a(desk_id), !is_plain);
  }
}

TEST_F(DynamicServantTest, IsActivatedByThis) {
  PortableServer::Servant_var<DynamicDesk> other = new DynamicDesk(server);
  const CORBA::Object_var object = other->_this();
  const CORBA::Object_var client_side = at_client(object);
  const Shop::Desk_var narrowed = Shop::Desk::_narrow(client_side);
  ASSERT_FALSE(CORBA::is_nil(narrowed));
  expect_an_order(narrowed);
}

// Returns a POA that asks a default servant or a servant manager.
PortableServer::POA_ptr child(PortableServer::POA_ptr root, const char* name,
                              PortableServer::RequestProcessingPolicyValue processing,
                              PortableServer::ServantRetentionPolicyValue retention) {
  CORBA::PolicyList policies;
  policies.length(3);
  policies[0] = root->create_request_processing_policy(processing);
  policies[1] = root->create_servant_retention_policy(retention);
  policies[2] = root->create_id_uniqueness_policy(PortableServer::MULTIPLE_ID);
  const PortableServer::POAManager_var manager = root->the_POAManager();
  return root->create_POA(name, manager, policies);
}

TEST_F(DynamicServantTest, IsADefaultServant) {
  const PortableServer::POA_var poa =
      child(root, "default", PortableServer::USE_DEFAULT_SERVANT, PortableServer::NON_RETAIN);
  poa->set_servant(dynamic.in());
  const CORBA::Object_var object = poa->create_reference("");
  const CORBA::Object_var client_side = at_client(object);
  const Shop::Desk_var narrowed = Shop::Desk::_narrow(client_side);
  ASSERT_FALSE(CORBA::is_nil(narrowed));
  expect_an_order(narrowed);
  EXPECT_TRUE(dynamic->has_been_asked_within_a_poa);
}

class Locator : public virtual PortableServer::ServantLocator, public virtual CORBA::LocalObject {
 public:
  explicit Locator(PortableServer::Servant servant) : servant_(servant) {}
  PortableServer::Servant preinvoke(const PortableServer::ObjectId&, PortableServer::POA_ptr, const char*,
                                    PortableServer::ServantLocator::Cookie&) override {
    servant_->_add_ref();
    return servant_;
  }
  void postinvoke(const PortableServer::ObjectId&, PortableServer::POA_ptr, const char*,
                  PortableServer::ServantLocator::Cookie, PortableServer::Servant servant) override {
    servant->_remove_ref();
  }

 private:
  PortableServer::Servant servant_;
};

class Activator : public virtual PortableServer::ServantActivator, public virtual CORBA::LocalObject {
 public:
  explicit Activator(PortableServer::Servant servant) : servant_(servant) {}
  PortableServer::Servant incarnate(const PortableServer::ObjectId&, PortableServer::POA_ptr) override {
    servant_->_add_ref();
    return servant_;
  }
  void etherealize(const PortableServer::ObjectId&, PortableServer::POA_ptr, PortableServer::Servant servant,
                   CORBA::Boolean, CORBA::Boolean) override {
    servant->_remove_ref();
  }

 private:
  PortableServer::Servant servant_;
};

TEST_F(DynamicServantTest, IsFoundByServantManagers) {
  const PortableServer::POA_var located =
      child(root, "located", PortableServer::USE_SERVANT_MANAGER, PortableServer::NON_RETAIN);
  const PortableServer::ServantManager_var locator = new Locator(dynamic.in());
  located->set_servant_manager(locator);
  const PortableServer::POA_var incarnated =
      child(root, "incarnated", PortableServer::USE_SERVANT_MANAGER, PortableServer::RETAIN);
  const PortableServer::ServantManager_var activator = new Activator(dynamic.in());
  incarnated->set_servant_manager(activator);
  for (PortableServer::POA_ptr poa : {located.in(), incarnated.in()}) {
    const CORBA::Object_var object = poa->create_reference(desk_id);
    const CORBA::Object_var client_side = at_client(object);
    const Shop::Desk_var narrowed = Shop::Desk::_narrow(client_side);
    ASSERT_FALSE(CORBA::is_nil(narrowed));
    expect_an_order(narrowed);
  }
}

}  // namespace
