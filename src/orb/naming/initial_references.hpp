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
  std::string url;  // from which it comes
};

// How a text or a name leads to an object. The ORB has `object` at hand. It is the context of the last question; the
// answer to that is the context of the question before it, and so on. The answer to the first question is the result.
struct NamePath {
  CORBA::object_reference<CORBA::Object> object;
  std::vector<NameQuestion> questions;
};
// Make no calls; throw what the functions below throw before they make any.
NamePath path_of_url(const std::shared_ptr<OrbState>& orb, const std::string& url);
NamePath path_of_initial_reference(const std::shared_ptr<OrbState>& orb, const std::string& name);

// Implements ORB::string_to_object().
CORBA::object_reference<CORBA::Object> object_of_url(const std::shared_ptr<OrbState>& orb, const std::string& url);

// Implement the ORB's functions of these names, and throw what those throw.
CORBA::object_reference<CORBA::Object> resolve_initial_reference(const std::shared_ptr<OrbState>& orb,
                                                                 const std::string& name);
void register_initial_reference(const std::shared_ptr<OrbState>& orb, const std::string& name,
                                CORBA::object_reference<CORBA::Object> object);
std::set<std::string> initial_reference_names(OrbState& orb);

}  // namespace dimma::orb
