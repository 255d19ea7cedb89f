#include <dimma/orb.hpp>

#include "orb/adapter.hpp"
#include "orb/codec_factory.hpp"
#include "orb/composition.hpp"
#include "orb/core.hpp"
#include "orb/corbaname.hpp"
#include "orb/current.hpp"
#include "orb/dynamic_any/factory.hpp"
#include "orb/object_reference.hpp"
#include "orb/object_url.hpp"
#include "orb/registry.hpp"

#include <dimma/minor.hpp>
#include <dimma/publish.hpp>
#include <dimma/signals.hpp>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace CORBA {

namespace {

using dimma::orb::Core;
using dimma::orb::Ior;

constexpr unsigned indirections_max = 8;  // of initial references and files that name each other

object_reference<Object> object_of(const std::shared_ptr<Core>& core, Ior ior) {
  if (ior.is_nil()) return {};
  return ObjectAccess::make_stub<Object>(std::make_shared<dimma::ObjectReference>(core, std::move(ior)));
}

object_reference<Object> resolve(const std::shared_ptr<Core>& core, const std::string& name, unsigned depth);

object_reference<Object> object_at(const std::shared_ptr<Core>& core, const dimma::orb::Corbaloc& location,
                                   unsigned depth) {
  if (location.is_initial_reference()) return resolve(core, location.key_text(), depth + 1);
  Ior ior;
  for (const auto& address : location.addresses) {
    ior.profiles.push_back(
        core->binders().front()->profile_for(address.giop_minor, address.host, address.port, location.object_key));
  }
  return object_of(core, std::move(ior));
}

object_reference<Object> object_of_text(const std::shared_ptr<Core>& core, const std::string& text, unsigned depth) {
  if (depth > indirections_max) {
    throw BAD_PARAM(dimma::minor::bad_param_string_to_object, COMPLETED_NO, text + ": references name each other");
  }
  auto url = dimma::orb::parse_object_url(text);
  if (auto* const ior = std::get_if<Ior>(&url)) return object_of(core, std::move(*ior));
  if (const auto* const file = std::get_if<dimma::orb::FileUrl>(&url)) {
    return object_of_text(core, dimma::orb::read_reference(*file), depth + 1);
  }
  if (const auto* const location = std::get_if<dimma::orb::Corbaloc>(&url)) {
    return object_at(core, *location, depth);
  }
  const auto& named = std::get<dimma::orb::Corbaname>(url);
  auto context = object_at(core, named.context, depth);
  if (named.name.empty()) return context;
  const auto name = dimma::orb::parse_name(named.name);
  return dimma::orb::resolve_name(*context, name, text);
}

object_reference<Object> resolve(const std::shared_ptr<Core>& core, const std::string& name, unsigned depth) {
  if (name == "RootPOA") return object_reference<Object>(core->root());
  if (name == "DynAnyFactory") return dimma::orb::make_dyn_any_factory(core->share());
  if (name == "POACurrent") return make_reference<dimma::orb::CurrentImpl>();
  if (name == "CodecFactory") return dimma::orb::make_codec_factory(core);
  if (name == "ORBPolicyManager") return dimma::orb::make_policy_manager(core);
  if (name == "PolicyCurrent") return dimma::orb::make_policy_current(core);
  if (auto registered = core->names().initial(name)) return registered;
  const auto& options = core->options();
  const auto given = options.initial_references.find(name);
  if (given != options.initial_references.end()) return object_of_text(core, given->second, depth + 1);
  if (!options.default_initial_reference.empty()) {
    return object_of_text(core, options.default_initial_reference + "/" + name, depth + 1);
  }
  throw ORB::InvalidName();
}

constexpr std::string_view built_in_names[] = {"CodecFactory", "DynAnyFactory",  "ORBPolicyManager",
                                               "POACurrent",   "PolicyCurrent", "RootPOA"};

}  // namespace

ORB::ORB(std::shared_ptr<Core> core) noexcept : core_(std::move(core)) {}

ORB::~ORB() = default;

const std::string& ORB::id() const noexcept { return core_->options().id; }

object_reference<Object> ORB::string_to_object(const std::string& text) {
  core_->require_running();
  return object_of_text(core_, text, 0);
}

std::string ORB::object_to_string(object_reference<Object> object) {
  core_->require_running();
  if (!object) return dimma::orb::to_string(Ior{});
  const auto& reference = ObjectAccess::reference(*object);
  if (!reference) {
    throw MARSHAL(dimma::minor::marshal_local_object, COMPLETED_NO, "a local object has no text form");
  }
  return dimma::orb::to_string(*reference->ior());
}

object_reference<Object> ORB::resolve_initial_references(const ObjectId& name) {
  core_->require_running();
  return resolve(core_, name, 0);
}

ORB::ObjectIdList ORB::list_initial_services() {
  core_->require_running();
  std::set<std::string> names(std::begin(built_in_names), std::end(built_in_names));
  for (auto& name : core_->names().initial_names()) names.insert(std::move(name));
  for (const auto& [name, url] : core_->options().initial_references) names.insert(name);
  return {names.begin(), names.end()};
}

valuefactory_reference<ValueFactoryBase> ORB::register_value_factory(const RepositoryId& id,
                                                                     valuefactory_reference<ValueFactoryBase> factory) {
  core_->require_running();
  if (!factory) {
    throw BAD_PARAM(dimma::minor::bad_param_no_value_factory, COMPLETED_NO, "the factory for values of " + id + " is nil");
  }
  return core_->value_factories().add(id, std::move(factory));
}

void ORB::unregister_value_factory(const RepositoryId& id) {
  core_->require_running();
  if (core_->value_factories().remove(id)) return;
  throw BAD_PARAM(dimma::minor::bad_param_no_value_factory, COMPLETED_NO, "no factory for values of " + id);
}

valuefactory_reference<ValueFactoryBase> ORB::lookup_value_factory(const RepositoryId& id) {
  core_->require_running();
  auto factory = core_->value_factories().find(id);
  if (factory) return factory;
  throw BAD_PARAM(dimma::minor::bad_param_no_value_factory, COMPLETED_NO, "no factory for values of " + id);
}

void ORB::register_initial_reference(const ObjectId& name, object_reference<Object> object) {
  core_->require_running();
  const bool built_in =
      std::find(std::begin(built_in_names), std::end(built_in_names), name) != std::end(built_in_names);
  if (name.empty() || built_in) throw InvalidName();
  if (!object) {
    throw BAD_PARAM(dimma::minor::bad_param_nil_initial_reference, COMPLETED_NO,
                    "the reference for " + name + " is nil");
  }
  if (core_->options().initial_references.contains(name) || !core_->names().add_initial(name, std::move(object))) {
    throw InvalidName();
  }
}

object_reference<Policy> ORB::create_policy(PolicyType type, const Any& value) {
  core_->require_running();
  return dimma::orb::make_policy(type, value);
}

void ORB::run() {
  core_->require_not_destroyed();
  core_->run();
}

bool ORB::work_pending() {
  core_->require_running();
  return core_->work_pending();
}

void ORB::perform_work() {
  core_->require_running();
  core_->perform_work();
}

void ORB::shutdown(bool wait_for_completion) {
  core_->require_not_destroyed();
  core_->shutdown(wait_for_completion);
}

void ORB::destroy() {
  const auto keep = core_;
  keep->destroy();
  dimma::orb::forget_orb(*keep);
}

object_reference<ORB> ORB_init(std::vector<std::string>& arguments, const std::string& id) {
  auto options = dimma::orb::read_options(arguments, [](const char* name) { return std::getenv(name); });
  if (!id.empty()) options.id = id;
  const std::string wanted = options.id;
  return dimma::orb::find_or_make_orb(wanted, [&] { return dimma::orb::compose(std::move(options)); });
}

object_reference<ORB> ORB_init(int& argc, char* argv[], const std::string& id) {
  const int count = argv == nullptr ? 0 : argc;
  std::vector<std::string> arguments;
  for (int i = 1; i < count; ++i) arguments.emplace_back(argv[i]);
  auto orb = ORB_init(arguments, id);
  // What is left keeps its place in the caller's memory: each is the next of the old ones that is equal to it.
  int kept = std::min(count, 1);
  int next = 1;
  for (const auto& argument : arguments) {
    while (argument != argv[next]) ++next;
    argv[kept++] = argv[next++];
  }
  if (kept < count) argv[kept] = nullptr;
  if (argv != nullptr) argc = kept;
  return orb;
}

object_reference<ORB> ORB_init() {
  std::vector<std::string> none;
  return ORB_init(none);
}

}  // namespace CORBA

namespace dimma {

void publish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
             const CORBA::object_reference<CORBA::Object>& object) {
  const auto& core = orb::OrbAccess::core(*orb);
  core->require_running();
  if (name.empty()) {
    throw CORBA::BAD_PARAM(minor::bad_param_local_object, CORBA::COMPLETED_NO, "an object is published without a name");
  }
  if (!object || CORBA::ObjectAccess::reference(*object) == nullptr) {
    throw CORBA::BAD_PARAM(minor::bad_param_local_object, CORBA::COMPLETED_NO,
                           "a nil reference or a local object can't be published as " + name);
  }
  core->default_endpoint()->open();
  const auto& reference = CORBA::ObjectAccess::reference(*object);
  const std::string* const key = reference->core() == core ? reference->local_key() : nullptr;
  const bool here = key != nullptr && core->is_served_by_default_endpoint(*key);
  core->names().publish(name, {object, here ? *key : std::string()});
}

void shutdown_on_signals(const CORBA::object_reference<CORBA::ORB>& orb, std::initializer_list<int> signals) {
  const auto& core = orb::OrbAccess::core(*orb);
  core->require_running();
  core->shutdown_on_signals(signals);
}

bool unpublish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name) {
  const auto& core = orb::OrbAccess::core(*orb);
  core->require_running();
  return core->names().unpublish(name);
}

}  // namespace dimma
