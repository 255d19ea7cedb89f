#pragma once
// The interceptors that were registered with an ORB while it was initialised. They are released when the ORB is
// destroyed, so that an interceptor may hold references to its ORB.

#include "orb/interception/slots.hpp"

#include <dimma/orb_initializer.hpp>

#include <map>
#include <vector>

namespace dimma::orb {

class Interceptors {
 public:
  template <class Kind>
  using List = std::vector<CORBA::object_reference<Kind>>;
  // An immutable copy of the list.
  template <class Kind>
  using Snapshot = std::shared_ptr<const List<Kind>>;

  // Each throws ORBInitInfo::DuplicateName if the name is taken, and BAD_PARAM for a nil reference.
  void add(CORBA::object_reference<PortableInterceptor::ClientRequestInterceptor> interceptor);
  void add(CORBA::object_reference<PortableInterceptor::ServerRequestInterceptor> interceptor);
  void add(CORBA::object_reference<PortableInterceptor::IORInterceptor> interceptor);
  // Throws BAD_INV_ORDER if policies of that type already have a factory.
  void add(CORBA::PolicyType type, CORBA::object_reference<PortableInterceptor::PolicyFactory> factory);
  // Called when the ORB's initialisation is complete.
  void seal() noexcept { slots_.seal(); }

  // Returns true if client or server request interceptors are registered.
  bool see_requests() const noexcept { return see_requests_.load(std::memory_order_relaxed); }
  Snapshot<PortableInterceptor::ClientRequestInterceptor> of_clients() const { return of_clients_.snapshot(); }
  Snapshot<PortableInterceptor::ServerRequestInterceptor> of_servers() const { return of_servers_.snapshot(); }
  Snapshot<PortableInterceptor::IORInterceptor> of_references() const { return of_references_.snapshot(); }
  Slots& slots() noexcept { return slots_; }
  // Returns nullptr if no factory is registered for that type.
  CORBA::object_reference<PortableInterceptor::PolicyFactory> policy_factory(CORBA::PolicyType type) const;

  std::uint32_t next_request_id() noexcept { return last_request_id_.fetch_add(1, std::memory_order_relaxed) + 1; }

  // Calls destroy() once on each interceptor, and releases all interceptors.
  void destroy() noexcept;

 private:
  // The interceptors of one kind.
  template <class Kind>
  class Registered {
   public:
    Snapshot<Kind> snapshot() const {
      const sync::LockGuard lock(mutex_);
      return list_;
    }
    void add(CORBA::object_reference<Kind> interceptor);
    // Returns the interceptors and removes them from the list.
    Snapshot<Kind> take();

   private:
    mutable sync::Mutex mutex_;  // not held while an interceptor is called
    Snapshot<Kind> list_ DIMMA_GUARDED_BY(mutex_) = std::make_shared<const List<Kind>>();
  };

  Registered<PortableInterceptor::ClientRequestInterceptor> of_clients_;
  Registered<PortableInterceptor::ServerRequestInterceptor> of_servers_;
  Registered<PortableInterceptor::IORInterceptor> of_references_;
  mutable sync::Mutex mutex_;
  std::map<CORBA::PolicyType, CORBA::object_reference<PortableInterceptor::PolicyFactory>> policy_factories_
      DIMMA_GUARDED_BY(mutex_);
  Slots slots_;
  sync::Atomic<bool> see_requests_{false};
  sync::Atomic<std::uint32_t> last_request_id_{0};
};

}  // namespace dimma::orb
