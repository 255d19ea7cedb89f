#pragma once
/// A store with a cache of its records in front of it, which a watch keeps up to date.

#include <dimma/store.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace dimma::store {

/// The size of a cache, and the greatest age of its answers.
struct CacheOptions {
  std::size_t records_max = 100'000;               ///< present and absent ones
  std::size_t octets_max = std::size_t{64} << 20;  ///< limit of keys and values, and 128 octets for each record
  /// The greatest age of an answer from the cache; 10 ms to 1 hour. The store is asked for its revision four times in
  /// this period.
  std::chrono::milliseconds staleness_max = std::chrono::seconds(1);
};

/// A store with a cache in front, as open_cached() makes it. Thread safe.
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
  /// Returns the counts at this moment.
  virtual Statistics statistics() const = 0;
};

/// get() and look_up() answer from the cache if they can; the other functions go to `store`. Answers of the cache are
/// never older than anything that this CachedStore has returned before: its own transactions, pages and records; nor
/// older than `staleness_max`. While the watch is late or broken, the store answers. The destructor waits for a request
/// to the store that is in progress, which has the store's deadline. Throws StoreError of kind `refused` for invalid
/// options.
std::unique_ptr<CachedStore> open_cached(std::unique_ptr<Store> store, const CacheOptions& options = {});

}  // namespace dimma::store
