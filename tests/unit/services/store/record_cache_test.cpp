#include "services/store/record_cache.hpp"

#include <dimma/sqlite_store.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace {

using dimma::store::Record;
using dimma::store::RecordCache;
using dimma::store::Revision;

Record record(const std::string& key, const std::string& value) { return {key, value, 1, 1, 0}; }

TEST(RecordCache, GivesWhatItWasGiven) {
  RecordCache cache(1'000'000);
  EXPECT_FALSE(cache.get("a"));
  cache.put(record("a", "one"), 1);
  EXPECT_EQ(cache.get("a")->value, "one");
  cache.forget({"a", "never there"}, 2);
  EXPECT_FALSE(cache.get("a"));
}

TEST(RecordCache, TakesNothingThatWasReadBeforeAChange) {
  RecordCache cache(1'000'000);
  cache.forget({"a"}, 7);
  cache.put(record("a", "old"), 6);
  EXPECT_FALSE(cache.get("a"));
  cache.put(record("a", "new"), 7);
  EXPECT_EQ(cache.get("a")->value, "new");
}

TEST(RecordCache, KeepsToItsLimitAndDropsWhatIsNotAskedFor) {
  constexpr std::size_t limit = 1'000'000;
  RecordCache cache(limit);
  const std::string value(1'000, 'v');
  const std::string wanted = "wanted";
  cache.put(record(wanted, value), 1);
  for (int i = 0; i < 10'000; ++i) {
    cache.put(record(std::to_string(i), value), 1);
    EXPECT_TRUE(cache.get(wanted)) << i;
  }
  std::size_t octets = 0;
  for (int i = 0; i < 10'000; ++i) {
    if (const auto kept = cache.get(std::to_string(i))) octets += kept->value.size();
  }
  EXPECT_GT(octets, limit / 10);
  EXPECT_LE(octets, limit);
}

TEST(RecordCache, HoldsNothingWithoutRoom) {
  RecordCache none(0);
  none.put(record("a", "one"), 1);
  EXPECT_FALSE(none.get("a"));
  RecordCache small(10'000);
  small.put(record("a", std::string(10'000, 'v')), 1);
  EXPECT_FALSE(small.get("a"));
}

TEST(RecordCache, NeverLetsAStoreGoBack) {
  dimma::store::SqliteOptions options;
  options.file = ":memory:";
  const auto store = dimma::store::open_sqlite(options);
  constexpr int last = 2'000;
  std::atomic<int> written{0};
  store->put("n", "0");
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      for (int before = 0; before < last;) {
        const int acknowledged = written;
        const int found = std::stoi(store->get("n")->value);
        EXPECT_GE(found, acknowledged);
        EXPECT_GE(found, before);
        before = found;
      }
    });
  }
  for (int n = 1; n <= last; ++n) {
    store->put("n", std::to_string(n));
    written = n;
  }
  for (std::thread& reader : readers) reader.join();
}

}  // namespace
