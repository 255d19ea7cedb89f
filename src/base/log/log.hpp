#pragma once
// Writes the library's log records. No other part of the library writes output on its own (dimma/log.hpp).

#include "base/log/log_events.hpp"
#include "base/log/log_levels.hpp"

#include <dimma/generated/function_ref.hpp>

#include <string>

namespace dimma::log {

// The part of a record that the caller provides.
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

// Calls `make` and passes the Entry that it returns to the sink and the history, if the level of at least one of them
// includes the event and the event's rate limit admits it. If `make` runs out of memory, the record has only the
// event's name. Preserves errno.
template <class Make>
[[gnu::always_inline]] inline void write(Event event, Make&& make) noexcept {
  if (wants(event)) detail::write(event, make);
}

// Called when the process forks. Takes all locks of the log, so that the child finds the log in a consistent state.
void lock_log() noexcept;
void unlock_log() noexcept;
// Called in the child, in which no other thread of the parent is inside the sink.
void unlock_log_in_child() noexcept;

}  // namespace dimma::log
