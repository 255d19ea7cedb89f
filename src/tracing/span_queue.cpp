#include "tracing/span_queue.hpp"

#include "base/log/log.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

namespace dimma::tracing {

namespace {

std::size_t octets_of(const trace::Span& span) noexcept {
  return sizeof span + span.context.trace_state.size() + span.interface.size() + span.operation.size() +
         span.exception.size() + span.message.size();
}

[[gnu::cold]] void tell_of_dropped(std::size_t waiting) {
  log::write(log::Event::spans_dropped, [&] {
    return log::Entry{
        "a span was dropped: " + std::to_string(waiting) +
        " spans wait to be exported, and the collector does not accept them fast enough; use a lower "
        "--dimma-trace-sample or a longer --dimma-trace-queue, or --dimma-trace off if nothing is exported"};
  });
}

}  // namespace

void SpanQueue::add(trace::Span&& span) noexcept {
  bool is_dropped = false;
  bool is_awaited = false;
  std::size_t waiting = 0;
  try {
    const sync::LockGuard lock(mutex_);
    ++finished_;
    const std::size_t octets = octets_of(span);
    is_dropped = spans_.size() >= most_ || octets_ + octets > most_ * octets_of_each;
    if (is_dropped) {
      ++dropped_;
      is_out_of_octets_ = is_awaited = spans_.size() < most_;
      waiting = spans_.size();
    } else {
      spans_.push_back(std::move(span));
      octets_ += octets;
      is_awaited = spans_.size() == told_at_;
    }
  } catch (const std::bad_alloc&) {
    return drop(1);
  }
  if (is_awaited) changed_.notify_all();
  if (is_dropped) tell_of_dropped(waiting);
}

std::vector<trace::Span> SpanQueue::take(std::size_t most) {
  std::vector<trace::Span> taken;
  const sync::LockGuard lock(mutex_);
  const auto end = spans_.begin() + static_cast<std::ptrdiff_t>(std::min(most, spans_.size()));
  taken.assign(std::make_move_iterator(spans_.begin()), std::make_move_iterator(end));
  spans_.erase(spans_.begin(), end);
  is_out_of_octets_ = false;
  for (const trace::Span& span : taken) octets_ -= octets_of(span);
  return taken;
}

void SpanQueue::drop(std::size_t spans) noexcept {
  const sync::LockGuard lock(mutex_);
  dropped_ += spans;
}

trace::Counts SpanQueue::counts() const noexcept {
  const sync::LockGuard lock(mutex_);
  return {finished_, dropped_, contexts_ignored_.load(std::memory_order_relaxed), spans_.size()};
}

bool SpanQueue::await(std::size_t enough, std::chrono::milliseconds patience) {
  const OneAtATime::Use awaiting(awaiting_);
  sync::UniqueLock lock(mutex_);
  told_at_ = 1;
  changed_.wait(lock, [this]() DIMMA_REQUIRES(mutex_) { return is_stopped_ || !spans_.empty(); });
  told_at_ = std::min(enough, most_);
  changed_.wait_for(lock, patience, [this]() DIMMA_REQUIRES(mutex_) {
    return is_stopped_ || is_out_of_octets_ || spans_.size() >= told_at_;
  });
  return !is_stopped_;
}

bool SpanQueue::pause(std::chrono::milliseconds time) {
  sync::UniqueLock lock(mutex_);
  return !changed_.wait_for(lock, time, [this]() DIMMA_REQUIRES(mutex_) { return is_stopped_; });
}

void SpanQueue::stop() noexcept {
  {
    const sync::LockGuard lock(mutex_);
    is_stopped_ = true;
  }
  changed_.notify_all();
}

}  // namespace dimma::tracing
