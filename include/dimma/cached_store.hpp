#pragma once
/// A store with a cache of its records, which a watch keeps up to date.

#include <dimma/store.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace dimma::store {

/// The size of a cache, and the maximum age of its answers.
struct CacheOptions {
  std::size_t records_max = 100'000;               ///< counts records known to be absent, too
  std::size_t octets_max = std::size_t{64} << 20;  ///< counts keys, values and 128 octets for each record
  /// Maximum age of an answer from the cache; 10 ms to 1 hour. The cache polls the store's revision four times in this
  /// period.
  std::chrono::milliseconds staleness_max = std::chrono::seconds(1);
};

/// A store with a cache, made by open_cached(). Thread-safe.
class CachedStore : public Store {
 public:
  /// Counts since the cache was made.
  struct Statistics {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;    ///< the cache did not have the record
    std::uint64_t bypasses = 0;  ///< the cache was out of date or the watch was broken, so the store answered
    std::size_t records = 0;
    std::size_t octets = 0;
  };
  /// Returns the current counts.
  virtual Statistics statistics() const = 0;
};

/// Makes a store whose get() and look_up() answer from a cache if they can; the other functions go to `store`. Answers
/// from the cache are never older than `staleness_max`, nor older than anything that this CachedStore has returned
/// before: its own transactions, pages and records. While the watch is late or broken, the store answers. The
/// destructor waits for a request to the store that is in progress; the store's deadline limits that wait. Throws
/// StoreError of kind `refused` for invalid options.
std::unique_ptr<CachedStore> open_cached(std::unique_ptr<Store> store, const CacheOptions& options = {});

}  // namespace dimma::store
