// Locks and conditions used by several threads; the thread sanitizer checks them.

#include "base/sync/sync.hpp"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#if defined(__clang__)
// These tests use locks in ways that the analysis rejects: they lock twice, and unlock what a try may not have locked.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wthread-safety-analysis"
#endif

namespace dimma::sync {
namespace {

using namespace std::chrono_literals;

constexpr int threads = 4;

template <class Body>
void in_threads(const Body& body) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) all.emplace_back([&body, i] { body(i); });
  for (auto& each : all) each.join();
}

TEST(Mutex, LetsOneThreadInAtATime) {
  constexpr int times = 20'000;
  Mutex mutex;
  int count = 0;
  in_threads([&](int) {
    for (int i = 0; i < times; ++i) {
      const std::lock_guard lock(mutex);
      ++count;
    }
  });
  EXPECT_EQ(count, threads * times);
}

TEST(Mutex, WakesThoseThatWait) {
  Mutex mutex;
  int count = 0;
  for (int round = 0; round < 50; ++round) {
    std::unique_lock lock(mutex);
    std::atomic<int> begun{0};
    std::vector<std::thread> waiting;
    for (int i = 0; i < threads; ++i) {
      waiting.emplace_back([&] {
        ++begun;
        const std::lock_guard own(mutex);
        ++count;
      });
    }
    while (begun != threads) std::this_thread::yield();
    std::this_thread::sleep_for(100us);
    lock.unlock();
    for (auto& each : waiting) each.join();
  }
  EXPECT_EQ(count, 50 * threads);
}

TEST(Mutex, IsTakenByOneTryOnly) {
  Mutex mutex;
  EXPECT_TRUE(mutex.try_lock());
  EXPECT_FALSE(mutex.try_lock());
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TEST(Mutex, LeavesErrnoUnchanged) {
  Mutex mutex;
  mutex.lock();
  std::thread other([&] {
    errno = EXDEV;
    mutex.lock();
    EXPECT_EQ(errno, EXDEV);
    mutex.unlock();
  });
  std::this_thread::sleep_for(5ms);
  errno = EDOM;
  mutex.unlock();
  EXPECT_EQ(errno, EDOM);
  other.join();
}

TEST(RecursiveMutex, IsTakenAgainByItsOwnerAlone) {
  RecursiveMutex mutex;
  mutex.lock();
  mutex.lock();
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
  mutex.unlock();
  std::thread([&] { EXPECT_FALSE(mutex.try_lock()); }).join();
  mutex.unlock();
  std::thread([&] {
    EXPECT_TRUE(mutex.try_lock());
    mutex.unlock();
  }).join();
}

TEST(RecursiveMutex, LetsOneThreadInAtATime) {
  constexpr int times = 10'000;
  RecursiveMutex mutex;
  int count = 0;
  in_threads([&](int) {
    for (int i = 0; i < times; ++i) {
      const std::lock_guard outer(mutex);
      const std::lock_guard inner(mutex);
      ++count;
    }
  });
  EXPECT_EQ(count, threads * times);
}

// The threads take turns, and each wakes up only when it is notified.
TEST(Condition, NoNotificationIsLost) {
  constexpr int rounds = 5'000;
  Mutex mutex;
  Condition changed;
  int turn = 0;
  in_threads([&](int me) {
    for (int i = 0; i < rounds; ++i) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return turn % threads == me; });
      ++turn;
      changed.notify_all();
    }
  });
  EXPECT_EQ(turn, threads * rounds);
}

TEST(Condition, NotifiesOneAtATime) {
  constexpr int items = 20'000;
  Mutex mutex;
  Condition put;
  int there = 0;
  int taken = 0;
  bool ends = false;
  std::thread producer([&] {
    for (int i = 0; i < items; ++i) {
      {
        const std::lock_guard lock(mutex);
        ++there;
      }
      put.notify_one();
    }
    const std::lock_guard lock(mutex);
    ends = true;
    put.notify_all();
  });
  in_threads([&](int) {
    std::unique_lock lock(mutex);
    for (;;) {
      put.wait(lock, [&] { return there != 0 || ends; });
      if (there == 0) return;
      --there;
      ++taken;
    }
  });
  producer.join();
  EXPECT_EQ(taken, items);
}

TEST(Condition, WaitsUntilItsDeadline) {
  Mutex mutex;
  Condition changed;
  std::unique_lock lock(mutex);
  const auto began = std::chrono::steady_clock::now();
  EXPECT_FALSE(changed.wait_until(lock, began + 20ms, [] { return false; }));
  EXPECT_GE(std::chrono::steady_clock::now(), began + 20ms);
  EXPECT_TRUE(lock.owns_lock());
  EXPECT_TRUE(changed.wait_until(lock, began, [] { return true; }));
  EXPECT_EQ(changed.wait_until(lock, began - 1h), std::cv_status::timeout);
  EXPECT_EQ(changed.wait_until(lock, std::chrono::steady_clock::time_point::min()), std::cv_status::timeout);
  EXPECT_FALSE(changed.wait_for(lock, 1ms, [] { return false; }));
}

}  // namespace
}  // namespace dimma::sync

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
