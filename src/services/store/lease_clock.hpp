#pragma once
/// When leases end. The deadlines are this process's alone.

#include <dimma/store.hpp>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
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
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<LeaseId, Lease> leases_;
  std::multimap<Clock::time_point, LeaseId> order_;  // a renewed lease stands at an earlier time until that has come
  bool stops_ = false;
  std::thread thread_;
};

}  // namespace dimma::store
