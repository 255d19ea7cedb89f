#include "flow/consumer/message_queue.hpp"

#include "base/sync/assert.hpp"
#include "flow/consumer/delivery.hpp"

#include <algorithm>
#include <cstring>

namespace dimma::flow {

namespace {

void count_dropped(FlowIdentity& flow) noexcept { flow.counters.dropped.fetch_add(1, std::memory_order_relaxed); }

void give_back(const QueuedMessage& dropped) noexcept {
  give_back_loans({dropped.octets.get(), dropped.size}, dropped.order, dropped.loans);
}

QueuedMessage owned(Message& message) {
  QueuedMessage queued{.flow = message.flow,
                       .operation = message.operation,
                       .octets = std::move(message.assembled),
                       .size = message.body.size(),
                       .order = message.order,
                       .sequence = message.sequence,
                       .loans = std::move(message.loans)};
  if (!queued.octets) {
    queued.octets = std::make_unique_for_overwrite<std::byte[]>(queued.size);
    if (queued.size != 0) std::memcpy(queued.octets.get(), message.body.data(), queued.size);
  }
  return queued;
}

}  // namespace

bool MessageQueue::replace_older(const Message& message, QueuedMessage& older) noexcept {
  FlowIdentity& flow = *message.flow;
  if (flow.taken_any && message.sequence < flow.newest_taken) return false;
  flow.taken_any = true;
  flow.newest_taken = message.sequence;
  const auto found = std::ranges::find(waiting_, message.flow, &QueuedMessage::flow);
  if (found == waiting_.end()) return true;
  count_dropped(flow);
  octets_ -= found->size;
  older = std::move(*found);
  waiting_.erase(found);
  return true;
}

bool MessageQueue::put(Message& message) {
  QueuedMessage queued = owned(message);
  QueuedMessage older;
  const bool is_open = put(message, queued, older);
  // A message that has been moved into the queue no longer has loans here, so this affects only dropped messages.
  give_back(queued);
  give_back(older);
  return is_open;
}

bool MessageQueue::put(const Message& message, QueuedMessage& queued, QueuedMessage& older) {
  sync::UniqueLock lock(mutex_);
  if (keep_ == Keep::latest && !replace_older(message, older)) {
    count_dropped(*message.flow);
    return !closed_;
  }
  if (when_full_ == WhenFull::wait) {
    taken_.wait(lock, [&]() DIMMA_REQUIRES(mutex_) { return closed_ || has_room(queued.size); });
  }
  if (closed_ || !has_room(queued.size)) {
    count_dropped(*message.flow);
    return !closed_;
  }
  octets_ += queued.size;
  waiting_.push_back(std::move(queued));
  waiting_max_ = std::max(waiting_max_, waiting_.size());
  arrived_.notify_one();
  return true;
}

bool MessageQueue::take(QueuedMessage& message) {
  sync::UniqueLock lock(mutex_);
  arrived_.wait(lock, [this]() DIMMA_REQUIRES(mutex_) { return closed_ || !waiting_.empty(); });
  if (closed_) return false;
  message = std::move(waiting_.front());
  waiting_.pop_front();
  DIMMA_ASSERT(octets_ >= message.size);
  octets_ -= message.size;
  taken_.notify_one();
  return true;
}

bool MessageQueue::empty() const noexcept {
  const sync::LockGuard lock(mutex_);
  return waiting_.empty();
}

void MessageQueue::close() noexcept {
  std::deque<QueuedMessage> dropped;
  {
    const sync::LockGuard lock(mutex_);
    closed_ = true;
    dropped.swap(waiting_);
    octets_ = 0;
    arrived_.notify_all();
    taken_.notify_all();
  }
  for (const auto& message : dropped) {
    count_dropped(*message.flow);
    give_back(message);
  }
}

MessageQueue::Usage MessageQueue::usage() const noexcept {
  const sync::LockGuard lock(mutex_);
  return {waiting_.size(), waiting_max_, octets_};
}

}  // namespace dimma::flow
