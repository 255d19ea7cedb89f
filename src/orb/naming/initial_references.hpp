#pragma once
// Finds an ORB's initial references, and the objects that URLs refer to.

#include "orb/naming/corbaname.hpp"

#include <dimma/object.hpp>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace dimma::orb {

class OrbState;

// A name to be resolved by a naming context.
struct NameQuestion {
  std::vector<NameComponent> name;
  std::string url;  // the URL that contains the name
};

// The way from a URL or a name to an object. `questions` is a stack: `object`, which the ORB already has, resolves the
// question on top; the context that it returns resolves the next one; the result of the last question is the object.
struct NamePath {
  CORBA::object_reference<CORBA::Object> object;
  std::vector<NameQuestion> questions;
};
// Find the path without making any call. Throw what the functions below throw before their first call.
NamePath path_of_url(const std::shared_ptr<OrbState>& orb, const std::string& url);
NamePath path_of_initial_reference(const std::shared_ptr<OrbState>& orb, const std::string& name);

// Implements ORB::string_to_object().
CORBA::object_reference<CORBA::Object> object_of_url(const std::shared_ptr<OrbState>& orb, const std::string& url);

// Implement the ORB operations of the same names, and throw the same exceptions.
CORBA::object_reference<CORBA::Object> resolve_initial_reference(const std::shared_ptr<OrbState>& orb,
                                                                 const std::string& name);
void register_initial_reference(const std::shared_ptr<OrbState>& orb, const std::string& name,
                                CORBA::object_reference<CORBA::Object> object);
std::set<std::string> initial_reference_names(OrbState& orb);

}  // namespace dimma::orb
