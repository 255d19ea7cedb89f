#pragma once
// The file of a SQLite store: who may have it open, how it is laid out, and what SQLite's errors mean.

#include <dimma/sqlite_store.hpp>

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>

namespace dimma::store {

inline constexpr const char* in_memory = ":memory:";

// Held while the store is open. Nothing for a store in memory.
class FileLock {
 public:
  // Throws StoreError.
  explicit FileLock(const std::string& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_ = -1;
};

// Sets a new connection up, makes the tables if the file is empty, and checks that they are a store's of this version.
void prepare(SQLite::Database& database, const SqliteOptions& options);
// A connection that only reads.
void prepare_reader(SQLite::Database& database);

// Throws the StoreError that tells of `exception`, which came while `doing` ("reading", ...).
[[noreturn]] void rethrow(const SQLite::Exception& exception, const std::string& file, const char* doing);

}  // namespace dimma::store
