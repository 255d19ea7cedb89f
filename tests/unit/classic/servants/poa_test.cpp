// POAs: their tree, their managers, their policies, and the objects in them.

#include "fixture.hpp"

#include "classic/objects/modern.hpp"

#include <dimma/minor.hpp>
#include <dimma/servant.hpp>
#include <sample_skel.hpp>

#include <algorithm>
#include <string>

namespace classic_test {
namespace {

using Poa = ServantsTest;

TEST_F(Poa, HasANameAParentAndChildren) {
  const PortableServer::POA_var first(child("first"));
  const PortableServer::POA_var second(child("second"));
  const CORBA::String_var name(first->the_name());
  EXPECT_STREQ(name.in(), "first");
  const PortableServer::POA_var parent(first->the_parent());
  EXPECT_TRUE(parent->_is_equivalent(root.in()));
  EXPECT_FALSE(parent->_is_equivalent(first.in()));
  EXPECT_EQ(parent->_hash(1000), root->_hash(1000));
  const PortableServer::POA_var above(root->the_parent());
  EXPECT_TRUE(CORBA::is_nil(above.in()));
  const PortableServer::POAList_var children(root->the_children());
  EXPECT_EQ(children->length(), 2U);
  const PortableServer::POA_var found(root->find_POA("second", false));
  EXPECT_TRUE(found->_is_equivalent(second.in()));
  EXPECT_TRUE(found->_is_a("IDL:omg.org/PortableServer/POA:1.0"));
  const PortableServer::ObjectId_var id(first->id());
  EXPECT_GT(id->length(), 0U);
}

TEST_F(Poa, RefusesNamesThatExistAndThoseThatDoNot) {
  const PortableServer::POA_var first(child("first"));
  EXPECT_THROW(child("first"), PortableServer::POA::AdapterAlreadyExists);
  EXPECT_THROW(root->find_POA("second", false), PortableServer::POA::AdapterNonExistent);
  EXPECT_THROW(root->find_POA(nullptr, false), CORBA::BAD_PARAM);
}

TEST_F(Poa, DoesNothingAfterItsDestruction) {
  const PortableServer::POA_var first(child("first"));
  first->destroy(false, true);
  CountingServant servant;
  EXPECT_THROW(first->activate_object(&servant), CORBA::OBJECT_NOT_EXIST);
  EXPECT_EQ(servant._refcount_value(), 1U);
}

TEST_F(Poa, ControlsItsRequestsByAManager) {
  const PortableServer::POA_var first(root->create_POA("first", nullptr, CORBA::PolicyList()));
  const PortableServer::POAManager_var manager(first->the_POAManager());
  using State = PortableServer::POAManager;
  EXPECT_EQ(manager->get_state(), State::HOLDING);
  CountingServant servant;
  const PortableServer::ObjectId_var id(first->activate_object(&servant));
  const CORBA::Object_var object(first->id_to_reference(id.in()));
  manager->activate();
  EXPECT_EQ(over_tcp(object.in())->add(1), 1);
  manager->discard_requests(true);
  EXPECT_EQ(manager->get_state(), State::DISCARDING);
  EXPECT_THROW(over_tcp(object.in())->add(1), ::CORBA::TRANSIENT);
  manager->hold_requests(true);
  manager->deactivate(false, true);
  EXPECT_EQ(manager->get_state(), State::INACTIVE);
  EXPECT_THROW(manager->activate(), PortableServer::POAManager::AdapterInactive);
  EXPECT_THROW(over_tcp(object.in())->add(1), ::CORBA::OBJ_ADAPTER);
}

TEST_F(Poa, HasAFactoryOfManagers) {
  const PortableServer::POAManagerFactory_var factory(root->the_POAManagerFactory());
  const PortableServer::POAManager_var made(factory->create_POAManager("mine", CORBA::PolicyList()));
  const CORBA::String_var id(made->get_id());
  EXPECT_STREQ(id.in(), "mine");
  EXPECT_THROW(factory->create_POAManager("mine", CORBA::PolicyList()),
               PortableServer::POAManagerFactory::ManagerAlreadyExists);
  const PortableServer::POAManager_var found(factory->find("mine"));
  EXPECT_TRUE(found->_is_equivalent(made.in()));
  const PortableServer::POAManager_var none(factory->find("yours"));
  EXPECT_TRUE(CORBA::is_nil(none.in()));
  const PortableServer::POAManagerFactory::POAManagerSeq_var all(factory->list());
  EXPECT_EQ(all->length(), 2U);
  EXPECT_THROW(factory->create_POAManager("other", list_of(root->create_thread_policy(PortableServer::ORB_CTRL_MODEL))),
               CORBA::PolicyError);
}

TEST_F(Poa, MakesPoliciesWithTheirValues) {
  namespace PS = PortableServer;
  const PS::ThreadPolicy_var thread(root->create_thread_policy(PS::SINGLE_THREAD_MODEL));
  EXPECT_EQ(thread->value(), PS::SINGLE_THREAD_MODEL);
  EXPECT_EQ(thread->policy_type(), PS::THREAD_POLICY_ID);
  const PS::LifespanPolicy_var lifespan(root->create_lifespan_policy(PS::PERSISTENT));
  EXPECT_EQ(lifespan->value(), PS::PERSISTENT);
  const PS::IdUniquenessPolicy_var uniqueness(root->create_id_uniqueness_policy(PS::MULTIPLE_ID));
  EXPECT_EQ(uniqueness->value(), PS::MULTIPLE_ID);
  const PS::IdAssignmentPolicy_var assignment(root->create_id_assignment_policy(PS::SYSTEM_ID));
  EXPECT_EQ(assignment->value(), PS::SYSTEM_ID);
  const PS::ImplicitActivationPolicy_var implicit(root->create_implicit_activation_policy(PS::NO_IMPLICIT_ACTIVATION));
  EXPECT_EQ(implicit->value(), PS::NO_IMPLICIT_ACTIVATION);
  const PS::ServantRetentionPolicy_var retention(root->create_servant_retention_policy(PS::NON_RETAIN));
  EXPECT_EQ(retention->value(), PS::NON_RETAIN);
  const PS::RequestProcessingPolicy_var processing(root->create_request_processing_policy(PS::USE_SERVANT_MANAGER));
  EXPECT_EQ(processing->value(), PS::USE_SERVANT_MANAGER);

  const CORBA::Policy_var copy(processing->copy());
  const PS::RequestProcessingPolicy_var narrowed(PS::RequestProcessingPolicy::_narrow(copy.in()));
  ASSERT_FALSE(CORBA::is_nil(narrowed.in()));
  EXPECT_EQ(narrowed->value(), PS::USE_SERVANT_MANAGER);
  const PS::ThreadPolicy_var other(PS::ThreadPolicy::_narrow(copy.in()));
  EXPECT_TRUE(CORBA::is_nil(other.in()));
}

TEST_F(Poa, RefusesContradictoryAndNilPolicies) {
  namespace PS = PortableServer;
  try {
    child("first", list_of(root->create_id_assignment_policy(PS::SYSTEM_ID),
                           root->create_servant_retention_policy(PS::NON_RETAIN)));
    FAIL() << "NON_RETAIN needs a default servant or a servant manager";
  } catch (const PortableServer::POA::InvalidPolicy& exception) {
    EXPECT_EQ(exception.index, 1U);
  }
  CORBA::PolicyList nil;
  nil.length(1);
  EXPECT_THROW(child("first", nil), PortableServer::POA::InvalidPolicy);
}

// Only the build without threads has this model.
TEST_F(Poa, RefusesTheModelOfTheMainThread) {
  const PortableServer::ThreadPolicy_var policy(root->create_thread_policy(PortableServer::MAIN_THREAD_MODEL));
  EXPECT_THROW(child("first", list_of(CORBA::Policy::_duplicate(policy.in()))), PortableServer::POA::InvalidPolicy);
}

TEST_F(Poa, ServesSeveralObjectsWithOneServantIfIdsAreNotUnique) {
  namespace PS = PortableServer;
  const PS::POA_var multiple(child("multiple", list_of(root->create_id_uniqueness_policy(PS::MULTIPLE_ID),
                                                       root->create_thread_policy(PS::SINGLE_THREAD_MODEL))));
  CountingServant servant;
  const PS::ObjectId_var first(multiple->activate_object(&servant));
  const PS::ObjectId_var second(multiple->activate_object(&servant));
  EXPECT_EQ(servant._refcount_value(), 2U);
  const CORBA::Object_var one(multiple->id_to_reference(first.in()));
  const CORBA::Object_var two(multiple->id_to_reference(second.in()));
  EXPECT_FALSE(one->_is_equivalent(two.in()));
  EXPECT_EQ(over_tcp(one.in())->add(1), 1);
  EXPECT_EQ(over_tcp(two.in())->add(1), 2);
  EXPECT_THROW(multiple->servant_to_id(&servant), PS::POA::WrongPolicy);
  multiple->destroy(false, true);
  EXPECT_EQ(servant._refcount_value(), 1U);
}

TEST_F(Poa, ActivatesImplicitlyWithThatPolicyAlone) {
  namespace PS = PortableServer;
  CountingServant servant;
  const PS::POA_var explicit_only(child("explicit"));
  EXPECT_THROW(explicit_only->servant_to_reference(&servant), PS::POA::ServantNotActive);
  const PS::POA_var implicit(
      child("implicit", list_of(root->create_implicit_activation_policy(PS::IMPLICIT_ACTIVATION))));
  const CORBA::Object_var object(implicit->servant_to_reference(&servant));
  EXPECT_EQ(over_tcp(object.in())->add(1), 1);
  implicit->destroy(false, true);
}

TEST_F(Poa, ActivatesUnderAnIdOfTheApplication) {
  namespace PS = PortableServer;
  const PS::POA_var named(child(
      "named", list_of(root->create_id_assignment_policy(PS::USER_ID), root->create_lifespan_policy(PS::PERSISTENT))));
  CountingServant servant;
  const PS::ObjectId_var id(PS::string_to_ObjectId("counter"));
  named->activate_object_with_id(id.in(), &servant);
  EXPECT_THROW(named->activate_object_with_id(id.in(), &servant), PS::POA::ObjectAlreadyActive);
  EXPECT_THROW(named->activate_object(&servant), PS::POA::WrongPolicy);
  const CORBA::Object_var object(named->id_to_reference(id.in()));
  const CORBA::Object_var made(named->create_reference_with_id(id.in(), "IDL:Sample/Counter:1.0"));
  EXPECT_TRUE(object->_is_equivalent(made.in()));
  EXPECT_EQ(over_tcp(made.in())->add(1), 1);
  const PS::ObjectId_var same(named->reference_to_id(object.in()));
  EXPECT_EQ(text_of(same.in()), "counter");
  EXPECT_THROW(root->reference_to_id(object.in()), PS::POA::WrongAdapter);
  named->deactivate_object(id.in());
  EXPECT_THROW(named->deactivate_object(id.in()), PS::POA::ObjectNotActive);
}

TEST_F(Poa, ReturnsServantsWithOneReferenceMore) {
  CountingServant servant;
  const PortableServer::ObjectId_var id(root->activate_object(&servant));
  EXPECT_EQ(root->id_to_servant(id.in()), &servant);
  EXPECT_EQ(servant._refcount_value(), 3U);
  const CORBA::Object_var object(root->servant_to_reference(&servant));
  EXPECT_EQ(root->reference_to_servant(object.in()), &servant);
  EXPECT_EQ(servant._refcount_value(), 4U);
  servant._remove_ref();
  servant._remove_ref();
  root->deactivate_object(id.in());
  EXPECT_EQ(servant._refcount_value(), 1U);
  EXPECT_THROW(root->id_to_servant(id.in()), PortableServer::POA::ObjectNotActive);
}

TEST_F(Poa, RefusesANullServant) {
  EXPECT_THROW(root->activate_object(nullptr), CORBA::BAD_PARAM);
  EXPECT_THROW(root->servant_to_reference(nullptr), CORBA::BAD_PARAM);
}

TEST_F(Poa, CallsAModernServantButDoesNotReturnIt) {
  class ModernBase : public ::CORBA::servant_traits<::Sample::Base>::base_type {
   public:
    void ping() override {}
  };
  const CORBA::Object_var object(::dimma::classic::classic_of(::CORBA::make_reference<ModernBase>()->_this()));
  const classic_sample::Base_var base(classic_sample::Base::_narrow(object.in()));
  base->ping();
  EXPECT_THROW(root->reference_to_servant(object.in()), PortableServer::POA::ObjectNotActive);
}

TEST_F(Poa, ConvertsIdsToTextAndBack) {
  const PortableServer::ObjectId_var id(PortableServer::string_to_ObjectId("an id"));
  EXPECT_EQ(id->length(), 5U);
  EXPECT_EQ(text_of(id.in()), "an id");
  const PortableServer::ObjectId_var wide(PortableServer::wstring_to_ObjectId(L"wide"));
  const CORBA::WString_var text(PortableServer::ObjectId_to_wstring(wide.in()));
  EXPECT_EQ(std::wstring(text.in()), L"wide");
  PortableServer::ObjectId with_zero(id.in());
  with_zero[1] = 0;
  EXPECT_THROW(PortableServer::ObjectId_to_string(with_zero), CORBA::BAD_PARAM);
  EXPECT_THROW(PortableServer::ObjectId_to_wstring(id.in()), CORBA::BAD_PARAM);
  EXPECT_THROW(PortableServer::string_to_ObjectId(nullptr), CORBA::BAD_PARAM);
}

}  // namespace
}  // namespace classic_test
