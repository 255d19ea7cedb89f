#pragma once
// Keeps spans that have ended until they are taken.

#include "base/sync/one_at_a_time.hpp"
#include "base/sync/sync.hpp"

#include <dimma/trace.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <vector>

namespace dimma::tracing {

// Thread safe. A span for which there is no room is dropped, counted, and reported in the log.
class SpanQueue {
 public:
  // The highest average length of spans. Those of an ordinary ORB are much shorter.
  static constexpr std::size_t octets_of_each = 2048;

  explicit SpanQueue(std::size_t most) noexcept : most_(most) {}

  void add(trace::Span&& span) noexcept;
  std::vector<trace::Span> take(std::size_t most);
  // Counts spans as dropped that were taken but will not be exported.
  void drop(std::size_t spans) noexcept;
  void ignored_context() noexcept { contexts_ignored_.fetch_add(1, std::memory_order_relaxed); }
  trace::Counts counts() const noexcept;

  // Waits without a limit until there is a span, then until there are `enough` or `patience` has passed. One thread at
  // a time may wait. Returns false at once if stop() has been called.
  bool await(std::size_t enough, std::chrono::milliseconds patience);
  // Waits for that time. Returns false if stop() has been called.
  bool pause(std::chrono::milliseconds time);
  void stop() noexcept;

 private:
  const std::size_t most_;
  mutable sync::Mutex mutex_;
  std::deque<trace::Span> spans_ DIMMA_GUARDED_BY(mutex_);
  std::size_t octets_ DIMMA_GUARDED_BY(mutex_) = 0;  // the octets of all, except those that several share
  std::uint64_t finished_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::uint64_t dropped_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::size_t told_at_ DIMMA_GUARDED_BY(mutex_) = 1;  // the number of spans for which a thread waits
  bool is_out_of_octets_ DIMMA_GUARDED_BY(mutex_) = false;
  bool is_stopped_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Atomic<std::uint64_t> contexts_ignored_{0};
  sync::Condition changed_;
  [[no_unique_address]] OneAtATime awaiting_;
};

}  // namespace dimma::tracing
