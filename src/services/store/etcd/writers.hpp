#pragma once
// Detects whether a transaction was carried out if its answer was lost.
//
// Each transaction that changes something is sent by a writer, which sends one transaction at a time and has a small
// record in etcd. The transaction requires that the record is unchanged, and changes it. It is therefore carried out at
// most once, however often it is sent, and the record shows whether it was. The records are under the session's lease.

#include "services/locks/locks.hpp"
#include "services/store/etcd/cluster.hpp"

#include <string>
#include <vector>

namespace dimma::store::etcd {

struct Writer {
  std::string key;
  std::uint64_t number = 0;  // number of its last transaction
  Revision modified = 0;     // revision of its record; 0 if there is none yet
  LeaseId session = no_lease;
};

class Writers {
 public:
  Writers(Cluster& cluster, std::string prefix, std::chrono::milliseconds session_lifetime = std::chrono::minutes(10));
  // Ends the session, if the cluster answers within a second.
  ~Writers();
  Writers(const Writers&) = delete;
  Writers& operator=(const Writers&) = delete;

  // Returns a free writer. If the session is due for renewal, one caller at a time renews it; others continue to use
  // it. Throws StoreError `unavailable`.
  Writer take(Deadline deadline);
  // Returns a writer to the pool. The state of its record must be known.
  void give_back(Writer writer);
  // Called if the session's lease no longer exists in etcd.
  void forget_session(LeaseId session);
  bool is_session(LeaseId session, Deadline deadline);

 private:
  bool is_renewal_due() const DIMMA_REQUIRES(mutex_);
  // Releases the lock during the request.
  void renew_session(Deadline deadline) DIMMA_REQUIRES(mutex_);

  Cluster& cluster_;
  const std::string prefix_;
  const std::chrono::milliseconds session_lifetime_;
  locks::Mutex mutex_;
  locks::Condition renewed_or_failed_;
  bool is_renewing_ DIMMA_GUARDED_BY(mutex_) = false;
  LeaseId session_ DIMMA_GUARDED_BY(mutex_) = no_lease;
  Deadline renewed_ DIMMA_GUARDED_BY(mutex_);
  std::uint64_t made_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::vector<Writer> idle_ DIMMA_GUARDED_BY(mutex_);
};

// Grants a lease with an id chosen here, so that repeating the request grants the same lease. Throws StoreError.
LeaseId grant_lease(Cluster& cluster, std::chrono::seconds lifetime, Deadline deadline);
// Return false if the lease has ended.
bool renew_lease(Cluster& cluster, LeaseId lease, Deadline deadline);
bool revoke_lease(Cluster& cluster, LeaseId lease, Deadline deadline);

}  // namespace dimma::store::etcd
