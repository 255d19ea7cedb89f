#pragma once
// The policies that the ORB itself makes.

#include <dimma/object.hpp>
#include <dimma/policy.hpp>

namespace dimma::orb {

// Implements ORB::create_policy, and throws what that throws.
CORBA::object_reference<CORBA::Policy> make_policy(CORBA::PolicyType type, const CORBA::Any& value);

}  // namespace dimma::orb
