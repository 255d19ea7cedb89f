#include "iiop/message/memory_budget.hpp"

#include "base/sync/assert.hpp"

#include <algorithm>
#include <new>

namespace dimma::iiop {

std::size_t MemoryBudget::octets() const noexcept {
  const sync::LockGuard lock(mutex_);
  return octets_;
}
std::size_t MemoryBudget::octets_peak() const noexcept {
  const sync::LockGuard lock(mutex_);
  return octets_peak_;
}
std::uint64_t MemoryBudget::refusals() const noexcept {
  const sync::LockGuard lock(mutex_);
  return refusals_;
}
std::uint64_t MemoryBudget::connections_ended() const noexcept {
  const sync::LockGuard lock(mutex_);
  return ended_;
}

bool MemoryBudget::list_locked(MemoryShare& share) noexcept {
  try {
    shares_.push_back(&share);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

bool MemoryBudget::resize(MemoryShare& share, std::size_t from, std::size_t to) noexcept {
  DIMMA_ASSERT(share.budget_.get() == this);
  const sync::LockGuard lock(mutex_);
  const std::size_t held = share.octets();
  DIMMA_ASSERT(from <= held);
  if (to > from) {
    const std::size_t more = to - from;
    const bool is_within_its_own = held <= share.octets_max_ && more <= share.octets_max_ - held;
    if (share.is_ended_ || !is_within_its_own || !make_room_locked(share, more) || (held == 0 && !list_locked(share))) {
      ++refusals_;
      return false;
    }
  }
  share.octets_.store(held - from + to, std::memory_order_relaxed);
  octets_ = octets_ - from + to;
  if (share.is_ended_) octets_leaving_ = octets_leaving_ - from + to;
  octets_peak_ = std::max(octets_peak_, octets_);
  if (share.octets() == 0 && held != 0) std::erase(shares_, &share);
  return true;
}

// Ends connections until there is room, the largest first. Returns false if `for_share` itself would hold the most.
bool MemoryBudget::make_room_locked(const MemoryShare& for_share, std::size_t octets) noexcept {
  while (octets_ - octets_leaving_ + octets > octets_max_) {
    MemoryShare* largest = nullptr;
    std::size_t most = for_share.octets() + octets;
    for (MemoryShare* const each : shares_) {
      if (each == &for_share || each->is_ended_ || each->octets() < most) continue;
      largest = each;
      most = each->octets();
    }
    if (largest == nullptr) return false;
    largest->is_ended_ = true;
    octets_leaving_ += largest->octets();
    ++ended_;
    if (largest->end_) largest->end_();
  }
  return true;
}

void MemoryShare::retire() noexcept {
  const sync::LockGuard lock(budget_->mutex_);
  end_ = nullptr;
}

}  // namespace dimma::iiop
