// The sources of servants for objects that are not active: default servants, servant activators and locators, adapter
// activators.

#include "unit/orb/orb_fixture.hpp"

namespace dimma::test {
namespace {

using namespace PortableServer;
using PoaRef = CORBA::object_reference<POA>;
using ServantRef = CORBA::servant_reference<Servant>;

constexpr const char* counter_id = "IDL:Sample/Counter:1.0";

class Activator : public virtual IDL::traits<ServantActivator>::base_type {
 public:
  ServantRef incarnate(const ObjectId& id, PoaRef) override {
    ++incarnated;
    if (forward) throw ForwardRequest(forward);
    if (ObjectId_to_string(id) == "none") return {};
    if (ObjectId_to_string(id) == "refused") throw CORBA::NO_PERMISSION(5, CORBA::COMPLETED_NO);
    return give ? give : ServantRef(CORBA::make_reference<CounterServant>());
  }
  void etherealize(const ObjectId& id, PoaRef, ServantRef servant, bool cleanup, bool remaining) override {
    EXPECT_TRUE(servant);
    etherealized.push_back(ObjectId_to_string(id) + (cleanup ? " cleanup" : "") + (remaining ? " remaining" : ""));
  }

  int incarnated = 0;
  ServantRef give;
  CORBA::object_reference<CORBA::Object> forward;
  std::vector<std::string> etherealized;
};

class Locator : public virtual IDL::traits<ServantLocator>::base_type {
 public:
  ServantRef preinvoke(const ObjectId& id, PoaRef, const CORBA::Identifier& operation, Cookie& cookie) override {
    log.push_back("pre " + ObjectId_to_string(id) + " " + operation);
    cookie = this;
    return servant;
  }
  void postinvoke(const ObjectId& id, PoaRef, const CORBA::Identifier& operation, Cookie cookie,
                  ServantRef served) override {
    EXPECT_EQ(cookie, this);
    EXPECT_EQ(&*served, &*servant);
    log.push_back("post " + ObjectId_to_string(id) + " " + operation);
    if (refuses) throw CORBA::NO_PERMISSION(3, CORBA::COMPLETED_YES);
  }

  bool refuses = false;
  ServantRef servant;
  std::vector<std::string> log;
};

class ServantManagerTest : public OrbTest, public testing::WithParamInterface<bool> {
 protected:
  PoaRef poa(ServantRetentionPolicyValue retention, RequestProcessingPolicyValue processing) {
    return root_->create_POA(
        "managed", root_->the_POAManager(),
        {root_->create_servant_retention_policy(retention), root_->create_request_processing_policy(processing),
         root_->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID),
         root_->create_id_uniqueness_policy(processing == RequestProcessingPolicyValue::USE_DEFAULT_SERVANT
                                                ? IdUniquenessPolicyValue::MULTIPLE_ID
                                                : IdUniquenessPolicyValue::UNIQUE_ID)});
  }
  CORBA::object_reference<Sample::Counter> object(const PoaRef& poa, const std::string& id) {
    const auto reference = poa->create_reference_with_id(string_to_ObjectId(id), counter_id);
    return IDL::traits<Sample::Counter>::narrow(GetParam() ? reference : at_client(reference));
  }
};
INSTANTIATE_TEST_SUITE_P(Ways, ServantManagerTest, testing::Bool(),
                         [](const auto& way) { return way.param ? "Colocated" : "Remote"; });

TEST_P(ServantManagerTest, ADefaultServant) {
  const auto managed = poa(ServantRetentionPolicyValue::NON_RETAIN, RequestProcessingPolicyValue::USE_DEFAULT_SERVANT);
  const auto one = object(managed, "one");
  EXPECT_RAISES(one->ping(), CORBA::OBJ_ADAPTER, minor::obj_adapter_no_default_servant);
  EXPECT_THROW(managed->get_servant(), POA::NoServant);
  managed->set_servant(servant_);
  EXPECT_EQ(&*managed->get_servant(), &*ServantRef(servant_));
  const auto current = IDL::traits<Current>::narrow(server_->resolve_initial_references("POACurrent"));
  std::string seen;
  servant_->on_ping = [&] {
    seen +=
        ObjectId_to_string(current->get_object_id()) + " " + ObjectId_to_string(managed->servant_to_id(servant_)) + ";";
  };
  one->ping();
  object(managed, "two")->ping();
  EXPECT_EQ(seen, "one one;two two;");
  EXPECT_EQ(&*managed->reference_to_servant(managed->create_reference_with_id({}, counter_id)), &*ServantRef(servant_));
  EXPECT_THROW(managed->servant_to_id(servant_), POA::ServantNotActive);
}

TEST_P(ServantManagerTest, AnActivator) {
  const auto managed = poa(ServantRetentionPolicyValue::RETAIN, RequestProcessingPolicyValue::USE_SERVANT_MANAGER);
  const auto one = object(managed, "one");
  EXPECT_FALSE(managed->get_servant_manager());
  EXPECT_RAISES(one->ping(), CORBA::OBJ_ADAPTER, minor::obj_adapter_no_servant_manager);
  EXPECT_RAISES(managed->set_servant_manager(CORBA::make_reference<Locator>()), CORBA::OBJ_ADAPTER,
                minor::obj_adapter_no_servant_manager);
  const auto activator = CORBA::make_reference<Activator>();
  managed->set_servant_manager(activator);
  EXPECT_RAISES(managed->set_servant_manager(activator), CORBA::BAD_INV_ORDER,
                minor::bad_inv_order_servant_manager_set);
  one->ping();
  one->ping();
  EXPECT_EQ(activator->incarnated, 1);
  EXPECT_RAISES(object(managed, "none")->ping(), CORBA::OBJ_ADAPTER, minor::obj_adapter_null_servant);
  EXPECT_RAISES(object(managed, "refused")->ping(), CORBA::NO_PERMISSION, 5);
  activator->give = managed->id_to_servant(string_to_ObjectId("one"));
  EXPECT_RAISES(object(managed, "two")->ping(), CORBA::OBJ_ADAPTER, minor::obj_adapter_incarnate_policy);
  managed->deactivate_object(string_to_ObjectId("one"));
  one->ping();
  managed->destroy(true, true);
  EXPECT_EQ(activator->etherealized, (std::vector<std::string>{"one", "one cleanup"}));
}

TEST_P(ServantManagerTest, AnActivatorThatForwards) {
  const auto managed = poa(ServantRetentionPolicyValue::RETAIN, RequestProcessingPolicyValue::USE_SERVANT_MANAGER);
  const auto activator = CORBA::make_reference<Activator>();
  managed->set_servant_manager(activator);
  activator->forward = activated();
  object(managed, "elsewhere")->ping();
  EXPECT_EQ(servant_->pings, 1);
}

TEST_P(ServantManagerTest, ALocatorHasTheLastWordOverAChannel) {
  const auto managed = poa(ServantRetentionPolicyValue::NON_RETAIN, RequestProcessingPolicyValue::USE_SERVANT_MANAGER);
  const auto locator = CORBA::make_reference<Locator>();
  managed->set_servant_manager(locator);
  locator->servant = servant_;
  locator->refuses = true;
  const auto it = object(managed, "it");
  if (GetParam()) {
    EXPECT_EQ(it->add(2), 2);
    EXPECT_THROW(it->add(-2), Sample::Bad);
  } else {
    EXPECT_RAISES(it->add(2), CORBA::NO_PERMISSION, 3);
    EXPECT_RAISES(it->add(-2), CORBA::NO_PERMISSION, 3);
  }
  EXPECT_EQ(locator->log, (std::vector<std::string>{"pre it add", "post it add", "pre it add", "post it add"}));
}

TEST_P(ServantManagerTest, ALocator) {
  const auto managed = poa(ServantRetentionPolicyValue::NON_RETAIN, RequestProcessingPolicyValue::USE_SERVANT_MANAGER);
  const auto locator = CORBA::make_reference<Locator>();
  managed->set_servant_manager(locator);
  const auto it = object(managed, "it");
  EXPECT_RAISES(it->ping(), CORBA::OBJ_ADAPTER, minor::obj_adapter_null_servant);
  locator->log.clear();
  locator->servant = servant_;
  EXPECT_EQ(it->add(2), 2);
  EXPECT_THROW(it->add(-2), Sample::Bad);
  EXPECT_EQ(locator->log, (std::vector<std::string>{"pre it add", "post it add", "pre it add", "post it add"}));
  EXPECT_THROW(managed->activate_object_with_id(string_to_ObjectId("it"), servant_), POA::WrongPolicy);
  EXPECT_THROW(managed->id_to_reference(string_to_ObjectId("it")), POA::WrongPolicy);
}

class ChildMaker : public virtual IDL::traits<AdapterActivator>::base_type {
 public:
  bool unknown_adapter(PoaRef parent, const std::string& name) override {
    ++asked;
    if (name == "fail") throw 1;
    if (name == "unknown") return false;
    const auto made = parent->create_POA(name, parent->the_POAManager(),
                                         {parent->create_lifespan_policy(LifespanPolicyValue::PERSISTENT),
                                          parent->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)});
    made->the_activator(made->the_parent()->the_activator());
    made->activate_object_with_id(string_to_ObjectId("it"), servant);
    return true;
  }
  int asked = 0;
  ServantRef servant;
};

TEST_P(ServantManagerTest, AnAdapterActivatorMakesWhatAReferenceNames) {
  const auto persistent = root_->create_lifespan_policy(LifespanPolicyValue::PERSISTENT);
  const auto user = root_->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID);
  const auto a = root_->create_POA("a", root_->the_POAManager(), {persistent, user});
  const auto b = a->create_POA("b", a->the_POAManager(), {persistent, user});
  const auto it = object(b, "it");
  a->destroy(true, true);
  EXPECT_RAISES(it->ping(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_no_adapter);
  const auto maker = CORBA::make_reference<ChildMaker>();
  maker->servant = ServantRef(servant_);
  root_->the_activator(maker);
  it->ping();
  EXPECT_EQ(servant_->pings, 1);
  EXPECT_EQ(maker->asked, 2);
  EXPECT_THROW(root_->find_POA("unknown", true), POA::AdapterNonExistent);
  EXPECT_RAISES(root_->find_POA("fail", true), CORBA::OBJ_ADAPTER, minor::obj_adapter_unknown_adapter);
}

}  // namespace
}  // namespace dimma::test
