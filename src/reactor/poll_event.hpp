#pragma once
// The events of a poller, and the tag that the system returns with each.

#include "base/sync/sync.hpp"

#include <cstdint>

namespace dimma::reactor {

// The owner of an event: a Waiter that has been armed for one, or an EdgeWatch.
class PollTag {
 protected:
  enum class Kind : std::uint8_t { one_shot, edges };

  explicit PollTag(Kind kind) noexcept : kind_(kind) {}
  ~PollTag() = default;

 private:
  friend class Poller;

  // Makes everything done before the event was handed to the system visible to the thread that gets it: the language
  // knows of no such visibility through the system.
  void publish(Kind kind) noexcept { kind_.store(kind, std::memory_order_release); }
  Kind kind() const noexcept { return kind_.load(std::memory_order_acquire); }

  sync::Atomic<Kind> kind_;
};

// Asks for other events of a descriptor that the poller has. Fails only for one that it no longer has.
void change_events(int epoll, int handle, std::uint32_t events, void* tag) noexcept;

}  // namespace dimma::reactor
