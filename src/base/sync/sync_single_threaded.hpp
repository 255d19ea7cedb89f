#pragma once
// The single-threaded build's part of sync.hpp: the same names, without synchronisation.

#include "base/sync/thread_safety.hpp"

#include <atomic>
#include <condition_variable>
#include <system_error>
#include <thread>
#include <utility>

#include <pthread.h>

#define DIMMA_PER_THREAD

namespace dimma::sync {

inline constexpr bool has_threads = false;

using std::this_thread::sleep_for;
using std::this_thread::sleep_until;
inline void yield() noexcept {}
inline std::thread::id get_id() noexcept { return {}; }
// Returns the address that identifies the only thread.
inline const void* this_thread_mark() noexcept {
  static constinit char mark = 0;
  return &mark;
}

class DIMMA_CAPABILITY("mutex") Mutex {
 public:
  void lock() noexcept DIMMA_ACQUIRE() {}
  bool try_lock() noexcept DIMMA_TRY_ACQUIRE(true) { return true; }
  void unlock() noexcept DIMMA_RELEASE() {}
  void assert_held() const noexcept DIMMA_ASSERTS_HELD() {}
};

using RecursiveMutex = Mutex;

class DIMMA_CAPABILITY("mutex") SharedMutex {
 public:
  void lock() noexcept DIMMA_ACQUIRE() {}
  bool try_lock() noexcept DIMMA_TRY_ACQUIRE(true) { return true; }
  void unlock() noexcept DIMMA_RELEASE() {}
  void lock_shared() noexcept DIMMA_ACQUIRE_SHARED() {}
  bool try_lock_shared() noexcept DIMMA_TRY_ACQUIRE_SHARED(true) { return true; }
  void unlock_shared() noexcept DIMMA_RELEASE_SHARED() {}
};

// Throws CORBA::BAD_INV_ORDER (OMG minor 3), since no other thread could make the condition true.
[[noreturn]] void raise_would_wait_for_itself();

// With a single thread, a condition that is false stays false while that thread waits. A wait with a timeout therefore
// ends at once, and a wait without one throws. Code that has to serve events while it waits uses reactor::Loop. For the
// analysis the lock stays held during a wait, as in sync_mutex.hpp.
class Condition {
 public:
  void notify_one() noexcept {}
  void notify_all() noexcept {}

  template <class Lock>
  void wait(Lock& /*lock*/) {
    raise_would_wait_for_itself();
  }
  template <class Lock, class Ready>
  void wait(Lock& /*lock*/, Ready ready) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    if (!ready()) raise_would_wait_for_itself();
  }
  template <class Lock, class Time>
  std::cv_status wait_until(Lock& /*lock*/, const Time& /*deadline*/) {
    return std::cv_status::timeout;
  }
  template <class Lock, class Time, class Ready>
  bool wait_until(Lock& /*lock*/, const Time& /*deadline*/, Ready ready) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    return ready();
  }
  template <class Lock, class Time>
  std::cv_status wait_for(Lock& /*lock*/, const Time& /*limit*/) {
    return std::cv_status::timeout;
  }
  template <class Lock, class Time, class Ready>
  bool wait_for(Lock& /*lock*/, const Time& /*limit*/, Ready ready) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    return ready();
  }
};

// The constructor throws as if the system had no threads left.
class Thread {
 public:
  using id = std::thread::id;

  Thread() noexcept = default;
  template <class Body>
  explicit Thread(Body&& /*body*/) {
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again),
                            "this build has no threads");
  }
  pthread_t native_handle() const noexcept { return {}; }
  id get_id() const noexcept { return {}; }
  bool joinable() const noexcept { return false; }
  void join() noexcept {}
  void detach() noexcept {}
};

// Provides the members of std::atomic that this library uses. Memory orders are accepted and ignored.
template <class Value>
class Atomic {
 public:
  constexpr Atomic() noexcept = default;
  constexpr Atomic(Value value) noexcept : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  Value load(std::memory_order = std::memory_order_seq_cst) const noexcept { return value_; }
  void store(Value value, std::memory_order = std::memory_order_seq_cst) noexcept { value_ = value; }
  Value exchange(Value value, std::memory_order = std::memory_order_seq_cst) noexcept {
    return std::exchange(value_, value);
  }
  bool compare_exchange_strong(Value& expected, Value wanted, std::memory_order = std::memory_order_seq_cst,
                               std::memory_order = std::memory_order_seq_cst) noexcept {
    const bool same = value_ == expected;
    (same ? value_ : expected) = same ? wanted : value_;
    return same;
  }
  bool compare_exchange_weak(Value& expected, Value wanted, std::memory_order = std::memory_order_seq_cst,
                             std::memory_order = std::memory_order_seq_cst) noexcept {
    return compare_exchange_strong(expected, wanted);
  }
  Value fetch_add(Value more, std::memory_order = std::memory_order_seq_cst) noexcept {
    return std::exchange(value_, static_cast<Value>(value_ + more));
  }
  Value fetch_sub(Value less, std::memory_order = std::memory_order_seq_cst) noexcept {
    return std::exchange(value_, static_cast<Value>(value_ - less));
  }
  Value fetch_or(Value bits, std::memory_order = std::memory_order_seq_cst) noexcept {
    return std::exchange(value_, static_cast<Value>(value_ | bits));
  }
  Value fetch_and(Value bits, std::memory_order = std::memory_order_seq_cst) noexcept {
    return std::exchange(value_, static_cast<Value>(value_ & bits));
  }
  operator Value() const noexcept { return value_; }
  Value operator=(Value value) noexcept { return value_ = value; }
  Value operator++() noexcept { return ++value_; }
  Value operator--() noexcept { return --value_; }
  Value operator++(int) noexcept { return value_++; }
  Value operator--(int) noexcept { return value_--; }

  void wait(Value old, std::memory_order = std::memory_order_seq_cst) const {
    if (value_ == old) raise_would_wait_for_itself();
  }
  void notify_one() noexcept {}
  void notify_all() noexcept {}

 private:
  Value value_{};
};

// Replaces std::atomic_ref in the same way.
template <class Value>
class AtomicReference {
 public:
  explicit AtomicReference(Value& value) noexcept : value_(value) {}

  Value load(std::memory_order = std::memory_order_seq_cst) const noexcept { return value_; }
  bool compare_exchange_weak(Value& expected, Value desired, std::memory_order, std::memory_order) const noexcept {
    if (value_ != expected) {
      expected = value_;
      return false;
    }
    value_ = desired;
    return true;
  }

  Value fetch_add(Value more, std::memory_order = std::memory_order_seq_cst) const noexcept {
    return std::exchange(value_, static_cast<Value>(value_ + more));
  }
  Value fetch_sub(Value less, std::memory_order = std::memory_order_seq_cst) const noexcept {
    return std::exchange(value_, static_cast<Value>(value_ - less));
  }

 private:
  Value& value_;
};

}  // namespace dimma::sync
