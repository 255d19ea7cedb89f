// The operations of object references that need the ORB or its policies.

#include <dimma/classic/object.hpp>
#include <dimma/classic/policy.hpp>

#include "classic/exceptions/translation.hpp"
#include "classic/objects/modern.hpp"
#include "classic/orb/policies.hpp"
#include "classic/orb/wrap.hpp"

#include <dimma/orb.hpp>
#include <dimma/policy.hpp>

namespace dimma::classic::CORBA {

ORB_ptr Object::_get_orb() {
  const auto& target = target_of(*this, "_orb");
  return with_classic_exceptions([&] { return classic_orb(target._get_orb()); });
}

Object_ptr Object::_set_policy_overrides(const PolicyList& policies, SetOverrideType how) {
  const auto& target = target_of(*this, "_set_policy_overrides");
  return with_classic_exceptions(
      [&] { return classic_of(target._set_policy_overrides(modern_policies(policies), modern(how))); });
}

PolicyList* Object::_get_policy_overrides(const PolicyTypeSeq& types) {
  const auto& target = target_of(*this, "_get_policy_overrides");
  return with_classic_exceptions([&] { return classic_policies(target._get_policy_overrides(modern_types(types))); });
}

Policy_ptr Object::_get_client_policy(PolicyType type) {
  const auto& target = target_of(*this, "_get_client_policy");
  return with_classic_exceptions([&] { return classic_policy(target._get_client_policy(type)); });
}

Policy_ptr Object::_get_policy(PolicyType type) { return _get_client_policy(type); }

Boolean Object::_validate_connection(PolicyList*& inconsistent) {
  const auto& target = target_of(*this, "_validate_connection");
  return with_classic_exceptions([&] {
    ::CORBA::PolicyList none;
    const bool connected = target._validate_connection(none);
    inconsistent = classic_policies(none);
    return connected;
  });
}

}  // namespace dimma::classic::CORBA
