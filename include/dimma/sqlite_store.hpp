#pragma once
/// A store in an SQLite file, accessed through SQLiteCpp, for one process on one machine.

#include <dimma/store.hpp>

#include <memory>
#include <string>

namespace dimma::store {

/// The location of the database, and how it is written.
struct SqliteOptions {
  /// The failures that an acknowledged transaction survives: with `full` a loss of power; with `normal` only the death
  /// of the process, at many times the speed.
  enum class Durability { full, normal };

  std::string file;  ///< created if it does not exist; ":memory:" for a store that ends with its process
  Durability durability = Durability::full;
  Revision remembered = 10'000;  ///< how many revisions back a watch may start
  /// Approximate memory for cached records, so that get() need not read the file again.
  std::size_t cached_octets_max = std::size_t{64} << 20;
};

/// Opens the store, or creates it. While it is open, no other process can open it, not even under another name of the
/// file: the file and FILE-lock beside it are locked. Other processes may still read the file, for example to copy it.
/// An existing file is read and checked completely, at about 0.3 GB/s. Transactions of several threads that arrive
/// while one is being written are written together, with one sync. Throws StoreError: `unavailable` if the store is
/// open elsewhere; `damaged` if the file is not a store, is of a newer version, or is corrupt; `failed` if it has
/// several hard links or the system refuses. A transaction also throws `failed` once the file has been removed or
/// replaced, and reading throws `damaged` for a corrupt record.
std::unique_ptr<Store> open_sqlite(const SqliteOptions& options);

}  // namespace dimma::store
