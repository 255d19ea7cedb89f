#include "services/naming/service/servants/change_feed.hpp"

#include "services/naming/tree/records.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <utility>

namespace dimma::naming {
namespace {

using namespace std::chrono_literals;
using store::Event;
using store::Revision;
using store::StoreError;

// The number of changes after which an answer ends, at the end of a revision.
constexpr std::size_t answer_events_max = 1'000;
// The interval at which the watching thread checks whether to end; stop() waits that long.
constexpr auto watch_patience = 200ms;
constexpr auto retry_after = 1'000ms;
constexpr auto watch_unwanted = 60'000ms;

bool is_below(const std::string& prefix, const Event& event) { return event.record.key.rfind(prefix, 0) == 0; }

std::size_t octets_of(const Event& event) { return event.record.key.size() + event.record.value.size(); }

// Truncates the events after about answer_events_max of them, at the end of a revision.
void cut(ChangeFeed::Events& events) {
  if (events.size() <= answer_events_max) return;
  const Revision last = events[answer_events_max - 1].record.modified;
  const auto end = std::find_if(events.begin() + answer_events_max, events.end(),
                                [&](const Event& event) { return event.record.modified != last; });
  events.erase(end, events.end());
}

Revision newest(const ChangeFeed::Events& events, Revision otherwise) {
  return events.empty() ? otherwise : events.back().record.modified;
}

}  // namespace

ChangeFeed::ChangeFeed(store::Store& store, const Limits& limits, ServiceLog& log)
    : store_(store), limits_(limits), log_(log), shared_(std::make_shared<Shared>()) {
  watching_ = std::thread([this] { watch(); });
  timing_ = std::thread([this] { time(); });
}

void ChangeFeed::stop() {
  Waiters waiters;
  {
    const locks::Lock lock(shared_->mutex);
    if (stops_) return;
    stops_ = true;
    waiters.swap(waiters_);
  }
  shared_->changed.notify_all();
  watching_.join();
  timing_.join();
  for (const auto& waiter : waiters) waiter->answer.changes({}, waiter->after);
}

std::size_t ChangeFeed::waiting() {
  const locks::Lock lock(shared_->mutex);
  return waiters_.size();
}

void ChangeFeed::ask(const ContextId& context, Revision after, std::chrono::milliseconds patience,
                     std::shared_ptr<Asker> asker, Answer answer) {
  const std::string prefix = key_below(context);
  Events events;
  ensure_watching();
  locks::Lock lock(shared_->mutex);
  const Revision begins = begins_;
  if (after < begins) {
    lock.unlock();
    try {
      events = history(prefix, after);
    } catch (const StoreError& error) {
      if (error.kind() != StoreError::Kind::compacted) throw;
      return answer.overtaken();
    }
    lock.lock();
    if (events.empty()) after = begins;  // the history continues beyond `begins_`
  }
  if (after < begins_ && events.empty()) {  // the feed has meanwhile discarded those events
    lock.unlock();
    return answer.overtaken();
  }
  if (events.empty()) events = remembered(prefix, after);
  after = std::max(after, events.empty() ? seen_ : newest(events, after));
  if (!events.empty() || patience <= 0ms || stops_) {
    lock.unlock();
    return answer.changes(std::move(events), after);
  }
  if (waiters_.size() >= limits_.changes_max) {
    throw CORBA::NO_RESOURCES(
        minor::no_resources_changes, CORBA::COMPLETED_NO,
        std::to_string(waiters_.size()) + " calls of changes() already wait, the limit of the service");
  }
  auto waiter = std::make_shared<Waiter>();
  waiter->prefix = prefix;
  waiter->after = after;
  waiter->deadline = Clock::now() + patience;
  waiter->asker = std::move(asker);
  waiter->answer = std::move(answer);
  waiters_.push_back(waiter);
  if (waiter->deadline < shared_->wakes) wake_timer();
}

void ChangeFeed::ensure_watching() {
  {
    const locks::Lock lock(shared_->mutex);
    asked_ = Clock::now();
    if (is_watching_) return;
  }
  const Revision now = store_.revision();
  {
    const locks::Lock lock(shared_->mutex);
    if (is_watching_) return;
    begins_ = seen_ = now;
    is_watching_ = true;
  }
  shared_->changed.notify_all();
}

bool ChangeFeed::is_unwanted() const { return waiters_.empty() && Clock::now() - asked_ > watch_unwanted; }

ChangeFeed::Events ChangeFeed::history(const std::string& prefix, Revision after) {
  const auto watch = store_.watch(prefix, after);
  Events all;
  while (all.size() <= answer_events_max || all[answer_events_max - 1].record.modified == all.back().record.modified) {
    Events more = watch->next(0ms);
    if (more.empty()) return all;  // the history is complete
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  cut(all);
  return all;
}

ChangeFeed::Events ChangeFeed::remembered(const std::string& prefix, Revision after) const {
  Events events;
  auto from = std::partition_point(events_.begin(), events_.end(),
                                   [&](const Event& event) { return event.record.modified <= after; });
  for (; from != events_.end(); ++from) {
    if (!is_below(prefix, *from)) continue;
    if (events.size() >= answer_events_max && events.back().record.modified != from->record.modified) break;
    events.push_back(*from);
  }
  return events;
}

void ChangeFeed::watch() {
  std::unique_ptr<store::Watch> watch;
  Events unsettled;  // events of revisions that may be incomplete
  for (;;) {
    Revision seen = 0;
    {
      locks::Lock lock(shared_->mutex);
      if (!is_watching_ || is_unwanted()) {
        watch.reset();
        is_watching_ = false;
        events_.clear();
        octets_ = 0;
        shared_->changed.wait(lock, [this]() DIMMA_REQUIRES(shared_->mutex) { return stops_ || is_watching_; });
      }
      if (stops_) return;
      seen = seen_;
    }
    Told told;
    bool has_lost = false;
    bool has_failed = false;
    try {
      if (!watch) {
        unsettled.clear();
        watch = store_.watch(std::string(binding_prefix), seen);
      }
      take(*watch, unsettled);
    } catch (const StoreError& error) {
      has_failed = true;
      has_lost = error.kind() == StoreError::Kind::compacted;
      if (!has_lost) log_.limited(std::string("watching the store: ") + error.what());
      watch.reset();
    }
    {
      locks::Lock lock(shared_->mutex);
      if (has_lost) lose_all(told);
      if (has_failed) {
        shared_->changed.wait_for(lock, retry_after, [this]() DIMMA_REQUIRES(shared_->mutex) { return stops_; });
      }
      if (stops_) return;
      if (!has_failed) remember(unsettled, told);
    }
    for (const auto& tell : told) tell();
  }
}

// Appends the watch's events, if possible up to the end of a revision: an empty answer means that the last revision is
// complete. Otherwise the last revision is left for the next call.
void ChangeFeed::take(store::Watch& watch, Events& events) {
  Events more = watch.next(events.empty() ? watch_patience : 0ms);
  while (!more.empty()) {
    events.insert(events.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    const bool has_whole = events.front().record.modified != events.back().record.modified;
    if (has_whole && events.size() > answer_events_max) return;
    more = watch.next(0ms);
  }
  is_whole_ = true;
}

// Moves the events of complete revisions from `events` to events_.
void ChangeFeed::remember(Events& events, Told& told) {
  auto end = events.end();
  if (!std::exchange(is_whole_, false)) {
    end = std::find_if(events.begin(), events.end(),
                       [&](const Event& event) { return event.record.modified == events.back().record.modified; });
  }
  if (end == events.begin()) return;
  seen_ = std::max(seen_, std::prev(end)->record.modified);
  for (auto event = events.begin(); event != end; ++event) {
    octets_ += octets_of(*event);
    events_.push_back(std::move(*event));
  }
  events.erase(events.begin(), end);
  while (octets_ > limits_.remembered_octets_max && events_.front().record.modified < seen_) {
    begins_ = events_.front().record.modified;
    while (events_.front().record.modified == begins_) {
      octets_ -= octets_of(events_.front());
      events_.pop_front();
    }
  }
  tell_waiters(told);
}

void ChangeFeed::tell_waiters(Told& told) {
  for (auto next = waiters_.begin(); next != waiters_.end();) {
    const auto waiter = *next;
    Events found = remembered(waiter->prefix, waiter->after);
    if (found.empty()) {
      ++next;
      continue;
    }
    next = waiters_.erase(next);
    told.push_back([waiter, found = std::move(found)] {
      const Revision last = newest(found, waiter->after);
      waiter->answer.changes(found, last);
    });
  }
}

// Called if the store has discarded events after seen_.
void ChangeFeed::lose_all(Told& told) {
  try {
    begins_ = seen_ = store_.revision();
  } catch (const StoreError&) {
    return;  // retried when the next watch fails
  }
  events_.clear();
  octets_ = 0;
  for (const auto& waiter : waiters_) told.push_back([waiter] { waiter->answer.overtaken(); });
  waiters_.clear();
}

void ChangeFeed::wake_timer() {
  shared_->wakes = Clock::time_point::min();
  shared_->changed.notify_all();
}

void ChangeFeed::time() {
  locks::Lock lock(shared_->mutex);
  while (!stops_) {
    const auto now = Clock::now();
    auto next = Clock::time_point::max();
    Told told;
    for (auto at = waiters_.begin(); at != waiters_.end();) {
      const auto waiter = *at;
      if (waiter->asker->has_given_up() || waiter->deadline <= now) {
        at = waiters_.erase(at);
        told.push_back([waiter, seen = std::max(waiter->after, seen_)] { waiter->answer.changes({}, seen); });
      } else {
        next = std::min(next, waiter->deadline);
        ++at;
      }
    }
    if (!told.empty()) {
      lock.unlock();
      for (const auto& tell : told) tell();
      told.clear();
      lock.lock();
      continue;
    }
    shared_->wakes = next;
    const auto is_to_look = [&]() DIMMA_REQUIRES(shared_->mutex) { return stops_ || shared_->wakes < next; };
    if (next == Clock::time_point::max()) {
      shared_->changed.wait(lock, is_to_look);
    } else {
      shared_->changed.wait_until(lock, next, is_to_look);
    }
  }
}

}  // namespace dimma::naming
