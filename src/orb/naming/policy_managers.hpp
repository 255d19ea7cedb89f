#pragma once
// Implements the initial references "ORBPolicyManager" and "PolicyCurrent".

#include <dimma/object.hpp>

#include <memory>

namespace dimma::orb {

class OrbState;

CORBA::object_reference<CORBA::Object> make_policy_manager(std::shared_ptr<OrbState> orb);
CORBA::object_reference<CORBA::Object> make_policy_current(std::shared_ptr<OrbState> orb);

}  // namespace dimma::orb
