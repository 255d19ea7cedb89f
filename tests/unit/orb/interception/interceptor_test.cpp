// The requests that interceptors see, and how they change them.
#include "unit/orb/interception/interceptor_fixture.hpp"

#include <dimma/dii.hpp>
#include <dimma/dsi.hpp>

#include <algorithm>
#include <mutex>

namespace dimma::test {

namespace {

TEST_F(InterceptorTest, PointsNestLikeBrackets) {
  for (const auto* const name : {"a", "b"}) {
    client_spy(name);
    server_spy(name);
  }
  start();
  EXPECT_EQ(clerk_->pages(), 12);
  EXPECT_EQ(journal_.take(),
            (Log{"a send_request _get_pages", "b send_request _get_pages",
                 "a receive_request_service_contexts _get_pages", "b receive_request_service_contexts _get_pages",
                 "a receive_request _get_pages", "b receive_request _get_pages", "b send_reply _get_pages",
                 "a send_reply _get_pages", "b receive_reply _get_pages", "a receive_reply _get_pages"}));
}

TEST_F(InterceptorTest, ExceptionsAreToldByBothEnds) {
  std::string received;
  std::string sent;
  client_spy("c")->also = [&](const std::string& point, const ClientInfo& ri) {
    if (point != "receive_exception") return;
    received = ri->received_exception_id() + " " + std::to_string(ri->reply_status());
    Desk::Refused refused;
    if (ri->received_exception() >>= refused) received += " " + refused.why();
    CORBA::NO_PERMISSION permission;
    if (ri->received_exception() >>= permission) received += " " + std::to_string(permission.minor());
  };
  server_spy("s")->also = [&](const std::string& point, const ServerInfo& ri) {
    if (point != "send_exception") return;
    Desk::Refused refused;
    CORBA::NO_PERMISSION permission;
    const auto exception = ri->sending_exception();
    sent = (exception >>= refused)      ? refused.why()
           : (exception >>= permission) ? "minor " + std::to_string(permission.minor())
                                        : "something else";
  };
  start();
  EXPECT_THROW(clerk_->fail("refused"), Desk::Refused);
  EXPECT_EQ(received, "IDL:dimma.test/Desk/Refused:1.0 2 as told");
  EXPECT_EQ(sent, "as told");
  EXPECT_RAISES(clerk_->fail("system"), CORBA::NO_PERMISSION, 77);
  EXPECT_EQ(received, "IDL:omg.org/CORBA/NO_PERMISSION:1.0 1 77");
  EXPECT_EQ(sent, "minor 77");
  EXPECT_EQ(journal_.take(), (Log{"c send_request fail", "s receive_request_service_contexts fail",
                                  "s receive_request fail", "s send_exception fail", "c receive_exception fail",
                                  "c send_request fail", "s receive_request_service_contexts fail",
                                  "s receive_request fail", "s send_exception fail", "c receive_exception fail"}));
}

TEST_F(InterceptorTest, AOnewayEndsWithOther) {
  client_spy("c")->also = [](const std::string& point, const ClientInfo& ri) {
    EXPECT_FALSE(ri->response_expected());
    if (point == "receive_other") {
      EXPECT_EQ(ri->reply_status(), PI::SUCCESSFUL);
    }
  };
  server_spy("s")->also = [](const std::string&, const ServerInfo& ri) { EXPECT_FALSE(ri->response_expected()); };
  start();
  clerk_->hear("text");
  Log all;
  await([&] {
    for (auto& line : journal_.take()) all.push_back(line);
    return all.size() == 5;
  });
  EXPECT_EQ(servant_->heard(), "text");
  EXPECT_EQ(std::count(all.begin(), all.end(), "c receive_other hear"), 1);
  EXPECT_EQ(all.back().starts_with("c") ? *(all.end() - 2) : all.back(), "s send_reply hear");
}

TEST_F(InterceptorTest, AnUnknownObjectIsToldOnlyBeforeItIsLookedFor) {
  client_spy("c");
  server_spy("s")->also = [](const std::string& point, const ServerInfo& ri) {
    if (point != "send_exception") return;
    EXPECT_RAISES(ri->object_id(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_interceptor);
  };
  start();
  root_->deactivate_object(root_->servant_to_id(servant_));
  EXPECT_THROW(clerk_->pages(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_EQ(journal_.take(), (Log{"c send_request _get_pages", "s receive_request_service_contexts _get_pages",
                                  "s send_exception _get_pages", "c receive_exception _get_pages"}));
  EXPECT_TRUE(clerk_->_non_existent());
  EXPECT_EQ(journal_.take(), (Log{"c send_request _non_existent", "s receive_request_service_contexts _non_existent",
                                  "s send_reply _non_existent", "c receive_reply _non_existent"}));
}

// Each version of GIOP has the contexts at another place in the header.
class ContextsTest : public InterceptorTest, public testing::WithParamInterface<const char*> {};

TEST_P(ContextsTest, TravelBothWays) {
  std::string reply;
  std::string request;
  client_spy("c")->also = [&](const std::string& point, const ClientInfo& ri) {
    if (point == "send_request") {
      ri->add_request_service_context(context_of(0xabc, "first"), false);
      EXPECT_RAISES(ri->add_request_service_context(context_of(0xabc, "second"), false), CORBA::BAD_INV_ORDER,
                    minor::bad_inv_order_service_context);
      ri->add_request_service_context(context_of(0xabc, "odd length"), true);
      ri->add_request_service_context(context_of(0xabd, ""), true);
      EXPECT_EQ(context_text(ri->get_request_service_context(0xabc)), "odd length");
    } else {
      reply = context_text(ri->get_reply_service_context(0xdef));
      EXPECT_RAISES(ri->get_reply_service_context(0xabc), CORBA::BAD_PARAM, minor::bad_param_service_context);
      EXPECT_RAISES(ri->add_request_service_context(context_of(1, ""), true), CORBA::BAD_INV_ORDER,
                    minor::bad_inv_order_interceptor);
    }
  };
  server_spy("s")->also = [&](const std::string& point, const ServerInfo& ri) {
    request = context_text(ri->get_request_service_context(0xabc));
    EXPECT_TRUE(ri->get_request_service_context(0xabd).context_data().empty());
    EXPECT_RAISES(ri->get_request_service_context(0x123), CORBA::BAD_PARAM, minor::bad_param_service_context);
    ri->add_reply_service_context(context_of(0xdef, "of " + point), true);
  };
  start(GetParam());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(clerk_->label("x"), "label of x");
    EXPECT_EQ(request, "odd length");
    EXPECT_EQ(reply, "of send_reply");
    EXPECT_THROW(clerk_->label(""), Desk::Unknown);
    EXPECT_EQ(reply, "of send_exception");
    EXPECT_THROW(clerk_->fail("system"), CORBA::NO_PERMISSION);
    EXPECT_EQ(reply, "of send_exception");
  }
  auto dedicated = dimma::bind(clerk_, EngineeringQoS::parse("processing=nullTask,messages=1"));
  reply.clear();
  EXPECT_EQ(dedicated->label("y"), "label of y");
  EXPECT_EQ(reply, "of send_reply");
}
INSTANTIATE_TEST_SUITE_P(Giop, ContextsTest, testing::Values("1.0", "1.1", "1.2"));

TEST_F(InterceptorTest, AClientsRefusalReachesNobodyElse) {
  client_spy("a");
  client_spy("b")->also = [](const std::string& point, const ClientInfo&) {
    if (point == "send_request") throw CORBA::NO_PERMISSION(5, CORBA::COMPLETED_NO);
  };
  client_spy("c");
  server_spy("s");
  start();
  EXPECT_RAISES(clerk_->pages(), CORBA::NO_PERMISSION, 5);
  EXPECT_EQ(journal_.take(),
            (Log{"a send_request _get_pages", "b send_request _get_pages", "a receive_exception _get_pages"}));
}

TEST_F(InterceptorTest, AServersRefusalIsTheReply) {
  server_spy("a");
  const auto refuses = server_spy("b");
  server_spy("c");
  start();
  refuses->also = [](const std::string& point, const ServerInfo&) {
    if (point == "receive_request_service_contexts") throw CORBA::NO_PERMISSION(5, CORBA::COMPLETED_NO);
  };
  EXPECT_RAISES(clerk_->pages(), CORBA::NO_PERMISSION, 5);
  EXPECT_EQ(journal_.take(), (Log{"a receive_request_service_contexts _get_pages",
                                  "b receive_request_service_contexts _get_pages", "a send_exception _get_pages"}));
  refuses->also = [](const std::string& point, const ServerInfo&) {
    if (point == "receive_request") throw CORBA::NO_PERMISSION(6, CORBA::COMPLETED_NO);
  };
  EXPECT_RAISES(clerk_->pages(), CORBA::NO_PERMISSION, 6);
  EXPECT_EQ(journal_.take().size(), 3U + 2U + 3U);
}

TEST_F(InterceptorTest, AnEndingPointMayChangeTheEnd) {
  const auto client = client_spy("c");
  server_spy("a");
  const auto server = server_spy("b");
  start();
  server->also = [](const std::string& point, const ServerInfo&) {
    if (point == "send_reply") throw CORBA::NO_PERMISSION(7, CORBA::COMPLETED_YES);
  };
  EXPECT_RAISES(clerk_->pages(), CORBA::NO_PERMISSION, 7);
  EXPECT_EQ(journal_.take(), (Log{"c send_request _get_pages", "a receive_request_service_contexts _get_pages",
                                  "b receive_request_service_contexts _get_pages", "a receive_request _get_pages",
                                  "b receive_request _get_pages", "b send_reply _get_pages",
                                  "a send_exception _get_pages", "c receive_exception _get_pages"}));
  server->also = [](const std::string& point, const ServerInfo&) {
    if (point == "send_exception") throw CORBA::NO_PERMISSION(8, CORBA::COMPLETED_YES);
  };
  EXPECT_RAISES(clerk_->fail("refused"), CORBA::NO_PERMISSION, 8);
  server->also = [](const std::string&, const ServerInfo&) {};
  client->also = [](const std::string& point, const ClientInfo&) {
    if (point == "receive_exception") throw CORBA::NO_PERMISSION(9, CORBA::COMPLETED_YES);
  };
  EXPECT_RAISES(clerk_->fail("refused"), CORBA::NO_PERMISSION, 9);
  client->also = [](const std::string&, const ClientInfo&) { throw std::runtime_error("none of CORBA's"); };
  EXPECT_RAISES(clerk_->pages(), CORBA::UNKNOWN, minor::unknown_foreign_exception);
}

TEST_F(InterceptorTest, ForwardsFromEitherEnd) {
  const auto other = CORBA::make_reference<ClerkServant>();
  other->title("other");
  const auto client = client_spy("c");
  const auto server = server_spy("s");
  start();
  const auto there = root_->id_to_reference(root_->activate_object(other));
  const auto seen_there = client_->string_to_object(server_->object_to_string(there));
  const auto other_id = root_->servant_to_id(other);
  std::string at_end;
  client->also = [&](const std::string& point, const ClientInfo& ri) {
    const bool is_first = !ri->effective_target()->_is_equivalent(seen_there);
    EXPECT_TRUE(ri->target()->_is_equivalent(clerk_));
    if (point == "send_request" && is_first) throw PI::ForwardRequest(seen_there);
    if (point == "receive_reply") at_end = is_first ? "here" : "there";
  };
  EXPECT_EQ(clerk_->title(), "other");
  EXPECT_EQ(at_end, "there");
  client->also = [](const std::string& point, const ClientInfo& ri) {
    if (point == "receive_other") {
      EXPECT_EQ(ri->reply_status(), PI::LOCATION_FORWARD);
    }
    if (point == "receive_other") {
      EXPECT_TRUE(ri->forward_reference());
    }
  };
  server->also = [&](const std::string& point, const ServerInfo& ri) {
    if (point == "receive_request" && ri->object_id() != other_id) throw PI::ForwardRequest(there);
  };
  const auto again = narrow_unchecked<Desk::Clerk>(client_->string_to_object(server_->object_to_string(local_clerk_)));
  journal_.take();
  EXPECT_EQ(again->title(), "other");
  EXPECT_EQ(journal_.take(),
            (Log{"c send_request _get_title", "s receive_request_service_contexts _get_title",
                 "s receive_request _get_title", "s send_other _get_title", "c receive_other _get_title",
                 "c send_request _get_title", "s receive_request_service_contexts _get_title",
                 "s receive_request _get_title", "s send_reply _get_title", "c receive_reply _get_title"}));
  client->also = [&](const std::string& point, const ClientInfo&) {
    if (point == "send_request") throw PI::ForwardRequest(seen_there);
  };
  EXPECT_RAISES(clerk_->title(), CORBA::INV_OBJREF, minor::inv_objref_forward_loop);
}

TEST_F(InterceptorTest, AServedRequestIsNotForwarded) {
  const auto client = client_spy("c");
  const auto server = server_spy("s");
  start();
  client->also = [this](const std::string& point, const ClientInfo&) {
    if (point == "receive_reply") throw PI::ForwardRequest(clerk_);
  };
  EXPECT_RAISES(clerk_->pages(), CORBA::UNKNOWN, minor::unknown_user_exception);
  EXPECT_EQ(journal_.take().size(), 5U);
  client->also = [](const std::string&, const ClientInfo&) {};
  server->also = [this](const std::string& point, const ServerInfo&) {
    if (point == "send_reply") throw PI::ForwardRequest(local_clerk_);
  };
  EXPECT_RAISES(clerk_->pages(), CORBA::UNKNOWN, minor::unknown_user_exception);
  EXPECT_EQ(journal_.take().size(), 5U);
}

TEST_F(InterceptorTest, SlotsGoWithTheCallAndTheUpcall) {
  PI::SlotId slot = 0;
  PI::SlotId another = 0;
  initialization().after = [&](const InitInfo& info) {
    slot = info->allocate_slot_id();
    another = info->allocate_slot_id();
    if (info->orb_id() != "client") return;
    const auto current = IDL::traits<PI::Current>::narrow(info->resolve_initial_references("PICurrent"));
    EXPECT_RAISES(current->get_slot(slot), CORBA::BAD_INV_ORDER, minor::bad_inv_order_interceptor);
  };
  std::int32_t at_client = 0;
  std::int32_t at_server = 0;
  client_spy("c")->also = [&](const std::string&, const ClientInfo& ri) {
    EXPECT_TRUE(ri->get_slot(slot) >>= at_client);
    EXPECT_EQ(ri->get_slot(another).type()->kind(), CORBA::TCKind::tk_null);
    EXPECT_THROW(ri->get_slot(another + 1), PI::InvalidSlot);
  };
  server_spy("s")->also = [&](const std::string& point, const ServerInfo& ri) {
    CORBA::Any value;
    value <<= std::int32_t{77};
    if (point == "receive_request_service_contexts") ri->set_slot(another, value);
    if (point == "send_reply") {
      EXPECT_TRUE(ri->get_slot(another) >>= at_server);
    }
    EXPECT_THROW(ri->set_slot(another + 1, value), PI::InvalidSlot);
  };
  start();
  class InUpcall : public ClerkServant {
   public:
    explicit InUpcall(CORBA::object_reference<PI::Current> current, PI::SlotId slot) : current_(current), slot_(slot) {}
    std::int32_t pages() override {
      std::int32_t value = 0;
      current_->get_slot(slot_) >>= value;
      return value;
    }

   private:
    CORBA::object_reference<PI::Current> current_;
    PI::SlotId slot_;
  };
  const auto of_server = IDL::traits<PI::Current>::narrow(server_->resolve_initial_references("PICurrent"));
  const auto servant = CORBA::make_reference<InUpcall>(of_server, another);
  const auto object = root_->id_to_reference(root_->activate_object(servant));
  const auto seen = narrow_unchecked<Desk::Clerk>(client_->string_to_object(server_->object_to_string(object)));

  const auto current = IDL::traits<PI::Current>::narrow(client_->resolve_initial_references("PICurrent"));
  CORBA::Any value;
  value <<= std::int32_t{5};
  current->set_slot(slot, value);
  EXPECT_EQ(seen->pages(), 77);
  EXPECT_EQ(at_client, 5);
  EXPECT_EQ(at_server, 77);
  EXPECT_THROW(current->set_slot(another + 1, value), PI::InvalidSlot);
  std::int32_t kept = 0;
  EXPECT_TRUE(current->get_slot(slot) >>= kept);
}

// CORBA 3.3 part 1, 16.4.4: the slots of the thread that made the upcall become the request's when that is over.
TEST_F(InterceptorTest, AServantsSlotsAreSeenWhenItsRequestEnds) {
  PI::SlotId slot = 0;
  PI::SlotId early = 0;
  initialization().after = [&](const InitInfo& info) {
    slot = info->allocate_slot_id();
    early = info->allocate_slot_id();
  };
  std::mutex mutex;
  std::vector<std::int32_t> at_end;  // guarded by `mutex`
  server_spy("s")->also = [&](const std::string& point, const ServerInfo& ri) {
    const std::scoped_lock lock(mutex);
    CORBA::Any value;
    value <<= std::int32_t{11};
    if (point == "receive_request") ri->set_slot(early, value);
    if (point != "send_reply" && point != "send_exception") return;
    for (const auto id : {slot, early}) {
      std::int32_t seen = 0;
      EXPECT_TRUE(ri->get_slot(id) >>= seen);
      at_end.push_back(seen);
    }
  };
  start();
  class Setting : public ClerkServant {
   public:
    Setting(CORBA::object_reference<PI::Current> current, PI::SlotId slot) : current_(current), slot_(slot) {}
    std::int32_t pages() override {
      CORBA::Any value;
      value <<= ++set_;
      current_->set_slot(slot_, value);
      if (set_ > 1) throw CORBA::NO_PERMISSION();
      return 0;
    }

   private:
    CORBA::object_reference<PI::Current> current_;
    PI::SlotId slot_;
    std::int32_t set_ = 0;
  };
  const auto of_server = IDL::traits<PI::Current>::narrow(server_->resolve_initial_references("PICurrent"));
  const auto object = root_->id_to_reference(root_->activate_object(CORBA::make_reference<Setting>(of_server, slot)));
  const auto seen = narrow_unchecked<Desk::Clerk>(client_->string_to_object(server_->object_to_string(object)));
  seen->pages();
  EXPECT_THROW(seen->pages(), CORBA::NO_PERMISSION);
  const std::scoped_lock lock(mutex);
  EXPECT_EQ(at_end, (std::vector<std::int32_t>{1, 11, 2, 11}));
  EXPECT_EQ(of_server->get_slot(slot).type()->kind(), CORBA::TCKind::tk_null);
}

TEST_F(InterceptorTest, AnInfoHoldsForItsRequestAndTellsWhatItMay) {
  ClientInfo kept_at_client;
  ServerInfo kept_at_server;
  client_spy("c")->also = [&](const std::string& point, const ClientInfo& ri) {
    kept_at_client = ri;
    EXPECT_RAISES(ri->arguments(), CORBA::NO_RESOURCES, minor::no_resources_interceptor);
    EXPECT_EQ(ri->effective_profile().tag(), IOP::TAG_INTERNET_IOP);
    EXPECT_EQ(ri->get_effective_component(IOP::TAG_ORB_TYPE).component_data().size(), 8U);
    EXPECT_EQ(ri->get_effective_components(IOP::TAG_CODE_SETS).size(), 1U);
    EXPECT_RAISES(ri->get_effective_component(0x777), CORBA::BAD_PARAM, minor::bad_param_component);
    EXPECT_RAISES(ri->get_request_policy(1234), CORBA::INV_POLICY, minor::inv_policy_type);
    EXPECT_RAISES(ri->received_exception(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_interceptor);
    EXPECT_RAISES(ri->forward_reference(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_interceptor);
    if (point != "send_request") return;
    EXPECT_RAISES(ri->reply_status(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_interceptor);
    EXPECT_RAISES(ri->get_reply_service_context(1), CORBA::BAD_INV_ORDER, minor::bad_inv_order_interceptor);
  };
  server_spy("s")->also = [&](const std::string& point, const ServerInfo& ri) {
    kept_at_server = ri;
    const auto lifespan =
        IDL::traits<PortableServer::LifespanPolicy>::narrow(ri->get_server_policy(PortableServer::LIFESPAN_POLICY_ID));
    EXPECT_EQ(lifespan->value(), PortableServer::LifespanPolicyValue::TRANSIENT);
    EXPECT_RAISES(ri->get_server_policy(1234), CORBA::INV_POLICY, minor::inv_policy_type);
    if (point == "receive_request_service_contexts") {
      EXPECT_RAISES(ri->adapter_name(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_interceptor);
      return;
    }
    EXPECT_EQ(ri->adapter_name(), CORBA::StringSeq{"RootPOA"});
    EXPECT_EQ(ri->orb_id(), "server");
    EXPECT_EQ(ri->object_id(), root_->servant_to_id(servant_));
    EXPECT_EQ(ri->adapter_id().empty(), false);
    if (point == "receive_request") {
      EXPECT_EQ(ri->target_most_derived_interface(), "IDL:dimma.test/Desk/Clerk:1.0");
      EXPECT_TRUE(ri->target_is_a("IDL:dimma.test/Desk/Drawer:1.0"));
      EXPECT_FALSE(ri->target_is_a("IDL:dimma.test/Desk/Note:1.0"));
    } else {
      EXPECT_RAISES(ri->target_is_a("IDL:dimma.test/Desk/Drawer:1.0"), CORBA::BAD_INV_ORDER,
                    minor::bad_inv_order_interceptor);
    }
  };
  start();
  clerk_->pages();
  EXPECT_RAISES(kept_at_client->operation(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_interception);
  await([&] {
    try {
      kept_at_server->operation();
      return false;
    } catch (const CORBA::OBJECT_NOT_EXIST&) {
      return true;
    }
  });
}

TEST_F(InterceptorTest, CallsWithinTheProcessAreRequestsToo) {
  server_spy("s");
  start();
  EXPECT_EQ(local_clerk_->label("x"), "label of x");
  EXPECT_EQ(journal_.take(),
            (Log{"s receive_request_service_contexts label", "s receive_request label", "s send_reply label"}));
  EXPECT_THROW(local_clerk_->fail("refused"), Desk::Refused);
  EXPECT_THROW(local_clerk_->fail("unknown"), Desk::Unknown);
  EXPECT_RAISES(local_clerk_->fail("system"), CORBA::NO_PERMISSION, 77);
  local_clerk_->hear("here");
  EXPECT_EQ(servant_->heard(), "here");
  EXPECT_FALSE(local_clerk_->_non_existent());
  EXPECT_EQ(journal_.take().size(), 5U * 3U);
}

// The call runs on the caller's own thread, so that an object that serves one call at a time may call itself.
TEST_F(InterceptorTest, ASingleThreadedObjectMayCallItself) {
  class Recursive : public ClerkServant {
   public:
    std::string label(const std::string& wanted) override {
      if (wanted.size() > 3) return "deep";
      return IDL::traits<Desk::Clerk>::narrow(itself)->label(wanted + "x");
    }
    CORBA::object_reference<CORBA::Object> itself;
  };
  server_spy("s");
  start();
  const auto one = PortableServer::ThreadPolicyValue::SINGLE_THREAD_MODEL;
  const auto poa = root_->create_POA("one", root_->the_POAManager(), {root_->create_thread_policy(one)});
  const auto servant = CORBA::make_reference<Recursive>();
  servant->itself = poa->id_to_reference(poa->activate_object(servant));
  const auto seen =
      narrow_unchecked<Desk::Clerk>(client_->string_to_object(server_->object_to_string(servant->itself)));
  EXPECT_EQ(seen->label("x"), "deep");
  journal_.take();
  servant->itself = nullptr;
}

TEST_F(InterceptorTest, ADynamicServantsExceptionsAreTold) {
  class Dynamic : public virtual PortableServer::DynamicImplementation {
   public:
    void invoke(CORBA::object_reference<CORBA::ServerRequest> request) override {
      request->arguments(orb->create_list(0));
      CORBA::Any any;
      if (request->operation() == "user") {
        any <<= Desk::Refused("dynamic", 3);
      } else {
        any <<= CORBA::NO_PERMISSION(4, CORBA::COMPLETED_NO);
      }
      request->set_exception(any);
    }
    CORBA::RepositoryId _primary_interface(const PortableServer::ObjectId&, PoaRef) override {
      return "IDL:dimma.test/Desk/Clerk:1.0";
    }
    OrbRef orb;
  };
  server_spy("s")->also = [&](const std::string& point, const ServerInfo& ri) {
    if (point != "send_exception") return;
    Desk::Refused refused;
    CORBA::NO_PERMISSION permission;
    if (ri->sending_exception() >>= refused) journal_.note(refused.why());
    if (ri->sending_exception() >>= permission) journal_.note(std::to_string(permission.minor()));
  };
  start();
  const auto servant = CORBA::make_reference<Dynamic>();
  servant->orb = server_;
  const auto object = root_->id_to_reference(root_->activate_object(servant));
  const auto seen = client_->string_to_object(server_->object_to_string(object));
  auto request = seen->_request("user");
  request->exceptions()->add(Desk::_tc_Refused);
  EXPECT_THROW(request->invoke(), CORBA::UnknownUserException);
  EXPECT_EQ(journal_.take().back(), "dynamic");
  request = seen->_request("system");
  EXPECT_RAISES(request->invoke(), CORBA::NO_PERMISSION, 4);
  EXPECT_EQ(journal_.take().back(), "4");
  servant->orb = nullptr;
}

TEST_F(InterceptorTest, HearOfTheEnd) {
  client_spy("c");
  server_spy("s");
  start();
  server_->destroy();
  client_->destroy();
  EXPECT_EQ(journal_.take(), (Log{"s destroyed", "c destroyed"}));
}

TEST_F(InterceptorTest, ASystemExceptionInAReplyIsNotSentAgain) {
  const auto spy = client_spy("c");
  start();
  clerk_->pages();
  journal_.take();
  EXPECT_RAISES(clerk_->fail("lost"), CORBA::TRANSIENT, minor::transient_connection_lost);
  EXPECT_EQ(servant_->failures, 1);
  EXPECT_EQ(journal_.take(), (Log{"c send_request fail", "c receive_exception fail"}));
}

}  // namespace

}  // namespace dimma::test
