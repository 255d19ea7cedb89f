#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"

#include <dimma/access.hpp>
#include <dimma/orb.hpp>

#include <utility>

namespace dimma {

std::shared_ptr<AccessRules> access_rules(const CORBA::object_reference<CORBA::ORB>& orb) {
  return orb::OrbAccess::lifecycle(*orb)->access().rules();
}

void access_rules(const CORBA::object_reference<CORBA::ORB>& orb, std::shared_ptr<AccessRules> rules) {
  orb::OrbAccess::lifecycle(*orb)->access().rules(std::move(rules));
}

}  // namespace dimma
