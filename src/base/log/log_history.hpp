#pragma once
// Keeps a history of the log while it is wanted, independently of the log levels: how often each event has happened,
// and the latest errors and warnings.

#include "base/log/log_events.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace dimma::log {

// The log keeps a history while at least one object of this class exists. The last destructor clears the history.
class HistoryWanted {
 public:
  HistoryWanted();
  ~HistoryWanted();
  HistoryWanted(const HistoryWanted&) = delete;
  HistoryWanted& operator=(const HistoryWanted&) = delete;
};

struct EventCount {
  Event event;
  std::uint64_t count;
};

// A Record that owns its strings.
struct KeptRecord {
  std::chrono::system_clock::time_point time;
  Event event;
  std::string text;
  std::string peer;
  std::string endpoint;
  std::string object;
  std::string operation;
  std::uint32_t minor;
  std::uint64_t held_back;
};

// Returns the count of each event of level `info` or more severe that has happened. Empty if no HistoryWanted exists.
std::vector<EventCount> event_counts();
// Returns the latest errors and warnings that passed the rate limit, oldest first.
std::vector<KeptRecord> kept_records();

namespace detail {
// Called for each event that is written or counted.
void count(Event event) noexcept;
bool keeps(Event event) noexcept;
void keep(const Record& record, Event event);

// Called when the process forks, by lock_log() and unlock_log().
void lock_history() noexcept;
void unlock_history() noexcept;
}  // namespace detail

}  // namespace dimma::log
