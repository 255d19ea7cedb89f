#include <dimma/orb.hpp>

#include "base/log.hpp"
#include "orb/adapter.hpp"
#include "orb/composition.hpp"
#include "orb/core.hpp"
#include "orb/initial_references.hpp"
#include "orb/interception/initialization.hpp"
#include "orb/object_reference.hpp"
#include "orb/registry.hpp"

#include <dimma/dii.hpp>
#include <dimma/minor.hpp>
#include <dimma/publish.hpp>
#include <dimma/signals.hpp>

#include <algorithm>
#include <cstdlib>

namespace CORBA {

using dimma::orb::Core;
using dimma::orb::Ior;

ORB::ORB(std::shared_ptr<Core> core) noexcept : core_(std::move(core)) {}

ORB::~ORB() = default;

const std::string& ORB::id() const noexcept { return core_->options().id; }

object_reference<Object> ORB::string_to_object(const std::string& text) {
  core_->require_running();
  return dimma::orb::object_of_url(core_, text);
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
  return dimma::orb::resolve_initial_reference(core_, name);
}

ORB::ObjectIdList ORB::list_initial_services() {
  core_->require_running();
  const auto names = dimma::orb::initial_reference_names(*core_);
  return {names.begin(), names.end()};
}

valuefactory_reference<ValueFactoryBase> ORB::register_value_factory(const RepositoryId& id,
                                                                     valuefactory_reference<ValueFactoryBase> factory) {
  core_->require_running();
  if (!factory) {
    throw BAD_PARAM(dimma::minor::bad_param_no_value_factory, COMPLETED_NO,
                    "the factory for values of " + id + " is nil");
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
  dimma::orb::register_initial_reference(core_, name, std::move(object));
}

object_reference<Policy> ORB::create_policy(PolicyType type, const Any& value) {
  core_->require_running();
  if (const auto factory = core_->interceptors().policy_factory(type)) return factory->create_policy(type, value);
  return dimma::orb::make_policy(type, value);
}

void ORB::run() {
  core_->require_not_destroyed();
  core_->run();
}

object_reference<NVList> ORB::create_list(std::int32_t count) {
  core_->require_running();
  auto list = make_reference<NVList>();
  for (; count > 0; --count) list->add(ARG_IN);
  return list;
}

void ORB::create_list(std::int32_t count, object_reference<NVList>& new_list) { new_list = create_list(count); }

bool ORB::get_service_information(ServiceType, ServiceInformation&) {
  core_->require_running();
  return false;
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
  for (const auto& warning : options.warnings) dimma::write_log(dimma::LogLevel::warning, warning);
  if (!id.empty()) options.id = id;
  const std::string wanted = options.id;
  return dimma::orb::find_or_make_orb(wanted, [&] {
    auto core = dimma::orb::compose(std::move(options));
    try {
      dimma::orb::initialize(core, arguments);
    } catch (...) {
      core->destroy();  // it may hold objects that hold it
      throw;
    }
    return core;
  });
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
