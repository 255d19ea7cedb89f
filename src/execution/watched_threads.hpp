#pragma once
// The threads of a pool as its watch sees them, and how many of them have halted.

#include "base/sync/sync.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <sys/types.h>

namespace dimma::execution {

// Guarded by the pool's lock.
class WatchedThreads {
 public:
  // The record of a thread.
  struct Worker {
    pid_t id = 0;
    bool is_open = true;
    sync::Atomic<std::uint32_t> events{0};  // number of events that the thread has served
    std::uint32_t events_seen = 0;
    unsigned looks_in_same = 0;  // consecutive looks that found the thread with the same event
  };

  // Makes room for this many threads. Throws std::bad_alloc.
  void reserve(std::size_t threads) { workers_.reserve(threads); }
  // Requires that reserve() has made room.
  void add(Worker& worker) noexcept { workers_.push_back(&worker); }
  void remove(Worker& worker) noexcept { std::erase(workers_, &worker); }

  void begin_to_watch() noexcept {
    were_all_busy_ = false;
    looks_to_pass_ = 0;
  }
  // Called at a look at which some thread waited for an event.
  void found_one_idle() noexcept { were_all_busy_ = false; }
  // Returns true if the threads should not be counted at this look, because the last count has taken long.
  bool passes_look() noexcept {
    if (looks_to_pass_ == 0) return false;
    --looks_to_pass_;
    return true;
  }
  void pass_no_look() noexcept { looks_to_pass_ = 0; }
  // Called at a look at which no thread waited for an event.
  std::size_t count_halted(bool events_wait) noexcept;

 private:
  std::vector<Worker*> workers_;
  bool were_all_busy_ = false;  // at the last look
  std::size_t looks_to_pass_ = 0;
  std::chrono::steady_clock::time_point counted_at_{};
};

}  // namespace dimma::execution
