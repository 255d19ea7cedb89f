#pragma once
// The simulated build's locks and conditions (sync.hpp). They have the interface of the types in sync_mutex.hpp, but do
// not simulate that file's algorithm.

#include "base/sync/clock.hpp"
#include "base/sync/simulation.hpp"
#include "base/sync/thread_safety.hpp"

#include <chrono>
#include <condition_variable>
#include <utility>

namespace dimma::sync {

using simulation::Place;
using simulation::this_thread_mark;

class DIMMA_CAPABILITY("mutex") Mutex {
 public:
  Mutex() noexcept = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock(Place place = Place::current()) noexcept DIMMA_ACQUIRE() {
    simulation::lock(state_, simulation::LockKind::exclusive, place);
  }
  bool try_lock(Place place = Place::current()) noexcept DIMMA_TRY_ACQUIRE(true) {
    return simulation::try_lock(state_, simulation::LockKind::exclusive, place);
  }
  void unlock(Place place = Place::current()) noexcept DIMMA_RELEASE() {
    simulation::unlock(state_, simulation::LockKind::exclusive, place);
  }
  void assert_held() const noexcept DIMMA_ASSERTS_HELD() { DIMMA_ASSERT(simulation::is_mine(state_)); }

 private:
  simulation::LockState state_;
};

class DIMMA_CAPABILITY("mutex") RecursiveMutex {
 public:
  void lock(Place place = Place::current()) noexcept DIMMA_ACQUIRE() {
    simulation::lock(state_, simulation::LockKind::recursive, place);
  }
  bool try_lock(Place place = Place::current()) noexcept DIMMA_TRY_ACQUIRE(true) {
    return simulation::try_lock(state_, simulation::LockKind::recursive, place);
  }
  void unlock(Place place = Place::current()) noexcept DIMMA_RELEASE() {
    simulation::unlock(state_, simulation::LockKind::recursive, place);
  }
  void assert_held() const noexcept DIMMA_ASSERTS_HELD() { DIMMA_ASSERT(simulation::is_mine(state_)); }

 private:
  simulation::LockState state_;
};

class DIMMA_CAPABILITY("mutex") SharedMutex {
 public:
  void lock(Place place = Place::current()) DIMMA_ACQUIRE() {
    simulation::lock(state_, simulation::LockKind::exclusive, place);
  }
  bool try_lock(Place place = Place::current()) DIMMA_TRY_ACQUIRE(true) {
    return simulation::try_lock(state_, simulation::LockKind::exclusive, place);
  }
  void unlock(Place place = Place::current()) DIMMA_RELEASE() {
    simulation::unlock(state_, simulation::LockKind::exclusive, place);
  }
  void lock_shared(Place place = Place::current()) DIMMA_ACQUIRE_SHARED() {
    simulation::lock(state_, simulation::LockKind::shared, place);
  }
  bool try_lock_shared(Place place = Place::current()) DIMMA_TRY_ACQUIRE_SHARED(true) {
    return simulation::try_lock(state_, simulation::LockKind::shared, place);
  }
  void unlock_shared(Place place = Place::current()) DIMMA_RELEASE_SHARED() {
    simulation::unlock(state_, simulation::LockKind::shared, place);
  }

 private:
  simulation::LockState state_;
};

class Condition {
 public:
  using Deadline = simulation::Time;

  Condition() noexcept = default;
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;

  void notify_one(Place place = Place::current()) noexcept { simulation::notify(state_, false, place); }
  void notify_all(Place place = Place::current()) noexcept { simulation::notify(state_, true, place); }

  template <class Lock>
  void wait(Lock& lock, Place place = Place::current()) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    wait_until(lock, Deadline::max(), place);
  }
  template <class Lock, class Ready>
  void wait(Lock& lock, Ready ready, Place place = Place::current()) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    while (!ready()) wait(lock, place);
  }
  template <class Lock>
  std::cv_status wait_until(Lock& lock, Deadline deadline,
                            Place place = Place::current()) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    simulation::begin_wait(state_, place);
    lock.unlock();
    const bool is_late = !simulation::end_wait(state_, deadline, place);
    lock.lock();
    return is_late ? std::cv_status::timeout : std::cv_status::no_timeout;
  }
  template <class Lock, class Ready>
  bool wait_until(Lock& lock, Deadline deadline, Ready ready,
                  Place place = Place::current()) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    while (!ready()) {
      if (wait_until(lock, deadline, place) == std::cv_status::timeout) return ready();
    }
    return true;
  }
  template <class Lock, class Rep, class Period>
  std::cv_status wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& limit,
                          Place place = Place::current()) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    return wait_until(lock, Clock::now() + limit, place);
  }
  template <class Lock, class Rep, class Period, class Ready>
  bool wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& limit, Ready ready,
                Place place = Place::current()) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    return wait_until(lock, Clock::now() + limit, std::move(ready), place);
  }

 private:
  simulation::ConditionState state_;
};

}  // namespace dimma::sync
