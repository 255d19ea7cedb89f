#include "conformance.hpp"

#include <thread>

namespace conformance {

using namespace std::chrono_literals;
using dimma::store::LeaseId;
using dimma::store::StoreError;

namespace {

bool goes_away(dimma::store::Store& store, const std::string& key) {
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (store.get(key)) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(5ms);
  }
  return true;
}

}  // namespace

TEST_P(StoreTest, RecordsGoWithTheirLease) {
  const LeaseId lease = store().grant(200ms);
  store().put("leased", "1", lease);
  store().put("kept", "1");
  ASSERT_TRUE(store().get("leased"));
  EXPECT_EQ(lease, store().get("leased")->lease);
  EXPECT_TRUE(goes_away(store(), "leased"));
  EXPECT_TRUE(store().get("kept"));
  EXPECT_FALSE(store().renew(lease));
  EXPECT_FALSE(store().revoke(lease));
}

TEST_P(StoreTest, ARenewedLeaseLives) {
  using Clock = std::chrono::steady_clock;
  const auto lifetime = GetParam().is_exact ? 400ms : 1000ms;
  const auto begin = Clock::now();
  LeaseId renewed = store().grant(lifetime);
  const LeaseId other = store().grant(lifetime / 4);
  store().put("renewed", "1", renewed);
  store().put("other", "1", other);
  auto lives_until = begin + lifetime;
  auto lives_since = begin;
  // The other's lifetime may have been rounded up.
  const auto has_ended = [&] {
    const auto now = Clock::now();
    return now > begin + 20s || (now > lives_since + lifetime * 3 / 2 && !store().get("other"));
  };
  while (!has_ended()) {
    const auto now = Clock::now();
    const bool lives = store().renew(renewed);
    if (!lives && Clock::now() > lives_until) {  // this thread was suspended for as long: once more
      lives_since = now;
      renewed = store().grant(lifetime);
      store().put("renewed", "1", renewed);
    } else {
      ASSERT_TRUE(lives);
    }
    lives_until = now + lifetime;
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_TRUE(store().get("renewed") || Clock::now() > lives_until);
  EXPECT_FALSE(store().get("other"));
}

TEST_P(StoreTest, ARevokedLeaseEndsAtOnce) {
  const LeaseId lease = store().grant(1h);
  for (int i = 0; i < 300; ++i) store().put("k" + std::to_string(i), "", lease);
  EXPECT_TRUE(store().revoke(lease));
  EXPECT_TRUE(store().list({}).records.empty());
  EXPECT_FALSE(store().revoke(lease));
  EXPECT_FALSE(store().renew(lease));
}

TEST_P(StoreTest, APutTakesARecordFromItsLease) {
  const LeaseId lease = store().grant(1h);
  const LeaseId other = store().grant(1h);
  store().put("a", "1", lease);
  store().put("b", "1", lease);
  store().put("a", "2", other);
  store().put("b", "2");
  store().revoke(lease);
  EXPECT_TRUE(store().get("a"));
  EXPECT_TRUE(store().get("b"));
  store().revoke(other);
  EXPECT_FALSE(store().get("a"));
  EXPECT_TRUE(store().get("b"));
}

TEST_P(StoreTest, RefusesInvalidLeases) {
  EXPECT_EQ(StoreError::Kind::refused, kind_of_error([&] { store().put("a", "1", 4711); }));
  const LeaseId lease = store().grant(1h);
  store().revoke(lease);
  EXPECT_EQ(StoreError::Kind::refused, kind_of_error([&] { store().put("a", "1", lease); }));
  EXPECT_EQ(StoreError::Kind::refused, kind_of_error([&] { store().grant(99ms); }));
  EXPECT_EQ(StoreError::Kind::refused, kind_of_error([&] { store().grant(std::chrono::hours(24 * 3651)); }));
  EXPECT_FALSE(store().renew(4711));
  EXPECT_FALSE(store().get("a"));
}

}  // namespace conformance
