#include "services/store/record_cache.hpp"

#include <utility>

namespace dimma::store {
namespace {

// The memory of an entry in addition to its key and value: a node of the table, and a record.
constexpr std::size_t overhead_octets = 200;

std::size_t octets_of(const Record& record) { return 2 * record.key.size() + record.value.size() + overhead_octets; }

}  // namespace

std::optional<Record> RecordCache::get(std::string_view key) {
  Shard& shard = shard_of(key);
  const locks::Lock lock(shard.mutex);
  const auto young = shard.young.find(key);
  if (young != shard.young.end()) return young->second;
  const auto old = shard.old.find(key);
  if (old == shard.old.end()) return std::nullopt;
  Record record = std::move(old->second);
  shard.old.erase(old);
  add(shard, record);
  return record;
}

void RecordCache::put(const Record& record, Revision read_at) {
  Shard& shard = shard_of(record.key);
  const locks::Lock lock(shard.mutex);
  if (shard.changed > read_at || octets_of(record) > shard_octets_max_) return;
  shard.old.erase(record.key);
  if (shard.young.count(record.key) == 0) add(shard, record);
}

void RecordCache::forget(const std::vector<std::string>& keys, Revision now) {
  for (const std::string& key : keys) {
    Shard& shard = shard_of(key);
    const locks::Lock lock(shard.mutex);
    shard.changed = now;
    shard.old.erase(key);
    const auto young = shard.young.find(key);
    if (young == shard.young.end()) continue;
    shard.young_octets -= octets_of(young->second);
    shard.young.erase(young);
  }
}

void RecordCache::add(Shard& shard, Record record) {
  const std::size_t more = octets_of(record);
  if (shard.young_octets + more > shard_octets_max_) {
    shard.old = std::exchange(shard.young, {});
    shard.young_octets = 0;
  }
  shard.young_octets += more;
  std::string key = record.key;
  shard.young.emplace(std::move(key), std::move(record));
}

}  // namespace dimma::store
