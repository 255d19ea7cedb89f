#include "services/store/sqlite_file.hpp"

#include <sqlite3.h>

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace dimma::store {
namespace {

constexpr int application_id = 0x64696d6d;  // "dimm", at octet 68 of the file
constexpr int layout_version = 1;
constexpr int busy_ms = 5'000;

// A change is remembered by its place within the transaction of its revision.
constexpr const char* tables = R"(
CREATE TABLE records (key BLOB PRIMARY KEY, value BLOB NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL,
                      lease INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX records_under_lease ON records (lease) WHERE lease <> 0;
CREATE TABLE leases (id INTEGER PRIMARY KEY AUTOINCREMENT, lifetime_ms INTEGER NOT NULL);
CREATE TABLE changes (revision INTEGER NOT NULL, place INTEGER NOT NULL, key BLOB NOT NULL, value BLOB,
                      created INTEGER NOT NULL, lease INTEGER NOT NULL, PRIMARY KEY (revision, place)) WITHOUT ROWID;
)";

int number_of(SQLite::Database& database, const char* pragma) { return database.execAndGet(pragma).getInt(); }

[[noreturn]] void refuse(StoreError::Kind kind, const std::string& file, const std::string& text) {
  throw StoreError(kind, "the store " + file + ": " + text);
}

void make_tables(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec(tables);
  database.exec("PRAGMA application_id = " + std::to_string(application_id));
  database.exec("PRAGMA user_version = " + std::to_string(layout_version));
  transaction.commit();
}

}  // namespace

FileLock::FileLock(const std::string& file) {
  if (file == in_memory) return;
  const std::string lock = file + "-lock";
  descriptor_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    refuse(StoreError::Kind::failed, file, "cannot open " + lock + ": " + std::generic_category().message(errno));
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor_);
    refuse(StoreError::Kind::unavailable, file, "another process has it open; stop it, or give this one another file");
  }
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void prepare(SQLite::Database& database, const SqliteOptions& options) {
  database.setBusyTimeout(busy_ms);
  const bool is_new = number_of(database, "SELECT count(*) FROM sqlite_master") == 0;
  if (!is_new) {
    if (number_of(database, "PRAGMA application_id") != application_id) {
      refuse(StoreError::Kind::damaged, options.file, "the file is a database of something else; name another file");
    }
    const int version = number_of(database, "PRAGMA user_version");
    if (version != layout_version) {
      refuse(StoreError::Kind::damaged, options.file,
             "the file has layout " + std::to_string(version) + ", and this program knows layout " +
                 std::to_string(layout_version) + "; use the program that wrote it, or a newer one");
    }
  }
  if (options.file != in_memory) database.execAndGet("PRAGMA journal_mode = WAL");
  const bool is_full = options.durability == SqliteOptions::Durability::full;
  database.exec(is_full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  if (is_new) make_tables(database);
}

void prepare_reader(SQLite::Database& database) { database.setBusyTimeout(busy_ms); }

void rethrow(const SQLite::Exception& exception, const std::string& file, const char* doing) {
  using Kind = StoreError::Kind;
  const std::string text = std::string(doing) + ": " + exception.getErrorStr() + " (" + exception.what() + ')';
  switch (exception.getErrorCode()) {
    case SQLITE_FULL:
      refuse(Kind::failed, file, text + "; make room on the disk");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      refuse(Kind::damaged, file, text + "; restore it from a copy, or name another file");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      refuse(Kind::unavailable, file, text + "; another program is writing to it");
    default:
      refuse(Kind::failed, file, text);
  }
}

}  // namespace dimma::store
