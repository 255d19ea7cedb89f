#include <dimma/cached_store.hpp>
#include <dimma/sqlite_store.hpp>

#include "conformance.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

using namespace std::chrono_literals;
using conformance::kind_of_error;
using conformance::StoreTest;
using namespace dimma::store;

std::unique_ptr<Store> in_memory() {
  SqliteOptions options;
  options.file = ":memory:";
  options.remembered = 100;
  return open_sqlite(options);
}

// Holds up or breaks the store's calls, and its watches.
struct Gates {
  std::mutex mutex;
  std::condition_variable changed;
  bool holds_lookups = false;  // those of "a", after they have read and before they return
  bool holds_events = false;
  bool is_broken = false;  // revision() and watches throw
  int held = 0;

  void set(bool Gates::*gate, bool value) {
    const std::lock_guard lock(mutex);
    this->*gate = value;
    changed.notify_all();
  }
  void pass(bool Gates::*gate) {
    std::unique_lock lock(mutex);
    ++held;
    changed.notify_all();
    changed.wait(lock, [&] { return !(this->*gate); });
    --held;
  }
  void await_held() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return held > 0; });
  }
  void check_broken() {
    const std::lock_guard lock(mutex);
    if (is_broken) throw StoreError(StoreError::Kind::unavailable, "broken");
  }
};

class GatedWatch final : public Watch {
 public:
  GatedWatch(std::unique_ptr<Watch> watch, Gates& gates) : watch_(std::move(watch)), gates_(gates) {}
  std::vector<Event> next(std::chrono::milliseconds patience) override {
    gates_.check_broken();
    {
      const std::lock_guard lock(gates_.mutex);
      if (gates_.holds_events) return {};
    }
    return watch_->next(std::min(patience, 5ms));
  }
  Revision revision() const override { return watch_->revision(); }

 private:
  std::unique_ptr<Watch> watch_;
  Gates& gates_;
};

class GatedStore final : public Store {
 public:
  GatedStore(Store& store, Gates& gates) : store_(store), gates_(gates) {}
  Lookup look_up(std::string_view key) override {
    Lookup found = store_.look_up(key);
    bool is_held = false;
    {
      const std::lock_guard lock(gates_.mutex);
      is_held = gates_.holds_lookups && key == "a";
    }
    if (is_held) gates_.pass(&Gates::holds_lookups);
    return found;
  }
  Page list(const Query& query) override { return store_.list(query); }
  Outcome commit(const Transaction& transaction) override { return store_.commit(transaction); }
  Revision revision() override {
    gates_.check_broken();
    return store_.revision();
  }
  std::unique_ptr<Watch> watch(std::string prefix, Revision after) override {
    return std::make_unique<GatedWatch>(store_.watch(std::move(prefix), after), gates_);
  }
  LeaseId grant(std::chrono::milliseconds lifetime) override { return store_.grant(lifetime); }
  bool renew(LeaseId lease) override { return store_.renew(lease); }
  bool revoke(LeaseId lease) override { return store_.revoke(lease); }

 private:
  Store& store_;
  Gates& gates_;
};

class CachedStoreTest : public testing::Test {
 protected:
  std::string value_of(const std::string& key) {
    const auto record = cached_->get(key);
    return record ? record->value : "-";
  }
  // Reads until the value comes from the cache.
  std::string cached_value_of(const std::string& key) {
    for (const auto before = cached_->statistics().hits;;) {
      const std::string value = value_of(key);
      if (cached_->statistics().hits > before) return value;
      std::this_thread::sleep_for(1ms);
    }
  }

  const std::unique_ptr<Store> store_ = in_memory();
  Gates gates_;
  CacheOptions options_{10, 1 << 20, 200ms};
  std::unique_ptr<CachedStore> cached_ = open_cached(std::make_unique<GatedStore>(*store_, gates_), options_);
};

// Closing the store takes a quarter of this time, so it is short.
std::unique_ptr<Store> open_cached_memory() { return open_cached(in_memory(), {.staleness_max = 40ms}); }

INSTANTIATE_TEST_SUITE_P(Cached, StoreTest, testing::Values(conformance::Opening{"Memory", open_cached_memory}),
                         conformance::name_of);

TEST_F(CachedStoreTest, RemembersRecordsAndTheirAbsence) {
  store_->put("a", "1");
  EXPECT_EQ("1", cached_value_of("a"));
  EXPECT_EQ("-", cached_value_of("b"));
}

TEST_F(CachedStoreTest, SeesWhatOthersChange) {
  EXPECT_EQ("-", cached_value_of("a"));
  for (const char* const value : {"1", "2", "-", "3"}) {
    if (*value == '-') {
      store_->erase("a");
    } else {
      store_->put("a", value);
    }
    while (cached_value_of("a") != value) std::this_thread::sleep_for(1ms);
  }
}

TEST_F(CachedStoreTest, IsNeverOlderThanItsOwnTransactions) {
  store_->put("a", "0");
  EXPECT_EQ("0", cached_value_of("a"));
  gates_.set(&Gates::holds_events, true);
  for (int i = 1; i < 50; ++i) {
    cached_->put("a", std::to_string(i));
    EXPECT_EQ(std::to_string(i), value_of("a"));
  }
  // Nor older than a page, or than another record.
  store_->commit({{}, {Change::put("a", "new"), Change::put("b", "new")}});
  EXPECT_EQ("new", value_of("b"));
  EXPECT_EQ("new", value_of("a"));
}

TEST_F(CachedStoreTest, IsNotOlderThanItMayBeWithoutAWatch) {
  store_->put("a", "0");
  EXPECT_EQ("0", cached_value_of("a"));
  gates_.set(&Gates::holds_events, true);
  store_->put("a", "1");
  std::this_thread::sleep_for(options_.staleness_max);
  EXPECT_EQ("1", value_of("a"));
  gates_.set(&Gates::holds_events, false);
  EXPECT_EQ("1", cached_value_of("a"));
}

// The first read of the record returns after the record has changed.
TEST_F(CachedStoreTest, DoesNotKeepWhatChangedOnItsWay) {
  store_->put("a", "old");
  EXPECT_EQ("-", cached_value_of("b"));
  gates_.set(&Gates::holds_lookups, true);
  std::thread reader([&] { EXPECT_EQ("old", value_of("a")); });
  gates_.await_held();
  store_->put("a", "new");
  const Revision changed = store_->revision();
  while (cached_->look_up("b").revision < changed) std::this_thread::sleep_for(1ms);
  gates_.set(&Gates::holds_lookups, false);
  reader.join();
  EXPECT_EQ("new", cached_value_of("a"));
}

TEST_F(CachedStoreTest, BeginsAnewWhenItsWatchIsTooLate) {
  store_->put("a", "old");
  EXPECT_EQ("old", cached_value_of("a"));
  gates_.set(&Gates::holds_events, true);
  for (int i = 0; i < 300; ++i) store_->put("a", std::to_string(i));
  gates_.set(&Gates::holds_events, false);
  while (cached_value_of("a") != "299") std::this_thread::sleep_for(1ms);
}

TEST_F(CachedStoreTest, AsksTheStoreWhileTheWatchIsBroken) {
  store_->put("a", "old");
  EXPECT_EQ("old", cached_value_of("a"));
  gates_.set(&Gates::is_broken, true);
  store_->put("a", "new");
  std::this_thread::sleep_for(options_.staleness_max);
  EXPECT_EQ("new", value_of("a"));
  gates_.set(&Gates::is_broken, false);
  EXPECT_EQ("new", cached_value_of("a"));
}

TEST_F(CachedStoreTest, IsBounded) {
  for (int i = 0; i < 50; ++i) value_of(std::to_string(i));
  EXPECT_LE(cached_->statistics().records, options_.records_max);
  store_->put("large", std::string(std::size_t{1} << 20, 'v'));
  value_of("large");
  EXPECT_LE(cached_->statistics().octets, options_.octets_max);
}

// The values that several threads read never go back, while others write.
TEST_F(CachedStoreTest, NeverGoesBack) {
  store_->put("n", "0");
  std::atomic<bool> ends = false;
  std::thread writer([&] {
    for (int i = 1; i <= 2000; ++i) store_->commit({{}, {Change::put("n", std::to_string(i)), Change::put("m", "")}});
    ends = true;
  });
  std::vector<std::thread> readers;
  for (int r = 0; r < 3; ++r) {
    readers.emplace_back([&] {
      for (int last = 0; !ends;) {
        const int now = std::stoi(value_of("n"));
        ASSERT_GE(now, last);
        last = now;
      }
    });
  }
  writer.join();
  for (std::thread& reader : readers) reader.join();
  while (cached_value_of("n") != "2000") std::this_thread::sleep_for(1ms);
}

}  // namespace
