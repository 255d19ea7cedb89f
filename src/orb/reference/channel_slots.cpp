#include "orb/reference/channel_slots.hpp"

#include <algorithm>

namespace dimma::orb {

ChannelSlots::~ChannelSlots() = default;

void ChannelSlots::set(std::shared_ptr<channel::ClientChannel> channel, std::size_t profile, bool forwarded) {
  Slot* before = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    before = current_.load(std::memory_order_relaxed);
    const auto unused = std::find_if(slots_.begin(), slots_.end(), [&](const auto& slot) {
      return slot.get() != before && !slot->channel && slot->users.load(std::memory_order_seq_cst) == 0;
    });
    Slot& slot = unused != slots_.end() ? **unused : *slots_.emplace_back(std::make_unique<Slot>());
    slot.channel = std::move(channel);
    slot.profile = profile;
    slot.forwarded = forwarded;
    current_.store(&slot, std::memory_order_seq_cst);
  }
  if (before != nullptr) release(*before);
}

void ChannelSlots::drop(const Use& use) noexcept {
  Slot* expected = use.slot_;
  if (expected != nullptr) current_.compare_exchange_strong(expected, nullptr, std::memory_order_seq_cst);
}

void ChannelSlots::drop() noexcept {
  Slot* const before = current_.exchange(nullptr, std::memory_order_seq_cst);
  if (before != nullptr) release(*before);
}

void ChannelSlots::release(Slot& slot) noexcept {
  Released released;  // dies behind the lock
  const std::scoped_lock lock(mutex_);
  if (&slot == current_.load(std::memory_order_seq_cst) || slot.users.load(std::memory_order_seq_cst) != 0) return;
  released.swap(slot.channel);
}

}  // namespace dimma::orb
