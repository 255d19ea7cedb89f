#pragma once
// The channel that a reference calls through. It can be replaced while calls go through it, and a call takes no lock
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
  // A use of the channel that was current. The channel lives at least as long.
  class Use {
   public:
    Use() noexcept = default;
    explicit operator bool() const noexcept { return static_cast<bool>(use_); }
    channel::ClientChannel& channel() const noexcept { return *use_->channel; }
    // True if the channel leads to the target of a LOCATION_FORWARD.
    bool forwarded() const noexcept { return use_->forwarded; }
    // The profile of the reference by which the channel was bound.
    std::size_t profile() const noexcept { return use_->profile; }

   private:
    friend class ChannelSlots;
    explicit Use(Replaceable<Bound>::Use use) noexcept : use_(std::move(use)) {}
    Replaceable<Bound>::Use use_;
  };

  // Returns an empty use if there is no channel.
  Use use() noexcept { return Use(slots_.use()); }

  // Makes the channel the current one.
  void set(std::shared_ptr<channel::ClientChannel> channel, std::size_t profile, bool forwarded) {
    slots_.set({std::move(channel), profile, forwarded});
  }
  // Drop the current channel: only if it is still that of `use`, or in any case.
  void drop(const Use& use) noexcept { slots_.drop(use.use_); }
  void drop() noexcept { slots_.drop(); }
  // Drops the current channel and returns it, or nullptr if there is none.
  std::shared_ptr<channel::ClientChannel> take() noexcept {
    const auto use = slots_.use();
    slots_.drop();
    return use ? use->channel : nullptr;
  }

 private:
  Replaceable<Bound> slots_;
};

}  // namespace dimma::orb
