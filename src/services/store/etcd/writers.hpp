#pragma once
// Recognizes a transaction whose answer did not come.
//
// Each transaction that changes something is sent by a writer, which sends one at a time and has a small record in
// etcd. The transaction only holds if that record is as the writer left it, and changes it. So it is done at most once,
// however often it is sent, and the record tells whether it was. The records are under the session's lease.

#include "services/locks/locks.hpp"
#include "services/store/etcd/cluster.hpp"

#include <string>
#include <vector>

namespace dimma::store::etcd {

struct Writer {
  std::string key;
  std::uint64_t number = 0;  // the number of its last transaction
  Revision modified = 0;     // the revision of its record; 0: there is none yet
  LeaseId session = no_lease;
};

class Writers {
 public:
  Writers(Cluster& cluster, std::string prefix, std::chrono::milliseconds session_lifetime = std::chrono::minutes(10));
  // Ends the session if the cluster answers within a second.
  ~Writers();
  Writers(const Writers&) = delete;
  Writers& operator=(const Writers&) = delete;

  // Returns a free writer. One caller at a time renews the session if that is due; meanwhile others use the old one.
  // Throws StoreError `unavailable`.
  Writer take(Deadline deadline);
  // Takes back a writer whose record is known.
  void give_back(Writer writer);
  // Called when the session's lease is no longer in etcd.
  void forget_session(LeaseId session);
  bool is_session(LeaseId session, Deadline deadline);

 private:
  bool is_renewal_due() const DIMMA_REQUIRES(mutex_);
  // Releases the lock while etcd is asked.
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

// Grants a lease whose id is chosen here, so that a repeated request grants the same one. Throws StoreError.
LeaseId grant_lease(Cluster& cluster, std::chrono::seconds lifetime, Deadline deadline);
// Return false if the lease has ended.
bool renew_lease(Cluster& cluster, LeaseId lease, Deadline deadline);
bool revoke_lease(Cluster& cluster, LeaseId lease, Deadline deadline);

}  // namespace dimma::store::etcd
