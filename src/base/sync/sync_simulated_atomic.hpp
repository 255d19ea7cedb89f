#pragma once
// The simulated build's atomics (sync.hpp). A load may return a value that was already replaced, if its memory order
// allows that.

#include "base/sync/simulation.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace dimma::sync {

// Provides the members of std::atomic that this library uses.
template <class Value>
class Atomic {
  using Order = std::memory_order;
  using Place = simulation::Place;
  static constexpr Order strongest = std::memory_order_seq_cst;

 public:
  constexpr Atomic() noexcept = default;
  constexpr Atomic(Value value) noexcept : values_{value} {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  Value load(Order order = strongest, Place place = Place::current()) const noexcept {
    const Value value = values_[simulation::load(location_, order, place)];
    simulation::show(shown(value));
    return value;
  }
  void store(Value value, Order order = strongest, Place place = Place::current()) noexcept {
    values_[simulation::store(location_, order, place)] = value;
    simulation::show(shown(value));
  }
  Value exchange(Value value, Order order = strongest, Place place = Place::current()) noexcept {
    return change("exchange", order, place, [value](Value) { return value; });
  }
  bool compare_exchange_strong(Value& expected, Value wanted, Order success, Order failure,
                               Place place = Place::current()) noexcept {
    return compare_exchange(expected, wanted, success, failure, place, false);
  }
  bool compare_exchange_strong(Value& expected, Value wanted, Order order = strongest,
                               Place place = Place::current()) noexcept {
    return compare_exchange(expected, wanted, order, failure_order(order), place, false);
  }
  bool compare_exchange_weak(Value& expected, Value wanted, Order success, Order failure,
                             Place place = Place::current()) noexcept {
    return compare_exchange(expected, wanted, success, failure, place, true);
  }
  bool compare_exchange_weak(Value& expected, Value wanted, Order order = strongest,
                             Place place = Place::current()) noexcept {
    return compare_exchange(expected, wanted, order, failure_order(order), place, true);
  }
  Value fetch_add(Value more, Order order = strongest, Place place = Place::current()) noexcept {
    return change("fetch_add", order, place, [more](Value old) { return static_cast<Value>(old + more); });
  }
  Value fetch_sub(Value less, Order order = strongest, Place place = Place::current()) noexcept {
    return change("fetch_sub", order, place, [less](Value old) { return static_cast<Value>(old - less); });
  }
  Value fetch_or(Value bits, Order order = strongest, Place place = Place::current()) noexcept {
    return change("fetch_or", order, place, [bits](Value old) { return static_cast<Value>(old | bits); });
  }
  Value fetch_and(Value bits, Order order = strongest, Place place = Place::current()) noexcept {
    return change("fetch_and", order, place, [bits](Value old) { return static_cast<Value>(old & bits); });
  }
  operator Value() const noexcept { return load(); }
  Value operator=(Value value) noexcept {
    store(value);
    return value;
  }
  Value operator++() noexcept { return static_cast<Value>(fetch_add(1) + 1); }
  Value operator--() noexcept { return static_cast<Value>(fetch_sub(1) - 1); }
  Value operator++(int) noexcept { return fetch_add(1); }
  Value operator--(int) noexcept { return fetch_sub(1); }

  void wait(Value old, Order order = strongest, Place place = Place::current()) const noexcept {
    for (;;) {
      const Value seen = load(order, place);
      if (!same(seen, old)) return;
      // A thread blocks only after it has compared the newest value.
      if (same(values_[location_.newest], old)) simulation::await_notification(location_, place);
    }
  }
  void notify_one(Place place = Place::current()) noexcept { simulation::notify(location_, false, place); }
  void notify_all(Place place = Place::current()) noexcept { simulation::notify(location_, true, place); }

 private:
  static constexpr Order failure_order(Order order) noexcept {
    if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
    return order == std::memory_order_release ? std::memory_order_relaxed : order;
  }
  static bool same(const Value& left, const Value& right) noexcept {
    return std::memcmp(&left, &right, sizeof left) == 0;
  }
  static std::uint64_t shown(const Value& value) noexcept {
    std::uint64_t number = 0;
    std::memcpy(&number, &value, std::min(sizeof value, sizeof number));
    return number;
  }
  template <class Change>
  Value change(const char* operation, Order order, Place place, Change new_of) noexcept {
    const Value old = values_[simulation::begin_change(location_, operation, place)];
    const Value made = new_of(old);
    values_[simulation::end_change(location_, order)] = made;
    simulation::show(shown(made));
    return old;
  }
  bool compare_exchange(Value& expected, Value wanted, Order success, Order failure, Place place,
                        bool is_weak) noexcept {
    const Value old = values_[simulation::begin_change(location_, "compare_exchange", place)];
    if (!same(old, expected) || (is_weak && simulation::fails_spuriously())) {
      simulation::refuse_change(location_, failure);
      simulation::show(shown(old));
      expected = old;
      return false;
    }
    values_[simulation::end_change(location_, success)] = wanted;
    simulation::show(shown(wanted));
    return true;
  }

  std::array<Value, simulation::remembered_values> values_{};
  mutable simulation::Location location_;
};

// Replaces std::atomic_ref. The value has no history: each operation acts like one with a sequentially consistent
// fence, which may hide a fault.
template <class Value>
class AtomicReference {
  using Order = std::memory_order;
  using Place = simulation::Place;

 public:
  explicit AtomicReference(Value& value) noexcept : value_(value) {}

  Value load(Order = std::memory_order_seq_cst, Place place = Place::current()) const noexcept {
    meet(place);
    return value_;
  }
  bool compare_exchange_weak(Value& expected, Value desired, Order, Order,
                             Place place = Place::current()) const noexcept {
    meet(place);
    if (value_ != expected) {
      expected = value_;
      return false;
    }
    value_ = desired;
    return true;
  }
  Value fetch_add(Value more, Order = std::memory_order_seq_cst, Place place = Place::current()) const noexcept {
    meet(place);
    return std::exchange(value_, static_cast<Value>(value_ + more));
  }
  Value fetch_sub(Value less, Order = std::memory_order_seq_cst, Place place = Place::current()) const noexcept {
    meet(place);
    return std::exchange(value_, static_cast<Value>(value_ - less));
  }

 private:
  static void meet(Place place) noexcept { simulation::fence(std::memory_order_seq_cst, place); }
  Value& value_;
};

}  // namespace dimma::sync
