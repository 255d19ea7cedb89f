#pragma once
// The file of a SQLite store: its tables, its integrity check, and the translation of SQLite's errors.

#include "services/store/database_file.hpp"

#include <dimma/sqlite_store.hpp>

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>

namespace dimma::store {

// Sets up a new connection. Creates the tables if the file is empty, and updates those of an older version. Checks that
// the file is a store and undamaged: SQLite's structure with PRAGMA quick_check, each record and change by its
// checksum.
void prepare(SQLite::Database& database, const SqliteOptions& options);
// Returns the checksum that is stored with a record or a change to detect damage. SQLite itself has no checksums.
std::uint32_t checksum_of(const Record& record, bool was_erased = false) noexcept;

// Sets up a read-only connection.
void prepare_reader(SQLite::Database& database);

// Throws the StoreError that corresponds to `exception`, thrown while `doing` ("reading", ...).
[[noreturn]] void rethrow(const SQLite::Exception& exception, const std::string& file, const char* doing);

}  // namespace dimma::store
