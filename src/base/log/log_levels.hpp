#pragma once
// The levels of the log's rooms: one level for records that are written, and one that also covers the events that the
// history remembers (log_history.hpp).

#include "base/log/log_events.hpp"
#include "base/sync/sync.hpp"

#include <array>
#include <string>
#include <string_view>

namespace dimma::log {

namespace detail {

struct RoomLevel {
  sync::Atomic<Level> level{Level::warning};
};
extern constinit std::array<RoomLevel, room_names.size()> written_levels;
extern constinit std::array<RoomLevel, room_names.size()> room_levels;

// Makes the history remember events of this level and more severe ones, written or not. Level::off disables the
// history.
void remember_levels(Level from) noexcept;

// Called by lock_log() and unlock_log() when the process forks.
void lock_levels() noexcept;
void unlock_levels() noexcept;

}  // namespace detail

// Returns an error message if the text is not a valid list of levels, or an empty string if it is valid.
std::string fault_of_levels(std::string_view text);

}  // namespace dimma::log
