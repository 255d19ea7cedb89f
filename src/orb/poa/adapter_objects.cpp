// Activation and deactivation, ids and references.

#include "base/sync/assert.hpp"
#include "orb/poa/adapter.hpp"
#include "orb/poa/poa_tree.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/upcall_stack.hpp"
#include "qos/text.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

using PortableServer::ObjectId;

namespace {

constexpr std::size_t number_octets = 8;
constexpr std::size_t stamp_octets = 8;

std::string text_of_id(const ObjectId& id) { return {id.begin(), id.end()}; }
ObjectId id_of_text(std::string_view text) { return {text.begin(), text.end()}; }

std::shared_ptr<PortableServer::Servant> required(const CORBA::servant_reference<PortableServer::Servant>& servant) {
  if (servant) return servant._shared();
  throw CORBA::BAD_PARAM(minor::bad_param_nil_servant, CORBA::COMPLETED_NO,
                         "the servant to be activated is nil; CORBA::make_reference<Class>() makes one");
}

}  // namespace

void Adapter::require_policy(bool kept, const char* needs) const {
  require_alive();
  if (!kept) throw WrongPolicy("POA " + place_.name + ": " + needs);
}

void Adapter::raise_not_active(std::string_view id) const {
  throw ObjectNotActive("POA " + place_.name + " has no active object with the id " + qos::quoted(id));
}

void Adapter::raise_servant_not_active() const {
  std::string why = "the servant incarnates no object of POA " + place_.name;
  if (policies_.retains() && !policies_.unique_ids()) {
    why += ", which has MULTIPLE_ID: outside an upcall, UNIQUE_ID or IMPLICIT_ACTIVATION is needed";
  } else if (policies_.retains()) {
    why += ", which has NO_IMPLICIT_ACTIVATION: activate the servant first, or create the POA with IMPLICIT_ACTIVATION";
  } else {
    why += " in an upcall; without RETAIN an object is known only within its upcalls";
  }
  throw ServantNotActive(std::move(why));
}

// With PERSISTENT, an id must also differ from those of earlier runs.
std::string Adapter::new_id() {
  std::string id;
  if (policies_.persistent()) append_big_endian(id, orb_->stamp(), stamp_octets);
  append_big_endian(id, ids_made().fetch_add(1, std::memory_order_relaxed) + 1, number_octets);
  return id;
}

sync::Atomic<std::uint64_t>& Adapter::ids_made() const noexcept {
  return policies_.persistent() ? tree_.persistent_ids() : ids_made_;
}

bool Adapter::is_own_system_id(std::string_view id) const noexcept {
  if (policies_.persistent()) {
    if (id.size() != stamp_octets + number_octets) return false;
    if (read_big_endian(id.substr(0, stamp_octets)) != orb_->stamp()) return true;  // an earlier run's
    id.remove_prefix(stamp_octets);
  }
  if (id.size() != number_octets) return false;
  const std::uint64_t number = read_big_endian(id);
  return number != 0 && number <= ids_made().load(std::memory_order_relaxed);
}

void Adapter::require_system_id(std::string_view id) const {
  if (!policies_.system_ids() || is_own_system_id(id)) return;
  throw CORBA::BAD_PARAM(
      minor::bad_param_object_id, CORBA::COMPLETED_NO,
      "the object id was not assigned by POA " + place_.name + ": for ids of your own create a POA with USER_ID");
}

std::shared_ptr<ActiveObject> Adapter::activate(std::string id, std::shared_ptr<PortableServer::Servant> servant) {
  const auto* const identity = servant.get();
  auto object = std::make_shared<ActiveObject>(shared(), std::move(id), std::move(servant));
  const sync::UniqueLock lock(objects_mutex_);
  require_alive();
  if (active_.contains(object->id())) {
    throw ObjectAlreadyActive("POA " + place_.name + " has an active object with the id " + qos::quoted(object->id()));
  }
  auto& incarnations = by_servant_[identity];
  if (incarnations.count != 0 && policies_.unique_ids()) {
    throw ServantAlreadyActive("the servant incarnates another object of POA " + place_.name +
                               ", which has UNIQUE_ID: for several create the POA with MULTIPLE_ID");
  }
  try {
    active_.insert(object);
  } catch (...) {
    if (incarnations.count == 0) by_servant_.erase(identity);
    throw;
  }
  ++incarnations.count;
  incarnations.one = object.get();
  return object;
}

void Adapter::remove_locked(const ActiveObject& object) {
  const auto incarnations = by_servant_.find(&object.servant());
  DIMMA_ASSERT(incarnations != by_servant_.end());
  if (--incarnations->second.count == 0) by_servant_.erase(incarnations);
  active_.erase(active_.find(object.id()));
}

ObjectId Adapter::activate_object(CORBA::servant_reference<PortableServer::Servant> servant) {
  require_policy(policies_.system_ids() && policies_.retains(),
                 policies_.retains() ? "activate_object needs SYSTEM_ID: with USER_ID call activate_object_with_id"
                                     : "activate_object needs RETAIN");
  return id_of_text(activate(new_id(), required(servant))->id());
}

void Adapter::activate_object_with_id(const ObjectId& id, CORBA::servant_reference<PortableServer::Servant> servant) {
  require_policy(policies_.retains(), "activate_object_with_id needs RETAIN");
  auto text = text_of_id(id);
  require_system_id(text);
  activate(std::move(text), required(servant));
}

void Adapter::deactivate_object(const ObjectId& id) {
  require_policy(policies_.retains(), "deactivate_object needs RETAIN");
  const auto text = text_of_id(id);
  std::shared_ptr<ActiveObject> object;
  {
    const sync::UniqueLock lock(objects_mutex_);
    const auto found = active_.find(std::string_view(text));
    if (found == active_.end()) raise_not_active(text);
    object = *found;
    begin_draining(object);
    remove_locked(*object);
  }
  close(*object, true, false);
}

// Called together with its removal from the active ones, so that no thread finds it in neither place and incarnates it
// again.
void Adapter::begin_draining(const std::shared_ptr<ActiveObject>& object) {
  const sync::LockGuard lock(drain_mutex_);
  draining_.emplace(object.get(), object);
}

void Adapter::close(ActiveObject& object, bool etherealize, bool cleanup_in_progress) {
  object.etherealize = etherealize;
  object.cleanup_in_progress = cleanup_in_progress;
  object.close();
}

void Adapter::deactivate_all(bool etherealize) {
  std::vector<std::shared_ptr<ActiveObject>> objects;
  {
    const sync::UniqueLock lock(objects_mutex_);
    objects.assign(active_.begin(), active_.end());
    for (const auto& object : objects) begin_draining(object);
    active_.clear();
    by_servant_.clear();
  }
  for (const auto& object : objects) close(*object, etherealize, true);
  if (!destroyed_.load(std::memory_order_seq_cst)) return;
  const sync::LockGuard lock(drain_mutex_);
  all_closed_ = true;
  drained_.notify_all();
}

CORBA::object_reference<CORBA::Object> Adapter::create_reference(const std::string& repository_id) {
  require_policy(policies_.system_ids(),
                 "create_reference needs SYSTEM_ID: with USER_ID call create_reference_with_id");
  return reference(new_id(), repository_id);
}

CORBA::object_reference<CORBA::Object> Adapter::create_reference_with_id(const ObjectId& id,
                                                                         const std::string& repository_id) {
  require_alive();
  auto text = text_of_id(id);
  require_system_id(text);
  return reference(text, repository_id);
}

// Applies the rules that 15.3.9.20 and 15.3.9.21 share; returns nothing if no rule gives an id.
std::optional<std::string> Adapter::id_of_servant(const std::shared_ptr<PortableServer::Servant>& servant) {
  if (policies_.retains() && policies_.unique_ids()) {
    const sync::SharedLockGuard lock(objects_mutex_);
    const auto found = by_servant_.find(servant.get());
    if (found != by_servant_.end()) return std::string(found->second.one->id());
  }
  if (policies_.activates_implicitly()) {
    try {
      return std::string(activate(new_id(), servant)->id());
    } catch (const ServantAlreadyActive&) {
      return id_of_servant(servant);  // another thread was faster
    }
  }
  return std::nullopt;
}

CORBA::object_reference<CORBA::Object> Adapter::reference_to(PortableServer::Servant& servant, std::string_view id) {
  return reference(id, servant._interface_of(id_of_text(id), CORBA::object_reference<POA>(shared())));
}

ObjectId Adapter::servant_to_id(CORBA::servant_reference<PortableServer::Servant> servant) {
  const auto owner = required(servant);
  require_policy(policies_.has_default_servant() ||
                     (policies_.retains() && (policies_.unique_ids() || policies_.activates_implicitly())),
                 "servant_to_id needs USE_DEFAULT_SERVANT, or RETAIN and UNIQUE_ID or IMPLICIT_ACTIVATION");
  if (const auto id = id_of_servant(owner)) return id_of_text(*id);
  const auto* const upcall = upcall_on(*owner);
  if (upcall != nullptr && &upcall->object->owner() == this) return id_of_text(upcall->object->id());
  raise_servant_not_active();
}

CORBA::object_reference<CORBA::Object> Adapter::servant_to_reference(
    CORBA::servant_reference<PortableServer::Servant> servant) {
  const auto owner = required(servant);
  const auto* const upcall = upcall_on(*owner);
  const bool in_own_upcall = upcall != nullptr && &upcall->object->owner() == this;
  require_policy(
      in_own_upcall || (policies_.retains() && (policies_.unique_ids() || policies_.activates_implicitly())),
      "servant_to_reference needs RETAIN and UNIQUE_ID or IMPLICIT_ACTIVATION outside of the servant's upcalls");
  if (const auto id = id_of_servant(owner)) return reference_to(*owner, *id);
  if (in_own_upcall) return reference_to(*owner, upcall->object->id());
  raise_servant_not_active();
}

std::string Adapter::own_id_in(const CORBA::object_reference<CORBA::Object>& reference) const {
  if (!reference) throw CORBA::BAD_PARAM(minor::bad_param_local_object, CORBA::COMPLETED_NO, "the reference is nil");
  const auto& known = CORBA::ObjectAccess::reference(*reference);
  const std::string* const key = known && known->orb() == orb_ ? known->local_key() : nullptr;
  if (key == nullptr || key->compare(0, key_prefix_.size(), key_prefix_) != 0) {
    throw WrongAdapter("the reference is to no object of POA " + place_.name);
  }
  return key->substr(key_prefix_.size());
}

ObjectId Adapter::reference_to_id(CORBA::object_reference<CORBA::Object> reference) {
  require_alive();
  return id_of_text(own_id_in(reference));
}

CORBA::servant_reference<PortableServer::Servant> Adapter::reference_to_servant(
    CORBA::object_reference<CORBA::Object> reference) {
  require_policy(policies_.retains() || policies_.has_default_servant(),
                 "reference_to_servant needs RETAIN or USE_DEFAULT_SERVANT");
  return id_to_servant(id_of_text(own_id_in(reference)));
}

CORBA::servant_reference<PortableServer::Servant> Adapter::id_to_servant(const ObjectId& id) {
  require_policy(policies_.retains() || policies_.has_default_servant(),
                 "id_to_servant needs RETAIN or USE_DEFAULT_SERVANT");
  const auto text = text_of_id(id);
  const sync::SharedLockGuard lock(objects_mutex_);
  const auto found = active_.find(std::string_view(text));
  if (found != active_.end()) return CORBA::servant_reference<PortableServer::Servant>((*found)->servant_owner());
  if (default_servant_) return CORBA::servant_reference<PortableServer::Servant>(default_servant_);
  raise_not_active(text);
}

CORBA::object_reference<CORBA::Object> Adapter::id_to_reference(const ObjectId& id) {
  require_policy(policies_.retains(), "id_to_reference needs RETAIN");
  const auto text = text_of_id(id);
  std::shared_ptr<PortableServer::Servant> servant;
  {
    const sync::SharedLockGuard lock(objects_mutex_);
    const auto found = active_.find(std::string_view(text));
    if (found == active_.end()) raise_not_active(text);
    servant = (*found)->servant_owner();
  }
  return reference_to(*servant, text);
}

CORBA::servant_reference<PortableServer::Servant> Adapter::get_servant() {
  require_policy(policies_.has_default_servant(), "get_servant needs USE_DEFAULT_SERVANT");
  const sync::SharedLockGuard lock(objects_mutex_);
  if (!default_servant_) throw NoServant("POA " + place_.name + " has no default servant yet: call set_servant");
  return CORBA::servant_reference<PortableServer::Servant>(default_servant_);
}

void Adapter::set_servant(CORBA::servant_reference<PortableServer::Servant> servant) {
  require_policy(policies_.has_default_servant(), "set_servant needs USE_DEFAULT_SERVANT");
  auto replaced = required(servant);
  const sync::UniqueLock lock(objects_mutex_);
  default_servant_.swap(replaced);
}

CORBA::object_reference<PortableServer::ServantManager> Adapter::get_servant_manager() {
  require_policy(policies_.has_servant_manager(), "get_servant_manager needs USE_SERVANT_MANAGER");
  const sync::SharedLockGuard lock(objects_mutex_);
  return CORBA::object_reference<PortableServer::ServantManager>(servant_manager_);
}

void Adapter::set_servant_manager(CORBA::object_reference<PortableServer::ServantManager> manager) {
  require_policy(policies_.has_servant_manager(), "set_servant_manager needs USE_SERVANT_MANAGER");
  const auto& given = manager._shared();
  const bool fits = policies_.retains() ? dynamic_cast<PortableServer::ServantActivator*>(given.get()) != nullptr
                                        : dynamic_cast<PortableServer::ServantLocator*>(given.get()) != nullptr;
  if (!fits) {
    throw CORBA::OBJ_ADAPTER(minor::obj_adapter_no_servant_manager, CORBA::COMPLETED_NO,
                             policies_.retains() ? "with RETAIN a ServantActivator is needed"
                                                 : "with NON_RETAIN a ServantLocator is needed");
  }
  const sync::UniqueLock lock(objects_mutex_);
  if (servant_manager_) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_servant_manager_set, CORBA::COMPLETED_NO,
                               "the servant manager of POA " + place_.name + " is already set");
  }
  servant_manager_ = given;
}

}  // namespace dimma::orb
