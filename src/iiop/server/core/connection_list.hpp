#pragma once
// The connections of one endpoint.

#include "base/sync/sync.hpp"
#include "iiop/server/core/served_connection.hpp"

#include <cstddef>
#include <list>
#include <memory>
#include <vector>

namespace dimma::iiop {

// Thread-safe.
class ConnectionList {
 public:
  void add(std::shared_ptr<ServedConnection> connection);
  // Removes a connection. Returns the list's reference to it, or nullptr if abandon_all() has removed it already.
  std::shared_ptr<ServedConnection> remove(ServedConnection& connection) noexcept;
  // Removes all connections. Called when no thread serves them, other than a thread that is still in an upcall.
  void abandon_all() noexcept;

  std::vector<std::shared_ptr<ServedConnection>> all() const;
  std::size_t count() const;
  template <class Visit>
  void for_each(Visit visit) const {
    const sync::LockGuard lock(mutex_);
    for (const auto& connection : connections_) visit(*connection);
  }

  // Waits until the list is empty. Returns false if no other thread could empty it.
  bool wait_until_empty() DIMMA_EXCLUDES(mutex_);

 private:
  using Connections = std::list<std::shared_ptr<ServedConnection>>;

  mutable sync::Mutex mutex_;
  sync::Condition changed_;
  Connections connections_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::iiop
