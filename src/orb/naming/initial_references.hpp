#pragma once
// What an ORB's initial references are, and the objects that URLs name.

#include <dimma/object.hpp>

#include <memory>
#include <set>
#include <string>

namespace dimma::orb {

class OrbState;

// As ORB::string_to_object().
CORBA::object_reference<CORBA::Object> object_of_url(const std::shared_ptr<OrbState>& orb, const std::string& url);

// As the ORB's functions of these names, and throw what they do.
CORBA::object_reference<CORBA::Object> resolve_initial_reference(const std::shared_ptr<OrbState>& orb,
                                                                 const std::string& name);
void register_initial_reference(const std::shared_ptr<OrbState>& orb, const std::string& name,
                                CORBA::object_reference<CORBA::Object> object);
std::set<std::string> initial_reference_names(OrbState& orb);

}  // namespace dimma::orb
