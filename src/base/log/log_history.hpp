#pragma once
// The log's memory while somebody wants it, whatever its levels: how often each event has happened, and the last errors
// and warnings.

#include "base/log/log_events.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace dimma::log {

// While one of these lives, the log remembers. Its memory ends with the last of them.
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

// A Record with memory of its own.
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

// Events of `info` and graver that have happened. Empty while nobody wants the history.
std::vector<EventCount> event_counts();
// The last errors and warnings that were not held back, oldest first.
std::vector<KeptRecord> kept_records();

namespace detail {
// In the way of an event that somebody wants, written or not.
void count(Event event) noexcept;
bool keeps(Event event) noexcept;
void keep(const Record& record, Event event);

// While the process forks; parts of lock_log() and unlock_log().
void lock_history() noexcept;
void unlock_history() noexcept;
}  // namespace detail

}  // namespace dimma::log
