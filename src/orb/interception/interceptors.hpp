#pragma once
// The interceptors that services have registered with an ORB while it was made. They are dropped when the ORB has been
// destroyed, so that an interceptor may hold references of its ORB.

#include "orb/interception/slots.hpp"

#include <dimma/orb_initializer.hpp>

#include <map>
#include <vector>

namespace dimma::orb {

class Interceptors {
 public:
  template <class Kind>
  using List = std::vector<CORBA::object_reference<Kind>>;
  // The list as it is at the moment.
  template <class Kind>
  using Snapshot = std::shared_ptr<const List<Kind>>;

  // These throw ORBInitInfo::DuplicateName, BAD_PARAM for nil.
  void add(CORBA::object_reference<PortableInterceptor::ClientRequestInterceptor> interceptor);
  void add(CORBA::object_reference<PortableInterceptor::ServerRequestInterceptor> interceptor);
  void add(CORBA::object_reference<PortableInterceptor::IORInterceptor> interceptor);
  // Throws BAD_INV_ORDER if there is one of that type.
  void add(CORBA::PolicyType type, CORBA::object_reference<PortableInterceptor::PolicyFactory> factory);
  // Called when the ORB has been made.
  void seal() noexcept { slots_.seal(); }

  // True if any interceptors are asked about requests, at either end.
  bool see_requests() const noexcept { return see_requests_.load(std::memory_order_relaxed); }
  Snapshot<PortableInterceptor::ClientRequestInterceptor> of_clients() const { return of_clients_.snapshot(); }
  Snapshot<PortableInterceptor::ServerRequestInterceptor> of_servers() const { return of_servers_.snapshot(); }
  Snapshot<PortableInterceptor::IORInterceptor> of_references() const { return of_references_.snapshot(); }
  Slots& slots() noexcept { return slots_; }
  // Returns nullptr for a type that was not registered.
  CORBA::object_reference<PortableInterceptor::PolicyFactory> policy_factory(CORBA::PolicyType type) const;

  std::uint32_t next_request_id() noexcept { return last_request_id_.fetch_add(1, std::memory_order_relaxed) + 1; }

  // Tells each interceptor once that the ORB ends.
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
    // Returns them and has no interceptors from then on.
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
