#pragma once
// The events of a poller, and the tag that the system returns with each.

#include "base/sync/sync.hpp"

#include <cstdint>

namespace dimma::reactor {

// The owner of an event: a Waiter that has been armed for it, or an EdgeWatch.
class PollTag {
 protected:
  enum class Kind : std::uint8_t { one_shot, edges };

  explicit PollTag(Kind kind) noexcept : kind_(kind) {}
  ~PollTag() = default;

 private:
  friend class Poller;

  // Makes everything done before the event was armed visible to the thread that gets the event. The memory model of C++
  // does not guarantee that across the system.
  void publish(Kind kind) noexcept { kind_.store(kind, std::memory_order_release); }
  Kind kind() const noexcept { return kind_.load(std::memory_order_acquire); }

  sync::Atomic<Kind> kind_;
};

// Changes the events of a descriptor that is registered with the poller. Fails only if it is no longer registered.
void change_events(int epoll, int handle, std::uint32_t events, void* tag) noexcept;

}  // namespace dimma::reactor
