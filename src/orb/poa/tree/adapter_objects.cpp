// Activation and deactivation of objects, object ids, and references.

#include "orb/poa/objects/object_id.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/upcall_stack.hpp"
#include "qos/text.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

using PortableServer::ObjectId;

namespace {

std::shared_ptr<PortableServer::Servant> required(const CORBA::servant_reference<PortableServer::Servant>& servant) {
  if (servant) return servant._shared();
  throw CORBA::BAD_PARAM(minor::bad_param_nil_servant, CORBA::COMPLETED_NO,
                         "the servant to be activated is nil; CORBA::make_reference<Class>() makes one");
}

[[noreturn]] void raise_not_active(const std::string& name, std::string_view id) {
  throw PortableServer::POA::ObjectNotActive("POA " + name + " has no active object with the id " + qos::quoted(id));
}

[[noreturn]] void raise_servant_not_active(const std::string& name, const AdapterPolicies& policies) {
  std::string why = "the servant incarnates no object of POA " + name;
  if (policies.retains() && !policies.unique_ids()) {
    why += ", which has MULTIPLE_ID: outside an upcall, UNIQUE_ID or IMPLICIT_ACTIVATION is needed";
  } else if (policies.retains()) {
    why += ", which has NO_IMPLICIT_ACTIVATION: activate the servant first, or create the POA with IMPLICIT_ACTIVATION";
  } else {
    why += " in an upcall; without RETAIN an object is known only within its upcalls";
  }
  throw PortableServer::POA::ServantNotActive(std::move(why));
}

}  // namespace

void Adapter::require_policy(bool kept, const char* needs) const {
  require_alive();
  if (!kept) throw WrongPolicy("POA " + place_.name + ": " + needs);
}

void Adapter::require_system_id(std::string_view id) const {
  if (!policies_.system_ids() || ids_.may_have_assigned(id)) return;
  throw CORBA::BAD_PARAM(
      minor::bad_param_object_id, CORBA::COMPLETED_NO,
      "the object id was not assigned by POA " + place_.name + ": for ids of your own create a POA with USER_ID");
}

// Returns the id.
std::string Adapter::activate(std::string id, const std::shared_ptr<PortableServer::Servant>& servant) {
  const auto object = std::make_shared<ActiveObject>(shared(), std::move(id), servant);
  switch (objects_.add(object, policies_.unique_ids())) {
    case ActiveObjectMap::Added::yes:
      break;
    case ActiveObjectMap::Added::adapter_destroyed:
      require_alive();
      break;
    case ActiveObjectMap::Added::id_in_use:
      throw ObjectAlreadyActive("POA " + place_.name + " has an active object with the id " +
                                qos::quoted(object->id()));
    case ActiveObjectMap::Added::servant_in_use:
      throw ServantAlreadyActive("the servant incarnates another object of POA " + place_.name +
                                 ", which has UNIQUE_ID: for several create the POA with MULTIPLE_ID");
  }
  return std::string(object->id());
}

ObjectId Adapter::activate_object(CORBA::servant_reference<PortableServer::Servant> servant) {
  require_policy(policies_.system_ids() && policies_.retains(),
                 policies_.retains() ? "activate_object needs SYSTEM_ID: with USER_ID call activate_object_with_id"
                                     : "activate_object needs RETAIN");
  return id_of_text(activate(ids_.next(), required(servant)));
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
  const auto object = objects_.remove(text);
  if (!object) raise_not_active(place_.name, text);
  object->close(true, false);
}

void Adapter::deactivate_all(bool etherealize) {
  for (const auto& object : objects_.remove_all()) object->close(etherealize, true);
  if (destroyed_.load(std::memory_order_seq_cst)) objects_.no_more();
}

CORBA::object_reference<CORBA::Object> Adapter::create_reference(const std::string& repository_id) {
  require_policy(policies_.system_ids(),
                 "create_reference needs SYSTEM_ID: with USER_ID call create_reference_with_id");
  return reference(ids_.next(), repository_id);
}

CORBA::object_reference<CORBA::Object> Adapter::create_reference_with_id(const ObjectId& id,
                                                                         const std::string& repository_id) {
  require_alive();
  auto text = text_of_id(id);
  require_system_id(text);
  return reference(text, repository_id);
}

// Applies the rules that 15.3.9.20 and 15.3.9.21 have in common. Returns nullopt if none of these rules yields an id.
std::optional<std::string> Adapter::id_of_servant(const std::shared_ptr<PortableServer::Servant>& servant) {
  if (policies_.retains() && policies_.unique_ids()) {
    if (auto id = objects_.id_of(*servant)) return id;
  }
  if (policies_.activates_implicitly()) {
    try {
      return activate(ids_.next(), servant);
    } catch (const ServantAlreadyActive&) {
      return id_of_servant(servant);  // another thread has just activated the servant
    }
  }
  return std::nullopt;
}

CORBA::object_reference<CORBA::Object> Adapter::reference_to(PortableServer::Servant& servant, std::string_view id) {
  return reference(id, servant._interface_of(id_of_text(id), poa()));
}

ObjectId Adapter::servant_to_id(CORBA::servant_reference<PortableServer::Servant> servant) {
  const auto owner = required(servant);
  require_policy(policies_.has_default_servant() ||
                     (policies_.retains() && (policies_.unique_ids() || policies_.activates_implicitly())),
                 "servant_to_id needs USE_DEFAULT_SERVANT, or RETAIN and UNIQUE_ID or IMPLICIT_ACTIVATION");
  if (const auto id = id_of_servant(owner)) return id_of_text(*id);
  const auto* const upcall = upcall_on(*owner);
  if (upcall != nullptr && &upcall->object->owner() == this) return id_of_text(upcall->object->id());
  raise_servant_not_active(place_.name, policies_);
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
  raise_servant_not_active(place_.name, policies_);
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
  if (const auto object = objects_.find(text)) {
    return CORBA::servant_reference<PortableServer::Servant>(object->servant_owner());
  }
  const auto servant = incarnator_.default_servant();
  if (!servant) raise_not_active(place_.name, text);
  return CORBA::servant_reference<PortableServer::Servant>(servant);
}

CORBA::object_reference<CORBA::Object> Adapter::id_to_reference(const ObjectId& id) {
  require_policy(policies_.retains(), "id_to_reference needs RETAIN");
  const auto text = text_of_id(id);
  const auto object = objects_.find(text);
  if (!object) raise_not_active(place_.name, text);
  const auto servant = object->servant_owner();
  return reference_to(*servant, text);
}

CORBA::servant_reference<PortableServer::Servant> Adapter::get_servant() {
  require_policy(policies_.has_default_servant(), "get_servant needs USE_DEFAULT_SERVANT");
  const auto servant = incarnator_.default_servant();
  if (!servant) throw NoServant("POA " + place_.name + " has no default servant yet: call set_servant");
  return CORBA::servant_reference<PortableServer::Servant>(servant);
}

void Adapter::set_servant(CORBA::servant_reference<PortableServer::Servant> servant) {
  require_policy(policies_.has_default_servant(), "set_servant needs USE_DEFAULT_SERVANT");
  incarnator_.default_servant(required(servant));
}

CORBA::object_reference<PortableServer::ServantManager> Adapter::get_servant_manager() {
  require_policy(policies_.has_servant_manager(), "get_servant_manager needs USE_SERVANT_MANAGER");
  return CORBA::object_reference<PortableServer::ServantManager>(incarnator_.manager());
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
  if (!incarnator_.manager(given)) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_servant_manager_set, CORBA::COMPLETED_NO,
                               "the servant manager of POA " + place_.name + " is already set");
  }
}

bool Adapter::may_have(std::string_view id) const noexcept {
  return policies_.has_default_servant() || policies_.has_servant_manager() || objects_.contains(id);
}

void Adapter::postinvoke(ActiveObject& object, std::unique_ptr<LocatedObject> located) {
  incarnator_.postinvoke(object, std::move(located));
}

void Adapter::released(ActiveObject& object, std::shared_ptr<PortableServer::Servant> servant) noexcept {
  incarnator_.released(object, std::move(servant));
}

void Adapter::wait_until_idle() {
  for (const auto& object : objects_.all()) object->wait_until_idle();
  wait_until_drained();
}

}  // namespace dimma::orb
