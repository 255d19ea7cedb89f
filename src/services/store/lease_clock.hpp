#pragma once
/// Ends leases in time. The deadlines are only known in this process.

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
  /// `end` is called on a thread of the clock for each lease whose time has passed, which is no longer alive then. If
  /// it throws it is called again a second later.
  explicit LeaseClock(std::function<void(LeaseId)> end);
  /// Waits for a call of `end` that is in progress.
  ~LeaseClock();
  LeaseClock(const LeaseClock&) = delete;
  LeaseClock& operator=(const LeaseClock&) = delete;

  void add(LeaseId lease, std::chrono::milliseconds lifetime);
  /// Returns false if it is not alive.
  bool renew(LeaseId lease);
  /// Removes the lease without calling `end`. Returns false if it was not alive.
  bool remove(LeaseId lease);
  bool is_alive(LeaseId lease) const;

 private:
  using Clock = dimma::Clock;
  struct Lease {
    std::chrono::milliseconds lifetime;  // zero: its time has passed, and `end` has to be called again
    Clock::time_point ends;

    bool is_alive() const { return lifetime.count() != 0 && ends > Clock::now(); }
  };

  void run();

  const std::function<void(LeaseId)> end_;
  mutable locks::Mutex mutex_;
  locks::Condition changed_;
  std::map<LeaseId, Lease> leases_ DIMMA_GUARDED_BY(mutex_);
  // A renewed lease keeps its earlier entry until that time.
  std::multimap<Clock::time_point, LeaseId> order_ DIMMA_GUARDED_BY(mutex_);
  bool stops_ DIMMA_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace dimma::store
