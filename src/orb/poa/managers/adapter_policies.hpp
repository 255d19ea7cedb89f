#pragma once
// The policies of an object adapter, extracted from a PolicyList and checked for consistency.

#include <dimma/access.hpp>
#include <dimma/bidirectional.hpp>
#include <dimma/generated/function_ref.hpp>
#include <dimma/policy.hpp>
#include <dimma/qos.hpp>
#include <dimma/upcall_executor.hpp>

#include <memory>
#include <optional>

namespace dimma::orb {

struct AdapterPolicies {
  PortableServer::ThreadPolicyValue thread = PortableServer::ThreadPolicyValue::ORB_CTRL_MODEL;
  PortableServer::LifespanPolicyValue lifespan = PortableServer::LifespanPolicyValue::TRANSIENT;
  PortableServer::IdUniquenessPolicyValue uniqueness = PortableServer::IdUniquenessPolicyValue::UNIQUE_ID;
  PortableServer::IdAssignmentPolicyValue assignment = PortableServer::IdAssignmentPolicyValue::SYSTEM_ID;
  PortableServer::ImplicitActivationPolicyValue implicit =
      PortableServer::ImplicitActivationPolicyValue::NO_IMPLICIT_ACTIVATION;
  PortableServer::ServantRetentionPolicyValue retention = PortableServer::ServantRetentionPolicyValue::RETAIN;
  PortableServer::RequestProcessingPolicyValue processing =
      PortableServer::RequestProcessingPolicyValue::USE_ACTIVE_OBJECT_MAP_ONLY;
  BiDirPolicy::BidirectionalPolicyValue bidirectional = BiDirPolicy::NORMAL;
  std::optional<EngineeringQoS> qos;         // set if the adapter has an endpoint of its own
  std::shared_ptr<UpcallExecutor> executor;  // runs the upcalls; nullptr: the endpoint's threads do
  std::shared_ptr<AccessRules> access;       // checked in addition to the ORB's rules; nullptr if none
  CORBA::PolicyList foreign;                 // policies of types that interceptors have registered

  bool persistent() const noexcept { return lifespan == PortableServer::LifespanPolicyValue::PERSISTENT; }
  bool unique_ids() const noexcept { return uniqueness == PortableServer::IdUniquenessPolicyValue::UNIQUE_ID; }
  bool system_ids() const noexcept { return assignment == PortableServer::IdAssignmentPolicyValue::SYSTEM_ID; }
  bool activates_implicitly() const noexcept {
    return implicit == PortableServer::ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION;
  }
  bool retains() const noexcept { return retention == PortableServer::ServantRetentionPolicyValue::RETAIN; }
  bool has_default_servant() const noexcept {
    return processing == PortableServer::RequestProcessingPolicyValue::USE_DEFAULT_SERVANT;
  }
  bool has_servant_manager() const noexcept {
    return processing == PortableServer::RequestProcessingPolicyValue::USE_SERVANT_MANAGER;
  }
  bool one_thread() const noexcept { return thread == PortableServer::ThreadPolicyValue::SINGLE_THREAD_MODEL; }

  // Returns the policy of that type, possibly the default one, or nil if adapters have no policy of that type.
  CORBA::object_reference<CORBA::Policy> find(CORBA::PolicyType type) const;

  // Throws POA::InvalidPolicy with the index of the first policy that is unknown, repeated with another value, or
  // inconsistent with another policy (15.3.8).
  static AdapterPolicies read(const CORBA::PolicyList& list, function_ref<bool(CORBA::PolicyType)> is_registered);
  // Returns the policies of the root POA: the defaults, but with implicit activation.
  static AdapterPolicies root();
};

// Implements ORB::create_policy for the policies of object adapters. Returns nil for any other type. Throws
// CORBA::PolicyError if the Any does not contain a value of the policy's type.
CORBA::object_reference<CORBA::Policy> make_adapter_policy(CORBA::PolicyType type, const CORBA::Any& value);

CORBA::object_reference<CORBA::Policy> make_bidirectional_policy(BiDirPolicy::BidirectionalPolicyValue value);

}  // namespace dimma::orb
