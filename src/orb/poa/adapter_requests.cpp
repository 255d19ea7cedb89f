// The way from requests to active objects, and their end.

#include "base/sync/assert.hpp"
#include "channel/wait_for_others.hpp"
#include "orb/poa/adapter.hpp"
#include "orb/poa/poa_tree.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::orb {

using PortableServer::ObjectId;

namespace {

ObjectId id_of_text(std::string_view text) { return {text.begin(), text.end()}; }

// Exists around a call of a servant manager, on the thread that makes it. SINGLE_THREAD_MODEL applies to these calls
// too (CORBA 3.3 part 1, 15.3.8).
class ServantManagerCall {
 public:
  explicit ServantManagerCall(Adapter& adapter) : adapter_(adapter), previous_(innermost) {
    if (auto* const serial = adapter.serial()) serial->lock();
    innermost = this;
  }
  ~ServantManagerCall() {
    DIMMA_ASSERT(innermost == this);
    innermost = previous_;
    if (auto* const serial = adapter_.serial()) serial->unlock();
  }
  ServantManagerCall(const ServantManagerCall&) = delete;
  ServantManagerCall& operator=(const ServantManagerCall&) = delete;

  // True if this thread is in an upcall of that adapter.
  static bool is_in(const Adapter& adapter) noexcept {
    for (const auto* call = innermost; call != nullptr; call = call->previous_) {
      if (&call->adapter_ == &adapter) return true;
    }
    return false;
  }

 private:
  static constinit DIMMA_PER_THREAD const ServantManagerCall* innermost;

  Adapter& adapter_;
  const ServantManagerCall* const previous_;
};
constinit DIMMA_PER_THREAD const ServantManagerCall* ServantManagerCall::innermost = nullptr;

}  // namespace

ActiveObject* Adapter::enter(std::string_view id) noexcept {
  const sync::SharedLockGuard lock(objects_mutex_);
  const auto found = active_.find(id);
  // An object in the map is not closed: deactivation takes it out first, with the lock held alone.
  return found != active_.end() && (*found)->enter() ? found->get() : nullptr;
}

bool Adapter::may_have(std::string_view id) noexcept {
  if (policies_.has_default_servant() || policies_.has_servant_manager()) return true;
  const sync::SharedLockGuard lock(objects_mutex_);
  return active_.contains(id);
}

ActiveObject* Adapter::incarnate(std::string_view id, std::string_view operation, ServerRequest* request) {
  require_alive();
  // It may have become active since it was looked for, especially in an adapter that has just been made.
  if (ActiveObject* const object = enter(id)) return object;
  if (policies_.has_default_servant()) {
    std::shared_ptr<PortableServer::Servant> servant;
    {
      const sync::SharedLockGuard lock(objects_mutex_);
      servant = default_servant_;
    }
    if (!servant) {
      throw CORBA::OBJ_ADAPTER(minor::obj_adapter_no_default_servant, CORBA::COMPLETED_NO,
                               "POA " + place_.name + " has no default servant");
    }
    return &enter_for_one_request(std::make_shared<ActiveObject>(shared(), std::string(id), std::move(servant)));
  }
  if (policies_.has_servant_manager()) {
    std::shared_ptr<PortableServer::ServantManager> manager;
    {
      const sync::SharedLockGuard lock(objects_mutex_);
      manager = servant_manager_;
    }
    if (!manager) {
      throw CORBA::OBJ_ADAPTER(minor::obj_adapter_no_servant_manager, CORBA::COMPLETED_NO,
                               "POA " + place_.name + " has no servant manager");
    }
    if (policies_.retains()) {
      return incarnate_by_activator(id, dynamic_cast<PortableServer::ServantActivator&>(*manager), request);
    }
    return &incarnate_by_locator(id, operation, dynamic_cast<PortableServer::ServantLocator&>(*manager));
  }
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_object, CORBA::COMPLETED_NO,
                                "the object is not active in POA " + place_.name);
}

// The object counts as closed from the start, so that its only request releases it at the end.
ActiveObject& Adapter::enter_for_one_request(const std::shared_ptr<ActiveObject>& object) {
  object->enter();
  begin_draining(object);
  close(*object, false, false);
  return *object;
}

// True if an earlier incarnation of the object has not been etherealized yet, except one that this thread's own upcalls
// keep.
bool Adapter::is_being_etherealized(std::string_view id) {
  const sync::LockGuard lock(drain_mutex_);
  return is_being_etherealized_locked(id);
}

bool Adapter::is_being_etherealized_locked(std::string_view id) const {
  const auto is_own = [](const ActiveObject* object) {
    for (const auto* upcall = current_upcall(); upcall != nullptr; upcall = upcall->previous) {
      if (upcall->object == object) return true;
    }
    return false;
  };
  return std::any_of(draining_.begin(), draining_.end(),
                     [&](const auto& entry) { return entry.second->id() == id && !is_own(entry.first); });
}

// With what this thread holds, no thread could etherealize: it is in a servant manager of this adapter, or in an upcall
// that SINGLE_THREAD_MODEL lets run alone.
bool Adapter::waits_for_itself() const noexcept {
  if (ServantManagerCall::is_in(*this)) return true;
  if (!serial_) return false;
  for (const auto* upcall = current_upcall(); upcall != nullptr; upcall = upcall->previous) {
    if (&upcall->object->owner() == this) return true;
  }
  return false;
}

// Until then requests for the object wait as if the adapter held them (CORBA 3.3 part 1, 15.3.6). Returns false if the
// request is put aside.
bool Adapter::wait_until_etherealized(std::string_view id, ServerRequest* request) {
  const auto goes_on = [&] { return is_being_etherealized(id); };
  if (!goes_on()) return true;
  if (waits_for_itself()) {
    throw CORBA::TRANSIENT(minor::transient_poa_destroyed, CORBA::COMPLETED_NO,
                           "the object is being etherealized, and POA " + place_.name +
                               " cannot wait for that within this upcall; try again later");
  }
  if (request != nullptr && until_etherealized_->hold_while(*request, goes_on)) return false;
  if (channel::wait_for_others(drain_mutex_, drained_,
                               [&]() DIMMA_REQUIRES(drain_mutex_) { return !is_being_etherealized_locked(id); }))
    return true;
  throw CORBA::TRANSIENT(minor::transient_poa_destroyed, CORBA::COMPLETED_NO,
                         "the object is being etherealized, and the only thread is already in too many nested waits");
}

ActiveObject* Adapter::incarnate_by_activator(std::string_view id, PortableServer::ServantActivator& activator,
                                              ServerRequest* request) {
  constexpr int tries = 100;  // with an application that deactivates the object as soon as it is active
  for (int i = 0; i < tries; ++i) {
    if (!wait_until_etherealized(id, request)) return nullptr;
    if (ActiveObject* const object = try_to_incarnate(id, activator)) return object;
  }
  throw CORBA::TRANSIENT(minor::transient_poa_destroyed, CORBA::COMPLETED_NO,
                         "the object is deactivated each time that it is activated");
}

// Returns nullptr if it was deactivated meanwhile.
ActiveObject* Adapter::try_to_incarnate(std::string_view id, PortableServer::ServantActivator& activator) {
  const ServantManagerCall call(*this);
  const sync::LockGuard one_at_a_time(incarnation_mutex_);
  if (ActiveObject* const object = enter(id)) return object;
  if (is_being_etherealized(id)) return nullptr;
  require_alive();
  const auto servant = activator.incarnate(id_of_text(id), CORBA::object_reference<POA>(shared()));
  if (!servant) {
    throw CORBA::OBJ_ADAPTER(minor::obj_adapter_null_servant, CORBA::COMPLETED_NO,
                             "the servant activator of POA " + place_.name + " returned no servant");
  }
  try {
    activate(std::string(id), servant._shared());
  } catch (const ServantAlreadyActive&) {
    throw CORBA::OBJ_ADAPTER(minor::obj_adapter_incarnate_policy, CORBA::COMPLETED_NO,
                             "the servant activator of POA " + place_.name +
                                 " returned a servant that incarnates another object, which UNIQUE_ID forbids");
  } catch (const ObjectAlreadyActive&) {
    // The activator activated it itself.
  }
  return enter(id);
}

ActiveObject& Adapter::incarnate_by_locator(std::string_view id, std::string_view operation,
                                            PortableServer::ServantLocator& locator) {
  auto located = std::make_unique<LocatedObject>();
  located->operation = operation;
  const ServantManagerCall call(*this);
  const auto servant =
      locator.preinvoke(id_of_text(id), CORBA::object_reference<POA>(shared()), located->operation, located->cookie);
  if (!servant) {
    throw CORBA::OBJ_ADAPTER(minor::obj_adapter_null_servant, CORBA::COMPLETED_NO,
                             "the servant locator of POA " + place_.name + " returned no servant");
  }
  const auto object = std::make_shared<ActiveObject>(shared(), std::string(id), servant._shared());
  object->located = std::move(located);
  return enter_for_one_request(object);
}

void Adapter::released(ActiveObject& object, std::shared_ptr<PortableServer::Servant> servant) noexcept {
  try {
    etherealize(object, servant, std::move(object.located));
  } catch (...) {
    // An exception of a servant manager is ignored here (15.3.6.2).
  }
  servant.reset();
  std::shared_ptr<ActiveObject> last;  // destroyed after the lock is released
  {
    const sync::LockGuard lock(drain_mutex_);
    const auto found = draining_.find(&object);
    if (found != draining_.end()) {
      last = std::move(found->second);
      draining_.erase(found);
    }
    drained_.notify_all();
  }
  if (policies_.has_servant_manager() && policies_.retains()) until_etherealized_->look_again();
}

void Adapter::postinvoke(ActiveObject& object, std::unique_ptr<LocatedObject> located) {
  DIMMA_ASSERT(located);
  object.etherealize = false;
  etherealize(object, object.servant_owner(), std::move(located));
}

void Adapter::etherealize(ActiveObject& object, const std::shared_ptr<PortableServer::Servant>& servant,
                          std::unique_ptr<LocatedObject> located) {
  if (!policies_.has_servant_manager() || (!located && !object.etherealize)) return;
  std::shared_ptr<PortableServer::ServantManager> manager;
  bool incarnates_others = false;
  {
    const sync::SharedLockGuard lock(objects_mutex_);
    manager = servant_manager_;
    incarnates_others = by_servant_.contains(servant.get());
  }
  const CORBA::servant_reference<PortableServer::Servant> reference(servant);
  const CORBA::object_reference<POA> adapter(shared());
  const ServantManagerCall call(*this);
  if (located) {
    dynamic_cast<PortableServer::ServantLocator&>(*manager).postinvoke(id_of_text(object.id()), adapter,
                                                                       located->operation, located->cookie, reference);
  } else if (auto* const activator = dynamic_cast<PortableServer::ServantActivator*>(manager.get())) {
    const sync::LockGuard one_at_a_time(incarnation_mutex_);
    activator->etherealize(id_of_text(object.id()), adapter, reference, object.cleanup_in_progress, incarnates_others);
  }
}

void Adapter::wait_until_idle() {
  std::vector<std::shared_ptr<ActiveObject>> objects;
  {
    const sync::SharedLockGuard lock(objects_mutex_);
    objects.assign(active_.begin(), active_.end());
  }
  for (const auto& object : objects) object->wait_until_idle();
  wait_until_drained();
}

void Adapter::wait_until_drained() {
  sync::UniqueLock lock(drain_mutex_);
  drained_.wait(lock, [this]() DIMMA_REQUIRES(drain_mutex_) {
    return draining_.empty() && (all_closed_ || !destroyed_.load(std::memory_order_relaxed));
  });
}

bool Adapter::is_drained() {
  const sync::LockGuard lock(drain_mutex_);
  return draining_.empty();
}

}  // namespace dimma::orb
