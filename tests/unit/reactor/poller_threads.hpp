#pragma once
// Threads that serve a poller's events.

#include "reactor/poller.hpp"

#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

namespace dimma::reactor {

// `count` threads, which stop the poller at the end.
class PollerThreads {
 public:
  PollerThreads(Poller& poller, std::size_t count) : poller_(poller) {
    for (std::size_t i = 0; i < count; ++i) {
      threads_.emplace_back([this] {
        while (poller_.wait(std::chrono::milliseconds(-1)) != Poller::Woken::stopped) continue;
      });
    }
  }
  ~PollerThreads() {
    poller_.stop();
    for (auto& thread : threads_) thread.join();
  }
  PollerThreads(const PollerThreads&) = delete;
  PollerThreads& operator=(const PollerThreads&) = delete;

 private:
  Poller& poller_;
  std::vector<std::thread> threads_;
};

}  // namespace dimma::reactor
