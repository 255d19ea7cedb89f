#pragma once
// The naming service in an ORB: its object adapters, its servants, and their shared state.

#include "services/naming/service/change_feed.hpp"
#include "services/naming/service/health_book.hpp"
#include "services/naming/service/iterators.hpp"
#include "services/naming/service/limits.hpp"
#include "services/naming/service/references.hpp"
#include "services/naming/service/service_log.hpp"
#include "services/naming/tree/tree.hpp"

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <chrono>
#include <functional>
#include <optional>

namespace dimma::naming {

// Serves from its construction on, if the root POA's manager is active. The ORB has to be destroyed before the service,
// and the store outlives both.
class NamingService {
 public:
  // Throws StoreError, and the exceptions of creating object adapters.
  NamingService(const CORBA::object_reference<CORBA::ORB>& orb, store::Store& store, const Limits& limits,
                ServiceLog& log);
  NamingService(const NamingService&) = delete;
  NamingService& operator=(const NamingService&) = delete;

  ContextRef root() const { return references_.context(ContextId()); }
  // Answers the calls that wait for changes, and later ones at once, so that the ORB can be shut down.
  void stop_waiting() { changes_.stop(); }

  // Tells the other services that this one leaves.
  void leave_others() noexcept {
    if (members_) members_->leave();
  }
  // Has the references of contexts lead to the other services of the store too. To be called before requests are
  // served. Throws StoreError. The parameters are those of Members.
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
