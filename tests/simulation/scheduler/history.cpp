#include "simulation/scheduler/history.hpp"

#include <algorithm>

namespace dimma::simulation {

void History::begin() noexcept {
  newest_ = 0;
  values_[0] = {};
  reads_.clear();
  strongest_.clear();
}

std::uint64_t History::oldest_for(const Memory& thread, std::memory_order order, const Fences& fences) const noexcept {
  VectorClock seen = thread.view.seen;
  if (is_strongest(order)) seen.join(fences.all.seen);
  std::uint64_t least = oldest();
  for (std::uint64_t value = newest_; value > least; --value) {
    if (values_[slot_of(value)].by.is_in(seen)) least = value;
  }
  for (const Read& read : reads_) {
    if (read.value > least && read.by.is_in(seen)) least = read.value;
  }
  for (const Strongest& one : strongest_) {
    if (is_strongest(order) || one.step <= thread.view.fenced) least = std::max(least, one.value);
  }
  return least;
}

void History::load(std::uint64_t value, Memory& thread, Step self, std::memory_order order, Fences& fences) {
  const View& released = values_[slot_of(value)].released;
  (acquires(order) ? thread.view : thread.to_acquire).join(released);
  note_strongest(value, order, fences);
  std::erase_if(reads_, [this](const Read& read) { return read.value <= oldest(); });
  const bool is_known = std::any_of(reads_.begin(), reads_.end(), [&](const Read& read) {
    return read.by.place == self.place && read.value >= value;
  });
  if (!is_known && value > oldest()) reads_.push_back({self, value});
}

void History::store(Memory& thread, Step self, std::memory_order order, bool is_change, Fences& fences) {
  View released = thread.released;
  if (releases(order)) released.join(thread.view);
  if (is_change) released.join(values_[slot_of(newest_)].released);
  ++newest_;
  values_[slot_of(newest_)] = {self, released};
  note_strongest(newest_, order, fences);
}

void History::note_strongest(std::uint64_t value, std::memory_order order, Fences& fences) {
  if (!is_strongest(order)) return;
  ++fences.steps;
  std::erase_if(strongest_, [this](const Strongest& one) { return one.value <= oldest(); });
  if (strongest_.empty() || strongest_.back().value < value) strongest_.push_back({fences.steps, value});
}

void pass_fence(Memory& thread, std::memory_order order, Fences& fences) noexcept {
  if (acquires(order)) thread.view.join(thread.to_acquire);
  if (is_strongest(order)) {
    thread.view.seen.join(fences.all.seen);
    fences.all.join(thread.view);
    thread.view.fenced = std::max(thread.view.fenced, ++fences.steps);
  }
  if (releases(order)) thread.released = thread.view;
}

}  // namespace dimma::simulation
