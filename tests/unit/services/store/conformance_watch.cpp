#include "conformance.hpp"

#include <thread>

namespace conformance {

using namespace std::chrono_literals;
using dimma::store::Change;
using dimma::store::Event;
using dimma::store::LeaseId;

namespace {

constexpr auto patience = 20s;

// The next `count` events, each as "+key=value" or "-key".
std::vector<std::string> next_events(dimma::store::Watch& watch, std::size_t count) {
  std::vector<std::string> texts;
  while (texts.size() < count) {
    const auto events = watch.next(patience);
    if (events.empty()) break;
    for (const Event& event : events) {
      texts.push_back(event.was_erased ? '-' + event.record.key : '+' + event.record.key + '=' + event.record.value);
    }
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_P(StoreTest, AWatchSeesWhatHappensInOrder) {
  const auto watch = store().watch("w/", store().revision());
  store().put("w/a", "1");
  store().put("other", "1");
  store().put("w/a", "2");
  store().commit({{}, {Change::put("w/b", "1"), Change::erase("w/a")}});
  EXPECT_EQ((Texts{"+w/a=1", "+w/a=2", "+w/b=1", "-w/a"}), next_events(*watch, 4));
  EXPECT_TRUE(watch->next(0ms).empty());
}

TEST_P(StoreTest, AWatchBeginsAfterItsRevision) {
  store().put("a", "1");
  const auto revision = store().revision();
  store().put("a", "2");
  store().put("a", "3");
  EXPECT_EQ((Texts{"+a=2", "+a=3"}), next_events(*store().watch("", revision), 2));
}

TEST_P(StoreTest, AWatchWaits) {
  const auto watch = store().watch("", store().revision());
  EXPECT_TRUE(watch->next(10ms).empty());
  std::thread writer([&] {
    std::this_thread::sleep_for(50ms);
    store().put("a", "1");
  });
  EXPECT_EQ(Texts{"+a=1"}, next_events(*watch, 1));
  writer.join();
}

TEST_P(StoreTest, AWatchSeesTheEndOfALease) {
  const LeaseId lease = store().grant(200ms);
  store().put("a", "1", lease);
  const auto watch = store().watch("a", store().revision());
  EXPECT_EQ(Texts{"-a"}, next_events(*watch, 1));
}

TEST_P(StoreTest, ASlowWatchMissesNothing) {
  const auto watch = store().watch("", store().revision());
  constexpr std::size_t changes = 1500;
  for (std::size_t i = 0; i < changes; i += 100) {
    dimma::store::Transaction transaction;
    for (std::size_t k = i; k < i + 100; ++k) transaction.changes.push_back(Change::put(std::to_string(k), ""));
    store().commit(transaction);
  }
  const Texts events = next_events(*watch, changes);
  ASSERT_EQ(changes, events.size());
  for (std::size_t i = 0; i < changes; ++i) EXPECT_EQ('+' + std::to_string(i) + '=', events[i]);
}

}  // namespace conformance
