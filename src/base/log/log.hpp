#pragma once
// Writes the library's records: the one place through which it says anything unasked (dimma/log.hpp).

#include "base/log/log_events.hpp"
#include "base/log/log_levels.hpp"

#include <dimma/generated/function_ref.hpp>

#include <string>

namespace dimma::log {

// A record's own part.
struct Entry {
  std::string text;
  std::string peer = {};
  std::string endpoint = {};
  std::string object = {};
  std::string operation = {};
  std::uint32_t minor = 0;
};

namespace detail {
[[gnu::cold]] void write(Event event, function_ref<Entry()> make) noexcept;
}  // namespace detail

[[gnu::always_inline]] inline bool wants(Event event) noexcept {
  const auto& facts = facts_of(event);
  const auto& room = detail::room_levels[static_cast<std::size_t>(facts.room)];
  return facts.level <= room.level.load(std::memory_order_relaxed);
}

// Gives the sink, and the history, the Entry that `make` returns, if one of them wants it and it is not held back;
// otherwise makes nothing. An exception of `make`, for want of memory, leaves the event without words. errno is
// kept.
template <class Make>
[[gnu::always_inline]] inline void write(Event event, Make&& make) noexcept {
  if (wants(event)) [[unlikely]]
    detail::write(event, make);
}

// While the process forks. Locks everything of the log, so that the child finds it unlocked.
void lock_log() noexcept;
void unlock_log() noexcept;
// In the child, where the parent's threads are no longer in the sink.
void unlock_log_in_child() noexcept;

}  // namespace dimma::log
