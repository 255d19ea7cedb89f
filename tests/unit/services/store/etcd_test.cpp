#include <dimma/cached_store.hpp>
#include <dimma/etcd_store.hpp>

#include "conformance.hpp"
#include "etcd_process.hpp"
#include "unit/common/rounds.hpp"

#include <atomic>
#include <csignal>
#include <thread>

namespace {

namespace test = dimma::test;

using namespace std::chrono_literals;
using conformance::kind_of_error;
using conformance::StoreTest;
using dimma::store::EtcdOptions;
using dimma::store::open_etcd;
using dimma::store::parse_etcd_url;
using dimma::store::StoreError;
using store_test::EtcdProcess;

EtcdProcess& shared_process() {
  static EtcdProcess process;
  return process;
}

EtcdOptions new_options() {
  static int number = 0;
  EtcdOptions options;
  options.endpoints = {shared_process().endpoint()};
  options.prefix = "/test" + std::to_string(number++) + '/';
  return options;
}

std::unique_ptr<dimma::store::Store> open_new() { return open_etcd(new_options()); }

std::unique_ptr<dimma::store::Store> open_new_cached() { return dimma::store::open_cached(open_new()); }

INSTANTIATE_TEST_SUITE_P(Etcd, StoreTest,
                         testing::Values(conformance::Opening{"OneMember", open_new, false},
                                         conformance::Opening{"Cached", open_new_cached, false}),
                         conformance::name_of);

TEST(EtcdStore, KeepsStoresOfOtherPrefixesApart) {
  const auto one = open_new();
  const auto other = open_new();
  one->put("a", "1");
  EXPECT_FALSE(other->get("a"));
  EXPECT_TRUE(other->list({}).records.empty());
  EXPECT_TRUE(other->commit({{dimma::store::Condition::none_below("")}, {}}).succeeded);
}

TEST(EtcdStore, ListsLargeRecordsInShorterPages) {
  const auto store = open_new();
  const std::string value(std::size_t{1} << 20, 'v');
  std::vector<std::thread> writers;  // etcd writes to the disk for several at once
  for (int first = 10; first < 20; ++first) {
    writers.emplace_back([&, first] {
      for (int i = first; i < 60; i += 10) store->put(std::to_string(i), value);
    });
  }
  for (std::thread& writer : writers) writer.join();
  dimma::store::Query query;
  std::size_t listed = 0;
  for (bool is_last = false; !is_last;) {
    const auto page = store->list(query);
    listed += page.records.size();
    query.after = page.records.back().key;
    is_last = page.is_last;
  }
  EXPECT_EQ(50U, listed);
}

TEST(EtcdStore, SaysThatNobodyAnswers) {
  EtcdOptions options;
  options.endpoints = {"http://127.0.0.1:1"};
  options.deadline = 300ms;
  const auto store = open_etcd(options);
  EXPECT_EQ(StoreError::Kind::unavailable, kind_of_error([&] { store->get("a"); }));
  EXPECT_EQ(StoreError::Kind::unavailable, kind_of_error([&] { store->put("a", "1"); }));
  EXPECT_EQ(StoreError::Kind::unavailable, kind_of_error([&] { store->grant(1s); }));
}

TEST(EtcdStore, GoesOnWithAnotherEndpoint) {
  EtcdOptions options = new_options();
  options.endpoints.insert(options.endpoints.begin(), "http://127.0.0.1:1");
  const auto store = open_etcd(options);
  store->put("a", "1");
  EXPECT_EQ("1", store->get("a")->value);
}

// Returns true if a write succeeds within the store's deadline, as soon as the machine has time for it.
bool becomes_writable(dimma::store::Store& store) {
  for (int tries = 0; tries < 100; ++tries) {
    try {
      store.create("try " + std::to_string(tries), "");
      return true;
    } catch (const StoreError&) {
    }
  }
  return false;
}

// The member is stopped before it handles a request, and executes the request later.
TEST(EtcdStore, IsUncertainOfWhatAStoppedMemberDoes) {
  EtcdProcess process;
  EtcdOptions options;
  options.endpoints = {process.endpoint()};
  options.deadline = 30s;
  const auto patient = open_etcd(options);
  patient->put("a", "1");
  options.deadline = 300ms;
  const auto store = open_etcd(options);
  ASSERT_TRUE(becomes_writable(*store));
  process.signal(SIGSTOP);
  EXPECT_EQ(StoreError::Kind::uncertain, kind_of_error([&] { store->create("b", "1"); }));
  EXPECT_EQ(StoreError::Kind::unavailable, kind_of_error([&] { store->get("a"); }));
  process.signal(SIGCONT);
  EXPECT_TRUE(patient->create("c", "1"));
  EXPECT_TRUE(patient->get("a"));
}

// The answer to a creation is true, although the member dies between the request and the answer.
TEST(EtcdStore, LosesNothingThatWasAcknowledged) {
  EtcdProcess process;
  EtcdOptions options;
  options.endpoints = {process.endpoint()};
  options.deadline = 30s;
  const auto store = open_etcd(options);
  std::atomic<bool> ends = false;
  std::atomic<int> created = 0;
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w) {
    writers.emplace_back([&, w] {
      // No other writer creates these: false would report the writer's own success as another's.
      for (int i = 0; !ends; ++i) {
        ASSERT_TRUE(store->create(std::to_string(w) + '/' + std::to_string(i), "1"));
        ++created;
      }
    });
  }
  for (std::uint64_t round = 0; round < test::rounds(2); ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(60 + 37 * (round % 10)));
    process.kill();
    process.start();
  }
  ends = true;
  for (std::thread& writer : writers) writer.join();
  dimma::store::Query query;
  int listed = 0;
  for (bool is_last = false; !is_last;) {
    const auto page = store->list(query);
    listed += static_cast<int>(page.records.size());
    is_last = page.is_last;
    if (!is_last) query.after = page.records.back().key;
  }
  EXPECT_EQ(created, listed);
}

TEST(EtcdStore, GoesOnWatchingWhenTheMemberIsBack) {
  EtcdProcess process;
  EtcdOptions options;
  options.endpoints = {process.endpoint()};
  options.deadline = 30s;
  const auto store = open_etcd(options);
  const auto watch = store->watch("", store->revision());
  int seen = 0;
  for (int round = 0; round < 2; ++round) {
    store->put("a", std::to_string(round));
    const auto events = watch->next(30s);
    ASSERT_EQ(1U, events.size());
    EXPECT_EQ(std::to_string(seen++), events[0].record.value);
    process.kill();
    process.start();
  }
}

// The revisions of others do not change this store, so that the cache remains useful.
TEST(EtcdStore, IsCachedBesideOthersWhoChangeTheCluster) {
  const auto other = open_new();
  const auto cached = dimma::store::open_cached(open_new());
  cached->put("a", "1");
  for (int round = 0; round < 3; ++round) {
    other->put("a", std::to_string(round));
    cached->list({});  // reports the cluster's revision
    for (const auto before = cached->statistics().hits; cached->statistics().hits == before;) {
      EXPECT_EQ("1", cached->get("a")->value);
      std::this_thread::sleep_for(5ms);
    }
  }
}

TEST(EtcdUrl, NamesEndpointsAndPrefix) {
  const auto options = parse_etcd_url("etcd:http://a:1,http://b:2,[::1]:3/names/of/all");
  EXPECT_EQ((std::vector<std::string>{"http://a:1", "http://b:2", "[::1]:3"}), options.endpoints);
  EXPECT_EQ("/names/of/all/", options.prefix);
  EXPECT_EQ("/dimma/", parse_etcd_url("etcd:a:1").prefix);
  EXPECT_EQ("/dimma/", parse_etcd_url("etcd:a:1/").prefix);
  const auto secure = parse_etcd_url("etcd:https://a:1,https://[::1]:2/names");
  EXPECT_EQ((std::vector<std::string>{"https://a:1", "https://[::1]:2"}), secure.endpoints);
  EXPECT_EQ("/names/", secure.prefix);
  for (const char* const url : {"", "etcd:", "etcd:a", "etcd:a:", "etcd:a:x", "etcd:a:0", "etcd:a:65536", "etcd:a:1,",
                                "etcd:ftp://a:1", "etcd:::1:1", "http://a:1", "etcd:http://:1", "etcd:https://a"}) {
    EXPECT_EQ(StoreError::Kind::refused, kind_of_error([&] { parse_etcd_url(url); })) << url;
  }
}

}  // namespace
