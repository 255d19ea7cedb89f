#pragma once
// The channel that a reference calls through, replaceable while calls go through it, without a lock in a call.
//
// A slot holds a channel and counts its users. It is closed when another becomes the current one, and its channel is
// released when the last user leaves. Slots are used again and live as long as this object: there are as many as were
// ever in use at once. A call that has found a slot closed looks for the current one again; one that finds it open
// again, with another channel, uses that.

#include "base/closable_count.hpp"
#include "base/sync.hpp"
#include "channel/channel.hpp"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace dimma::orb {

class ChannelSlots {
  struct Slot {
    ClosableCount users;
    std::shared_ptr<channel::ClientChannel> channel;
    bool forwarded = false;
    std::size_t profile = 0;
  };

 public:
  // A use of the channel that was current; it lives at least as long.
  class Use {
   public:
    Use() noexcept = default;
    Use(Use&& other) noexcept
        : slots_(std::exchange(other.slots_, nullptr)), slot_(std::exchange(other.slot_, nullptr)) {}
    Use& operator=(Use&&) = delete;
    ~Use() {
      if (slot_ != nullptr) slots_->end(*slot_);
    }
    explicit operator bool() const noexcept { return slot_ != nullptr; }
    channel::ClientChannel& channel() const noexcept { return *slot_->channel; }
    // Whether the channel leads to where a LOCATION_FORWARD said.
    bool forwarded() const noexcept { return slot_->forwarded; }
    // Which profile of the reference the channel was bound by.
    std::size_t profile() const noexcept { return slot_->profile; }

   private:
    friend class ChannelSlots;
    Use(ChannelSlots& slots, Slot& slot) noexcept : slots_(&slots), slot_(&slot) {}
    ChannelSlots* slots_ = nullptr;
    Slot* slot_ = nullptr;
  };

  ChannelSlots() = default;
  ~ChannelSlots();
  ChannelSlots(const ChannelSlots&) = delete;
  ChannelSlots& operator=(const ChannelSlots&) = delete;

  // Empty when there is no channel.
  Use use() noexcept {
    Slot* slot = current_.load(std::memory_order_acquire);
    while (slot != nullptr) {
      if (slot->users.enter()) [[likely]]
        return {*this, *slot};
      slot = current_.load(std::memory_order_acquire);
    }
    return {};
  }

  // Makes the channel the current one.
  void set(std::shared_ptr<channel::ClientChannel> channel, std::size_t profile, bool forwarded);
  // There is no current channel any more, if it is still the one in use, or anyway.
  void drop(const Use& use) noexcept;
  void drop() noexcept;

 private:
  void end(Slot& slot) noexcept {
    if (slot.users.leave()) [[unlikely]]
      release(slot);
  }
  // By the one that has made it the current slot no more.
  void close(Slot& slot) noexcept {
    if (slot.users.close()) release(slot);
  }
  void release(Slot& slot) noexcept;

  sync::Atomic<Slot*> current_{nullptr};
  sync::Mutex mutex_;
  std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace dimma::orb
