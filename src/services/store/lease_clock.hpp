#pragma once
/// When leases end. The deadlines are this process's alone.

#include "services/locks/locks.hpp"

#include <dimma/store.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <thread>

namespace dimma::store {

class LeaseClock {
 public:
  /// `end` is called from a thread of the clock for each lease whose time is over, after which it is no longer alive.
  /// It is called again a second later when it throws.
  explicit LeaseClock(std::function<void(LeaseId)> end);
  /// Waits for a call of `end` that is under way.
  ~LeaseClock();
  LeaseClock(const LeaseClock&) = delete;
  LeaseClock& operator=(const LeaseClock&) = delete;

  void add(LeaseId lease, std::chrono::milliseconds lifetime);
  /// False if it is not alive.
  bool renew(LeaseId lease);
  /// No longer alive, without `end` being called. False if it was not.
  bool remove(LeaseId lease);
  bool is_alive(LeaseId lease) const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Lease {
    std::chrono::milliseconds lifetime;  // none: its time is over, and `end` has to be called once more
    Clock::time_point ends;

    bool is_alive() const { return lifetime.count() != 0 && ends > Clock::now(); }
  };

  void run();

  const std::function<void(LeaseId)> end_;
  mutable locks::Mutex mutex_;
  locks::Condition changed_;
  std::map<LeaseId, Lease> leases_ DIMMA_GUARDED_BY(mutex_);
  // A renewed lease stands at an earlier time until that has come.
  std::multimap<Clock::time_point, LeaseId> order_ DIMMA_GUARDED_BY(mutex_);
  bool stops_ DIMMA_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace dimma::store
