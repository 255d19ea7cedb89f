#pragma once
// The channel through which a reference makes calls. It can be replaced during calls, and a call takes no lock
// (base/sync/replaceable.hpp).

#include "base/sync/replaceable.hpp"
#include "channel/channel.hpp"

#include <cstddef>
#include <memory>
#include <utility>

namespace dimma::orb {

class ChannelSlots {
  struct Bound {
    std::shared_ptr<channel::ClientChannel> channel;
    std::size_t profile = 0;
    bool forwarded = false;
  };

 public:
  // Refers to the channel that was current when the use began, and keeps it alive.
  class Use {
   public:
    Use() noexcept = default;
    explicit operator bool() const noexcept { return static_cast<bool>(use_); }
    channel::ClientChannel& channel() const noexcept { return *use_->channel; }
    // Returns true if the channel leads to the target of a LOCATION_FORWARD.
    bool forwarded() const noexcept { return use_->forwarded; }
    // Returns the index of the reference's profile with which the channel was bound.
    std::size_t profile() const noexcept { return use_->profile; }

   private:
    friend class ChannelSlots;
    explicit Use(Replaceable<Bound>::Use use) noexcept : use_(std::move(use)) {}
    Replaceable<Bound>::Use use_;
  };

  // Returns an empty use if there is no channel.
  Use use() noexcept { return Use(slots_.use()); }

  // Makes `channel` the current channel.
  void set(std::shared_ptr<channel::ClientChannel> channel, std::size_t profile, bool forwarded) {
    slots_.set({std::move(channel), profile, forwarded});
  }
  // Both drop the current channel; the first only if `use` refers to it.
  void drop(const Use& use) noexcept { slots_.drop(use.use_); }
  void drop() noexcept { slots_.drop(); }
  // Drops the current channel and returns it. Returns nullptr if there is none.
  std::shared_ptr<channel::ClientChannel> take() noexcept {
    const auto use = slots_.use();
    slots_.drop();
    return use ? use->channel : nullptr;
  }

 private:
  Replaceable<Bound> slots_;
};

}  // namespace dimma::orb
