#pragma once
/// Ends leases when they expire. The deadlines are only kept in this process.

#include "base/sync/clock.hpp"
#include "services/locks/locks.hpp"

#include <dimma/store.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <thread>

namespace dimma::store {

class LeaseClock {
 public:
  /// `end` is called on a thread of the clock for each lease that has expired, which then no longer counts as alive. If
  /// it throws, it is called again a second later.
  explicit LeaseClock(std::function<void(LeaseId)> end);
  /// Waits for a call of `end` in progress.
  ~LeaseClock();
  LeaseClock(const LeaseClock&) = delete;
  LeaseClock& operator=(const LeaseClock&) = delete;

  void add(LeaseId lease, std::chrono::milliseconds lifetime);
  /// Returns false if the lease is not alive.
  bool renew(LeaseId lease);
  /// Removes the lease without calling `end`. Returns false if it was not alive.
  bool remove(LeaseId lease);
  bool is_alive(LeaseId lease) const;

 private:
  using Clock = dimma::Clock;
  struct Lease {
    std::chrono::milliseconds lifetime;  // zero if the lease has expired and `end` must be called again
    Clock::time_point ends;

    bool is_alive() const { return lifetime.count() != 0 && ends > Clock::now(); }
  };

  void run();

  const std::function<void(LeaseId)> end_;
  mutable locks::Mutex mutex_;
  locks::Condition changed_;
  std::map<LeaseId, Lease> leases_ DIMMA_GUARDED_BY(mutex_);
  // The leases by the times at which they end. A renewed lease also keeps its earlier entry until that time.
  std::multimap<Clock::time_point, LeaseId> order_ DIMMA_GUARDED_BY(mutex_);
  bool stops_ DIMMA_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace dimma::store
