#include "classic/orb/wrap.hpp"

#include "classic/orb/policies.hpp"
#include "classic/orb/policy_managers.hpp"

#include <dimma/messaging.hpp>

namespace dimma::classic {

CORBA::Object* wrap_of_orb(const ModernReference& local) {
  if (const auto orb = ::IDL::traits<::CORBA::ORB>::narrow(local)) return classic_orb(orb);
  if (const auto current = ::IDL::traits<::CORBA::PolicyCurrent>::narrow(local)) return classic_current(current);
  if (const auto manager = ::IDL::traits<::CORBA::PolicyManager>::narrow(local)) return classic_manager(manager);
  if (const auto policy = ::IDL::traits<::CORBA::Policy>::narrow(local)) return classic_policy(policy);
  return nullptr;
}

}  // namespace dimma::classic
