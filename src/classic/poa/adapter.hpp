#pragma once
// Object adapters.

#include "classic/poa/wrapper.hpp"

#include <dimma/classic/poa.hpp>
#include <dimma/poa.hpp>

namespace dimma::classic {

class Adapter final : public Wrapper<PortableServer::POA, ::PortableServer::POA> {
 public:
  using Servant = PortableServer::Servant;
  using ObjectId = PortableServer::ObjectId;
  using Wrapper::Wrapper;

  // The tree of POAs: adapter_tree.cpp.
  PortableServer::POA_ptr create_POA(const char* name, PortableServer::POAManager_ptr manager,
                                     const CORBA::PolicyList& policies) override;
  PortableServer::POA_ptr find_POA(const char* name, CORBA::Boolean activate_it) override;
  void destroy(CORBA::Boolean etherealize_objects, CORBA::Boolean wait_for_completion) override;
  char* the_name() override;
  PortableServer::POA_ptr the_parent() override;
  PortableServer::POAList* the_children() override;
  PortableServer::POAManager_ptr the_POAManager() override;
  PortableServer::POAManagerFactory_ptr the_POAManagerFactory() override;
  PortableServer::AdapterActivator_ptr the_activator() override;
  void the_activator(PortableServer::AdapterActivator_ptr activator) override;
  ObjectId* id() override;

  PortableServer::ThreadPolicy_ptr create_thread_policy(PortableServer::ThreadPolicyValue value) override;
  PortableServer::LifespanPolicy_ptr create_lifespan_policy(PortableServer::LifespanPolicyValue value) override;
  PortableServer::IdUniquenessPolicy_ptr create_id_uniqueness_policy(
      PortableServer::IdUniquenessPolicyValue value) override;
  PortableServer::IdAssignmentPolicy_ptr create_id_assignment_policy(
      PortableServer::IdAssignmentPolicyValue value) override;
  PortableServer::ImplicitActivationPolicy_ptr create_implicit_activation_policy(
      PortableServer::ImplicitActivationPolicyValue value) override;
  PortableServer::ServantRetentionPolicy_ptr create_servant_retention_policy(
      PortableServer::ServantRetentionPolicyValue value) override;
  PortableServer::RequestProcessingPolicy_ptr create_request_processing_policy(
      PortableServer::RequestProcessingPolicyValue value) override;

  // Objects and servants: adapter_objects.cpp.
  ObjectId* activate_object(Servant servant) override;
  void activate_object_with_id(const ObjectId& id, Servant servant) override;
  void deactivate_object(const ObjectId& id) override;
  CORBA::Object_ptr create_reference(const char* repository_id) override;
  CORBA::Object_ptr create_reference_with_id(const ObjectId& id, const char* repository_id) override;
  ObjectId* servant_to_id(Servant servant) override;
  CORBA::Object_ptr servant_to_reference(Servant servant) override;
  Servant reference_to_servant(CORBA::Object_ptr reference) override;
  ObjectId* reference_to_id(CORBA::Object_ptr reference) override;
  Servant id_to_servant(const ObjectId& id) override;
  CORBA::Object_ptr id_to_reference(const ObjectId& id) override;

  Servant get_servant() override;
  void set_servant(Servant servant) override;
  PortableServer::ServantManager_ptr get_servant_manager() override;
  void set_servant_manager(PortableServer::ServantManager_ptr manager) override;
};

// Returns a new object around the modern POA, with a count of one; null for nil. Two of them around the same POA are
// equivalent.
PortableServer::POA_ptr wrap_poa(const ::CORBA::object_reference<::PortableServer::POA>& poa);

}  // namespace dimma::classic
