#pragma once
// The levels of the log's rooms: those that are written, and those that are written or remembered (log_history.hpp).

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

// Has events of this level and graver ones remembered, written or not; Level::off: no events are remembered.
void remember_levels(Level from) noexcept;

// Called when the process forks, by lock_log() and unlock_log().
void lock_levels() noexcept;
void unlock_levels() noexcept;

}  // namespace detail

// Returns the reason for which a text is not a list of levels; empty for a text that is.
std::string fault_of_levels(std::string_view text);

}  // namespace dimma::log
