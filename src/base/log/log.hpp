#pragma once
// Writes the library's records. It is the only part of the library that writes unasked (dimma/log.hpp).

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

// Passes the Entry that `make` returns to the sink and the history, if one of them wants it and it is not held back;
// otherwise does not call `make`. If `make` throws, since memory has run out, the record has no text. errno is
// preserved.
template <class Make>
[[gnu::always_inline]] inline void write(Event event, Make&& make) noexcept {
  if (wants(event)) [[unlikely]]
    detail::write(event, make);
}

// Called when the process forks. Locks everything of the log, so that the child finds it unlocked.
void lock_log() noexcept;
void unlock_log() noexcept;
// Called in the child, in which the parent's threads are no longer in the sink.
void unlock_log_in_child() noexcept;

}  // namespace dimma::log
