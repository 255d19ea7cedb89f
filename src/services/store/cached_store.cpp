#include "base/sync/clock.hpp"
#include "services/locks/locks.hpp"

#include <dimma/cached_store.hpp>

#include <algorithm>
#include <list>
#include <thread>
#include <unordered_map>

namespace dimma::store {
namespace {

constexpr std::size_t octets_of_a_record = 128;  // approximate overhead in the tables

// Records at the revision `applied_` of the store, or newer. Not thread-safe.
class Records {
 public:
  explicit Records(const CacheOptions& options) : options_(options) {}

  // Returns nullptr if the key is not in the cache.
  const std::optional<Record>* find(std::string_view key) {
    const auto found = index_.find(key);
    if (found == index_.end()) return nullptr;
    order_.splice(order_.begin(), order_, found->second);
    return &found->second->record;
  }

  void put(std::string_view key, std::optional<Record> record, Revision as_of) {
    const auto found = index_.find(key);
    if (found != index_.end()) {
      if (found->second->as_of > as_of) return;
      remove(found->second);
    }
    order_.push_front({std::string(key), std::move(record), as_of});
    const auto added = order_.begin();
    index_.emplace(added->key, added);
    octets_ += octets_of(*added);
    while (index_.size() > options_.records_max || octets_ > options_.octets_max) remove(std::prev(order_.end()));
  }

  // Applies the event to the record in the cache, if there is one.
  void apply(const Event& event) {
    const auto found = index_.find(event.record.key);
    if (found == index_.end() || found->second->as_of >= event.record.modified) return;
    put(event.record.key, event.was_erased ? std::nullopt : std::optional(event.record), event.record.modified);
  }

  void clear() {
    index_.clear();
    order_.clear();
    octets_ = 0;
  }

  std::size_t size() const { return index_.size(); }
  std::size_t octets() const { return octets_; }

 private:
  struct Entry {
    std::string key;
    std::optional<Record> record;
    Revision as_of = 0;
  };
  using Order = std::list<Entry>;

  static std::size_t octets_of(const Entry& entry) {
    const std::size_t in_record = entry.record ? entry.record->key.size() + entry.record->value.size() : 0;
    return octets_of_a_record + entry.key.size() + in_record;
  }

  void remove(Order::iterator entry) {
    octets_ -= octets_of(*entry);
    index_.erase(entry->key);
    order_.erase(entry);
  }

  const CacheOptions options_;
  Order order_;  // most recently used first
  std::unordered_map<std::string_view, Order::iterator> index_;
  std::size_t octets_ = 0;
};

class Cached final : public CachedStore {
 public:
  Cached(std::unique_ptr<Store> store, const CacheOptions& options)
      : options_(options), store_(std::move(store)), records_(options), watching_([this] { run(); }) {}

  ~Cached() override {
    {
      const locks::Lock lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    watching_.join();
  }

  Lookup look_up(std::string_view key) override {
    check_key(key);
    Reading reading{std::string(key), 0, false};
    {
      const locks::Lock lock(mutex_);
      const bool is_current = applied_ >= known_ && Clock::now() < current_until_;
      if (is_current) {
        if (const auto* const record = records_.find(key)) {
          ++statistics_.hits;
          return {*record, applied_};
        }
      }
      ++(is_current ? statistics_.misses : statistics_.bypasses);
      readings_.push_front(&reading);
    }
    return read_through(reading);
  }

  Page list(const Query& query) override {
    Page page = store_->list(query);
    learn(page.revision);
    return page;
  }

  Outcome commit(const Transaction& transaction) override {
    Outcome outcome = store_->commit(transaction);
    learn(outcome.revision);
    return outcome;
  }

  Revision revision() override {
    const Revision revision = store_->revision();
    learn(revision);
    return revision;
  }

  std::unique_ptr<Watch> watch(std::string prefix, Revision after) override {
    return store_->watch(std::move(prefix), after);
  }
  LeaseId grant(std::chrono::milliseconds lifetime) override { return store_->grant(lifetime); }
  bool renew(LeaseId lease) override { return store_->renew(lease); }

  // Reads the revision afterwards, since the store does not return the one at which it has erased the records.
  bool revoke(LeaseId lease) override {
    const bool was_there = store_->revoke(lease);
    revision();
    return was_there;
  }

  Statistics statistics() const override {
    const locks::Lock lock(mutex_);
    Statistics statistics = statistics_;
    statistics.records = records_.size();
    statistics.octets = records_.octets();
    return statistics;
  }

 private:
  // A record that is being read from the store. It may be outdated when it arrives.
  struct Reading {
    const std::string key;
    // Both are guarded by the cache's mutex_.
    Revision changed = 0;     // the last change that the watch has reported meanwhile
    bool has_missed = false;  // the watch was restarted, and may have missed changes
  };

  void learn(Revision revision) {
    const locks::Lock lock(mutex_);
    known_ = std::max(known_, revision);
  }

  Lookup read_through(Reading& reading) {
    Lookup found;
    try {
      found = store_->look_up(reading.key);
    } catch (...) {
      const locks::Lock lock(mutex_);
      readings_.remove(&reading);
      throw;
    }
    const locks::Lock lock(mutex_);
    readings_.remove(&reading);
    known_ = std::max(known_, found.record ? found.record->modified : found.revision);
    if (!reading.has_missed && reading.changed <= found.revision) {
      records_.put(reading.key, found.record, found.revision);
    }
    return found;
  }

  void apply(const std::vector<Event>& events, Revision revision) {
    const locks::Lock lock(mutex_);
    for (const Event& event : events) {
      records_.apply(event);
      for (Reading* const reading : readings_) {
        if (reading->key == event.record.key) reading->changed = event.record.modified;
      }
    }
    applied_ = std::max(applied_, revision);
  }

  // Empties the cache and starts a watch.
  std::unique_ptr<Watch> begin() {
    const Revision revision = store_->revision();
    auto watch = store_->watch({}, revision);
    const locks::Lock lock(mutex_);
    records_.clear();
    for (Reading* const reading : readings_) reading->has_missed = true;
    applied_ = revision;
    return watch;
  }

  // Reads the store's revision and notes the time. The cache is confirmed once the watch has reached that revision.
  void confirm() {
    const auto asked = Clock::now();
    const Revision revision = store_->revision();
    const locks::Lock lock(mutex_);
    to_confirm_ = revision;
    asked_ = asked;
  }

  void note_confirmed() {
    const locks::Lock lock(mutex_);
    if (applied_ >= to_confirm_) current_until_ = asked_ + options_.staleness_max;
  }

  bool pause() {
    locks::Lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(50), [this]() DIMMA_REQUIRES(mutex_) { return ends_; });
    return !ends_;
  }

  bool has_ended() const {
    const locks::Lock lock(mutex_);
    return ends_;
  }

  void run() {
    std::unique_ptr<Watch> watch;
    const auto between = std::max(options_.staleness_max / 4, std::chrono::milliseconds(1));
    Clock::time_point next_question;
    while (!has_ended()) {
      try {
        if (!watch) watch = begin();
        if (Clock::now() >= next_question) {
          confirm();
          next_question = Clock::now() + between;
        }
        apply(watch->next(std::min(between, std::chrono::milliseconds(100))), watch->revision());
        note_confirmed();
      } catch (const std::exception&) {
        // Until the cache is confirmed again, requests go to the store, which reports the error.
        watch.reset();
        next_question = {};
        if (!pause()) return;
      }
    }
  }

  const CacheOptions options_;
  const std::unique_ptr<Store> store_;

  mutable locks::Mutex mutex_;
  locks::Condition changed_;
  Records records_ DIMMA_GUARDED_BY(mutex_);
  std::list<Reading*> readings_ DIMMA_GUARDED_BY(mutex_);
  Revision applied_ DIMMA_GUARDED_BY(mutex_) = 0;  // the watch has reported all changes up to this revision
  Revision known_ DIMMA_GUARDED_BY(mutex_) = 0;    // no record that was returned so far is newer than this revision
  // The time until which the cache counts as current.
  Clock::time_point current_until_ DIMMA_GUARDED_BY(mutex_);
  Revision to_confirm_ DIMMA_GUARDED_BY(mutex_) = 0;  // the store's revision at `asked_`
  Clock::time_point asked_ DIMMA_GUARDED_BY(mutex_);
  Statistics statistics_ DIMMA_GUARDED_BY(mutex_);
  bool ends_ DIMMA_GUARDED_BY(mutex_) = false;

  std::thread watching_;  // last member, since the thread uses the others
};

}  // namespace

std::unique_ptr<CachedStore> open_cached(std::unique_ptr<Store> store, const CacheOptions& options) {
  const auto refuse = [](const char* what) { throw StoreError(StoreError::Kind::refused, what); };
  if (!store) refuse("no store to cache is given");
  if (options.records_max == 0) refuse("a cache of 0 records: records_max must be at least 1");
  if (options.staleness_max < std::chrono::milliseconds(10) || options.staleness_max > std::chrono::hours(1)) {
    refuse("staleness_max of a cache must be from 10 ms to 1 hour");
  }
  return std::make_unique<Cached>(std::move(store), options);
}

}  // namespace dimma::store
