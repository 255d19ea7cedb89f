#include "services/store/sqlite_tables.hpp"

#include "services/store/sqlite_file.hpp"

namespace dimma::store {
namespace {

// Resets a statement at the end of the scope.
class Use {
 public:
  explicit Use(SQLite::Statement& statement) : statement_(statement) {}
  ~Use() {
    statement_.tryReset();
    try {
      statement_.clearBindings();
    } catch (const SQLite::Exception&) {
      // The next use binds all parameters anyway.
    }
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  SQLite::Statement* operator->() const { return &statement_; }

 private:
  SQLite::Statement& statement_;
};

// Binds a non-null pointer even for an empty value, since SQLite takes a null pointer as NULL.
void set_parameter(SQLite::Statement& statement, int index, std::string_view octets) {
  statement.bindNoCopy(index, octets.empty() ? "" : octets.data(), static_cast<int>(octets.size()));
}
void set_parameter(SQLite::Statement& statement, int index, std::uint64_t number) {
  statement.bind(index, static_cast<std::int64_t>(number));
}

std::string octets_of(const SQLite::Column& column) {
  const auto* const data = static_cast<const char*>(column.getBlob());
  return data == nullptr ? std::string() : std::string(data, static_cast<std::size_t>(column.getBytes()));
}
std::uint64_t number_of(const SQLite::Column& column) { return static_cast<std::uint64_t>(column.getInt64()); }

Record record_of(SQLite::Statement& statement) {
  return {octets_of(statement.getColumn(0)), octets_of(statement.getColumn(1)), number_of(statement.getColumn(2)),
          number_of(statement.getColumn(3)), number_of(statement.getColumn(4))};
}

// Reads a record, and verifies it with the checksum in the sixth column.
Record checked_record_of(SQLite::Statement& statement, bool was_erased = false) {
  Record record = record_of(statement);
  const SQLite::Column checksum = statement.getColumn(5);
  if (!checksum.isNull() && number_of(checksum) != checksum_of(record, was_erased)) {
    throw StoreError(StoreError::Kind::damaged,
                     "the store's file is damaged: a record is corrupt; restore it from a copy");
  }
  return record;
}

// With a lower and an upper bound for the key, the scan covers only the result.
constexpr const char* list_text =
    "SELECT key, value, created, modified, lease, checksum FROM records WHERE key >= ?1 AND key < ?2 ORDER BY key "
    "LIMIT ?3";
constexpr const char* changes_text =
    "SELECT key, value, created, revision, lease, checksum, place FROM changes WHERE (revision, place) > (?1, ?2) "
    "AND key >= ?3 AND key < ?4 ORDER BY revision, place LIMIT ?5";

std::string first_key_of(const Query& query) {
  if (query.after.empty() || query.after < query.prefix) return query.prefix;
  return query.after + '\0';  // the next possible key
}

// Returns the end of the range of keys with the prefix; a key beyond all keys if the range has no end.
std::string first_key_beyond(std::string_view prefix) {
  std::string end = end_of_prefix(prefix);
  return end.empty() ? std::string(key_octets_max + 1, '\xff') : end;
}

}  // namespace

Reading::Reading(SQLite::Database& database)
    : database_(database),
      get_(database, "SELECT key, value, created, modified, lease, checksum FROM records WHERE key = ?1"),
      list_(database, list_text),
      changes_(database, changes_text),
      oldest_(database, "SELECT coalesce(min(revision), 0) FROM changes"),
      newest_(database, "SELECT coalesce(max(revision), 0) FROM changes") {}

std::optional<Record> Reading::get(std::string_view key) {
  const Use use(get_);
  set_parameter(get_, 1, key);
  if (!get_.executeStep()) return std::nullopt;
  return checked_record_of(get_);
}

Page Reading::list(const Query& query) {
  const Use use(list_);
  const std::string first = first_key_of(query);
  const std::string beyond = first_key_beyond(query.prefix);
  set_parameter(list_, 1, first);
  set_parameter(list_, 2, beyond);
  set_parameter(list_, 3, std::uint64_t{query.records_max + 1});
  Page page;
  while (list_.executeStep()) {
    if (page.records.size() == query.records_max) {
      page.is_last = false;
      break;
    }
    page.records.push_back(checked_record_of(list_));
  }
  return page;
}

Lookup Reading::look_up(std::string_view key) {
  SQLite::Transaction transaction(database_);
  Lookup found{get(key), newest_change()};
  transaction.commit();
  return found;
}

Page Reading::page(const Query& query) {
  SQLite::Transaction transaction(database_);
  Page found = list(query);
  found.revision = newest_change();
  transaction.commit();
  return found;
}

bool Reading::has_below(std::string_view prefix) {
  Query query;
  query.prefix = prefix;
  query.records_max = 1;
  return !list(query).records.empty();
}

std::vector<Event> Reading::changes_after(Place& place, std::string_view prefix, std::size_t events_max) {
  const Use use(changes_);
  const std::string beyond = first_key_beyond(prefix);
  set_parameter(changes_, 1, place.revision);
  changes_.bind(2, place.within);
  set_parameter(changes_, 3, prefix);
  set_parameter(changes_, 4, beyond);
  set_parameter(changes_, 5, std::uint64_t{events_max});
  std::vector<Event> events;
  while (changes_.executeStep()) {
    const bool was_erased = changes_.getColumn(1).isNull();
    Event event{checked_record_of(changes_, was_erased), was_erased};
    place = {event.record.modified, changes_.getColumn(6).getInt64()};
    events.push_back(std::move(event));
  }
  return events;
}

Revision Reading::oldest_change() {
  const Use use(oldest_);
  return oldest_.executeStep() ? number_of(oldest_.getColumn(0)) : 0;
}

Revision Reading::newest_change() {
  const Use use(newest_);
  return newest_.executeStep() ? number_of(newest_.getColumn(0)) : 0;
}

Writing::Writing(SQLite::Database& database)
    : database_(database),
      begin_(database, "BEGIN IMMEDIATE"),
      commit_(database, "COMMIT"),
      undo_(database, "ROLLBACK"),
      put_(database,
           "INSERT OR REPLACE INTO records (key, value, created, modified, lease, checksum) "
           "VALUES (?1, ?2, ?3, ?4, ?5, ?6)"),
      erase_(database, "DELETE FROM records WHERE key = ?1"),
      remember_(database,
                "INSERT INTO changes (revision, place, key, value, created, lease, checksum) "
                "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"),
      forget_(database, "DELETE FROM changes WHERE revision < ?1"),
      add_lease_(database, "INSERT INTO leases (lifetime_ms) VALUES (?1)"),
      remove_lease_(database, "DELETE FROM leases WHERE id = ?1"),
      under_lease_(
          database,
          "SELECT key, value, created, modified, lease, checksum FROM records WHERE lease = ?1 AND lease <> 0") {}

Writing::Transaction::Transaction(Writing& writing) : writing_(writing) {
  const Use use(writing_.begin_);
  use->exec();
}

Writing::Transaction::~Transaction() {
  if (is_committed_) return;
  try {
    const Use use(writing_.undo_);
    use->exec();
  } catch (const SQLite::Exception&) {
    // SQLite has already rolled back, for example because the disk is full.
  }
}

void Writing::Transaction::commit() {
  const Use use(writing_.commit_);
  use->exec();
  is_committed_ = true;
}

void Writing::put(const Record& record) {
  const Use use(put_);
  set_parameter(put_, 1, record.key);
  set_parameter(put_, 2, record.value);
  set_parameter(put_, 3, record.created);
  set_parameter(put_, 4, record.modified);
  set_parameter(put_, 5, record.lease);
  set_parameter(put_, 6, std::uint64_t{checksum_of(record)});
  put_.exec();
}

void Writing::erase(std::string_view key) {
  const Use use(erase_);
  set_parameter(erase_, 1, key);
  erase_.exec();
}

void Writing::remember(const Event& event, std::int64_t place) {
  const Use use(remember_);
  set_parameter(remember_, 1, event.record.modified);
  remember_.bind(2, place);
  set_parameter(remember_, 3, event.record.key);
  if (event.was_erased) {
    remember_.bind(4);
  } else {
    set_parameter(remember_, 4, event.record.value);
  }
  set_parameter(remember_, 5, event.record.created);
  set_parameter(remember_, 6, event.record.lease);
  set_parameter(remember_, 7, std::uint64_t{checksum_of(event.record, event.was_erased)});
  remember_.exec();
}

void Writing::forget_changes_before(Revision revision) {
  const Use use(forget_);
  set_parameter(forget_, 1, revision);
  forget_.exec();
}

LeaseId Writing::add_lease(std::chrono::milliseconds lifetime) {
  const Use use(add_lease_);
  add_lease_.bind(1, static_cast<std::int64_t>(lifetime.count()));
  add_lease_.exec();
  return static_cast<LeaseId>(database_.getLastInsertRowid());
}

void Writing::remove_lease(LeaseId lease) {
  const Use use(remove_lease_);
  set_parameter(remove_lease_, 1, lease);
  remove_lease_.exec();
}

std::map<LeaseId, std::chrono::milliseconds> Writing::leases() {
  SQLite::Statement all(database_, "SELECT id, lifetime_ms FROM leases");
  std::map<LeaseId, std::chrono::milliseconds> leases;
  while (all.executeStep()) {
    leases.emplace(number_of(all.getColumn(0)), std::chrono::milliseconds(all.getColumn(1).getInt64()));
  }
  return leases;
}

std::vector<Record> Writing::records_under(LeaseId lease) {
  const Use use(under_lease_);
  set_parameter(under_lease_, 1, lease);
  std::vector<Record> records;
  while (under_lease_.executeStep()) records.push_back(checked_record_of(under_lease_));
  return records;
}

}  // namespace dimma::store
