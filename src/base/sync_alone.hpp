#pragma once
// The single-threaded build's side of sync.hpp: the same names, and nothing behind them.

#include <atomic>
#include <shared_mutex>
#include <thread>
#include <utility>

#define DIMMA_PER_THREAD

namespace dimma::sync {

inline constexpr bool has_threads = false;

using std::this_thread::sleep_for;
using std::this_thread::sleep_until;

class Mutex {
 public:
  void lock() noexcept {}
  bool try_lock() noexcept { return true; }
  void unlock() noexcept {}
};

using RecursiveMutex = Mutex;

class SharedMutex : public Mutex {
 public:
  void lock_shared() noexcept {}
  bool try_lock_shared() noexcept { return true; }
  void unlock_shared() noexcept {}
};

// Nobody waits: there would be nobody to wake it.
class Condition {
 public:
  void notify_one() noexcept {}
  void notify_all() noexcept {}
};

// A value with the members of std::atomic that this library uses; the orders are taken for what they say elsewhere.
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

 private:
  Value value_{};
};

}  // namespace dimma::sync
