#pragma once
// Finds the description of an interface in the interface repository, if the ORB has one.

#include <dimma/object.hpp>

#include <string>

namespace dimma::orb {

class OrbState;

// Returns a reference to the CORBA::InterfaceDef. Throws INTF_REPOS if the ORB has no initial reference
// InterfaceRepository or cannot reach it (OMG minor 1), or if the repository has no such interface (OMG minor 2).
CORBA::object_reference<CORBA::Object> definition_of(OrbState& orb, const std::string& repository_id);

}  // namespace dimma::orb
