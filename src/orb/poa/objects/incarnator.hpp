#pragma once
// Finds servants for the objects of an adapter that are not active: the default servant, or those that the servant
// manager provides (CORBA 3.3 part 1, 15.3.6 and 15.3.7), which it also etherealizes.

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

// Thread-safe. No lock but incarnation_mutex_, and the adapter's own with SINGLE_THREAD_MODEL, is held while a servant
// manager is called.
class Incarnator {
 public:
  using Servant = std::shared_ptr<PortableServer::Servant>;
  using Manager = std::shared_ptr<PortableServer::ServantManager>;

  // `adapter` and `objects` outlive this object.
  Incarnator(AdapterBase& adapter, ActiveObjectMap& objects, std::shared_ptr<HoldLimit> limit);
  Incarnator(const Incarnator&) = delete;
  Incarnator& operator=(const Incarnator&) = delete;

  Servant default_servant() const;
  void default_servant(Servant value);
  Manager manager() const;
  // Returns false if there is one already.
  bool manager(Manager value);

  // Returns the object, entered. Throws the exception that refuses the request, or PortableServer::ForwardRequest.
  // Returns nullptr if `request`, which may be nullptr, has been put aside until an earlier incarnation is
  // etherealized.
  ActiveObject* incarnate(std::string_view id, std::string_view operation, ServerRequest* request);
  // Called once for the object of a servant locator, before its request is answered. Throws what the locator throws.
  void postinvoke(ActiveObject& object, std::unique_ptr<LocatedObject> located);
  // Called for an object whose last request has ended after it was closed. Its servant is destroyed here.
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
  ActiveObjectMap& objects_;
  const std::shared_ptr<HoldQueue> until_etherealized_;
  sync::RecursiveMutex incarnation_mutex_;  // a servant activator is called by one thread at a time

  mutable sync::SharedMutex mutex_;
  Servant default_servant_ DIMMA_GUARDED_BY(mutex_);
  Manager manager_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
