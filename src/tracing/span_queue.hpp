#pragma once
// Keeps finished spans until they are taken for export.

#include "base/sync/one_at_a_time.hpp"
#include "base/sync/sync.hpp"

#include <dimma/trace.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <vector>

namespace dimma::tracing {

// Thread-safe. A span that does not fit is dropped, counted, and reported in the log.
class SpanQueue {
 public:
  // The maximum average size of the queued spans. Typical spans are much smaller.
  static constexpr std::size_t octets_of_each = 2048;

  explicit SpanQueue(std::size_t most) noexcept : most_(most) {}

  void add(trace::Span&& span) noexcept;
  std::vector<trace::Span> take(std::size_t most);
  // Counts spans that were taken but will not be exported as dropped.
  void drop(std::size_t spans) noexcept;
  void ignored_context() noexcept { contexts_ignored_.fetch_add(1, std::memory_order_relaxed); }
  trace::Counts counts() const noexcept;

  // Waits without a limit for the first span, then until `enough` spans are queued, the queue is full, or `patience`
  // has passed. Only one thread may wait at a time. Returns false at once if stop() has been called.
  bool await(std::size_t enough, std::chrono::milliseconds patience);
  // Sleeps for that time. Returns false at once if stop() has been called.
  bool pause(std::chrono::milliseconds time);
  void stop() noexcept;

 private:
  const std::size_t most_;
  mutable sync::Mutex mutex_;
  std::deque<trace::Span> spans_ DIMMA_GUARDED_BY(mutex_);
  std::size_t octets_ DIMMA_GUARDED_BY(mutex_) = 0;  // size of all queued spans without the data that spans share
  std::uint64_t finished_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::uint64_t dropped_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::size_t told_at_ DIMMA_GUARDED_BY(mutex_) = 1;  // the number of spans that wakes the waiting thread
  bool is_out_of_octets_ DIMMA_GUARDED_BY(mutex_) = false;
  bool is_stopped_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Atomic<std::uint64_t> contexts_ignored_{0};
  sync::Condition changed_;
  [[no_unique_address]] OneAtATime awaiting_;
};

}  // namespace dimma::tracing
