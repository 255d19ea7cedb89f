#include <dimma/classic/messaging.hpp>

#include "classic/exceptions/translation.hpp"
#include "classic/orb/policies.hpp"
#include "classic/orb/wrap.hpp"

#include <dimma/messaging.hpp>

namespace dimma::classic {

namespace {

template <class Value>
CORBA::Policy_ptr make_policy(const CORBA::ORB_ptr orb, CORBA::PolicyType type, Value value) {
  if (orb == nullptr) detail::raise_nil();
  return with_classic_exceptions([&] {
    ::CORBA::Any any;
    any <<= value;
    try {
      return classic_policy(modern_orb(*orb)->create_policy(type, any));
    } catch (const ::CORBA::PolicyError& error) {
      throw CORBA::PolicyError(error.reason());
    }
  });
}

}  // namespace

CORBA::Policy_ptr roundtrip_timeout_policy(CORBA::ORB_ptr orb, TimeBase::TimeT limit) {
  return make_policy(orb, Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, ::TimeBase::TimeT{limit});
}

CORBA::Policy_ptr sync_scope_policy(CORBA::ORB_ptr orb, Messaging::SyncScope scope) {
  return make_policy(orb, Messaging::SYNC_SCOPE_POLICY_TYPE, ::Messaging::SyncScope{scope});
}

}  // namespace dimma::classic
