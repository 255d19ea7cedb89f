#pragma once
// An ORB's initial references, and the objects that URLs name.

#include "orb/naming/corbaname.hpp"

#include <dimma/object.hpp>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace dimma::orb {

class OrbState;

// A question for a naming context.
struct NameQuestion {
  std::vector<NameComponent> name;
  std::string url;  // that it comes from
};

// How a text or a name leads to an object: by an object that the ORB has at hand, which is the context of the last
// question, whose answer is the context of the one before it, up to the first one's, which is the object.
struct NamePath {
  CORBA::object_reference<CORBA::Object> object;
  std::vector<NameQuestion> questions;
};
// Call nothing; throw what the functions below do before they call.
NamePath path_of_url(const std::shared_ptr<OrbState>& orb, const std::string& url);
NamePath path_of_initial_reference(const std::shared_ptr<OrbState>& orb, const std::string& name);

// As ORB::string_to_object().
CORBA::object_reference<CORBA::Object> object_of_url(const std::shared_ptr<OrbState>& orb, const std::string& url);

// As the ORB's functions of these names, and throw what they do.
CORBA::object_reference<CORBA::Object> resolve_initial_reference(const std::shared_ptr<OrbState>& orb,
                                                                 const std::string& name);
void register_initial_reference(const std::shared_ptr<OrbState>& orb, const std::string& name,
                                CORBA::object_reference<CORBA::Object> object);
std::set<std::string> initial_reference_names(OrbState& orb);

}  // namespace dimma::orb
