#include "orb/poa/objects/incarnator.hpp"

#include "base/sync/assert.hpp"
#include "orb/poa/managers/adapter_base.hpp"
#include "orb/poa/objects/active_object_map.hpp"
#include "orb/poa/objects/object_id.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <dimma/minor.hpp>

#include <string>
#include <utility>

namespace dimma::orb {

namespace {

[[noreturn]] void raise_adapter_error(std::uint32_t minor, const std::string& why) {
  throw CORBA::OBJ_ADAPTER(minor, CORBA::COMPLETED_NO, why);
}

[[noreturn]] void raise_try_again(const std::string& why) {
  throw CORBA::TRANSIENT(minor::transient_poa_destroyed, CORBA::COMPLETED_NO, why);
}

}  // namespace

// Surrounds a call of a servant manager on the calling thread. SINGLE_THREAD_MODEL also applies to these calls (CORBA
// 3.3 part 1, 15.3.8).
class Incarnator::Call {
 public:
  explicit Call(const Incarnator& incarnator) : incarnator_(incarnator), previous_(innermost) {
    if (auto* const serial = incarnator.owner_.serial()) serial->lock();
    innermost = this;
  }
  ~Call() {
    DIMMA_ASSERT(innermost == this);
    innermost = previous_;
    if (auto* const serial = incarnator_.owner_.serial()) serial->unlock();
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // Returns true if this thread is calling the servant manager of that incarnator.
  static bool is_in(const Incarnator& incarnator) noexcept {
    for (const auto* call = innermost; call != nullptr; call = call->previous_) {
      if (&call->incarnator_ == &incarnator) return true;
    }
    return false;
  }

 private:
  static constinit DIMMA_PER_THREAD const Call* innermost;

  const Incarnator& incarnator_;
  const Call* const previous_;
};
constinit DIMMA_PER_THREAD const Incarnator::Call* Incarnator::Call::innermost = nullptr;

Incarnator::Incarnator(AdapterBase& adapter, ObjectOwner& owner, ActiveObjectMap& objects,
                       std::shared_ptr<HoldLimit> limit)
    : adapter_(adapter),
      owner_(owner),
      objects_(objects),
      until_etherealized_(std::make_shared<HoldQueue>(std::move(limit), true)) {}

Incarnator::Servant Incarnator::default_servant() const {
  const sync::SharedLockGuard lock(mutex_);
  return default_servant_;
}

// The previous servant is destroyed with the parameter, after the lock has been released.
void Incarnator::default_servant(Servant value) {
  const sync::UniqueLock lock(mutex_);
  default_servant_.swap(value);
}

Incarnator::Manager Incarnator::manager() const {
  const sync::SharedLockGuard lock(mutex_);
  return manager_;
}

bool Incarnator::manager(Manager value) {
  const sync::UniqueLock lock(mutex_);
  if (manager_) return false;
  manager_ = std::move(value);
  return true;
}

ActiveObject* Incarnator::incarnate(std::string_view id, std::string_view operation, ServerRequest* request) {
  adapter_.require_alive();
  // The object may have become active since the caller looked for it, especially in a new adapter.
  if (ActiveObject* const object = objects_.enter(id)) return object;
  const auto& policies = adapter_.policies();
  if (policies.has_default_servant()) {
    auto servant = default_servant();
    if (!servant) {
      raise_adapter_error(minor::obj_adapter_no_default_servant, "POA " + adapter_.name() + " has no default servant");
    }
    return &enter_for_one_request(
        std::make_shared<ActiveObject>(adapter_.object_owner(), std::string(id), std::move(servant)));
  }
  if (policies.has_servant_manager()) {
    const auto asked = manager();
    if (!asked) {
      raise_adapter_error(minor::obj_adapter_no_servant_manager, "POA " + adapter_.name() + " has no servant manager");
    }
    if (policies.retains()) {
      return incarnate_by_activator(id, dynamic_cast<PortableServer::ServantActivator&>(*asked), request);
    }
    return &incarnate_by_locator(id, operation, dynamic_cast<PortableServer::ServantLocator&>(*asked));
  }
  throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_object, CORBA::COMPLETED_NO,
                                "the object is not active in POA " + adapter_.name());
}

// The object is closed from the start, so that it is released when its only request ends.
ActiveObject& Incarnator::enter_for_one_request(const std::shared_ptr<ActiveObject>& object) {
  object->enter();
  objects_.add_closed(object);
  object->close(false, false);
  return *object;
}

// Returns true if this thread prevents the etherealization, because it is in a servant manager of this adapter, or in
// an upcall with SINGLE_THREAD_MODEL.
bool Incarnator::waits_for_itself() const {
  return Call::is_in(*this) || (owner_.serial() != nullptr && in_upcall(owner_));
}

// Until the etherealization, requests for the object wait as if the adapter held them (CORBA 3.3 part 1, 15.3.6).
// Returns false if the request is put aside.
bool Incarnator::wait_until_etherealized(std::string_view id, ServerRequest* request) {
  const auto goes_on = [&] { return objects_.is_closing(id); };
  if (!goes_on()) return true;
  if (waits_for_itself()) {
    raise_try_again("the object is being etherealized, and POA " + adapter_.name() +
                    " cannot wait for that within this upcall; try again later");
  }
  if (request != nullptr && until_etherealized_->hold_while(*request, goes_on)) return false;
  if (objects_.wait_while_closing(id)) return true;
  raise_try_again("the object is being etherealized, and the only thread is already in too many nested waits");
}

ActiveObject* Incarnator::incarnate_by_activator(std::string_view id, PortableServer::ServantActivator& activator,
                                                 ServerRequest* request) {
  constexpr int tries = 100;  // a limit, since an application may deactivate the object as soon as it is active
  for (int i = 0; i < tries; ++i) {
    if (!wait_until_etherealized(id, request)) return nullptr;
    if (ActiveObject* const object = try_to_incarnate(id, activator)) return object;
  }
  raise_try_again("the object is deactivated each time that it is activated");
}

// Returns nullptr if the object was deactivated meanwhile.
ActiveObject* Incarnator::try_to_incarnate(std::string_view id, PortableServer::ServantActivator& activator) {
  const Call call(*this);
  const sync::LockGuard one_at_a_time(incarnation_mutex_);
  if (ActiveObject* const object = objects_.enter(id)) return object;
  if (objects_.is_closing(id)) return nullptr;
  adapter_.require_alive();
  const auto servant = activator.incarnate(id_of_text(id), adapter_.poa());
  if (!servant) {
    raise_adapter_error(minor::obj_adapter_null_servant,
                        "the servant activator of POA " + adapter_.name() + " returned no servant");
  }
  const auto object = std::make_shared<ActiveObject>(adapter_.object_owner(), std::string(id), servant._shared());
  switch (objects_.add(object, adapter_.policies().unique_ids())) {
    case ActiveObjectMap::Added::adapter_destroyed:
      adapter_.require_alive();
      break;
    case ActiveObjectMap::Added::servant_in_use:
      raise_adapter_error(minor::obj_adapter_incarnate_policy,
                          "the servant activator of POA " + adapter_.name() +
                              " returned a servant that incarnates another object, which UNIQUE_ID forbids");
    case ActiveObjectMap::Added::id_in_use:  // the activator has activated the object itself
    case ActiveObjectMap::Added::yes:
      break;
  }
  return objects_.enter(id);
}

ActiveObject& Incarnator::incarnate_by_locator(std::string_view id, std::string_view operation,
                                               PortableServer::ServantLocator& locator) {
  auto located = std::make_unique<LocatedObject>();
  located->operation = operation;
  const Call call(*this);
  const auto servant = locator.preinvoke(id_of_text(id), adapter_.poa(), located->operation, located->cookie);
  if (!servant) {
    raise_adapter_error(minor::obj_adapter_null_servant,
                        "the servant locator of POA " + adapter_.name() + " returned no servant");
  }
  const auto object = std::make_shared<ActiveObject>(adapter_.object_owner(), std::string(id), servant._shared());
  object->located = std::move(located);
  return enter_for_one_request(object);
}

void Incarnator::released(ActiveObject& object, Servant servant) noexcept {
  try {
    etherealize(object, servant, std::move(object.located));
  } catch (...) {
    // Exceptions of a servant manager are ignored here (15.3.6.2).
  }
  servant.reset();
  const auto last = objects_.released(object);
  const auto& policies = adapter_.policies();
  if (policies.has_servant_manager() && policies.retains()) until_etherealized_->look_again();
}

void Incarnator::postinvoke(ActiveObject& object, std::unique_ptr<LocatedObject> located) {
  DIMMA_ASSERT(located);
  object.etherealize = false;
  etherealize(object, object.servant_owner(), std::move(located));
}

void Incarnator::etherealize(ActiveObject& object, const Servant& servant, std::unique_ptr<LocatedObject> located) {
  if (!adapter_.policies().has_servant_manager() || (!located && !object.etherealize)) return;
  const auto asked = manager();
  const bool incarnates_others = objects_.has_servant(*servant);
  const CORBA::servant_reference<PortableServer::Servant> reference(servant);
  const auto poa = adapter_.poa();
  const Call call(*this);
  if (located) {
    dynamic_cast<PortableServer::ServantLocator&>(*asked).postinvoke(id_of_text(object.id()), poa, located->operation,
                                                                     located->cookie, reference);
  } else if (auto* const activator = dynamic_cast<PortableServer::ServantActivator*>(asked.get())) {
    const sync::LockGuard one_at_a_time(incarnation_mutex_);
    activator->etherealize(id_of_text(object.id()), poa, reference, object.cleanup_in_progress, incarnates_others);
  }
}

}  // namespace dimma::orb
