// Object adapters: their tree, their policies, activation and references.

#include "unit/orb/orb_fixture.hpp"

namespace dimma::test {
namespace {

using namespace PortableServer;
using PoaRef = CORBA::object_reference<POA>;

class PoaTest : public OrbTest {
 protected:
  PoaRef child(const std::string& name, const CORBA::PolicyList& policies = {}) {
    return root_->create_POA(name, root_->the_POAManager(), policies);
  }
  CORBA::PolicyList user_ids() { return {root_->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)}; }
  CORBA::PolicyList multiple_ids() {
    return {root_->create_id_uniqueness_policy(IdUniquenessPolicyValue::MULTIPLE_ID)};
  }
  CORBA::PolicyList persistent() {
    return {root_->create_lifespan_policy(LifespanPolicyValue::PERSISTENT),
            root_->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)};
  }
  template <class Statement>
  void expect_invalid_policy(Statement statement, std::uint16_t index) {
    try {
      statement();
      ADD_FAILURE() << "no InvalidPolicy";
    } catch (const POA::InvalidPolicy& invalid) {
      EXPECT_EQ(invalid.index(), index);
    }
  }
};

TEST_F(PoaTest, TheTree) {
  EXPECT_EQ(root_->the_name(), "RootPOA");
  EXPECT_FALSE(root_->the_parent());
  const auto a = child("a");
  const auto b = a->create_POA("b", nullptr, {});
  EXPECT_EQ(b->the_name(), "b");
  EXPECT_EQ(&*b->the_parent(), &*a);
  ASSERT_EQ(root_->the_children().size(), 1U);
  EXPECT_EQ(&*root_->the_children()[0], &*a);
  EXPECT_EQ(&*root_->find_POA("a", false), &*a);
  EXPECT_THROW(root_->find_POA("b", true), POA::AdapterNonExistent);
  EXPECT_THROW(child("a"), POA::AdapterAlreadyExists);
  EXPECT_NE(a->id(), b->id());
  EXPECT_NE(&*b->the_POAManager(), &*root_->the_POAManager());
  EXPECT_EQ(&*a->the_POAManager(), &*root_->the_POAManager());
  EXPECT_EQ(&*server_->resolve_initial_references("RootPOA"), &*root_);
}

template <class Statement>
std::string what_of(Statement statement) {
  try {
    statement();
  } catch (const CORBA::Exception& exception) {
    return exception.what();
  }
  return "nothing was thrown";
}

TEST_F(PoaTest, ExceptionsSayWhatIsWrong) {
  EXPECT_EQ(what_of([&] {
              root_->create_POA(
                  "a", nullptr,
                  {root_->create_lifespan_policy(LifespanPolicyValue::TRANSIENT),
                   root_->create_implicit_activation_policy(ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION),
                   root_->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)});
            }),
            "InvalidPolicy (IDL:omg.org/PortableServer/POA/InvalidPolicy:1.0): policies[2] (IdAssignmentPolicy): "
            "IMPLICIT_ACTIVATION needs SYSTEM_ID");
  const auto poa = child("child", user_ids());
  EXPECT_EQ(
      what_of([&] { poa->activate_object(servant_); }),
      "WrongPolicy (IDL:omg.org/PortableServer/POA/WrongPolicy:1.0): POA child: activate_object needs SYSTEM_ID: with "
      "USER_ID call activate_object_with_id");
  EXPECT_EQ(
      what_of([&] { poa->servant_to_id(servant_); }),
      "ServantNotActive (IDL:omg.org/PortableServer/POA/ServantNotActive:1.0): the servant incarnates no object of POA "
      "child, which has NO_IMPLICIT_ACTIVATION: activate the servant first, or create the POA with "
      "IMPLICIT_ACTIVATION");
  EXPECT_EQ(what_of([&] { poa->deactivate_object(string_to_ObjectId("a\nb")); }),
            "ObjectNotActive (IDL:omg.org/PortableServer/POA/ObjectNotActive:1.0): POA child has no active object with "
            "the id "
            "'a\\x0ab'");
  EXPECT_EQ(what_of([&] { child("child"); }),
            "AdapterAlreadyExists (IDL:omg.org/PortableServer/POA/AdapterAlreadyExists:1.0): POA RootPOA already has a "
            "child 'child'; find_POA() returns it");
  EXPECT_EQ(
      what_of([&] { server_->resolve_initial_references("rootPOA"); }),
      "InvalidName (IDL:omg.org/CORBA/ORB/InvalidName:1.0): there is no initial reference 'rootPOA'; did you mean "
      "'RootPOA'?");
  EXPECT_EQ(what_of([&] { server_->resolve_initial_references("NameService"); }),
            "InvalidName (IDL:omg.org/CORBA/ORB/InvalidName:1.0): there is no initial reference 'NameService': set it "
            "by -ORBInitRef NameService=URL");
}

TEST_F(PoaTest, OnlyRunMakesUpcallsInTheBuildWithoutThreadsAlone) {
  const auto main_thread = root_->create_thread_policy(ThreadPolicyValue::MAIN_THREAD_MODEL);
  const auto create = [&] { root_->create_POA("main", nullptr, {main_thread}); };
  if (sync::has_threads) {
    expect_invalid_policy(create, 0);
  } else {
    create();
  }
}

TEST_F(PoaTest, DestroyingATree) {
  const auto a = child("a");
  const auto b = a->create_POA("b", a->the_POAManager(), {});
  const auto object = IDL::traits<Sample::Counter>::narrow(at_client(b->id_to_reference(b->activate_object(servant_))));
  object->ping();
  a->destroy(true, true);
  EXPECT_RAISES(b->the_name(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_no_adapter);
  EXPECT_RAISES(a->create_POA("c", nullptr, {}), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_no_adapter);
  EXPECT_RAISES(object->ping(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_no_adapter);
  EXPECT_TRUE(root_->the_children().empty());
  a->destroy(true, true);  // nothing is left to destroy
  // The name is free; the transient references of the previous adapter do not lead to the new one.
  const auto again = child("a")->create_POA("b", root_->the_POAManager(), {});
  again->activate_object(servant_);
  EXPECT_RAISES(object->ping(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_no_adapter);
}

TEST_F(PoaTest, ThePolicyThatDoesNotFitIsNamed) {
  const auto no_retain = root_->create_servant_retention_policy(ServantRetentionPolicyValue::NON_RETAIN);
  const auto default_servant =
      root_->create_request_processing_policy(RequestProcessingPolicyValue::USE_DEFAULT_SERVANT);
  const auto implicit = root_->create_implicit_activation_policy(ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION);
  const auto user = root_->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID);
  const auto system = root_->create_id_assignment_policy(IdAssignmentPolicyValue::SYSTEM_ID);
  expect_invalid_policy([&] { child("x", {no_retain}); }, 0);
  expect_invalid_policy([&] { child("x", {default_servant}); }, 0);
  expect_invalid_policy([&] { child("x", {user, implicit}); }, 1);
  expect_invalid_policy([&] { child("x", {user, system}); }, 1);
  expect_invalid_policy([&] { child("x", {user, nullptr}); }, 1);
  expect_invalid_policy([&] { child("x", {user, user, implicit}); }, 2);
  child("fits", {user, user});
}

TEST_F(PoaTest, PoliciesSayWhatTheyAre) {
  const auto policy = root_->create_lifespan_policy(LifespanPolicyValue::PERSISTENT);
  EXPECT_EQ(policy->policy_type(), LIFESPAN_POLICY_ID);
  EXPECT_EQ(policy->value(), LifespanPolicyValue::PERSISTENT);
  const auto copy = IDL::traits<LifespanPolicy>::narrow(policy->copy());
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->value(), LifespanPolicyValue::PERSISTENT);
  EXPECT_FALSE(IDL::traits<ThreadPolicy>::narrow(policy->copy()));
  policy->destroy();
}

TEST_F(PoaTest, ActivationUnderSystemIds) {
  const auto poa = child("system");
  const auto id = poa->activate_object(servant_);
  EXPECT_THROW(poa->activate_object(servant_), POA::ServantAlreadyActive);
  EXPECT_EQ(poa->servant_to_id(servant_), id);
  EXPECT_EQ(&*poa->id_to_servant(id), &*CORBA::servant_reference<Servant>(servant_));
  const auto reference = poa->id_to_reference(id);
  EXPECT_EQ(poa->reference_to_id(reference), id);
  EXPECT_TRUE(poa->servant_to_reference(servant_)->_is_equivalent(reference));
  EXPECT_TRUE(poa->reference_to_servant(reference));
  EXPECT_THROW(root_->reference_to_id(reference), POA::WrongAdapter);
  poa->deactivate_object(id);
  EXPECT_THROW(poa->deactivate_object(id), POA::ObjectNotActive);
  EXPECT_THROW(poa->id_to_reference(id), POA::ObjectNotActive);
  EXPECT_THROW(poa->servant_to_id(servant_), POA::ServantNotActive);
  EXPECT_THROW(poa->reference_to_servant(reference), POA::ObjectNotActive);
  // An id that this POA has made may be used again, one that it has not may not.
  poa->activate_object_with_id(id, servant_);
  const auto other = CORBA::make_reference<CounterServant>();
  EXPECT_THROW(poa->activate_object_with_id(id, other), POA::ObjectAlreadyActive);
  EXPECT_RAISES(poa->activate_object_with_id(string_to_ObjectId("mine"), other), CORBA::BAD_PARAM,
                minor::bad_param_object_id);
  EXPECT_RAISES(poa->create_reference_with_id(string_to_ObjectId("mine"), "IDL:Sample/Counter:1.0"), CORBA::BAD_PARAM,
                minor::bad_param_object_id);
  EXPECT_RAISES(poa->activate_object(nullptr), CORBA::BAD_PARAM, minor::bad_param_nil_servant);
}

TEST_F(PoaTest, ActivationUnderUserIds) {
  const auto poa = child("user", user_ids());
  EXPECT_THROW(poa->activate_object(servant_), POA::WrongPolicy);
  EXPECT_THROW(poa->create_reference("IDL:Sample/Counter:1.0"), POA::WrongPolicy);
  poa->activate_object_with_id(string_to_ObjectId("one"), servant_);
  EXPECT_THROW(poa->activate_object_with_id(string_to_ObjectId("two"), servant_), POA::ServantAlreadyActive);
  EXPECT_EQ(ObjectId_to_string(poa->servant_to_id(servant_)), "one");
  poa->activate_object_with_id({}, CORBA::make_reference<CounterServant>());
  EXPECT_TRUE(poa->id_to_servant({}));
  EXPECT_THROW(poa->get_servant(), POA::WrongPolicy);
  EXPECT_THROW(poa->set_servant(servant_), POA::WrongPolicy);
  EXPECT_THROW(poa->get_servant_manager(), POA::WrongPolicy);
}

TEST_F(PoaTest, OneServantForManyObjects) {
  const auto poa = child("multiple", multiple_ids());
  const auto one = poa->activate_object(servant_);
  const auto two = poa->activate_object(servant_);
  EXPECT_NE(one, two);
  EXPECT_THROW(poa->servant_to_id(servant_), POA::WrongPolicy);
  poa->deactivate_object(one);
  EXPECT_TRUE(poa->id_to_servant(two));
}

TEST_F(PoaTest, ImplicitActivation) {
  const auto id = root_->servant_to_id(servant_);
  EXPECT_EQ(root_->servant_to_id(servant_), id);
  EXPECT_EQ(root_->reference_to_id(root_->servant_to_reference(servant_)), id);
  const auto poa = child("explicit");
  EXPECT_THROW(poa->servant_to_reference(servant_), POA::ServantNotActive);
}

TEST_F(PoaTest, ThisIsTheOnlyObjectOfTheServantInAnyAdapter) {
  const auto poa = child("other");
  const auto id = poa->activate_object(servant_);
  EXPECT_EQ(poa->reference_to_id(servant_->_this()), id);
  EXPECT_THROW(root_->reference_to_id(servant_->_this()), POA::WrongAdapter);
  poa->deactivate_object(id);
  EXPECT_NO_THROW(root_->reference_to_id(servant_->_this()));  // activated implicitly
}

TEST_F(PoaTest, ThisIsOfTheDefaultAdapterIfTheServantHasSeveralObjects) {
  for (const char* const name : {"one", "other"}) child(name)->activate_object(servant_);
  EXPECT_NO_THROW(root_->reference_to_id(servant_->_this()));
}

TEST_F(PoaTest, ThisIsOfTheDefaultAdapterIfAnotherHasMultipleIds) {
  child("multiple", multiple_ids())->activate_object(servant_);
  EXPECT_NO_THROW(root_->reference_to_id(servant_->_this()));
}

TEST_F(PoaTest, AReferenceBeforeItsObject) {
  const auto poa = child("user", user_ids());
  const auto reference = poa->create_reference_with_id(string_to_ObjectId("later"), "IDL:Sample/Counter:1.0");
  const auto object = IDL::traits<Sample::Counter>::narrow(at_client(reference));
  ASSERT_TRUE(object);
  EXPECT_RAISES(object->ping(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_object);
  poa->activate_object_with_id(string_to_ObjectId("later"), servant_);
  object->ping();
  const auto made = root_->create_reference("IDL:Sample/Counter:1.0");
  root_->activate_object_with_id(root_->reference_to_id(made), servant_);
  IDL::traits<Sample::Counter>::narrow(at_client(made))->ping();
  EXPECT_EQ(servant_->pings, 2);
}

TEST_F(PoaTest, ServantsAreReleasedWithTheirObjects) {
  const int before = CounterServant::alive;
  const auto id = root_->activate_object(CORBA::make_reference<CounterServant>());
  EXPECT_EQ(CounterServant::alive, before + 1);
  root_->deactivate_object(id);
  EXPECT_EQ(CounterServant::alive, before);
  child("x")->activate_object(CORBA::make_reference<CounterServant>());
  root_->find_POA("x", false)->destroy(true, true);
  EXPECT_EQ(CounterServant::alive, before);
}

TEST_F(PoaTest, AServantOutlivesItsDeactivationWithinAnUpcall) {
  const int before = CounterServant::alive;
  auto servant = CORBA::make_reference<CounterServant>();
  auto* const raw = &*servant;
  const auto id = root_->activate_object(servant);
  const auto object = IDL::traits<Sample::Counter>::narrow(at_client(root_->id_to_reference(id)));
  raw->on_ping = [&] {
    root_->deactivate_object(id);
    EXPECT_EQ(CounterServant::alive, before + 1);
    EXPECT_RAISES(object->count(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_object);
    // Its id is free at once.
    root_->activate_object_with_id(id, servant_);
  };
  servant.reset();
  object->ping();
  EXPECT_EQ(CounterServant::alive, before);
  object->ping();
  EXPECT_EQ(servant_->pings, 1);
}

TEST_F(PoaTest, PersistentReferencesSurviveTheServer) {
  OrbSettings settings{"persistent"};
  settings.port = 2809;
  std::string text;
  for (const bool first : {true, false}) {
    const auto orb = make_orb(network_, settings);
    const auto root = IDL::traits<POA>::narrow(orb->resolve_initial_references("RootPOA"));
    const auto poa = root->create_POA("dir/with\\signs", root->the_POAManager(), persistent());
    const auto transient = root->servant_to_reference(CORBA::make_reference<CounterServant>());
    poa->activate_object_with_id(string_to_ObjectId("it"), servant_);
    root->the_POAManager()->activate();
    if (first) {
      text = orb->object_to_string(poa->id_to_reference(string_to_ObjectId("it"))) + "\n" +
             orb->object_to_string(transient);
      client_->string_to_object(text.substr(0, text.find('\n')))->_non_existent();
    } else {
      const auto object =
          IDL::traits<Sample::Counter>::narrow(client_->string_to_object(text.substr(0, text.find('\n'))));
      object->ping();
      EXPECT_EQ(servant_->pings, 1);
      EXPECT_TRUE(client_->string_to_object(text.substr(text.find('\n') + 1))->_non_existent());
      EXPECT_TRUE(poa->reference_to_servant(orb->string_to_object(text.substr(0, text.find('\n')))));
    }
    orb->destroy();
  }
}

TEST_F(PoaTest, PersistentSystemIdsOfAnEarlierRunAreAccepted) {
  const auto policy = root_->create_lifespan_policy(LifespanPolicyValue::PERSISTENT);
  const auto id = child("p", {policy})->activate_object(servant_);
  const auto other = make_orb(network_, {"other"});
  const auto root = IDL::traits<POA>::narrow(other->resolve_initial_references("RootPOA"));
  const auto poa = root->create_POA("p", nullptr, {policy});
  poa->activate_object_with_id(id, CORBA::make_reference<CounterServant>());
  EXPECT_NE(poa->activate_object(CORBA::make_reference<CounterServant>()), id);
  other->destroy();
}

TEST_F(PoaTest, APersistentAdapterThatIsMadeAgainKnowsItsIds) {
  const auto policy = root_->create_lifespan_policy(LifespanPolicyValue::PERSISTENT);
  const auto before = child("p", {policy});
  const auto one = before->activate_object(servant_);
  const auto two = before->activate_object(CORBA::make_reference<CounterServant>());
  before->destroy(true, true);
  const auto poa = child("p", {policy});
  poa->activate_object_with_id(two, servant_);
  poa->create_reference_with_id(one, "IDL:Sample/Counter:1.0");
  const auto three = poa->activate_object(CORBA::make_reference<CounterServant>());
  EXPECT_NE(three, one);
  EXPECT_NE(three, two);
  ObjectId invented = three;
  invented.back() = static_cast<std::uint8_t>(invented.back() + 1);
  EXPECT_RAISES(poa->create_reference_with_id(invented, ""), CORBA::BAD_PARAM, minor::bad_param_object_id);
}

TEST_F(PoaTest, IdsAndText) {
  EXPECT_EQ(string_to_ObjectId("ab"), (ObjectId{'a', 'b'}));
  EXPECT_EQ(ObjectId_to_string({'a', 'b'}), "ab");
  EXPECT_RAISES(ObjectId_to_string({'a', 0}), CORBA::BAD_PARAM, minor::bad_param_embedded_zero);
  EXPECT_EQ(ObjectId_to_wstring(wstring_to_ObjectId(L"\u4e00b")), L"\u4e00b");
  EXPECT_EQ(ObjectId_to_wstring({}), L"");
  EXPECT_RAISES(ObjectId_to_wstring({'a', 0, 0}), CORBA::BAD_PARAM, minor::bad_param_object_id);
  EXPECT_RAISES(ObjectId_to_wstring(ObjectId(sizeof(wchar_t))), CORBA::BAD_PARAM, minor::bad_param_object_id);
}

TEST_F(PoaTest, ManagersById) {
  EXPECT_EQ(root_->the_POAManager()->get_id(), "RootPOAManager");
  const auto factory = root_->the_POAManagerFactory();
  const auto mine = factory->create_POAManager("mine", {});
  EXPECT_EQ(mine->get_state(), POAManager::State::HOLDING);
  EXPECT_THROW(factory->create_POAManager("mine", {}), POAManagerFactory::ManagerAlreadyExists);
  EXPECT_THROW(factory->create_POAManager("other", user_ids()), CORBA::PolicyError);
  EXPECT_EQ(&*factory->find("mine"), &*mine);
  EXPECT_FALSE(factory->find("none"));
  EXPECT_EQ(factory->list().size(), 2U);
  EXPECT_EQ(&*root_->create_POA("x", mine, {})->the_POAManager(), &*mine);
}

}  // namespace
}  // namespace dimma::test
