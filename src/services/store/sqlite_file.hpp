#pragma once
// The file of a SQLite store: how it is laid out, whether it is whole, and what SQLite's errors mean.

#include "services/store/database_file.hpp"

#include <dimma/sqlite_store.hpp>

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>

namespace dimma::store {

// Sets a new connection up, makes the tables if the file is empty, brings those of an older version up to date, and
// checks that they are a store's and whole: SQLite's own structure (PRAGMA quick_check), and each record and change by
// its checksum.
void prepare(SQLite::Database& database, const SqliteOptions& options);
// The checksum that is written with a record or a change, so that damage can be found. SQLite has no checksums of its
// own.
std::uint32_t checksum_of(const Record& record, bool was_erased = false) noexcept;

// A connection that only reads.
void prepare_reader(SQLite::Database& database);

// Throws the StoreError that tells of `exception`, which came while `doing` ("reading", ...).
[[noreturn]] void rethrow(const SQLite::Exception& exception, const std::string& file, const char* doing);

}  // namespace dimma::store
