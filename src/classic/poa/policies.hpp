#pragma once
// The policies of object adapters.

#include "classic/objects/modern.hpp"

#include <dimma/classic/poa_policies.hpp>
#include <dimma/policy.hpp>

namespace dimma::classic {

// Returns the classic policy for a modern one of the seven; null if it is none of them.
CORBA::Object* wrap_poa_policy(const ModernReference& local);

// Returns the modern policies for a new POA. Throws the classic POA::InvalidPolicy with the position of a policy that
// is nil or an application's own.
::CORBA::PolicyList policies_of_poa(const CORBA::PolicyList& policies);

// Return a new classic policy around the modern one.
PortableServer::ThreadPolicy_ptr wrap_policy(const ::CORBA::object_reference<::PortableServer::ThreadPolicy>& policy);
PortableServer::LifespanPolicy_ptr wrap_policy(
    const ::CORBA::object_reference<::PortableServer::LifespanPolicy>& policy);
PortableServer::IdUniquenessPolicy_ptr wrap_policy(
    const ::CORBA::object_reference<::PortableServer::IdUniquenessPolicy>& policy);
PortableServer::IdAssignmentPolicy_ptr wrap_policy(
    const ::CORBA::object_reference<::PortableServer::IdAssignmentPolicy>& policy);
PortableServer::ImplicitActivationPolicy_ptr wrap_policy(
    const ::CORBA::object_reference<::PortableServer::ImplicitActivationPolicy>& policy);
PortableServer::ServantRetentionPolicy_ptr wrap_policy(
    const ::CORBA::object_reference<::PortableServer::ServantRetentionPolicy>& policy);
PortableServer::RequestProcessingPolicy_ptr wrap_policy(
    const ::CORBA::object_reference<::PortableServer::RequestProcessingPolicy>& policy);

}  // namespace dimma::classic
