#include "orb/naming/initial_references.hpp"

#include "orb/dynamic/codec_factory.hpp"
#include "orb/dynamic_any/factory.hpp"
#include "orb/naming/object_url.hpp"
#include "orb/naming/policy_managers.hpp"
#include "orb/naming/slots_current.hpp"
#include "orb/poa/current.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/state/orb_state.hpp"
#include "qos/text.hpp"

#include <dimma/minor.hpp>
#include <dimma/orb.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

namespace dimma::orb {

using CORBA::Object;
using CORBA::object_reference;

namespace {

constexpr unsigned indirections_max = 8;  // maximum number of initial references and files that refer to each other

object_reference<Object> object_of(const std::shared_ptr<OrbState>& orb, Ior ior) {
  if (ior.is_nil()) return {};
  return CORBA::ObjectAccess::make_stub<Object>(std::make_shared<ObjectReference>(orb, std::move(ior)));
}

constexpr std::string_view built_in_names[] = {"CodecFactory", "DynAnyFactory", "ORBPolicyManager", "PICurrent",
                                               "POACurrent",   "PolicyCurrent", "RootPOA"};

[[noreturn]] void refuse_initial(const std::string& name, const Options& options) {
  std::vector<std::string_view> names(std::begin(built_in_names), std::end(built_in_names));
  for (const auto& [given, url] : options.initial_references) names.push_back(given);
  const auto nearest = qos::nearest_word(name, names);
  throw CORBA::ORB::InvalidName("there is no initial reference '" + name +
                                (nearest.empty() ? "': set it by -ORBInitRef " + name + "=URL"
                                                 : "'; did you mean '" + std::string(nearest) + "'?"));
}

// These functions append the questions that lead to the object, and return NamePath::object.
using Questions = std::vector<NameQuestion>;
object_reference<Object> find_initial(const std::shared_ptr<OrbState>& orb, const std::string& name, unsigned depth,
                                      Questions& questions);

object_reference<Object> find_at(const std::shared_ptr<OrbState>& orb, const Corbaloc& location, unsigned depth,
                                 Questions& questions) {
  if (location.is_initial_reference()) return find_initial(orb, location.key_text(), depth + 1, questions);
  Ior ior;
  for (const auto& address : location.addresses) {
    ior.profiles.push_back(orb->binders().front()->profile_for(
        address.giop_minor, {address.host, address.port, address.has_tls}, location.object_key));
  }
  return object_of(orb, std::move(ior));
}

object_reference<Object> find_by_text(const std::shared_ptr<OrbState>& orb, const std::string& text, unsigned depth,
                                      Questions& questions) {
  if (depth > indirections_max) {
    throw CORBA::BAD_PARAM(minor::bad_param_string_to_object, CORBA::COMPLETED_NO,
                           text + ": the references form a cycle");
  }
  auto url = parse_object_url(text);
  if (auto* const ior = std::get_if<Ior>(&url)) return object_of(orb, std::move(*ior));
  if (const auto* const file = std::get_if<FileUrl>(&url)) {
    return find_by_text(orb, read_reference(*file), depth + 1, questions);
  }
  if (const auto* const location = std::get_if<Corbaloc>(&url)) return find_at(orb, *location, depth, questions);
  const auto& named = std::get<Corbaname>(url);
  if (!named.name.empty()) questions.push_back({parse_name(named.name), text});
  return find_at(orb, named.context, depth, questions);
}

object_reference<Object> find_initial(const std::shared_ptr<OrbState>& orb, const std::string& name, unsigned depth,
                                      Questions& questions) {
  if (name == "RootPOA") return object_reference<Object>(orb->local_objects().root_poa());
  if (name == "DynAnyFactory") return make_dyn_any_factory(orb->share());
  if (name == "POACurrent") return CORBA::make_reference<CurrentImpl>();
  if (name == "CodecFactory") return make_codec_factory(orb);
  if (name == "ORBPolicyManager") return make_policy_manager(orb);
  if (name == "PICurrent") return make_slots_current(orb);
  if (name == "PolicyCurrent") return make_policy_current(orb);
  if (auto registered = orb->names().initial(name)) return registered;
  const auto& options = orb->options();
  const auto given = options.initial_references.find(name);
  if (given != options.initial_references.end()) return find_by_text(orb, given->second, depth + 1, questions);
  if (!options.default_initial_reference.empty()) {
    return find_by_text(orb, options.default_initial_reference + "/" + name, depth + 1, questions);
  }
  refuse_initial(name, options);
}

object_reference<Object> object_at_end(NamePath path) {
  auto object = std::move(path.object);
  for (auto asked = path.questions.rbegin(); asked != path.questions.rend(); ++asked) {
    object = resolve_name(*object, asked->name, asked->url);
  }
  return object;
}

}  // namespace

NamePath path_of_url(const std::shared_ptr<OrbState>& orb, const std::string& url) {
  NamePath path;
  try {
    path.object = find_by_text(orb, url, 0, path.questions);
  } catch (const CORBA::ORB::InvalidName& invalid) {
    // Thrown because of a corbaloc:rir or corbaname:rir URL. string_to_object() cannot raise InvalidName.
    throw CORBA::BAD_PARAM(minor::bad_param_string_to_object, CORBA::COMPLETED_NO, url + ": " + invalid._detail());
  }
  return path;
}

NamePath path_of_initial_reference(const std::shared_ptr<OrbState>& orb, const std::string& name) {
  NamePath path;
  path.object = find_initial(orb, name, 0, path.questions);
  return path;
}

object_reference<Object> object_of_url(const std::shared_ptr<OrbState>& orb, const std::string& url) {
  return object_at_end(path_of_url(orb, url));
}

object_reference<Object> resolve_initial_reference(const std::shared_ptr<OrbState>& orb, const std::string& name) {
  return object_at_end(path_of_initial_reference(orb, name));
}

std::set<std::string> initial_reference_names(OrbState& orb) {
  std::set<std::string> names(std::begin(built_in_names), std::end(built_in_names));
  for (auto& name : orb.names().initial_names()) names.insert(std::move(name));
  for (const auto& [name, url] : orb.options().initial_references) names.insert(name);
  return names;
}

void register_initial_reference(const std::shared_ptr<OrbState>& orb, const std::string& name,
                                object_reference<Object> object) {
  const bool built_in =
      std::find(std::begin(built_in_names), std::end(built_in_names), name) != std::end(built_in_names);
  if (name.empty()) throw CORBA::ORB::InvalidName("the name of an initial reference is empty");
  if (built_in) throw CORBA::ORB::InvalidName("'" + name + "' is an initial reference of the ORB itself");
  if (!object) {
    throw CORBA::BAD_PARAM(minor::bad_param_nil_initial_reference, CORBA::COMPLETED_NO,
                           "the reference for " + name + " is nil");
  }
  if (orb->options().initial_references.contains(name)) {
    throw CORBA::ORB::InvalidName("the initial reference '" + name + "' is given by -ORBInitRef");
  }
  if (!orb->names().add_initial(name, std::move(object))) {
    throw CORBA::ORB::InvalidName("the initial reference '" + name + "' is registered already");
  }
}

}  // namespace dimma::orb
