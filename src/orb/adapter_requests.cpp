// From requests to active objects, and their end.

#include "orb/adapter.hpp"
#include "orb/core.hpp"
#include "orb/current.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::orb {

using PortableServer::ObjectId;

namespace {
ObjectId id_of_text(std::string_view text) { return {text.begin(), text.end()}; }
}  // namespace

ActiveObject* Adapter::enter(std::string_view id) noexcept {
  const std::shared_lock lock(objects_mutex_);
  const auto found = active_.find(id);
  // An object in the map is not closed: deactivation takes it out first, with the lock held alone.
  return found != active_.end() && (*found)->enter() ? found->get() : nullptr;
}

bool Adapter::may_have(std::string_view id) noexcept {
  if (policies_.has_default_servant() || policies_.has_servant_manager()) return true;
  const std::shared_lock lock(objects_mutex_);
  return active_.contains(id);
}

ActiveObject& Adapter::incarnate(std::string_view id, std::string_view operation) {
  require_alive();
  // It may have become active since it was looked for, above all in an adapter that has just been made.
  if (ActiveObject* const object = enter(id)) return *object;
  if (policies_.has_default_servant()) {
    std::shared_ptr<PortableServer::Servant> servant;
    {
      const std::shared_lock lock(objects_mutex_);
      servant = default_servant_;
    }
    if (!servant) {
      throw CORBA::OBJ_ADAPTER(minor::obj_adapter_no_default_servant, CORBA::COMPLETED_NO,
                               "POA " + place_.name + " has no default servant");
    }
    return enter_for_one_request(std::make_shared<ActiveObject>(shared(), std::string(id), std::move(servant)));
  }
  if (policies_.has_servant_manager()) {
    std::shared_ptr<PortableServer::ServantManager> manager;
    {
      const std::shared_lock lock(objects_mutex_);
      manager = servant_manager_;
    }
    if (!manager) {
      throw CORBA::OBJ_ADAPTER(minor::obj_adapter_no_servant_manager, CORBA::COMPLETED_NO,
                               "POA " + place_.name + " has no servant manager");
    }
    if (policies_.retains()) {
      return incarnate_by_activator(id, dynamic_cast<PortableServer::ServantActivator&>(*manager));
    }
    return incarnate_by_locator(id, operation, dynamic_cast<PortableServer::ServantLocator&>(*manager));
  }
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_object, CORBA::COMPLETED_NO,
                                "the object is not active in POA " + place_.name);
}

// It counts as closed from the start: its one request, when it ends, releases it.
ActiveObject& Adapter::enter_for_one_request(const std::shared_ptr<ActiveObject>& object) {
  object->enter();
  close(object, false, false);
  return *object;
}

ActiveObject& Adapter::incarnate_by_activator(std::string_view id, PortableServer::ServantActivator& activator) {
  {
    // An earlier incarnation of the object is etherealized before the next is made, unless that would be waiting for
    // this thread's own upcall.
    std::unique_lock lock(drain_mutex_);
    const auto* const upcall = current_upcall();
    drained_.wait(lock, [&] {
      return std::none_of(draining_.begin(), draining_.end(), [&](const auto& entry) {
        return entry.second->id() == id && (upcall == nullptr || upcall->object != entry.first);
      });
    });
  }
  const std::scoped_lock one_at_a_time(incarnation_mutex_);
  if (ActiveObject* const object = enter(id)) return *object;
  const auto servant = activator.incarnate(id_of_text(id), CORBA::object_reference<POA>(shared()));
  if (!servant) {
    throw CORBA::OBJ_ADAPTER(minor::obj_adapter_null_servant, CORBA::COMPLETED_NO,
                             "the servant activator of POA " + place_.name + " gave no servant");
  }
  std::shared_ptr<ActiveObject> object;
  try {
    object = activate(std::string(id), servant._shared());
  } catch (const ServantAlreadyActive&) {
    throw CORBA::OBJ_ADAPTER(minor::obj_adapter_incarnate_policy, CORBA::COMPLETED_NO,
                             "the servant activator of POA " + place_.name +
                                 " gave a servant that incarnates another object, against UNIQUE_ID");
  } catch (const ObjectAlreadyActive&) {
    // The activator activated it itself.
  }
  if (ActiveObject* const entered = enter(id)) return *entered;
  throw CORBA::TRANSIENT(minor::transient_poa_destroyed, CORBA::COMPLETED_NO, "the object was deactivated meanwhile");
}

ActiveObject& Adapter::incarnate_by_locator(std::string_view id, std::string_view operation,
                                            PortableServer::ServantLocator& locator) {
  auto located = std::make_unique<ActiveObject::Located>();
  located->operation = operation;
  const auto servant =
      locator.preinvoke(id_of_text(id), CORBA::object_reference<POA>(shared()), located->operation, located->cookie);
  if (!servant) {
    throw CORBA::OBJ_ADAPTER(minor::obj_adapter_null_servant, CORBA::COMPLETED_NO,
                             "the servant locator of POA " + place_.name + " gave no servant");
  }
  const auto object = std::make_shared<ActiveObject>(shared(), std::string(id), servant._shared());
  object->located = std::move(located);
  return enter_for_one_request(object);
}

void Adapter::released(ActiveObject& object, std::shared_ptr<PortableServer::Servant> servant) noexcept {
  try {
    etherealize(object, servant);
  } catch (...) {
    // 15.3.6.2: what a servant manager throws here is ignored.
  }
  servant.reset();
  std::shared_ptr<ActiveObject> last;  // dies behind the lock
  const std::scoped_lock lock(drain_mutex_);
  const auto found = draining_.find(&object);
  if (found != draining_.end()) {
    last = std::move(found->second);
    draining_.erase(found);
  }
  drained_.notify_all();
}

void Adapter::postinvoke(ActiveObject& object) { etherealize(object, object.servant_owner()); }

void Adapter::etherealize(ActiveObject& object, const std::shared_ptr<PortableServer::Servant>& servant) {
  if (!policies_.has_servant_manager() || (!object.located && !object.etherealize)) return;
  std::shared_ptr<PortableServer::ServantManager> manager;
  bool incarnates_others = false;
  {
    const std::shared_lock lock(objects_mutex_);
    manager = servant_manager_;
    incarnates_others = by_servant_.contains(servant.get());
  }
  const CORBA::servant_reference<PortableServer::Servant> reference(servant);
  const CORBA::object_reference<POA> adapter(shared());
  if (const auto located = std::move(object.located)) {
    object.etherealize = false;
    dynamic_cast<PortableServer::ServantLocator&>(*manager).postinvoke(id_of_text(object.id()), adapter,
                                                                       located->operation, located->cookie, reference);
  } else if (auto* const activator = dynamic_cast<PortableServer::ServantActivator*>(manager.get())) {
    const std::scoped_lock one_at_a_time(incarnation_mutex_);
    activator->etherealize(id_of_text(object.id()), adapter, reference, object.cleanup_in_progress, incarnates_others);
  }
}

void Adapter::wait_until_idle() {
  std::vector<std::shared_ptr<ActiveObject>> objects;
  {
    const std::shared_lock lock(objects_mutex_);
    objects.assign(active_.begin(), active_.end());
  }
  for (const auto& object : objects) object->wait_until_idle();
  wait_until_drained();
}

void Adapter::wait_until_drained() {
  std::unique_lock lock(drain_mutex_);
  drained_.wait(lock, [this] { return draining_.empty(); });
}

bool Adapter::is_drained() {
  const std::scoped_lock lock(drain_mutex_);
  return draining_.empty();
}

}  // namespace dimma::orb
