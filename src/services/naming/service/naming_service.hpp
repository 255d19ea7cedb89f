#pragma once
// The naming service in an ORB: its object adapters, servants and their shared state.

#include "services/naming/service/common/limits.hpp"
#include "services/naming/service/common/service_log.hpp"
#include "services/naming/service/health/health_book.hpp"
#include "services/naming/service/references/references.hpp"
#include "services/naming/service/servants/change_feed.hpp"
#include "services/naming/service/servants/iterators.hpp"
#include "services/naming/tree/tree.hpp"

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <chrono>
#include <functional>
#include <optional>

namespace dimma::naming {

// Serves requests once it is constructed, if the root POA's manager is active. The ORB must be destroyed before the
// service, and the store must outlive both.
class NamingService {
 public:
  // Throws StoreError, and the exceptions of POA::create_POA().
  NamingService(const CORBA::object_reference<CORBA::ORB>& orb, store::Store& store, const Limits& limits,
                ServiceLog& log);
  NamingService(const NamingService&) = delete;
  NamingService& operator=(const NamingService&) = delete;

  ContextRef root() const { return references_.context(ContextId()); }
  // Answers calls that wait for changes. Later calls do not wait, so that the ORB can be shut down.
  void stop_waiting() { changes_.stop(); }

  // Removes this service's addresses from the store.
  void leave_others() noexcept {
    if (members_) members_->leave();
  }
  // Makes the references of contexts contain the addresses of the store's other services too. Called before requests
  // are served. The parameters are those of Members. Throws StoreError.
  void join_others(
      std::chrono::milliseconds lifetime, std::function<void()> changed = [] {});

  const References& references() const noexcept { return references_; }
  Tree& tree() noexcept { return tree_; }
  HealthBook& health() noexcept { return health_; }
  Iterators& iterators() noexcept { return iterators_; }
  ChangeFeed& changes() noexcept { return changes_; }

 private:
  store::Store& store_;
  ServiceLog& log_;
  Tree tree_;
  HealthBook health_;
  Iterators iterators_;
  ChangeFeed changes_;
  const CORBA::object_reference<PortableServer::POA> contexts_;
  const CORBA::object_reference<PortableServer::POA> iterator_poa_;
  References references_;
  std::optional<Members> members_;
};

}  // namespace dimma::naming
