// The calls that initializers may make on an ORB that is being made, and the interceptors of references.
#include "unit/orb/interception/interceptor_fixture.hpp"

#include <algorithm>

namespace dimma::test {

namespace {

constexpr std::uint32_t shade_type = 0x12345;

class ShadePolicy : public virtual CORBA::Policy {
 public:
  explicit ShadePolicy(std::int32_t value) : shade(value) {}
  CORBA::PolicyType policy_type() override { return shade_type; }
  CORBA::object_reference<CORBA::Policy> copy() override { return CORBA::make_reference<ShadePolicy>(shade); }
  const std::int32_t shade;
};

class ShadeFactory : public virtual IDL::traits<PI::PolicyFactory>::base_type {
 public:
  CORBA::object_reference<CORBA::Policy> create_policy(CORBA::PolicyType, const CORBA::Any& value) override {
    std::int32_t shade = 0;
    if (!(value >>= shade)) throw CORBA::PolicyError(CORBA::BAD_POLICY_VALUE);
    return CORBA::make_reference<ShadePolicy>(shade);
  }
};

std::int32_t shade_of(const CORBA::object_reference<CORBA::Policy>& policy) {
  return dynamic_cast<const ShadePolicy&>(*policy).shade;
}

// Adds what a test says to references, and records its calls.
class ReferenceSpy : public virtual IDL::traits<PI::IORInterceptor_3_0>::base_type {
 public:
  using Info = CORBA::object_reference<PI::IORInfo>;
  explicit ReferenceSpy(Journal& journal) : journal_(journal) {}
  std::function<void(const Info&)> on_establish = [](const Info&) {};
  std::function<void(const Info&)> on_established = [](const Info&) {};

  std::string name() override { return "references"; }
  void destroy() override { journal_.note("destroyed"); }
  void establish_components(Info info) override {
    journal_.note("establish " + info->manager_id());
    on_establish(info);
  }
  void components_established(Info info) override {
    journal_.note("established " + info->adapter_template()->adapter_name().back());
    on_established(info);
  }
  void adapter_manager_state_changed(const PI::AdapterManagerId& id, PI::AdapterState state) override {
    journal_.note(id + " is " + std::to_string(state));
  }
  void adapter_state_changed(const PI::ObjectReferenceTemplateSeq& templates, PI::AdapterState state) override {
    for (const auto& each : templates) journal_.note(each->adapter_name().back() + " is " + std::to_string(state));
  }

 private:
  Journal& journal_;
};

class InitializerTest : public InterceptorTest {
 protected:
  static OrbRef make(std::vector<std::string> arguments, const std::string& id = "") {
    return CORBA::ORB_init(arguments, id);
  }
  CORBA::object_reference<ReferenceSpy> with_reference_spy() {
    const auto spy = CORBA::make_reference<ReferenceSpy>(journal_);
    initialization().after = [spy](const InitInfo& info) {
      if (info->orb_id() == "server") info->add_ior_interceptor(spy);
    };
    return spy;
  }
};

TEST_F(InitializerTest, IsToldOfTheOrb) {
  Log order;
  InitInfo kept;
  initialization().before = [&](const InitInfo& info) {
    order.push_back("before " + info->orb_id());
    EXPECT_EQ(info->arguments(), (CORBA::StringSeq{"--its-own", "file"}));
    EXPECT_TRUE(info->codec_factory());
    EXPECT_RAISES(info->resolve_initial_references("RootPOA"), CORBA::BAD_INV_ORDER, minor::bad_inv_order_interceptor);
    info->register_initial_reference("Mine", info->codec_factory());
    EXPECT_THROW(info->register_initial_reference("Mine", info->codec_factory()), PI::ORBInitInfo::InvalidName);
    EXPECT_THROW(info->register_initial_reference("", info->codec_factory()), PI::ORBInitInfo::InvalidName);
    EXPECT_RAISES(info->register_initial_reference("Other", nullptr), CORBA::BAD_PARAM,
                  minor::bad_param_nil_initial_reference);
    kept = info;
  };
  initialization().after = [&](const InitInfo& info) {
    order.push_back("after " + info->orb_id());
    EXPECT_TRUE(info->resolve_initial_references("Mine"));
    EXPECT_TRUE(info->resolve_initial_references("RootPOA"));
    EXPECT_THROW(info->resolve_initial_references("Nobody's"), PI::ORBInitInfo::InvalidName);
  };
  client_ = make({"-ORBid", "client", "--its-own", "file"});
  EXPECT_EQ(order, (Log{"before client", "after client"}));
  EXPECT_TRUE(client_->resolve_initial_references("Mine"));
  EXPECT_RAISES(kept->orb_id(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_interception);
  EXPECT_EQ(make({}, "client")->id(), "client");  // the same ORB, which is not initialized again
  EXPECT_EQ(order.size(), 2U);
  EXPECT_RAISES(PI::register_orb_initializer(nullptr), CORBA::BAD_PARAM, minor::bad_param_nil_interceptor);
}

TEST_F(InitializerTest, MayAskForAnotherOrb) {
  initialization().after = [&](const InitInfo& info) {
    if (info->orb_id() == "client") server_ = make({}, "server");
  };
  client_ = make({}, "client");
  EXPECT_EQ(server_->id(), "server");
  EXPECT_EQ(client_->id(), "client");
}

TEST_F(InitializerTest, TwoOfOneNameAreRefused) {
  const auto spy = CORBA::make_reference<ClientSpy>("one", journal_);
  const auto nameless = CORBA::make_reference<ClientSpy>("", journal_);
  initialization().before = [&](const InitInfo& info) {
    info->add_client_request_interceptor(spy);
    info->add_client_request_interceptor(nameless);
    info->add_client_request_interceptor(CORBA::make_reference<ClientSpy>("", journal_));
    info->add_server_request_interceptor(CORBA::make_reference<ServerSpy>("one", journal_));
    try {
      info->add_client_request_interceptor(CORBA::make_reference<ClientSpy>("one", journal_));
      ADD_FAILURE() << "a second interceptor of the name";
    } catch (const PI::ORBInitInfo::DuplicateName& duplicate) {
      EXPECT_EQ(duplicate.name(), "one");
    }
    EXPECT_RAISES(info->add_ior_interceptor(nullptr), CORBA::BAD_PARAM, minor::bad_param_nil_interceptor);
  };
  client_ = make({}, "client");
}

TEST_F(InitializerTest, ItsExceptionIsThrownAndLeavesNothing) {
  const auto spy = CORBA::make_reference<ClientSpy>("one", journal_);
  initialization().after = [&](const InitInfo& info) {
    info->add_client_request_interceptor(spy);
    info->resolve_initial_references("RootPOA");
    throw CORBA::NO_PERMISSION(3, CORBA::COMPLETED_NO);
  };
  EXPECT_RAISES(make({}, "client"), CORBA::NO_PERMISSION, 3);
  EXPECT_EQ(journal_.take(), Log{"one destroyed"});
  initialization() = {};
  client_ = make({}, "client");
  EXPECT_TRUE(client_->resolve_initial_references("RootPOA"));
}

TEST_F(InitializerTest, PoliciesOfAServicesOwn) {
  initialization().before = [](const InitInfo& info) {
    info->register_policy_factory(shade_type, CORBA::make_reference<ShadeFactory>());
    EXPECT_RAISES(info->register_policy_factory(shade_type, CORBA::make_reference<ShadeFactory>()),
                  CORBA::BAD_INV_ORDER, minor::bad_inv_order_policy_factory);
  };
  std::int32_t at_server = 0;
  std::int32_t at_client = 0;
  server_spy("s")->also = [&](const std::string& point, const ServerInfo& ri) {
    if (point == "receive_request") at_server = shade_of(ri->get_server_policy(shade_type));
  };
  client_spy("c")->also = [&](const std::string&, const ClientInfo& ri) {
    at_client = shade_of(ri->get_request_policy(shade_type));
  };
  start();
  CORBA::Any value;
  EXPECT_THROW(server_->create_policy(shade_type, value), CORBA::PolicyError);
  value <<= std::int32_t{4};
  const auto policy = server_->create_policy(shade_type, value);
  const auto poa = root_->create_POA("shady", root_->the_POAManager(), {policy});
  const auto object = poa->id_to_reference(poa->activate_object(CORBA::make_reference<ClerkServant>()));
  value <<= std::int32_t{5};
  const auto seen = client_->string_to_object(server_->object_to_string(object));
  const auto shaded = narrow_unchecked<Desk::Clerk>(
      seen->_set_policy_overrides({client_->create_policy(shade_type, value)}, CORBA::SetOverrideType::ADD_OVERRIDE));
  EXPECT_EQ(shaded->pages(), 12);
  EXPECT_EQ(at_server, 4);
  EXPECT_EQ(at_client, 5);
  class Unregistered : public ShadePolicy {
   public:
    Unregistered() : ShadePolicy(1) {}
    CORBA::PolicyType policy_type() override { return shade_type + 1; }
  };
  EXPECT_THROW(root_->create_POA("other", nullptr, {CORBA::make_reference<Unregistered>()}),
               PortableServer::POA::InvalidPolicy);
}

TEST_F(InitializerTest, ComponentsGoIntoReferences) {
  ReferenceSpy::Info kept;
  const auto spy = with_reference_spy();
  spy->on_establish = [&](const ReferenceSpy::Info& info) {
    kept = info;
    info->add_ior_component(IOP::TaggedComponent(0x5001, {1, 2, 3}));
    info->add_ior_component_to_profile(IOP::TaggedComponent(0x5002, {4}), IOP::TAG_INTERNET_IOP);
    info->add_ior_component_to_profile(IOP::TaggedComponent(0x5003, {5}), IOP::TAG_MULTIPLE_COMPONENTS);
    EXPECT_RAISES(info->adapter_template(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_interceptor);
    EXPECT_EQ(info->state(), PI::HOLDING);
    EXPECT_TRUE(info->get_effective_policy(PortableServer::THREAD_POLICY_ID));
    EXPECT_RAISES(info->get_effective_policy(1), CORBA::INV_POLICY, minor::inv_policy_no_factory);
  };
  spy->on_established = [](const ReferenceSpy::Info& info) {
    EXPECT_RAISES(info->add_ior_component({}), CORBA::BAD_INV_ORDER, minor::bad_inv_order_interceptor);
  };
  std::string found;
  client_spy("c")->also = [&](const std::string& point, const ClientInfo& ri) {
    if (point != "send_request") return;
    found = std::to_string(ri->get_effective_component(0x5001).component_data().size()) +
            std::to_string(ri->get_effective_component(0x5002).component_data().size());
    EXPECT_RAISES(ri->get_effective_component(0x5003), CORBA::BAD_PARAM, minor::bad_param_component);
  };
  start();
  EXPECT_EQ(clerk_->pages(), 12);
  EXPECT_EQ(found, "31");
  EXPECT_RAISES(kept->state(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_interception);
  // The server still recognizes its own references.
  const auto back = server_->string_to_object(client_->object_to_string(clerk_));
  EXPECT_EQ(root_->reference_to_id(back), root_->servant_to_id(servant_));
}

TEST_F(InitializerTest, AdaptersAreFollowed) {
  const auto spy = with_reference_spy();
  start();
  const auto poa = root_->create_POA("child", nullptr, {});
  EXPECT_EQ(journal_.take(), (Log{"establish POAManager1", "established child"}));
  poa->the_POAManager()->activate();
  poa->the_POAManager()->discard_requests(false);
  EXPECT_EQ(journal_.take(), (Log{"POAManager1 is 1", "POAManager1 is 2"}));
  poa->destroy(false, false);
  EXPECT_EQ(journal_.take(), (Log{"child is 4"}));
  spy->on_establish = [](const ReferenceSpy::Info&) { throw CORBA::NO_PERMISSION(); };
  root_->create_POA("ignores it", nullptr, {});
  spy->on_established = [](const ReferenceSpy::Info&) { throw CORBA::NO_PERMISSION(); };
  EXPECT_RAISES(root_->create_POA("refused", nullptr, {}), CORBA::OBJ_ADAPTER, minor::obj_adapter_interceptor);
  EXPECT_THROW(root_->find_POA("refused", false), PortableServer::POA::AdapterNonExistent);
  journal_.take();
  server_->destroy();
  const auto end = journal_.take();
  EXPECT_EQ(std::count(end.begin(), end.end(), "RootPOA is 4"), 1);
  EXPECT_EQ(end.back(), "destroyed");
}

TEST_F(InitializerTest, AFactoryMayMakeTheReferences) {
  class Elsewhere : public virtual PI::ObjectReferenceFactory {
   public:
    CORBA::object_reference<CORBA::Object> make_object(const CORBA::RepositoryId& id,
                                                       const PI::ObjectId& object) override {
      made = id + " " + std::to_string(object.size());
      return by->make_object(id, object);
    }
    std::string made;
    CORBA::valuetype_reference<PI::ObjectReferenceTemplate> by;
  };
  const auto factory = CORBA::make_reference<Elsewhere>();
  with_reference_spy()->on_established = [&](const ReferenceSpy::Info& info) {
    factory->by = info->adapter_template();
    EXPECT_EQ(factory->by->orb_id(), "server");
    EXPECT_TRUE(info->current_factory());
    info->current_factory(factory);
  };
  start();
  EXPECT_EQ(clerk_->pages(), 12);
  EXPECT_TRUE(factory->made.starts_with("IDL:dimma.test/Desk/Clerk:1.0 ")) << factory->made;
}

}  // namespace

}  // namespace dimma::test
