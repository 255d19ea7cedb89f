#include "orb/poa/tree/adapter.hpp"

#include "base/sync/sync.hpp"
#include "orb/poa/managers/ior_interceptors.hpp"
#include "orb/poa/tree/poa_tree.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/state/object_key.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

namespace {

std::string path_of(const Adapter::Place& place) {
  return place.parent ? place.parent->path() + path_step(place.name) : std::string();
}

std::string key_prefix_of(const OrbState& orb, const Adapter::Place& place, const AdapterPolicies& policies) {
  return policies.persistent() ? persistent_key_prefix(path_of(place))
                               : transient_key_prefix(orb.stamp(), place.number);
}

}  // namespace

Adapter::Adapter(PoaTree& tree, Place place, AdapterPolicies policies, std::shared_ptr<Manager> manager,
                 std::shared_ptr<Endpoint> endpoint)
    : orb_(tree.orb().shared_from_this()),
      tree_(tree),
      place_(std::move(place)),
      policies_(std::move(policies)),
      manager_(std::move(manager)),
      endpoint_(std::move(endpoint)),
      path_(path_of(place_)),
      key_prefix_(key_prefix_of(*orb_, place_, policies_)),
      serial_(policies_.one_thread() ? std::make_unique<sync::RecursiveMutex>() : nullptr),
      children_(tree_.mutex()),
      ids_(policies_.persistent() ? SystemIds(orb_->stamp(), tree_.persistent_ids()) : SystemIds()),
      incarnator_(*this, *this, objects_, tree_.hold_limit()) {
  if (policies_.access) orb_->access().use();
}

Adapter::~Adapter() = default;

std::shared_ptr<UpcallExecutor> Adapter::executor_of_coroutines() const {
  return policies_.executor ? policies_.executor : orb_->application_executor();
}

void Adapter::require_alive() const {
  if (!destroyed_.load(std::memory_order_seq_cst)) return;
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_no_adapter, CORBA::COMPLETED_NO,
                                "POA " + place_.name + " has been destroyed");
}

CORBA::object_reference<PortableServer::POA> Adapter::create_POA(
    const std::string& name, CORBA::object_reference<PortableServer::POAManager> manager,
    const CORBA::PolicyList& policies) {
  require_alive();
  auto read = AdapterPolicies::read(policies, [this](CORBA::PolicyType type) {
    return static_cast<bool>(orb_->interceptors().policy_factory(type));
  });
  auto own_manager = std::dynamic_pointer_cast<Manager>(manager._shared());
  if (manager && !own_manager) {
    throw CORBA::BAD_PARAM(minor::bad_param_local_object, CORBA::COMPLETED_NO,
                           "the POAManager was not created by dimma");
  }
  const sync::LockGuard tree(tree_.mutex());
  if (destroyed_.load(std::memory_order_seq_cst)) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_poa_destroyed, CORBA::COMPLETED_NO,
                               "POA " + place_.name + " is being destroyed");
  }
  if (children_.find(name)) {
    throw AdapterAlreadyExists("POA " + place_.name + " already has a child '" + name + "'; find_POA() returns it");
  }
  if (read.persistent()) persistent_key_prefix(path_ + path_step(name));  // throws if the path is too long
  if (!own_manager) own_manager = tree_.managers()->create();
  auto endpoint = read.qos ? tree_.make_endpoint(*read.qos) : orb_->endpoints().default_endpoint();
  const auto child = CORBA::make_reference<Adapter>(tree_, Place{shared(), name, tree_.next_number()}, std::move(read),
                                                    own_manager, std::move(endpoint))
                         ._shared();
  child->itself(child);
  const auto activation = children_.activation(name);
  child->made_within_.set(activation ? Activation::pending(activation) : made_within_.pending());
  try {
    if (child->policies_.bidirectional == BiDirPolicy::BOTH) {
      // Opened now, so that the endpoint's address is offered to servers from the first connection on.
      child->endpoint_->carry_callbacks();
      child->endpoint_->open();
    }
    establish(*orb_, *child);
  } catch (...) {
    if (child->policies_.qos) orb_->endpoints().forget(child->endpoint_);
    throw;
  }
  if (own_manager->open()) child->listen_if_due();
  children_.add(name, child);
  child->add_to_directory();
  own_manager->add(child);
  return CORBA::object_reference<POA>(child);
}

std::shared_ptr<Activation> Adapter::activation_of_child(const std::string& name, const ServerRequest* request) {
  const sync::LockGuard tree(tree_.mutex());
  auto activation = children_.activation(name);
  if (activation && !activation->is_own(request)) return activation;
  const auto child = find_child(name);
  return child ? child->activation_to_wait_for(request) : nullptr;
}

Adapter::Found Adapter::find_or_activate_child(const std::string& name, const ServerRequest* request) {
  std::shared_ptr<Activation> activation;
  CORBA::object_reference<PortableServer::AdapterActivator> activator;
  {
    const sync::LockGuard tree(tree_.mutex());
    if (auto busy = activation_of_child(name, request)) return {nullptr, std::move(busy)};
    if (auto child = find_child(name)) return {std::move(child), nullptr};
    if (children_.activation(name)) return {};  // requested by the child's own activator
    activator = the_activator();
    if (!activator) return {};
    activation = std::make_shared<Activation>(name, tree_.hold_limit(), made_within_.pending());
    children_.begin_activation(name, activation);
  }
  struct Ended {
    ChildAdapters& children;
    const std::string& name;
    Activation& activation;
    ~Ended() {
      children.end_activation(name);
      activation.end();
    }
  } const ended{children_, name, *activation};
  return {call_activator(*activator, name) ? find_child(name) : nullptr, nullptr};
}

bool Adapter::call_activator(PortableServer::AdapterActivator& activator, const std::string& name) {
  try {
    return activator.unknown_adapter(poa(), name);
  } catch (...) {
    throw CORBA::OBJ_ADAPTER(minor::obj_adapter_unknown_adapter, CORBA::COMPLETED_NO,
                             "the adapter activator of POA " + place_.name + " failed");
  }
}

CORBA::object_reference<PortableServer::POA> Adapter::find_POA(const std::string& name, bool activate_it) {
  require_alive();
  Found found{find_child(name), nullptr};
  if (activate_it) {
    for (found = find_or_activate_child(name, nullptr); found.busy; found = find_or_activate_child(name, nullptr)) {
      found.busy->wait(nullptr);
    }
  }
  if (!found.child) {
    throw AdapterNonExistent("POA " + place_.name + " has no child '" + name + "'" +
                             (activate_it ? ", and no adapter activator creates it" : ""));
  }
  return CORBA::object_reference<POA>(std::move(found.child));
}

void Adapter::destroy(bool etherealize_objects, bool wait_for_completion) {
  if (wait_for_completion) require_no_upcall(*orb_, "destroying a POA with wait_for_completion");
  std::vector<std::shared_ptr<Adapter>> detached;
  const auto keep = shared();
  {
    const sync::LockGuard tree(tree_.mutex());
    // Another caller, or the shutdown of the ORB, may already have begun to destroy it.
    if (!destroyed_.load(std::memory_order_seq_cst)) {
      detach(detached);
      if (place_.parent) place_.parent->children_.forget(name());
      if (tree_.root.get() == this) tree_.root.reset();
    }
  }
  const std::vector<std::shared_ptr<AdapterBase>> told(detached.begin(), detached.end());
  tell_destroyed(*orb_, told);
  for (const auto& adapter : detached) {
    adapter->manager().look_again();
    adapter->deactivate_all(etherealize_objects);
  }
  if (wait_for_completion) wait_until_gone();
  for (const auto& adapter : detached) {
    if (!adapter->policies_.qos) continue;
    // Closing an endpoint waits for its upcalls, so it must not be closed within one of them. It must not be closed
    // within an upcall of another endpoint either, since the upcalls that it waits for may depend on that upcall.
    if (adapter->is_drained() && !in_upcall(*orb_)) {
      orb_->endpoints().forget(adapter->endpoint_);
    } else {
      tree_.retirement().begin(adapter);
    }
  }
}

void Adapter::add_to_directory() {
  tree_.mutex().assert_held();
  tree_.directory().add(number(), policies_.persistent() ? &path_ : nullptr, shared());
}

void Adapter::detach(std::vector<std::shared_ptr<Adapter>>& detached) {
  tree_.mutex().assert_held();
  destroyed_.store(true, std::memory_order_seq_cst);
  for (const auto& child : children_.all()) {
    child->detach(detached);
    children_.forget(child->name());
  }
  tree_.directory().remove(number(), policies_.persistent() ? &path_ : nullptr, *this);
  detached.push_back(shared());
}

// Another caller may already have begun to destroy this adapter, or an adapter below it.
void Adapter::wait_until_gone() {
  wait_until_drained();
  for (const auto& child : children_.former()) child->wait_until_gone();
}

CORBA::StringSeq Adapter::full_name() const {
  auto names = place_.parent ? place_.parent->full_name() : CORBA::StringSeq();
  names.push_back(place_.name);
  return names;
}

std::string Adapter::path_in_words() const {
  return place_.parent ? place_.parent->path_in_words() + "/" + place_.name : place_.name;
}

std::string Adapter::the_name() {
  require_alive();
  return place_.name;
}

CORBA::object_reference<PortableServer::POA> Adapter::the_parent() {
  require_alive();
  return CORBA::object_reference<POA>(place_.parent);
}

PortableServer::POAList Adapter::the_children() {
  require_alive();
  PortableServer::POAList list;
  for (const auto& child : children_.all()) list.emplace_back(child);
  return list;
}

CORBA::object_reference<PortableServer::POAManager> Adapter::the_POAManager() {
  require_alive();
  return CORBA::object_reference<PortableServer::POAManager>(manager_);
}

CORBA::object_reference<PortableServer::POAManagerFactory> Adapter::the_POAManagerFactory() {
  require_alive();
  return CORBA::object_reference<PortableServer::POAManagerFactory>(tree_.managers());
}

CORBA::object_reference<PortableServer::AdapterActivator> Adapter::the_activator() {
  require_alive();
  return CORBA::object_reference<PortableServer::AdapterActivator>(children_.activator());
}

void Adapter::the_activator(CORBA::object_reference<PortableServer::AdapterActivator> activator) {
  require_alive();
  children_.activator(activator._shared());
}

CORBA::OctetSeq Adapter::id() {
  require_alive();
  std::string octets;
  append_big_endian(octets, orb_->stamp(), 8);
  append_big_endian(octets, place_.number, 4);
  return {octets.begin(), octets.end()};
}

CORBA::object_reference<CORBA::Object> Adapter::reference(std::string_view id, std::string repository_id) {
  if (establishment_.factory) return establishment_.factory->make_object(repository_id, {id.begin(), id.end()});
  return own_reference(id, std::move(repository_id));
}

CORBA::object_reference<CORBA::Object> Adapter::own_reference(std::string_view id, std::string repository_id) {
  return CORBA::ObjectAccess::make_stub<CORBA::Object>(
      std::make_shared<ObjectReference>(orb_, endpoint_, key_prefix_ + std::string(id), std::move(repository_id)));
}

void Adapter::listen_if_due() {
  if (endpoint_->announced() || policies_.persistent()) endpoint_->open();
}

}  // namespace dimma::orb
