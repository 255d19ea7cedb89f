#include "flow/consumer/message_queue.hpp"

#include <algorithm>
#include <cstring>

namespace dimma::flow {

namespace {

void count_dropped(FlowIdentity& flow) noexcept { flow.counters.dropped.fetch_add(1, std::memory_order_relaxed); }

QueuedMessage owned(Message& message) {
  QueuedMessage queued{.flow = message.flow,
                       .operation = message.operation,
                       .octets = std::move(message.assembled),
                       .size = message.body.size(),
                       .order = message.order,
                       .sequence = message.sequence};
  if (!queued.octets) {
    queued.octets = std::make_unique_for_overwrite<std::byte[]>(queued.size);
    if (queued.size != 0) std::memcpy(queued.octets.get(), message.body.data(), queued.size);
  }
  return queued;
}

}  // namespace

bool MessageQueue::replace_older(const Message& message) noexcept {
  FlowIdentity& flow = *message.flow;
  if (flow.taken_any && message.sequence < flow.newest_taken) return false;
  flow.taken_any = true;
  flow.newest_taken = message.sequence;
  const auto older = std::ranges::find(waiting_, message.flow, &QueuedMessage::flow);
  if (older == waiting_.end()) return true;
  count_dropped(flow);
  octets_ -= older->size;
  waiting_.erase(older);
  return true;
}

bool MessageQueue::put(Message& message) {
  QueuedMessage queued = owned(message);
  std::unique_lock lock(mutex_);
  if (keep_ == Keep::latest && !replace_older(message)) {
    count_dropped(*message.flow);
    return !closed_;
  }
  if (when_full_ == WhenFull::wait) {
    taken_.wait(lock, [&] { return closed_ || has_room(queued.size); });
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
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
  if (closed_) return false;
  message = std::move(waiting_.front());
  waiting_.pop_front();
  octets_ -= message.size;
  taken_.notify_one();
  return true;
}

bool MessageQueue::empty() const noexcept {
  const std::lock_guard lock(mutex_);
  return waiting_.empty();
}

void MessageQueue::close() noexcept {
  std::deque<QueuedMessage> dropped;
  const std::lock_guard lock(mutex_);
  closed_ = true;
  dropped.swap(waiting_);
  for (const auto& message : dropped) count_dropped(*message.flow);
  octets_ = 0;
  arrived_.notify_all();
  taken_.notify_all();
}

MessageQueue::Usage MessageQueue::usage() const noexcept {
  const std::lock_guard lock(mutex_);
  return {waiting_.size(), waiting_max_, octets_};
}

}  // namespace dimma::flow
