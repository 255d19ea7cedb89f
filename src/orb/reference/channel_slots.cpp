#include "orb/reference/channel_slots.hpp"

#include <algorithm>

namespace dimma::orb {

ChannelSlots::~ChannelSlots() = default;

void ChannelSlots::set(std::shared_ptr<channel::ClientChannel> channel, std::size_t profile, bool forwarded) {
  Slot* before = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    const auto unused = std::ranges::find_if(slots_, [](const auto& slot) { return !slot->channel; });
    Slot& slot = unused != slots_.end() ? **unused : *slots_.emplace_back(std::make_unique<Slot>());
    slot.channel = std::move(channel);
    slot.profile = profile;
    slot.forwarded = forwarded;
    slot.users.open();
    before = current_.exchange(&slot, std::memory_order_seq_cst);
  }
  if (before != nullptr) close(*before);
}

void ChannelSlots::drop(const Use& use) noexcept {
  Slot* expected = use.slot_;
  if (expected == nullptr) return;
  if (current_.compare_exchange_strong(expected, nullptr, std::memory_order_seq_cst)) close(*use.slot_);
}

void ChannelSlots::drop() noexcept {
  Slot* const before = current_.exchange(nullptr, std::memory_order_seq_cst);
  if (before != nullptr) close(*before);
}

void ChannelSlots::release(Slot& slot) noexcept {
  std::shared_ptr<channel::ClientChannel> released;  // dies behind the lock
  const std::scoped_lock lock(mutex_);
  released.swap(slot.channel);
}

}  // namespace dimma::orb
