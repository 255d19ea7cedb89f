#pragma once
// The classic local objects of module CORBA around the modern ones.

#include "classic/objects/modern.hpp"

#include <dimma/classic/orb.hpp>
#include <dimma/orb.hpp>

namespace dimma::classic {

// Returns a new classic ORB for a modern one; null for nil.
CORBA::ORB_ptr classic_orb(const ::CORBA::object_reference<::CORBA::ORB>& orb);

// Returns the modern ORB of a classic one, which is not null.
::CORBA::object_reference<::CORBA::ORB> modern_orb(const CORBA::ORB& orb);

// Returns a new classic object for a modern local one; null if it is no ORB, policy or policy manager.
CORBA::Object* wrap_of_orb(const ModernReference& local);

}  // namespace dimma::classic
