// Access rules: requests that are refused, and the code that has not run by then.

#include "unit/common/expect_raises.hpp"
#include "unit/orb/counter_servant.hpp"
#include "unit/orb/upcall/noted.hpp"

#include <dimma/access.hpp>
#include <dimma/corba.hpp>
#include <dimma/dsi.hpp>
#include <dimma/interceptor.hpp>
#include <dimma/minor.hpp>
#include <dimma/orb_initializer.hpp>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace dimma::test {
namespace {

using namespace PortableServer;

constexpr const char* counter_id = "IDL:Sample/Counter:1.0";

class Activator : public virtual IDL::traits<ServantActivator>::base_type {
 public:
  CORBA::servant_reference<Servant> incarnate(const ObjectId&, CORBA::object_reference<POA>) override {
    ++incarnated;
    return CORBA::make_reference<CounterServant>();
  }
  void etherealize(const ObjectId&, CORBA::object_reference<POA>, CORBA::servant_reference<Servant>, bool,
                   bool) override {}
  std::atomic<int> incarnated{0};
};

class Locator : public virtual IDL::traits<ServantLocator>::base_type {
 public:
  CORBA::servant_reference<Servant> preinvoke(const ObjectId&, CORBA::object_reference<POA>, const CORBA::Identifier&,
                                              Cookie&) override {
    ++before;
    return servant;
  }
  void postinvoke(const ObjectId&, CORBA::object_reference<POA>, const CORBA::Identifier&, Cookie,
                  CORBA::servant_reference<Servant>) override {
    ++behind;
  }
  CORBA::servant_reference<Servant> servant = CORBA::make_reference<CounterServant>();
  std::atomic<int> before{0};
  std::atomic<int> behind{0};
};

class PoaActivator : public virtual IDL::traits<AdapterActivator>::base_type {
 public:
  bool unknown_adapter(CORBA::object_reference<POA>, const std::string&) override {
    ++asked;
    return false;
  }
  std::atomic<int> asked{0};
};

class DynamicCounter : public DynamicImplementation {
 public:
  void invoke(CORBA::object_reference<CORBA::ServerRequest> request) override {
    request->arguments(CORBA::make_reference<CORBA::NVList>());
    ++invoked;
  }
  std::string _primary_interface(const ObjectId&, CORBA::object_reference<POA>) override { return counter_id; }
  std::atomic<int> invoked{0};
};

class Guarded : public testing::Test {
 protected:
  Guarded() {
    server_ = orb("guarded-server", {"--dimma-endpoint", "iiop://127.0.0.1"});
    client_ = orb("guarded-client", {"--dimma-qos", "transport=unix"});
    other_client_ = orb("guarded-other", {"--dimma-qos", "transport=tcp"});
    root_ = IDL::traits<POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root_->the_POAManager()->activate();
    servant_ = CORBA::make_reference<CounterServant>();
  }
  ~Guarded() override {
    client_->destroy();
    other_client_->destroy();
    server_->destroy();
  }
  static CORBA::object_reference<CORBA::ORB> orb(const std::string& id, std::vector<std::string> arguments) {
    return CORBA::ORB_init(arguments, id);
  }
  void rules(const std::string& text) { access_rules(server_, AccessRules::parse(text)); }
  CORBA::object_reference<Sample::Counter> remote(const CORBA::object_reference<CORBA::Object>& object) {
    return IDL::traits<Sample::Counter>::narrow(client_->string_to_object(server_->object_to_string(object)));
  }
  CORBA::object_reference<Sample::Counter> remote() { return remote(root_->servant_to_reference(servant_)); }
  CORBA::object_reference<POA> poa(const std::string& name, ServantRetentionPolicyValue retention,
                                   RequestProcessingPolicyValue processing,
                                   std::shared_ptr<AccessRules> own = nullptr) {
    CORBA::PolicyList policies{root_->create_servant_retention_policy(retention),
                               root_->create_request_processing_policy(processing),
                               root_->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)};
    if (own) policies.push_back(access_policy(std::move(own)));
    return root_->create_POA(name, root_->the_POAManager(), policies);
  }
  CORBA::object_reference<POA> plain(const std::string& name, std::shared_ptr<AccessRules> own) {
    return poa(name, ServantRetentionPolicyValue::RETAIN, RequestProcessingPolicyValue::USE_ACTIVE_OBJECT_MAP_ONLY,
               std::move(own));
  }
  static void expect_refused(const std::function<void()>& call) {
    EXPECT_RAISES(call(), CORBA::NO_PERMISSION, minor::no_permission_access);
  }

  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::object_reference<CORBA::ORB> client_;
  CORBA::object_reference<CORBA::ORB> other_client_;
  CORBA::object_reference<POA> root_;
  CORBA::servant_reference<CounterServant> servant_;
};

TEST_F(Guarded, RequestsAreDecidedByTheRulesThatThereAreNow) {
  const auto object = remote();
  object->ping();
  rules("deny *");
  expect_refused([&] { object->ping(); });
  EXPECT_EQ(servant_->pings, 1);
  rules("allow transport=unix");
  object->ping();
  EXPECT_EQ(servant_->pings, 2);
  rules("allow transport=tcp");
  expect_refused([&] { object->ping(); });
  const auto by_tcp = IDL::traits<Sample::Counter>::narrow(
      other_client_->string_to_object(server_->object_to_string(root_->servant_to_reference(servant_))));
  by_tcp->ping();
  access_rules(server_, nullptr);
  object->ping();
  EXPECT_EQ(servant_->pings, 4);
}

TEST_F(Guarded, CallsWithinTheProcessAreExempt) {
  rules("deny *");
  IDL::traits<Sample::Counter>::narrow(root_->servant_to_reference(servant_))->ping();
  EXPECT_EQ(servant_->pings, 1);
}

TEST_F(Guarded, OperationsOfABaseAreAllowedByItsName) {
  const auto object = remote();
  rules("allow * call Sample::Base::*");
  object->ping();
  expect_refused([&] { object->add(1); });
  expect_refused([&] { object->count(); });
  EXPECT_TRUE(object->_is_a("IDL:Sample/Base:1.0"));
  EXPECT_FALSE(object->_non_existent());
  rules("allow * call Sample::Counter::*");
  object->ping();
  EXPECT_EQ(object->add(1), 1);
  rules("allow * call Sample::Counter::count");
  EXPECT_EQ(object->count(), 1);
  expect_refused([&] { object->ping(); });
  rules("deny * call Sample::Counter::*\nallow *");
  expect_refused([&] { object->ping(); });
  expect_refused([&] { object->_is_a(counter_id + std::string("x")); });
}

TEST_F(Guarded, OnewaysAreDropped) {
  const auto object = remote();
  rules("allow * call Sample::Base::ping");
  object->note("dropped");
  object->ping();
  access_rules(server_, nullptr);
  object->note("taken");
  object->ping();
  EXPECT_EQ(servant_->notes, 1);
}

TEST_F(Guarded, AServantActivatorIsNotAskedForWhomEveryRuleRefuses) {
  const auto managed =
      poa("managed", ServantRetentionPolicyValue::RETAIN, RequestProcessingPolicyValue::USE_SERVANT_MANAGER);
  const auto activator = CORBA::make_reference<Activator>();
  managed->set_servant_manager(activator);
  const auto object = remote(managed->create_reference_with_id({'a'}, counter_id));
  for (const std::string text :
       {"deny *", "", "allow uid=4294967294", "allow * call poa=RootPOA", "allow * call Sample::Counter::count"}) {
    rules(text);
    expect_refused([&] { object->ping(); });
  }
  EXPECT_EQ(activator->incarnated, 0);
  rules("allow * call Other::ping");
  expect_refused([&] { object->ping(); });
  EXPECT_EQ(activator->incarnated, 1) << "which interface the object has it alone knows";
  rules("allow * call poa=RootPOA/managed");
  object->ping();
}

TEST_F(Guarded, AServantLocatorIsToldOfTheEnd) {
  const auto managed =
      poa("managed", ServantRetentionPolicyValue::NON_RETAIN, RequestProcessingPolicyValue::USE_SERVANT_MANAGER);
  const auto locator = CORBA::make_reference<Locator>();
  managed->set_servant_manager(locator);
  const auto object = remote(managed->create_reference_with_id({'a'}, counter_id));
  rules("allow uid=4294967294 call *::ping");
  expect_refused([&] { object->ping(); });
  EXPECT_EQ(locator->before, 0);
  rules("allow * call Other::ping");
  expect_refused([&] { object->ping(); });
  EXPECT_EQ(locator->before, 1);
  EXPECT_EQ(locator->behind, 1);
  rules("allow * call Sample::Base::ping");
  object->ping();
  EXPECT_EQ(locator->behind, 2);
}

TEST_F(Guarded, AnAdapterActivatorIsNotAskedForWhomEveryRuleRefuses) {
  const auto keeper = root_->create_POA("keeper", root_->the_POAManager(),
                                        {root_->create_lifespan_policy(LifespanPolicyValue::PERSISTENT),
                                         root_->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)});
  const auto object = remote(keeper->create_reference_with_id({'a'}, counter_id));
  keeper->destroy(true, true);
  const auto activator = CORBA::make_reference<PoaActivator>();
  root_->the_activator(activator);
  rules("deny * call poa=RootPOA/keeper\nallow *");
  expect_refused([&] { object->ping(); });
  EXPECT_EQ(activator->asked, 0);
  rules("allow *");
  EXPECT_THROW(object->ping(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_EQ(activator->asked, 1);
}

TEST_F(Guarded, TheExistenceOfAnObjectIsNotTold) {
  const auto there = remote();
  const auto user_ids = plain("ids", nullptr);
  const auto gone = remote(user_ids->create_reference_with_id({'a'}, counter_id));
  rules("deny *");
  expect_refused([&] { there->_non_existent(); });
  expect_refused([&] { gone->_non_existent(); });
  expect_refused([&] { gone->ping(); });
}

TEST_F(Guarded, APoaHasRulesOfItsOwn) {
  const auto own = plain("own", AccessRules::parse("allow * call *::count"));
  own->activate_object_with_id({'a'}, servant_);
  const auto object = remote(own->id_to_reference({'a'}));
  EXPECT_EQ(object->count(), 0);
  expect_refused([&] { object->ping(); });
  const auto free_servant = CORBA::make_reference<CounterServant>();
  const auto free_object = remote(root_->servant_to_reference(free_servant));
  free_object->ping();
  // The rules of the ORB apply too.
  rules("allow * call Sample::Base::*");
  expect_refused([&] { object->count(); });
  expect_refused([&] { object->ping(); });
  free_object->ping();
  EXPECT_THROW(access_policy(nullptr), CORBA::BAD_PARAM);
}

TEST_F(Guarded, ADynamicServantIsOfTheInterfaceThatItSays) {
  const auto dynamic = CORBA::make_reference<DynamicCounter>();
  const auto object = remote(root_->servant_to_reference(dynamic));
  rules("allow * call Sample::Counter::*");
  object->ping();
  rules("allow * call Sample::Base::*");
  expect_refused([&] { object->ping(); });
  EXPECT_EQ(dynamic->invoked, 1);
}

TEST_F(Guarded, ManyNamesOfOperationsAreNotKept) {
  rules("allow * call Sample::Base::ping");
  const auto object = remote();
  for (int i = 0; i < 3000; ++i) {
    const auto request = object->_request("operation-" + std::to_string(i));
    expect_refused([&] { request->invoke(); });
  }
  object->ping();
}

// Records for each interception point its name and the caller's transport.
class Spy : public virtual IDL::traits<PortableInterceptor::ServerRequestInterceptor>::base_type {
 public:
  using Info = CORBA::object_reference<PortableInterceptor::ServerRequestInfo>;
  std::string name() override { return "spy"; }
  void destroy() override {}
  void receive_request_service_contexts(Info) override { hear("contexts"); }
  void receive_request(Info) override { hear("request"); }
  void send_reply(Info) override { hear("reply"); }
  void send_exception(Info) override { hear("exception"); }
  void send_other(Info) override { hear("other"); }
  std::vector<std::string> take() { return heard_.take(); }

 private:
  void hear(const std::string& point) { heard_.push_back(point + " " + caller()->transport); }
  Noted<std::vector<std::string>> heard_;
};

class SpyInitializer : public virtual IDL::traits<PortableInterceptor::ORBInitializer>::base_type {
 public:
  explicit SpyInitializer(CORBA::object_reference<Spy> spy) : spy_(std::move(spy)) {}
  void pre_init(CORBA::object_reference<PortableInterceptor::ORBInitInfo> info) override {
    if (info->orb_id() == "guarded-spied") info->add_server_request_interceptor(spy_);
  }
  void post_init(CORBA::object_reference<PortableInterceptor::ORBInitInfo>) override {}

 private:
  const CORBA::object_reference<Spy> spy_;
};

TEST_F(Guarded, InterceptorsSeeRefusedRequestsAndTheirCaller) {
  const auto spy = CORBA::make_reference<Spy>();
  PortableInterceptor::register_orb_initializer(CORBA::make_reference<SpyInitializer>(spy));
  const auto spied = orb("guarded-spied", {"--dimma-endpoint", "iiop://127.0.0.1"});
  const auto root = IDL::traits<POA>::narrow(spied->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  root->activate_object(servant_);
  const auto reference = root->servant_to_reference(servant_);
  const auto object =
      IDL::traits<Sample::Counter>::narrow(client_->string_to_object(spied->object_to_string(reference)));
  using Heard = std::vector<std::string>;
  object->ping();
  EXPECT_EQ(spy->take(), (Heard{"contexts unix", "request unix", "reply unix"}));
  for (const std::string text : {"deny *", "allow * call Other::ping"}) {
    access_rules(spied, AccessRules::parse(text));
    expect_refused([&] { object->ping(); });
    EXPECT_EQ(spy->take(), (Heard{"contexts unix", "exception unix"})) << text;
  }
  IDL::traits<Sample::Counter>::narrow(reference)->ping();
  EXPECT_EQ(spy->take(), (Heard{"contexts collocated", "request collocated", "reply collocated"}));
  EXPECT_EQ(servant_->pings, 2);
  spied->destroy();
}

TEST(GuardedOrb, AWrongFileStopsTheStart) {
  std::string name = (std::filesystem::temp_directory_path() / "dimma-rules-XXXXXX").string();
  ::close(::mkstemp(name.data()));
  std::ofstream(name) << "# comment\nallow CN=ops-*  col Reactor::*\n";
  std::vector<std::string> arguments{"--dimma-access", name};
  try {
    CORBA::ORB_init(arguments, "wrong-rules");
    ADD_FAILURE() << "was accepted";
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), minor::bad_param_option);
    EXPECT_EQ(refused._detail(),
              "--dimma-access: " + name + ":2:17: expected KEY=VALUE, anonymous, * or call, not 'col'");
  }
  std::filesystem::remove(name);
}

}  // namespace
}  // namespace dimma::test
