#pragma once
// Creates the policies that the ORB itself implements.

#include <dimma/object.hpp>
#include <dimma/policy.hpp>

namespace dimma::orb {

// Implements ORB::create_policy() and throws the same exceptions.
CORBA::object_reference<CORBA::Policy> make_policy(CORBA::PolicyType type, const CORBA::Any& value);

}  // namespace dimma::orb
