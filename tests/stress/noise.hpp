#pragma once
// Measures the lateness of this machine: a deadline cannot be kept better than the end of a sleep.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

namespace stress {

using Clock = std::chrono::steady_clock;

// A thread that sleeps repeatedly, and records by how much each sleep was too long.
class Noise {
 public:
  Noise() : thread_([this] { run(); }) {}
  ~Noise() {
    stop_ = true;
    thread_.join();
  }
  Noise(const Noise&) = delete;
  Noise& operator=(const Noise&) = delete;

  // The sum of all delays of sleeps in that time, since each may have affected another step of the same call.
  Clock::duration between(Clock::time_point begin, Clock::time_point end) {
    const std::lock_guard lock(mutex_);
    Clock::duration sum{};
    for (const Delay& delay : delays_) {
      if (delay.until >= begin && delay.until - delay.length <= end) sum += delay.length;
    }
    return sum;
  }
  Clock::duration worst() {
    const std::lock_guard lock(mutex_);
    return worst_;
  }

 private:
  static constexpr auto nap = std::chrono::milliseconds(2);
  static constexpr auto worth_noting = std::chrono::milliseconds(1);
  static constexpr std::size_t noted_max = 50'000;

  struct Delay {
    Clock::time_point until;
    Clock::duration length;
  };

  void run() {
    while (!stop_) {
      const auto due = Clock::now() + nap;
      std::this_thread::sleep_until(due);
      const auto now = Clock::now();
      if (now - due < worth_noting) continue;
      const std::lock_guard lock(mutex_);
      worst_ = std::max(worst_, now - due);
      delays_.push_back({now, now - due});
      if (delays_.size() > noted_max) delays_.pop_front();
    }
  }

  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::deque<Delay> delays_;
  Clock::duration worst_{};
  std::thread thread_;
};

// The total time for which the calling thread was ready but had no processor. 0 if the system does not provide it.
inline Clock::duration waited_for_processor() {
  std::ifstream in("/proc/thread-self/schedstat");
  std::int64_t ran_ns = 0, waited_ns = 0;
  in >> ran_ns >> waited_ns;
  return std::chrono::nanoseconds(in ? waited_ns : 0);
}

// The total time for which any thread of this machine was ready but had no processor (the kernel's "pressure stall
// information"). 0 if the system does not provide it.
inline Clock::duration pressure_of_processors() {
  std::ifstream in("/proc/pressure/cpu");
  std::string line;
  if (!std::getline(in, line)) return {};
  const auto at = line.rfind('=');  // some avg10=0.00 avg60=0.00 avg300=0.00 total=28043757502
  return std::chrono::microseconds(at == std::string::npos ? 0 : std::stoll(line.substr(at + 1)));
}

}  // namespace stress
