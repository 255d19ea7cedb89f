#pragma once
// Policies of both mappings.

#include <dimma/classic/policy.hpp>
#include <dimma/policy.hpp>

namespace dimma::classic {

// Returns a new classic policy for a modern one; null for nil.
CORBA::Policy_ptr classic_policy(const ::CORBA::object_reference<::CORBA::Policy>& policy);

// Returns a new list, which the caller deletes.
CORBA::PolicyList* classic_policies(const ::CORBA::PolicyList& policies);

// Returns the modern policies. A policy that the library did not make is nil in the list, which is refused where it is
// used.
::CORBA::PolicyList modern_policies(const CORBA::PolicyList& policies);

::CORBA::PolicyTypeSeq modern_types(const CORBA::PolicyTypeSeq& types);
::CORBA::SetOverrideType modern(CORBA::SetOverrideType how) noexcept;

}  // namespace dimma::classic
