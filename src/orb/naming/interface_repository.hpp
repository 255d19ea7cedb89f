#pragma once
// An interface's description in the interface repository, if the ORB was told of one.

#include <dimma/object.hpp>

#include <string>

namespace dimma::orb {

class OrbState;

// A reference to the CORBA::InterfaceDef. Throws INTF_REPOS when the ORB has no initial reference InterfaceRepository
// or cannot reach what it names (OMG minor 1), and when the repository does not know the id (OMG minor 2).
CORBA::object_reference<CORBA::Object> definition_of(OrbState& orb, const std::string& repository_id);

}  // namespace dimma::orb
