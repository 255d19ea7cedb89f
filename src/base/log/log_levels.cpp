#include "base/log/log_levels.hpp"

#include "base/log/log_limit.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <optional>

namespace dimma::log {

constinit std::array<detail::RoomLevel, room_names.size()> detail::written_levels{};
constinit std::array<detail::RoomLevel, room_names.size()> detail::room_levels{};

namespace {

using Levels = std::array<Level, room_names.size()>;

std::string quoted(std::string_view text) {
  constexpr std::size_t clipped = 64;
  return "'" + std::string(text.substr(0, clipped)) + (text.size() > clipped ? "...'" : "'");
}

template <std::size_t Count>
std::string listed(const std::array<std::string_view, Count>& names) {
  std::string text;
  for (const auto name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

template <class Value, std::size_t Count>
std::optional<Value> find(const std::array<std::string_view, Count>& names, std::string_view name) {
  const auto* const found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Value>(found - names.begin());
}

// The levels parsed so far, and an error message if the text is invalid.
struct Reading {
  std::array<std::optional<Level>, room_names.size()> of_rooms{};
  std::optional<Level> of_others;
  std::string fault;

  // Parses one word such as "iiop=debug" or "warning", which starts at `offset` in the text.
  void read(std::string_view word, std::size_t offset) {
    const std::size_t equals = word.find('=');
    const auto name = equals == std::string_view::npos ? word : word.substr(equals + 1);
    const auto level = find<Level>(level_names, name);
    const std::string at = "at character " + std::to_string(offset + 1) + ", " + quoted(word) + ": ";
    if (equals == std::string_view::npos) {
      if (!level) {
        fault = at + "expected LEVEL or ROOM=LEVEL; the levels are " + listed(level_names);
      } else if (of_others) {
        fault = at + "the level of the other rooms is given twice";
      }
      of_others = level;
      return;
    }
    const auto room = find<std::size_t>(room_names, word.substr(0, equals));
    if (!room) {
      fault = at + "unknown room; the rooms are " + listed(room_names);
    } else if (!level) {
      fault = at + "unknown level; the levels are " + listed(level_names);
    } else if (of_rooms[*room]) {
      fault = at + "the level of this room is given twice";
    } else {
      of_rooms[*room] = level;
    }
  }
};

Reading read(std::string_view text) {
  Reading reading;
  for (std::size_t begin = 0; begin <= text.size() && reading.fault.empty();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    reading.read(text.substr(begin, end - begin), begin);
    begin = end + 1;
  }
  return reading;
}

struct Remembered {
  sync::Mutex mutex;
  Level from DIMMA_GUARDED_BY(mutex) = Level::off;
};

// Never destroyed, since connections may end while the process exits.
Remembered& remembered() {
  static auto& only = *new Remembered;
  return only;
}

// Updates the levels that log::wants() reads.
void settle(const Remembered& also) DIMMA_REQUIRES(also.mutex) {
  for (std::size_t room = 0; room < room_names.size(); ++room) {
    const auto written = detail::written_levels[room].level.load(std::memory_order_relaxed);
    detail::room_levels[room].level.store(std::max(written, also.from), std::memory_order_relaxed);
  }
}

}  // namespace

void detail::remember_levels(Level from) noexcept {
  Remembered& also = remembered();
  const sync::LockGuard lock(also.mutex);
  also.from = from;
  settle(also);
}

void detail::lock_levels() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS { remembered().mutex.lock(); }
void detail::unlock_levels() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS { remembered().mutex.unlock(); }

std::string fault_of_levels(std::string_view text) { return read(text).fault; }

void set_levels(std::string_view text) {
  const Reading reading = read(text);
  if (!reading.fault.empty()) {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO, "log levels: " + reading.fault);
  }
  for (std::size_t room = 0; room < room_names.size(); ++room) {
    const auto level = reading.of_rooms[room].value_or(reading.of_others.value_or(Level::warning));
    detail::written_levels[room].level.store(level, std::memory_order_relaxed);
  }
  {
    Remembered& also = remembered();
    const sync::LockGuard lock(also.mutex);
    settle(also);
  }
  refill_limits();
}

std::string levels() {
  Levels all{};
  for (std::size_t room = 0; room < all.size(); ++room) {
    all[room] = detail::written_levels[room].level.load(std::memory_order_relaxed);
  }
  // The most frequent level stands for all rooms that are not listed.
  Level common = Level::off;
  for (std::size_t level = 0; level < level_names.size(); ++level) {
    const auto candidate = static_cast<Level>(level);
    if (std::ranges::count(all, candidate) > std::ranges::count(all, common)) common = candidate;
  }
  std::string text(to_string(common));
  for (std::size_t room = 0; room < all.size(); ++room) {
    if (all[room] == common) continue;
    text += "," + std::string(room_names[room]) + "=" + std::string(to_string(all[room]));
  }
  return text;
}

bool is_on(Room room, Level level) noexcept {
  const auto written = detail::written_levels[static_cast<std::size_t>(room)].level.load(std::memory_order_relaxed);
  return level != Level::off && level <= written;
}

}  // namespace dimma::log
