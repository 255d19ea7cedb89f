#pragma once
// Spans that have ended, until somebody takes them.

#include "base/sync/one_at_a_time.hpp"
#include "base/sync/sync.hpp"

#include <dimma/trace.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <vector>

namespace dimma::tracing {

// Any thread may call. A span more than it has room for is dropped, counted, and told of in the log.
class SpanQueue {
 public:
  // Spans are this long at most on average, those of an ordinary ORB much shorter.
  static constexpr std::size_t octets_of_each = 2048;

  explicit SpanQueue(std::size_t most) noexcept : most_(most) {}

  void add(trace::Span&& span) noexcept;
  std::vector<trace::Span> take(std::size_t most);
  // They were taken, and will not be exported.
  void drop(std::size_t spans) noexcept;
  void ignored_context() noexcept { contexts_ignored_.fetch_add(1, std::memory_order_relaxed); }
  trace::Counts counts() const noexcept;

  // Waits without a limit until there is a span, then until there are `enough` or `patience` is over. One thread at a
  // time may wait. Returns false at once when stop() has been called.
  bool await(std::size_t enough, std::chrono::milliseconds patience);
  // Waits so long; false: stop() has been called.
  bool pause(std::chrono::milliseconds time);
  void stop() noexcept;

 private:
  const std::size_t most_;
  mutable sync::Mutex mutex_;
  std::deque<trace::Span> spans_ DIMMA_GUARDED_BY(mutex_);
  std::size_t octets_ DIMMA_GUARDED_BY(mutex_) = 0;  // the octets of all, without those that several share
  std::uint64_t finished_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::uint64_t dropped_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::size_t told_at_ DIMMA_GUARDED_BY(mutex_) = 1;  // so many spans are what somebody waits for
  bool is_out_of_octets_ DIMMA_GUARDED_BY(mutex_) = false;
  bool is_stopped_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Atomic<std::uint64_t> contexts_ignored_{0};
  sync::Condition changed_;
  [[no_unique_address]] OneAtATime awaiting_;
};

}  // namespace dimma::tracing
