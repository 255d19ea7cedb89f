#pragma once
// A value that can be replaced while many threads use it. Using it takes no lock.
//
// A slot holds a value and counts its users. When another slot becomes the current one, the old slot is closed, and its
// value is released when its last user leaves. Slots are reused and live as long as this object, so their number is the
// largest number that was ever in use at the same time. A thread that finds a slot closed reads the current slot again.
// If the slot has meanwhile been reopened with another value, the thread uses that value.

#include "base/sync/assert.hpp"
#include "base/sync/closable_count.hpp"
#include "base/sync/sync.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace dimma {

// With `alignment` 64, slots used by some threads share no cache line with data used by other threads.
template <class Value, std::size_t alignment = alignof(std::max_align_t)>
class Replaceable {
  struct alignas(alignment) Slot {
    ClosableCount users;
    std::optional<Value> value;  // modified with the lock held, while there are no users
  };

 public:
  // Refers to the value that was current when the use began, and keeps it alive.
  class Use {
   public:
    Use() noexcept = default;
    Use(Use&& other) noexcept
        : within_(std::exchange(other.within_, nullptr)), slot_(std::exchange(other.slot_, nullptr)) {}
    Use& operator=(Use&&) = delete;
    [[gnu::always_inline]] ~Use() {
      if (slot_ != nullptr) within_->end(*slot_);
    }
    explicit operator bool() const noexcept { return slot_ != nullptr; }
    const Value& operator*() const noexcept { return *slot_->value; }
    const Value* operator->() const noexcept { return &**this; }

   private:
    friend class Replaceable;
    Use(const Replaceable& within, Slot& slot) noexcept : within_(&within), slot_(&slot) {}
    const Replaceable* within_ = nullptr;
    Slot* slot_ = nullptr;
  };

  Replaceable() = default;
  Replaceable(const Replaceable&) = delete;
  Replaceable& operator=(const Replaceable&) = delete;

  // Returns an empty use if there is no value.
  [[gnu::always_inline]] Use use() const noexcept {
    Slot* slot = current_.load(std::memory_order_acquire);
    while (slot != nullptr) {
      if (slot->users.enter()) return {*this, *slot};
      slot = current_.load(std::memory_order_acquire);
    }
    return {};
  }

  // Makes `value` the current value.
  void set(Value value) {
    Slot* before = nullptr;
    {
      const sync::LockGuard lock(mutex_);
      const auto unused = std::ranges::find_if(slots_, [](const auto& slot) { return !slot->value; });
      Slot& slot = unused != slots_.end() ? **unused : *slots_.emplace_back(std::make_unique<Slot>());
      slot.value.emplace(std::move(value));
      slot.users.open();
      before = current_.exchange(&slot, std::memory_order_seq_cst);
    }
    if (before != nullptr) close(*before);
  }
  // Both overloads drop the current value; the first only if `use` refers to it.
  void drop(const Use& use) noexcept {
    Slot* expected = use.slot_;
    if (expected == nullptr) return;
    if (current_.compare_exchange_strong(expected, nullptr, std::memory_order_seq_cst)) close(*use.slot_);
  }
  void drop() noexcept {
    Slot* const before = current_.exchange(nullptr, std::memory_order_seq_cst);
    if (before != nullptr) close(*before);
  }

 private:
  [[gnu::always_inline]] void end(Slot& slot) const noexcept {
    if (slot.users.leave()) release(slot);
  }
  // Called by the thread that has replaced the current slot.
  void close(Slot& slot) const noexcept DIMMA_EXCLUDES(mutex_) {
    if (slot.users.close()) release(slot);
  }
  [[gnu::cold, gnu::noinline]] void release(Slot& slot) const noexcept DIMMA_EXCLUDES(mutex_) {
    DIMMA_ASSERT(slot.users.is_closed() && slot.users.users() == 0);
    std::optional<Value> released;  // destroyed after the lock is released
    const sync::LockGuard lock(mutex_);
    released.swap(slot.value);
  }

  sync::Atomic<Slot*> current_{nullptr};
  mutable sync::Mutex mutex_;
  std::vector<std::unique_ptr<Slot>> slots_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma
