#pragma once
/// Caches records of a store. Changes of a transaction must be forgotten before the transaction is acknowledged.

#include "services/locks/locks.hpp"

#include <dimma/store.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dimma::store {

/// Thread-safe.
class RecordCache {
 public:
  /// Holds about `octets_max` octets, including the overhead. Evicts records that have not been used recently.
  explicit RecordCache(std::size_t octets_max) : shard_octets_max_(octets_max / shards / generations) {}

  std::optional<Record> get(std::string_view key);
  /// Caches a record that was read when the store was at revision `read_at` or later, unless the key may have changed
  /// since.
  void put(const Record& record, Revision read_at);
  /// Removes keys that were changed by transactions up to the revision `now`.
  void forget(const std::vector<std::string>& keys, Revision now);

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Records = std::unordered_map<std::string, Record, Hash, std::equal_to<>>;
  // Records that are read are added to the young generation. When it is full, it replaces the old generation, which is
  // evicted.
  struct Shard {
    locks::Mutex mutex;
    Records young DIMMA_GUARDED_BY(mutex);
    Records old DIMMA_GUARDED_BY(mutex);
    std::size_t young_octets DIMMA_GUARDED_BY(mutex) = 0;
    Revision changed DIMMA_GUARDED_BY(mutex) = 0;
  };
  static constexpr std::size_t shards = 16;
  static constexpr std::size_t generations = 2;

  Shard& shard_of(std::string_view key) { return shards_[std::hash<std::string_view>()(key) / 64 % shards]; }
  void add(Shard& shard, Record record) DIMMA_REQUIRES(shard.mutex);

  const std::size_t shard_octets_max_;
  std::array<Shard, shards> shards_;
};

}  // namespace dimma::store
