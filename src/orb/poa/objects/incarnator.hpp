#pragma once
// Finds servants for the objects of an adapter that are not active: the default servant, or servants of the servant
// manager (CORBA 3.3 part 1, 15.3.6 and 15.3.7). Also lets the servant manager etherealize servants.

#include "base/sync/sync.hpp"
#include "orb/poa/managers/hold_queue.hpp"
#include "orb/upcall/active_object.hpp"

#include <dimma/generated/server_request.hpp>
#include <dimma/poa.hpp>

#include <memory>
#include <string_view>

namespace dimma::orb {

class ActiveObjectMap;
class AdapterBase;

// Thread-safe. While a servant manager is called, only incarnation_mutex_ is held and, with SINGLE_THREAD_MODEL, the
// adapter's own lock.
class Incarnator {
 public:
  using Servant = std::shared_ptr<PortableServer::Servant>;
  using Manager = std::shared_ptr<PortableServer::ServantManager>;

  // `adapter` and `owner` are the same object. It and `objects` must outlive this object.
  Incarnator(AdapterBase& adapter, ObjectOwner& owner, ActiveObjectMap& objects, std::shared_ptr<HoldLimit> limit);
  Incarnator(const Incarnator&) = delete;
  Incarnator& operator=(const Incarnator&) = delete;

  Servant default_servant() const;
  void default_servant(Servant value);
  Manager manager() const;
  // Returns false if a manager is already set.
  bool manager(Manager value);

  // Obtains a servant for an object that is not active. Enters and returns the object. Throws the exception with which
  // the request is refused, or PortableServer::ForwardRequest. Returns nullptr if `request` (which may be nullptr) has
  // been put aside until an earlier incarnation is etherealized.
  ActiveObject* incarnate(std::string_view id, std::string_view operation, ServerRequest* request);
  // Called once for the object of a servant locator, before the reply to its request is sent. Throws what the locator
  // throws.
  void postinvoke(ActiveObject& object, std::unique_ptr<LocatedObject> located);
  // Called when a closed object has no more requests in progress. Destroys the servant.
  void released(ActiveObject& object, Servant servant) noexcept;

 private:
  class Call;

  ActiveObject* incarnate_by_activator(std::string_view id, PortableServer::ServantActivator& activator,
                                       ServerRequest* request);
  ActiveObject* try_to_incarnate(std::string_view id, PortableServer::ServantActivator& activator);
  ActiveObject& incarnate_by_locator(std::string_view id, std::string_view operation,
                                     PortableServer::ServantLocator& locator);
  ActiveObject& enter_for_one_request(const std::shared_ptr<ActiveObject>& object);
  bool wait_until_etherealized(std::string_view id, ServerRequest* request);
  bool waits_for_itself() const;
  void etherealize(ActiveObject& object, const Servant& servant, std::unique_ptr<LocatedObject> located);

  AdapterBase& adapter_;
  ObjectOwner& owner_;
  ActiveObjectMap& objects_;
  const std::shared_ptr<HoldQueue> until_etherealized_;
  sync::RecursiveMutex incarnation_mutex_;  // serialises the calls of a servant activator

  mutable sync::SharedMutex mutex_;
  Servant default_servant_ DIMMA_GUARDED_BY(mutex_);
  Manager manager_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
