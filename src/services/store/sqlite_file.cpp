#include "services/store/sqlite_file.hpp"

#include <sqlite3.h>

#include <boost/crc.hpp>

#include <new>

namespace dimma::store {
namespace {

constexpr int application_id = 0x64696d6d;  // "dimm", at offset 68 of the file
constexpr int layout_version = 2;           // version 1 had no checksums
constexpr int busy_ms = 5'000;

// A record without a checksum was written by another program, and is accepted unchecked. The change history identifies
// a change by its revision and its position within the transaction.
constexpr const char* tables = R"(
CREATE TABLE records (key BLOB PRIMARY KEY, value BLOB NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL,
                      lease INTEGER NOT NULL, checksum INTEGER) WITHOUT ROWID;
CREATE INDEX records_under_lease ON records (lease) WHERE lease <> 0;
CREATE TABLE leases (id INTEGER PRIMARY KEY AUTOINCREMENT, lifetime_ms INTEGER NOT NULL);
CREATE TABLE changes (revision INTEGER NOT NULL, place INTEGER NOT NULL, key BLOB NOT NULL, value BLOB,
                      created INTEGER NOT NULL, lease INTEGER NOT NULL, checksum INTEGER, PRIMARY KEY (revision, place))
                      WITHOUT ROWID;
)";

int number_of(SQLite::Database& database, const char* pragma) { return database.execAndGet(pragma).getInt(); }

// The SQL function record_checksum(key, value, created, modified, lease).
void sql_checksum(sqlite3_context* context, int /*count*/, sqlite3_value** arguments) {
  const auto octets = [&](int at) {
    const auto* const data = static_cast<const char*>(sqlite3_value_blob(arguments[at]));
    return data == nullptr ? std::string()
                           : std::string(data, static_cast<std::size_t>(sqlite3_value_bytes(arguments[at])));
  };
  const auto number = [&](int at) { return static_cast<std::uint64_t>(sqlite3_value_int64(arguments[at])); };
  try {
    sqlite3_result_int64(context, checksum_of({octets(0), octets(1), number(2), number(3), number(4)},
                                              sqlite3_value_type(arguments[1]) == SQLITE_NULL));
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

void add_checksums(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec("ALTER TABLE records ADD COLUMN checksum INTEGER");
  database.exec("UPDATE records SET checksum = record_checksum(key, value, created, modified, lease)");
  database.exec("ALTER TABLE changes ADD COLUMN checksum INTEGER");
  database.exec("UPDATE changes SET checksum = record_checksum(key, value, created, revision, lease)");
  database.exec("PRAGMA user_version = " + std::to_string(layout_version));
  transaction.commit();
}

[[noreturn]] void refuse_damaged(const std::string& file, const std::string& what) {
  refuse_store(StoreError::Kind::damaged, file, what + "; restore it from a copy, or try `sqlite3 FILE .recover`");
}

void require_structure(SQLite::Database& database, const std::string& file) {
  SQLite::Statement check(database, "PRAGMA quick_check(1)");
  if (!check.executeStep()) refuse_damaged(file, "it cannot be checked");
  const std::string found = check.getColumn(0).getString();
  if (found != "ok") refuse_damaged(file, "the file is damaged: " + found);
}

void require_records(SQLite::Database& database, const std::string& file) {
  const int altered = number_of(database,
                                "SELECT (SELECT count(*) FROM records WHERE checksum IS NOT NULL "
                                "AND checksum <> record_checksum(key, value, created, modified, lease)) + "
                                "(SELECT count(*) FROM changes WHERE checksum IS NOT NULL "
                                "AND checksum <> record_checksum(key, value, created, revision, lease))");
  if (altered == 0) return;
  refuse_damaged(file, "the file is damaged: " + std::to_string(altered) +
                           (altered == 1 ? " record is" : " records are") + " corrupt");
}

void make_tables(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec(tables);
  database.exec("PRAGMA application_id = " + std::to_string(application_id));
  database.exec("PRAGMA user_version = " + std::to_string(layout_version));
  transaction.commit();
}

}  // namespace

std::uint32_t checksum_of(const Record& record, bool was_erased) noexcept {
  boost::crc_32_type sum;
  const auto add = [&sum](std::uint64_t number) {
    for (unsigned shift = 0; shift < 64; shift += 8) sum.process_byte(static_cast<unsigned char>(number >> shift));
  };
  add(record.key.size());
  sum.process_bytes(record.key.data(), record.key.size());
  sum.process_bytes(record.value.data(), record.value.size());
  add(record.created);
  add(record.modified);
  add(record.lease);
  sum.process_byte(was_erased ? 1 : 0);
  return sum.checksum();
}

void prepare(SQLite::Database& database, const SqliteOptions& options) {
  database.setBusyTimeout(busy_ms);
  database.createFunction("record_checksum", 5, true, nullptr, sql_checksum);
  int version = layout_version;
  const bool is_new = number_of(database, "SELECT count(*) FROM sqlite_master") == 0;
  if (!is_new) {
    if (number_of(database, "PRAGMA application_id") != application_id) {
      refuse_store(StoreError::Kind::damaged, options.file,
                   "the file is a database of another application; use another file");
    }
    version = number_of(database, "PRAGMA user_version");
    if (version < 1 || version > layout_version) {
      refuse_store(StoreError::Kind::damaged, options.file,
                   "the file has layout " + std::to_string(version) + ", but this program supports layout " +
                       std::to_string(layout_version) + "; use the program that wrote it, or a newer one");
    }
  }
  if (options.file != in_memory) database.execAndGet("PRAGMA journal_mode = WAL");
  const bool is_full = options.durability == SqliteOptions::Durability::full;
  database.exec(is_full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  if (is_new) return make_tables(database);
  require_structure(database, options.file);
  if (version == layout_version) return require_records(database, options.file);
  add_checksums(database);
}

void prepare_reader(SQLite::Database& database) { database.setBusyTimeout(busy_ms); }

void rethrow(const SQLite::Exception& exception, const std::string& file, const char* doing) {
  using Kind = StoreError::Kind;
  const std::string text = std::string(doing) + ": " + exception.getErrorStr() + " (" + exception.what() + ')';
  switch (exception.getErrorCode()) {
    case SQLITE_FULL:
      refuse_store(Kind::failed, file, text + "; make room on the disk");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      refuse_store(Kind::damaged, file, text + "; restore it from a copy, or use another file");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      refuse_store(Kind::unavailable, file, text + "; another process is writing to it");
    default:
      refuse_store(Kind::failed, file, text);
  }
}

}  // namespace dimma::store
