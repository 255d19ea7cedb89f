#include "observe/observatory.hpp"

#include <algorithm>

namespace dimma::observe {

std::shared_ptr<ChannelRecord> Observatory::open(observation::Side side, std::string_view protocol) {
  const sync::LockGuard lock(mutex_);
  auto record = std::make_shared<ChannelRecord>(++last_id_, side, protocol, wanted_);
  open_.push_back(record);
  return record;
}

void Observatory::close(const std::shared_ptr<ChannelRecord>& record) noexcept {
  record->close();
  std::shared_ptr<ChannelRecord> forgotten;  // destroyed after the lock is released
  const sync::LockGuard lock(mutex_);
  const auto found = std::ranges::find(open_, record);
  if (found == open_.end()) return;
  open_.erase(found);
  try {
    closed_.push_back(record);
  } catch (const std::bad_alloc&) {
    return;
  }
  if (closed_.size() <= closed_max) return;
  forgotten = std::move(closed_.front());
  closed_.pop_front();
}

std::vector<std::shared_ptr<ChannelRecord>> Observatory::records() const {
  const sync::LockGuard lock(mutex_);
  std::vector<std::shared_ptr<ChannelRecord>> records(closed_.begin(), closed_.end());
  records.insert(records.end(), open_.begin(), open_.end());
  std::ranges::sort(records, {}, [](const auto& record) { return record->id(); });
  return records;
}

std::vector<observation::ChannelMetrics> Observatory::metrics() const {
  std::vector<observation::ChannelMetrics> metrics;
  if (!wanted_.has_metrics) return metrics;
  for (const auto& record : records()) metrics.push_back(record->metrics());
  return metrics;
}

std::vector<observation::RecordedCall> Observatory::calls() const {
  std::vector<observation::RecordedCall> calls;
  for (const auto& record : records()) record->read_calls(calls);
  std::ranges::stable_sort(calls, {}, &observation::RecordedCall::begun);
  return calls;
}

}  // namespace dimma::observe
