#include <dimma/sqlite_store.hpp>
#include "base/sync/clock.hpp"
#include "services/locks/locks.hpp"
#include "services/store/lease_clock.hpp"
#include "services/store/record_cache.hpp"
#include "services/store/sqlite_file.hpp"
#include "services/store/sqlite_tables.hpp"

#include <algorithm>
#include <atomic>
#include <exception>

namespace dimma::store {
namespace {

constexpr std::size_t batch_max = 256;
constexpr std::size_t events_max = 1'000;
const int open_for_writing = SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE;

SQLite::Database opened(const std::string& file, int how) {
  try {
    return SQLite::Database(file, how);
  } catch (const SQLite::Exception& exception) {
    rethrow(exception, file, "opening");
  }
}

// A connection and its prepared statements.
template <class Statements>
struct Connection {
  template <class Prepare>
  Connection(const std::string& file, int how, Prepare&& prepare)
      : database(prepared(opened(file, how), file, prepare)), statements(database) {}

  template <class Prepare>
  static SQLite::Database prepared(SQLite::Database database, const std::string& file, Prepare&& prepare) {
    try {
      prepare(database);
    } catch (const SQLite::Exception& exception) {
      rethrow(exception, file, "opening");
    }
    return database;
  }

  SQLite::Database database;
  locks::Mutex mutex;
  Statements statements DIMMA_GUARDED_BY(mutex);
};

struct ReadWrite {
  explicit ReadWrite(SQLite::Database& database) : reading(database), writing(database) {}
  Reading reading;
  Writing writing;
};

bool holds(const Condition& condition, Reading& reading, std::optional<Record>& found) {
  if (condition.kind == Condition::Kind::none_below) return !reading.has_below(condition.key);
  found = reading.get(condition.key);
  switch (condition.kind) {
    case Condition::Kind::absent:
      return !found;
    case Condition::Kind::value:
      return found && found->value == condition.expected_value;
    case Condition::Kind::modified:
      return found && found->modified == condition.expected_revision;
    default:
      return found.has_value();
  }
}

// Returns the record before a change. In most cases a condition has already read it.
std::optional<Record> record_before(const std::string& key, const std::vector<Condition>& conditions,
                                    std::vector<std::optional<Record>>& found, Reading& reading) {
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    if (conditions[i].kind != Condition::Kind::none_below && conditions[i].key == key) return std::move(found[i]);
  }
  return reading.get(key);
}

class SqliteStore final : public Store {
  // Calls `work` and translates SQLite's exceptions. Called with the lock held that `work` needs.
  template <class Work>
  decltype(auto) tried(const char* doing, Work&& work) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    try {
      return work();
    } catch (const SQLite::Exception& exception) {
      rethrow(exception, options_.file, doing);
    }
  }

  template <class Work>
  auto read(Work&& work) {
    if (reader_) {
      const locks::Lock lock(reader_->mutex);
      return tried("reading", [&]() DIMMA_REQUIRES(reader_->mutex) { return work(reader_->statements); });
    }
    const locks::Lock lock(writer_.mutex);
    return tried("reading", [&]() DIMMA_REQUIRES(writer_.mutex) { return work(writer_.statements.reading); });
  }

 public:
  explicit SqliteStore(const SqliteOptions& options)
      : options_(options),
        file_(options.file),
        writer_(options.file, open_for_writing, [&](SQLite::Database& database) { prepare(database, options); }),
        cache_(options.cached_octets_max),
        leases_([this](LeaseId lease) { end(lease); }) {
    if (options.file != in_memory) reader_.emplace(options.file, SQLite::OPEN_READONLY, prepare_reader);
    const locks::Lock lock(writer_.mutex);
    tried("opening", [&]() DIMMA_REQUIRES(writer_.mutex) {
      revision_ = writer_.statements.reading.newest_change();
      for (const auto& [lease, lifetime] : writer_.statements.writing.leases()) leases_.add(lease, lifetime);
    });
    file_.keep();
  }

  std::optional<Record> get(std::string_view key) override {
    check_key(key);
    if (auto cached = cache_.get(key)) return cached;
    const Revision read_at = revision_;
    auto record = read([&](Reading& reading) { return reading.get(key); });
    if (record) cache_.put(*record, read_at);
    return record;
  }

  Lookup look_up(std::string_view key) override {
    check_key(key);
    return read([&](Reading& reading) { return reading.look_up(key); });
  }

  Page list(const Query& query) override {
    check(query);
    return read([&](Reading& reading) { return reading.page(query); });
  }

  Outcome commit(const Transaction& transaction) override {
    check(transaction);
    Pending pending;
    pending.transaction = &transaction;
    write(pending);
    return std::move(pending.outcome);
  }

  Revision revision() override { return revision_; }

  std::unique_ptr<Watch> watch(std::string prefix, Revision after) override;

  LeaseId grant(std::chrono::milliseconds lifetime) override {
    check_lifetime(lifetime);
    const locks::Lock lock(writer_.mutex);
    LeaseId lease = no_lease;
    tried("granting a lease",
          [&]() DIMMA_REQUIRES(writer_.mutex) { lease = writer_.statements.writing.add_lease(lifetime); });
    file_.require_present();
    leases_.add(lease, lifetime);
    return lease;
  }

  bool renew(LeaseId lease) override { return leases_.renew(lease); }

  bool revoke(LeaseId lease) override {
    if (!leases_.remove(lease)) return false;
    end(lease);
    return true;
  }

  // Returns the changes after `place`. Waits for the first one until `deadline`.
  std::vector<Event> changes_after(Reading::Place& place, const std::string& prefix,
                                   std::chrono::steady_clock::time_point deadline) {
    for (;;) {
      const Revision seen = revision_;
      auto events = read([&](Reading& reading) {
        const Revision oldest = reading.oldest_change();
        if (oldest > place.revision + (place.within == Reading::Place::last ? 1 : 0)) too_late(place.revision, oldest);
        return reading.changes_after(place, prefix, events_max);
      });
      if (!events.empty()) {
        // A read returns all changes of a transaction or none, unless the limit cuts them off.
        if (events.size() < events_max) place = {std::max(place.revision, seen), Reading::Place::last};
        return events;
      }
      if (place.revision < seen) place = {seen, Reading::Place::last};
      locks::Lock lock(queue_mutex_);
      if (!changed_.wait_until(lock, deadline, [&] { return revision_ > seen; })) return {};
    }
  }

 private:
  // A transaction to write, or a lease to end. Owned by the caller, and used by the writing thread until it is done.
  struct Pending {
    const Transaction* transaction = nullptr;
    LeaseId ended = no_lease;
    Outcome outcome;
    std::exception_ptr error;
    bool is_done = false;  // guarded by queue_mutex_
  };

  [[noreturn]] void too_late(Revision after, Revision oldest) const {
    throw StoreError(StoreError::Kind::compacted,
                     "the store " + options_.file + " remembers its changes from revision " + std::to_string(oldest) +
                         ", but the watch is at " + std::to_string(after) + "; list again and watch from there");
  }

  void end(LeaseId lease) {
    Pending pending;
    pending.ended = lease;
    write(pending);
  }

  void write(Pending& pending) DIMMA_EXCLUDES(queue_mutex_);
  void write_batch(const std::vector<Pending*>& batch) DIMMA_EXCLUDES(queue_mutex_, writer_.mutex);
  void apply(Pending& pending, Revision& revision) DIMMA_REQUIRES(writer_.mutex);
  void put(const Change& change, const std::optional<Record>& before, Revision revision, std::int64_t place)
      DIMMA_REQUIRES(writer_.mutex);
  bool erase(const std::string& key, const std::optional<Record>& before, Revision revision, std::int64_t place)
      DIMMA_REQUIRES(writer_.mutex);

  const SqliteOptions options_;
  DatabaseFile file_;
  Connection<ReadWrite> writer_;
  std::optional<Connection<Reading>> reader_;  // nullopt for a store in memory, which has only one connection
  std::atomic<Revision> revision_{0};
  RecordCache cache_;
  // The keys that the current batch has changed.
  std::vector<std::string> changed_keys_ DIMMA_GUARDED_BY(writer_.mutex);

  locks::Mutex queue_mutex_;
  locks::Condition changed_;  // notified after a batch has been written or the revision has changed
  std::vector<Pending*> queue_ DIMMA_GUARDED_BY(queue_mutex_);
  bool is_writing_ DIMMA_GUARDED_BY(queue_mutex_) = false;

  LeaseClock leases_;  // last member, since its thread uses the others
};

// If no other thread is writing, this thread writes a batch for all waiting threads.
void SqliteStore::write(Pending& pending) {
  locks::Lock lock(queue_mutex_);
  queue_.push_back(&pending);
  while (!pending.is_done) {
    if (is_writing_) {
      changed_.wait(lock);
      continue;
    }
    is_writing_ = true;
    const auto end = queue_.begin() + static_cast<std::ptrdiff_t>(std::min(queue_.size(), batch_max));
    const std::vector<Pending*> batch(queue_.begin(), end);
    queue_.erase(queue_.begin(), end);
    lock.unlock();
    write_batch(batch);
    lock.lock();
    is_writing_ = false;
    for (Pending* const done : batch) done->is_done = true;
    changed_.notify_all();
  }
  if (pending.error) std::rethrow_exception(pending.error);
}

// Writes the batch in one SQLite transaction, and so with one sync. If that fails, no part of the batch is done.
void SqliteStore::write_batch(const std::vector<Pending*>& batch) {
  const locks::Lock lock(writer_.mutex);
  Revision revision = revision_;
  changed_keys_.clear();
  try {
    tried("writing", [&]() DIMMA_REQUIRES(writer_.mutex) {
      Writing::Transaction transaction(writer_.statements.writing);
      for (Pending* const pending : batch) {
        try {
          apply(*pending, revision);
        } catch (const StoreError&) {  // thrown before the first change
          pending->error = std::current_exception();
        }
      }
      // Discards many changes at a time, since discarding takes as long as writing.
      const Revision step = options_.remembered / 8 + 1;
      if (revision > options_.remembered && revision / step != revision_ / step) {
        writer_.statements.writing.forget_changes_before(revision - options_.remembered);
      }
      file_.require_present();
      transaction.commit();
    });
  } catch (...) {
    cache_.forget(changed_keys_, revision);  // the system may have written them despite the error
    for (Pending* const pending : batch) pending->error = std::current_exception();
    return;
  }
  cache_.forget(changed_keys_, revision);
  revision_ = revision;
}

void SqliteStore::apply(Pending& pending, Revision& revision) {
  Reading& reading = writer_.statements.reading;
  std::int64_t place = 0;
  bool has_changed = false;
  if (pending.transaction == nullptr) {
    for (const Record& record : writer_.statements.writing.records_under(pending.ended)) {
      has_changed |= erase(record.key, record, revision + 1, place++);
    }
    writer_.statements.writing.remove_lease(pending.ended);
  } else {
    std::vector<std::optional<Record>> found(pending.transaction->conditions.size());
    bool all_hold = true;
    for (std::size_t i = 0; i < found.size(); ++i) {
      all_hold &= holds(pending.transaction->conditions[i], reading, found[i]);
    }
    if (!all_hold) {
      pending.outcome = {false, revision, std::move(found)};
      return;
    }
    for (const Change& change : pending.transaction->changes) {
      if (change.value && change.lease != no_lease && !leases_.is_alive(change.lease)) {
        throw StoreError(StoreError::Kind::refused, "the store " + options_.file + " has no lease " +
                                                        std::to_string(change.lease) + ", or it has ended");
      }
    }
    for (const Change& change : pending.transaction->changes) {
      const auto before = record_before(change.key, pending.transaction->conditions, found, reading);
      if (change.value) {
        put(change, before, revision + 1, place++);
        has_changed = true;
      } else {
        has_changed |= erase(change.key, before, revision + 1, place++);
      }
    }
  }
  if (has_changed) ++revision;
  pending.outcome = {true, revision, {}};
}

void SqliteStore::put(const Change& change, const std::optional<Record>& before, Revision revision,
                      std::int64_t place) {
  const Event event{{change.key, *change.value, before ? before->created : revision, revision, change.lease}, false};
  writer_.statements.writing.put(event.record);
  changed_keys_.push_back(change.key);
  writer_.statements.writing.remember(event, place);
}

bool SqliteStore::erase(const std::string& key, const std::optional<Record>& before, Revision revision,
                        std::int64_t place) {
  if (!before) return false;
  writer_.statements.writing.erase(key);
  changed_keys_.push_back(key);
  writer_.statements.writing.remember({{key, {}, before->created, revision, no_lease}, true}, place);
  return true;
}

class SqliteWatch final : public Watch {
 public:
  SqliteWatch(SqliteStore& store, std::string prefix, Revision after)
      : store_(store), prefix_(std::move(prefix)), place_{after, Reading::Place::last} {}
  std::vector<Event> next(std::chrono::milliseconds patience) override {
    const auto longest = std::chrono::hours(24 * 365);
    return store_.changes_after(place_, prefix_, Clock::now() + std::min<std::chrono::milliseconds>(patience, longest));
  }
  Revision revision() const override {
    return place_.within == Reading::Place::last ? place_.revision : place_.revision - 1;
  }

 private:
  SqliteStore& store_;
  const std::string prefix_;
  Reading::Place place_;
};

std::unique_ptr<Watch> SqliteStore::watch(std::string prefix, Revision after) {
  return std::make_unique<SqliteWatch>(*this, std::move(prefix), after);
}

}  // namespace

std::unique_ptr<Store> open_sqlite(const SqliteOptions& options) { return std::make_unique<SqliteStore>(options); }

}  // namespace dimma::store
