#include <dimma/orb.hpp>

#include "orb/lifecycle/making/begin_extensions.hpp"
#include "orb/lifecycle/making/composition.hpp"
#include "orb/lifecycle/making/forks.hpp"
#include "orb/lifecycle/making/initialization.hpp"
#include "orb/lifecycle/making/log_as_wanted.hpp"
#include "orb/lifecycle/making/print_help.hpp"
#include "orb/lifecycle/operations/create_policy.hpp"
#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"
#include "orb/naming/initial_references.hpp"
#include "orb/options/read_options.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/reference/object_reference.hpp"

#include <dimma/dii.hpp>
#include <dimma/minor.hpp>
#include <dimma/publish.hpp>
#include <dimma/shutdown.hpp>
#include <dimma/signals.hpp>

#include <algorithm>
#include <cstdlib>

namespace CORBA {

using dimma::orb::Ior;
using dimma::orb::OrbLifecycle;

ORB::ORB(std::shared_ptr<OrbLifecycle> lifecycle) noexcept : lifecycle_(std::move(lifecycle)) {}

ORB::~ORB() = default;

const std::string& ORB::id() const noexcept { return lifecycle_->options().id; }

object_reference<Object> ORB::string_to_object(const std::string& text) {
  lifecycle_->require_running();
  return dimma::orb::object_of_url(lifecycle_, text);
}

std::string ORB::object_to_string(object_reference<Object> object) {
  lifecycle_->require_running();
  if (!object) return dimma::orb::to_string(Ior{});
  const auto& reference = ObjectAccess::reference(*object);
  if (!reference) {
    throw MARSHAL(dimma::minor::marshal_local_object, COMPLETED_NO, "a local object has no text form");
  }
  return dimma::orb::to_string(*reference->ior());
}

object_reference<Object> ORB::resolve_initial_references(const ObjectId& name) {
  lifecycle_->require_running();
  return dimma::orb::resolve_initial_reference(lifecycle_, name);
}

ORB::ObjectIdList ORB::list_initial_services() {
  lifecycle_->require_running();
  const auto names = dimma::orb::initial_reference_names(*lifecycle_);
  return {names.begin(), names.end()};
}

valuefactory_reference<ValueFactoryBase> ORB::register_value_factory(const RepositoryId& id,
                                                                     valuefactory_reference<ValueFactoryBase> factory) {
  lifecycle_->require_running();
  if (!factory) {
    throw BAD_PARAM(dimma::minor::bad_param_no_value_factory, COMPLETED_NO,
                    "the factory for values of " + id + " is nil");
  }
  return lifecycle_->value_factories().add(id, std::move(factory));
}

void ORB::unregister_value_factory(const RepositoryId& id) {
  lifecycle_->require_running();
  if (lifecycle_->value_factories().remove(id)) return;
  throw BAD_PARAM(dimma::minor::bad_param_no_value_factory, COMPLETED_NO, "no factory for values of " + id);
}

valuefactory_reference<ValueFactoryBase> ORB::lookup_value_factory(const RepositoryId& id) {
  lifecycle_->require_running();
  auto factory = lifecycle_->value_factories().find(id);
  if (factory) return factory;
  throw BAD_PARAM(dimma::minor::bad_param_no_value_factory, COMPLETED_NO, "no factory for values of " + id);
}

void ORB::register_initial_reference(const ObjectId& name, object_reference<Object> object) {
  lifecycle_->require_running();
  dimma::orb::register_initial_reference(lifecycle_, name, std::move(object));
}

object_reference<Policy> ORB::create_policy(PolicyType type, const Any& value) {
  lifecycle_->require_running();
  if (const auto factory = lifecycle_->interceptors().policy_factory(type)) return factory->create_policy(type, value);
  return dimma::orb::make_policy(type, value);
}

void ORB::run() {
  lifecycle_->require_not_destroyed();
  lifecycle_->run();
}

object_reference<NVList> ORB::create_list(std::int32_t count) {
  lifecycle_->require_running();
  auto list = make_reference<NVList>();
  for (; count > 0; --count) list->add(ARG_IN);
  return list;
}

void ORB::create_list(std::int32_t count, object_reference<NVList>& new_list) { new_list = create_list(count); }

bool ORB::get_service_information(ServiceType, ServiceInformation&) {
  lifecycle_->require_running();
  return false;
}

bool ORB::work_pending() {
  lifecycle_->require_running();
  return lifecycle_->work_pending();
}

void ORB::perform_work() {
  lifecycle_->require_running();
  lifecycle_->perform_work();
}

void ORB::shutdown(bool wait_for_completion) {
  lifecycle_->require_not_destroyed();
  lifecycle_->shutdown(wait_for_completion);
}

void ORB::destroy() {
  const auto keep = lifecycle_;
  keep->destroy();
  dimma::orb::forget_orb(*keep);
}

object_reference<ORB> ORB_init(std::vector<std::string>& arguments, const std::string& id) {
  auto options = dimma::orb::read_options(arguments, [](const char* name) { return std::getenv(name); });
  if (options.wants_help) dimma::orb::print_help_and_exit();
  if (!id.empty()) options.id = id;
  const std::string wanted = options.id;
  bool is_new = false;
  auto orb = dimma::orb::find_or_make_orb(wanted, [&] {
    is_new = true;
    dimma::orb::log_as_wanted(options);
    dimma::orb::heed_forks();
    auto lifecycle = dimma::orb::compose(std::move(options));
    try {
      dimma::orb::initialize(lifecycle, arguments);
    } catch (...) {
      lifecycle->destroy();  // the ORB may own objects that refer back to it
      throw;
    }
    return lifecycle;
  });
  if (!is_new) return orb;
  try {
    dimma::orb::begin_inspection(orb);
    dimma::orb::begin_export(orb);
  } catch (...) {
    orb->destroy();
    throw;
  }
  return orb;
}

object_reference<ORB> ORB_init(int& argc, char* argv[], const std::string& id) {
  const int count = argv == nullptr ? 0 : argc;
  std::vector<std::string> arguments;
  for (int i = 1; i < count; ++i) arguments.emplace_back(argv[i]);
  auto orb = ORB_init(arguments, id);
  // The caller owns the strings of argv, so the remaining pointers are moved up: each remaining argument is equal to
  // one of them, in the same order.
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

namespace {

// Opens the default endpoint, and returns how requests under the name reach the object.
orb::Names::Published to_be_published(orb::OrbLifecycle& lifecycle, const std::string& name,
                                      const CORBA::object_reference<CORBA::Object>& object) {
  lifecycle.require_running();
  if (name.empty()) {
    throw CORBA::BAD_PARAM(minor::bad_param_local_object, CORBA::COMPLETED_NO,
                           "the name of the object to publish is empty");
  }
  if (!object || CORBA::ObjectAccess::reference(*object) == nullptr) {
    throw CORBA::BAD_PARAM(minor::bad_param_local_object, CORBA::COMPLETED_NO,
                           "a nil reference or a local object cannot be published as " + name);
  }
  const auto& endpoint = lifecycle.endpoints().default_endpoint();
  endpoint->open();
  const auto& reference = CORBA::ObjectAccess::reference(*object);
  const std::string* const key = reference->orb().get() == &lifecycle ? reference->local_key() : nullptr;
  const bool here = key != nullptr && lifecycle.local_objects().is_served_by(*endpoint, *key);
  return {object, here ? *key : std::string()};
}

}  // namespace

void publish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
             const CORBA::object_reference<CORBA::Object>& object) {
  const auto& lifecycle = orb::OrbAccess::lifecycle(*orb);
  lifecycle->names().publish(name, to_be_published(*lifecycle, name, object));
}

bool publish_if_new(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
                    const CORBA::object_reference<CORBA::Object>& object) {
  const auto& lifecycle = orb::OrbAccess::lifecycle(*orb);
  return lifecycle->names().publish_if_new(name, to_be_published(*lifecycle, name, object));
}

CORBA::object_reference<CORBA::Object> published(const CORBA::object_reference<CORBA::ORB>& orb,
                                                 const std::string& name) {
  const auto& lifecycle = orb::OrbAccess::lifecycle(*orb);
  lifecycle->require_running();
  const auto found = lifecycle->names().published(name);
  return found ? found->object : nullptr;
}

void shutdown_on_signals(const CORBA::object_reference<CORBA::ORB>& orb, std::initializer_list<int> signals) {
  const auto& lifecycle = orb::OrbAccess::lifecycle(*orb);
  lifecycle->require_running();
  lifecycle->shutdown_on_signals(signals);
}

void observe_shutdown(const CORBA::object_reference<CORBA::ORB>& orb, const std::weak_ptr<ShutdownObserver>& observer) {
  const auto& lifecycle = orb::OrbAccess::lifecycle(*orb);
  lifecycle->require_running();
  lifecycle->observe_shutdown(observer);
}

bool unpublish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name) {
  const auto& lifecycle = orb::OrbAccess::lifecycle(*orb);
  lifecycle->require_running();
  return lifecycle->names().unpublish(name);
}

}  // namespace dimma
