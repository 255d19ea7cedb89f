#include <omniORB4/omniORB.h>

#include "classic/exceptions/translation.hpp"
#include "classic/objects/modern.hpp"
#include "classic/orb/process_settings.hpp"

#include <dimma/messaging.hpp>

#include <string>

namespace {

namespace classic = dimma::classic;

using Milliseconds = classic::CORBA::ULong;

constexpr auto timeout_type = ::Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE;

::TimeBase::TimeT limit_of(Milliseconds milliseconds) { return ::TimeBase::TimeT{milliseconds} * 10'000; }

// Returns the policies with another timeout; without one for 0.
::CORBA::PolicyList with_timeout(::CORBA::PolicyList policies, ::CORBA::ORB& orb, Milliseconds milliseconds) {
  std::erase_if(policies, [](const auto& policy) { return policy->policy_type() == timeout_type; });
  if (milliseconds != 0) {
    ::CORBA::Any value;
    value <<= limit_of(milliseconds);
    policies.push_back(orb.create_policy(timeout_type, value));
  }
  return policies;
}

void set_for_this_thread(const classic::ModernOrb& orb, Milliseconds milliseconds) {
  const auto current = ::IDL::traits<::CORBA::PolicyCurrent>::narrow(orb->resolve_initial_references("PolicyCurrent"));
  current->set_policy_overrides(with_timeout(current->get_policy_overrides({}), *orb, milliseconds),
                                ::CORBA::SetOverrideType::SET_OVERRIDE);
}

}  // namespace

namespace omniORB {

void setClientCallTimeout(Milliseconds milliseconds) {
  classic::with_classic_exceptions([&] { classic::set_process_timeout(limit_of(milliseconds)); });
}

void setClientCallTimeout(classic::CORBA::Object* object, Milliseconds milliseconds) {
  if (object == nullptr) classic::detail::raise_nil();
  const auto& target = classic::target_of(*object, "_set_policy_overrides");
  classic::with_classic_exceptions([&] {
    const auto orb = target._get_orb();
    auto limited = target._set_policy_overrides(with_timeout(target._get_policy_overrides({}), *orb, milliseconds),
                                                ::CORBA::SetOverrideType::SET_OVERRIDE);
    classic::ObjectAccess::detach(*object);
    classic::ObjectAccess::attach(*object, std::move(limited));
  });
}

void setClientThreadCallTimeout(Milliseconds milliseconds) {
  classic::with_classic_exceptions([&] {
    for (const auto& orb : classic::noted_orbs()) {
      try {
        set_for_this_thread(orb, milliseconds);
      } catch (const ::CORBA::BAD_INV_ORDER&) {  // it has been shut down, and makes no calls
      }
    }
  });
}

void setClientConnectTimeout(Milliseconds milliseconds) {
  classic::set_process_option("--dimma-connect-timeout", std::to_string(milliseconds) + "ms");
  if (classic::noted_orbs().empty()) return;
  do_logs(
      "setClientConnectTimeout: the ORB exists and keeps its limit; call it before ORB_init, or use "
      "--dimma-connect-timeout");
}

}  // namespace omniORB
