#include "conformance.hpp"

#include <atomic>
#include <thread>

namespace conformance {

using dimma::store::Change;
using dimma::store::Condition;
using dimma::store::Page;
using dimma::store::Query;
using dimma::store::Revision;
using dimma::store::Store;
using dimma::store::StoreError;
using dimma::store::Transaction;

StoreError::Kind kind_of_error(const std::function<void()>& work) {
  try {
    work();
  } catch (const StoreError& error) {
    return error.kind();
  }
  throw std::logic_error("no StoreError came");
}

namespace {

std::vector<std::string> keys_of(const Page& page) {
  std::vector<std::string> keys;
  for (const auto& record : page.records) keys.push_back(record.key);
  return keys;
}

Query below(std::string prefix, std::size_t records_max = 100) {
  Query query;
  query.prefix = std::move(prefix);
  query.records_max = records_max;
  return query;
}

}  // namespace

TEST_P(StoreTest, IsEmptyAtFirst) {
  EXPECT_FALSE(store().get("a"));
  EXPECT_TRUE(store().list({}).records.empty());
  EXPECT_TRUE(store().list({}).is_last);
}

TEST_P(StoreTest, GivesBackWhatWasPut) {
  store().put("a", "1");
  ASSERT_TRUE(store().get("a"));
  EXPECT_EQ("1", store().get("a")->value);
  EXPECT_EQ("a", store().get("a")->key);
  store().put("a", "2");
  EXPECT_EQ("2", store().get("a")->value);
}

TEST_P(StoreTest, TakesAllOctets) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  store().put(all, all + all);
  ASSERT_TRUE(store().get(all));
  EXPECT_EQ(all + all, store().get(all)->value);
  store().put("empty", "");
  ASSERT_TRUE(store().get("empty"));
  EXPECT_EQ("", store().get("empty")->value);
  store().put(std::string(1, '\0'), "zero");
  EXPECT_EQ("zero", store().get(std::string(1, '\0'))->value);
}

TEST_P(StoreTest, TakesWhatIsAsLongAsMayBe) {
  const std::string key(dimma::store::key_octets_max, '\xff');
  const std::string value(dimma::store::value_octets_max, 'v');
  store().put(key, value);
  ASSERT_TRUE(store().get(key));
  EXPECT_EQ(value, store().get(key)->value);
  EXPECT_EQ(1U, store().list(below("\xff")).records.size());
}

TEST_P(StoreTest, RefusesWhatIsBeyondItsLimits) {
  const auto refused = StoreError::Kind::refused;
  EXPECT_EQ(refused, kind_of_error([&] { store().put("", "v"); }));
  EXPECT_EQ(refused, kind_of_error([&] { store().get(""); }));
  EXPECT_EQ(refused, kind_of_error([&] { store().put(std::string(dimma::store::key_octets_max + 1, 'k'), "v"); }));
  EXPECT_EQ(refused, kind_of_error([&] { store().put("k", std::string(dimma::store::value_octets_max + 1, 'v')); }));
  EXPECT_EQ(refused, kind_of_error([&] { store().list(below("", 0)); }));
  EXPECT_EQ(refused, kind_of_error([&] { store().list(below("", dimma::store::page_records_max + 1)); }));
  Transaction many;
  for (std::size_t i = 0; i <= dimma::store::parts_max; ++i) many.changes.push_back(Change::put(std::to_string(i), ""));
  EXPECT_EQ(refused, kind_of_error([&] { store().commit(many); }));
  const Transaction twice{{}, {Change::put("k", "1"), Change::erase("k")}};
  EXPECT_EQ(refused, kind_of_error([&] { store().commit(twice); }));
  EXPECT_TRUE(store().list({}).records.empty());
}

TEST_P(StoreTest, CreatesOnlyWhatIsAbsent) {
  EXPECT_TRUE(store().create("a", "1"));
  EXPECT_FALSE(store().create("a", "2"));
  EXPECT_EQ("1", store().get("a")->value);
}

TEST_P(StoreTest, Erases) {
  store().put("a", "1");
  EXPECT_TRUE(store().erase("a"));
  EXPECT_FALSE(store().get("a"));
  EXPECT_FALSE(store().erase("a"));
}

TEST_P(StoreTest, CountsChangesAsRevisions) {
  const Revision before = store().revision();
  store().put("a", "1");
  const Revision created = store().get("a")->created;
  EXPECT_GT(created, before);
  EXPECT_EQ(created, store().get("a")->modified);
  store().put("a", "2");
  EXPECT_EQ(created, store().get("a")->created);
  EXPECT_GT(store().get("a")->modified, created);
  EXPECT_EQ(store().get("a")->modified, store().revision());
  store().erase("a");
  store().put("a", "3");
  EXPECT_GT(store().get("a")->created, created);
}

TEST_P(StoreTest, ACommitThatChangesNothingIsNoRevision) {
  store().put("a", "1");
  const Revision revision = store().revision();
  EXPECT_TRUE(store().commit({{}, {Change::erase("absent")}}).succeeded);
  EXPECT_FALSE(store().create("a", "2"));
  EXPECT_TRUE(store().commit({}).succeeded);
  if (GetParam().is_exact) {
    EXPECT_EQ(revision, store().revision());
  }
  EXPECT_EQ(revision, store().get("a")->modified);
}

TEST_P(StoreTest, ListsInTheOrderOfUnsignedOctets) {
  for (const char* const key : {"b", "a", "\xff", "ab", "a\x01", "c", "aa"}) store().put(key, key);
  EXPECT_EQ((std::vector<std::string>{"a", "a\x01", "aa", "ab", "b", "c", "\xff"}), keys_of(store().list({})));
}

TEST_P(StoreTest, ListsWhatBeginsWithAPrefix) {
  for (const char* const key : {"a", "a/", "a/x", "a/y", "a0", "b", "\xff", "\xff\xff", "\xff\xff\x01"}) {
    store().put(key, key);
  }
  EXPECT_EQ((std::vector<std::string>{"a/", "a/x", "a/y"}), keys_of(store().list(below("a/"))));
  EXPECT_EQ((std::vector<std::string>{"\xff", "\xff\xff", "\xff\xff\x01"}), keys_of(store().list(below("\xff"))));
  EXPECT_EQ((std::vector<std::string>{"\xff\xff", "\xff\xff\x01"}), keys_of(store().list(below("\xff\xff"))));
  EXPECT_TRUE(store().list(below("zz")).records.empty());
}

TEST_P(StoreTest, ListsByPages) {
  for (int i = 10; i < 35; ++i) store().put("k" + std::to_string(i), "");
  store().put("l", "");
  Query query = below("k", 10);
  std::vector<std::size_t> sizes;
  std::vector<std::string> keys;
  Page page;
  do {
    page = store().list(query);
    sizes.push_back(page.records.size());
    for (const std::string& key : keys_of(page)) keys.push_back(key);
    query.after = keys.back();
  } while (!page.is_last);
  EXPECT_EQ((std::vector<std::size_t>{10, 10, 5}), sizes);
  ASSERT_EQ(25U, keys.size());
  EXPECT_EQ("k10", keys.front());
  EXPECT_EQ("k34", keys.back());
  EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
  EXPECT_TRUE(store().list(below("k", 25)).is_last);
}

TEST_P(StoreTest, APageMayBeginBeforeItsPrefixOrAfterIt) {
  store().put("b", "");
  Query query = below("b");
  query.after = "a";
  EXPECT_EQ(1U, store().list(query).records.size());
  query.after = "c";
  EXPECT_TRUE(store().list(query).records.empty());
}

TEST_P(StoreTest, DoesAllOfATransactionOrNothing) {
  store().put("a", "1");
  const auto refused =
      store().commit({{Condition::has_value("a", "other")}, {Change::put("b", "1"), Change::erase("a")}});
  EXPECT_FALSE(refused.succeeded);
  ASSERT_EQ(1U, refused.found.size());
  ASSERT_TRUE(refused.found[0]);
  EXPECT_EQ("1", refused.found[0]->value);
  EXPECT_TRUE(store().get("a"));
  EXPECT_FALSE(store().get("b"));
  EXPECT_TRUE(
      store().commit({{Condition::has_value("a", "1")}, {Change::put("b", "1"), Change::erase("a")}}).succeeded);
  EXPECT_FALSE(store().get("a"));
  EXPECT_EQ("1", store().get("b")->value);
  EXPECT_EQ(store().revision(), store().get("b")->modified);
}

TEST_P(StoreTest, ChecksEachKindOfCondition) {
  store().put("a", "1");
  const Revision modified = store().get("a")->modified;
  const auto holds = [&](Condition condition) { return store().commit({{std::move(condition)}, {}}).succeeded; };
  EXPECT_TRUE(holds(Condition::absent("b")));
  EXPECT_FALSE(holds(Condition::absent("a")));
  EXPECT_TRUE(holds(Condition::present("a")));
  EXPECT_FALSE(holds(Condition::present("b")));
  EXPECT_TRUE(holds(Condition::unchanged_since("a", modified)));
  EXPECT_FALSE(holds(Condition::unchanged_since("a", modified + 1)));
  EXPECT_FALSE(holds(Condition::unchanged_since("b", 0)));
  EXPECT_FALSE(holds(Condition::has_value("b", "")));
  EXPECT_TRUE(holds(Condition::none_below("a/")));
  EXPECT_FALSE(holds(Condition::none_below("a")));
  EXPECT_FALSE(holds(Condition::none_below("")));
  store().erase("a");
  EXPECT_TRUE(holds(Condition::none_below("")));
}

// The value is the number of increments, of all threads together.
TEST_P(StoreTest, TransactionsOfManyThreadsDoNotMeet) {
  constexpr int threads = 8;
  constexpr int increments = 25;
  store().put("count", "0");
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) {
    running.emplace_back([&] {
      for (int done = 0; done < increments;) {
        const auto before = store().get("count");
        const auto next = std::to_string(std::stoi(before->value) + 1);
        const auto outcome =
            store().commit({{Condition::unchanged_since("count", before->modified)}, {Change::put("count", next)}});
        if (outcome.succeeded) ++done;
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  EXPECT_EQ(std::to_string(threads * increments), store().get("count")->value);
}

TEST_P(StoreTest, OneOfManyCreates) {
  constexpr int threads = 8;
  std::atomic<int> created = 0;
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) {
    running.emplace_back([&, i] { created += store().create("a", std::to_string(i)) ? 1 : 0; });
  }
  for (std::thread& thread : running) thread.join();
  EXPECT_EQ(1, created);
}

}  // namespace conformance
