#pragma once
/// A store in a file of SQLite, through SQLiteCpp, for one process on one machine.

#include <dimma/store.hpp>

#include <memory>
#include <string>

namespace dimma::store {

/// The place of the database, and the way it is written.
struct SqliteOptions {
  /// The events that an acknowledged transaction survives: with `full` a loss of the machine's power; with `normal`
  /// only the death of the process, at many times the speed.
  enum class Durability { full, normal };

  std::string file;  ///< made if it is not there; ":memory:" for a store that ends with its process
  Durability durability = Durability::full;
  Revision remembered = 10'000;  ///< the number of revisions back that a watch may begin
  /// The approximate memory for records that were read, so that get() need not read the file again.
  std::size_t cached_octets_max = std::size_t{64} << 20;
};

/// Opens or makes the store. While it is open, no other process can open it, not even under another name of the file:
/// the file is locked, and so is FILE-lock beside it. Others may still read the file, for example to copy it. An
/// existing file is read and checked completely, at about 0.3 GB/s.
/// Transactions of several threads that come while one is being written are written together, with one sync.
/// Throws StoreError: `unavailable` if the store is open elsewhere; `damaged` if the file is not a store, is of a newer
/// version, or is not what was written; `failed` if it has several hard links or the system refuses. A transaction also
/// throws `failed` once the file has been removed or replaced, and reading throws `damaged` for a record that is not
/// what was written.
std::unique_ptr<Store> open_sqlite(const SqliteOptions& options);

}  // namespace dimma::store
