#pragma once
/// A store with a cache of its records in front of it, which a watch keeps.

#include <dimma/store.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace dimma::store {

/// How much a cache holds, and how old what it says may be.
struct CacheOptions {
  std::size_t records_max = 100'000;               ///< present and absent ones
  std::size_t octets_max = std::size_t{64} << 20;  ///< limit of keys and values, and 128 octets for each record
  /// The greatest age of an answer from the cache; 10 ms to 1 hour. The store is asked for its revision four times in
  /// it.
  std::chrono::milliseconds staleness_max = std::chrono::seconds(1);
};

/// A store with a cache in front, as open_cached() makes it. All functions may be called by several threads.
class CachedStore : public Store {
 public:
  /// Counts since the cache was made.
  struct Statistics {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;    ///< the cache did not have the record
    std::uint64_t bypasses = 0;  ///< it was older than the store, or the watch was broken: the store was asked
    std::size_t records = 0;
    std::size_t octets = 0;
  };
  /// The counts of this moment.
  virtual Statistics statistics() const = 0;
};

/// get() and look_up() answer from the cache if they can, the other functions pass through to `store`. The cache's
/// answers are never older than anything that this CachedStore has given before: its own transactions, pages and
/// records. They are never older than `staleness_max` either. While the watch is late or broken the store answers. The
/// destructor waits for a request to the store that is under way, which has the store's deadline. Throws StoreError of
/// kind `refused` for invalid options.
std::unique_ptr<CachedStore> open_cached(std::unique_ptr<Store> store, const CacheOptions& options = {});

}  // namespace dimma::store
