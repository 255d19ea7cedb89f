#pragma once
// The services that serve one tree from one store. Each keeps its addresses in the store, under a lease, and reads
// those of the others, so that references contain the addresses of all services.

#include "services/locks/locks.hpp"
#include "services/naming/service/common/service_log.hpp"
#include "services/naming/tree/records.hpp"

#include <dimma/store.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace dimma::naming {

// Thread-safe. The store and the log must outlive it.
class Members {
 public:
  using Addresses = std::vector<MemberAddress>;

  // A service that has been gone for `lifetime` is dropped; the others are checked every third of that time. The thread
  // of this object calls `changed`, which must not throw, when others() has changed. Throws StoreError.
  Members(
      store::Store& store, ServiceLog& log, Addresses own,
      std::chrono::milliseconds lifetime = std::chrono::seconds(15), std::function<void()> changed = [] {});
  ~Members() { leave(); }
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;

  // Removes this service's addresses, if the store can be reached, and stops watching the others.
  void leave() noexcept;

  // Returns the addresses of the other services, except those that are also this service's. The order is unspecified,
  // but stays the same until a service joins or leaves.
  std::shared_ptr<const Addresses> others() const;

 private:
  void run();
  void renew();
  void join();
  bool look();  // returns true if the others have changed

  store::Store& store_;
  ServiceLog& log_;
  const Addresses own_;
  const std::chrono::milliseconds lifetime_;
  const std::function<void()> changed_;
  const ContextId id_ = ContextId::random();
  store::LeaseId lease_ = store::no_lease;  // only for the thread while it runs

  mutable locks::Mutex mutex_;
  locks::Condition stops_changed_;
  bool stops_ DIMMA_GUARDED_BY(mutex_) = false;
  std::shared_ptr<const Addresses> others_ DIMMA_GUARDED_BY(mutex_) = std::make_shared<const Addresses>();
  std::thread thread_;
};

}  // namespace dimma::naming
