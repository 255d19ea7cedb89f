#pragma once
// The file of a SQLite store: its layout, the check that it is undamaged, and the meaning of SQLite's errors.

#include "services/store/database_file.hpp"

#include <dimma/sqlite_store.hpp>

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>

namespace dimma::store {

// Sets up a new connection, makes the tables if the file is empty, brings those of an older version up to date, and
// checks that they are a store's and undamaged: SQLite's own structure (PRAGMA quick_check), and each record and change
// by its checksum.
void prepare(SQLite::Database& database, const SqliteOptions& options);
// Returns the checksum that is written with a record or a change, so that damage can be found. SQLite has no checksums
// of its own.
std::uint32_t checksum_of(const Record& record, bool was_erased = false) noexcept;

// Sets up a connection that only reads.
void prepare_reader(SQLite::Database& database);

// Throws the StoreError for `exception`, which was thrown while `doing` ("reading", ...).
[[noreturn]] void rethrow(const SQLite::Exception& exception, const std::string& file, const char* doing);

}  // namespace dimma::store
