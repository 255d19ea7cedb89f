#include "base/sync/closable_count.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace {

using dimma::ClosableCount;

TEST(ClosableCount, CountsItsUsers) {
  ClosableCount count;
  EXPECT_EQ(count.users(), 0U);
  EXPECT_TRUE(count.enter());
  EXPECT_TRUE(count.enter());
  EXPECT_EQ(count.users(), 2U);
  EXPECT_FALSE(count.leave());
  EXPECT_FALSE(count.leave());
  EXPECT_EQ(count.users(), 0U);
}

TEST(ClosableCount, TellsTheCloserThatThereAreNoUsers) {
  ClosableCount count;
  EXPECT_FALSE(count.is_closed());
  EXPECT_TRUE(count.close());
  EXPECT_TRUE(count.is_closed());
  EXPECT_FALSE(count.enter());
  EXPECT_EQ(count.users(), 0U);
}

TEST(ClosableCount, TellsTheLastUserThatLeavesWhatIsClosed) {
  ClosableCount count;
  count.enter();
  count.enter();
  EXPECT_FALSE(count.close());
  EXPECT_FALSE(count.enter());
  EXPECT_FALSE(count.leave());
  EXPECT_TRUE(count.leave());
}

TEST(ClosableCount, TakesUsersAgainOnceOpened) {
  ClosableCount count;
  EXPECT_TRUE(count.close());
  count.open();
  EXPECT_FALSE(count.is_closed());
  EXPECT_TRUE(count.enter());
  EXPECT_FALSE(count.close());
  EXPECT_TRUE(count.leave());
}

TEST(ClosableCount, WaitsForNobodyWhereThereIsNobody) {
  ClosableCount count;
  count.wait_until_unused();
  EXPECT_TRUE(count.enter());
  EXPECT_FALSE(count.leave());
  EXPECT_TRUE(count.close());
  count.wait_until_unused();
}

#if DIMMA_THREADS

// The last user, or the thread that closes the object, destroys it: exactly once, and when nothing uses it.
TEST(ClosableCount, TellsExactlyOneThreadThatNobodyIsLeft) {
  constexpr int rounds = 2000;
  constexpr int users = 3;
  for (int round = 0; round < rounds; ++round) {
    ClosableCount count;
    auto used = std::make_unique<int>(0);
    std::atomic<int> last{0};
    std::atomic<int> ready{0};
    const auto meet = [&ready] {
      ready.fetch_add(1);
      while (ready.load() <= users) std::this_thread::yield();
    };
    const auto end = [&] {
      ++last;
      used.reset();
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < users; ++i) {
      threads.emplace_back([&] {
        meet();
        for (int turn = 0; turn < 5 && count.enter(); ++turn) {
          std::atomic_ref(*used).fetch_add(1);
          if (count.leave()) end();
        }
      });
    }
    threads.emplace_back([&] {
      meet();
      if (count.close()) end();
    });
    for (auto& thread : threads) thread.join();
    ASSERT_EQ(last.load(), 1);
  }
}

TEST(ClosableCount, LetsAWaiterGoOnWhenTheLastUserLeaves) {
  for (int round = 0; round < 500; ++round) {
    ClosableCount count;
    int written = 0;
    ASSERT_TRUE(count.enter());
    ASSERT_TRUE(count.enter());
    std::thread one([&] { count.leave(); });
    std::thread other([&] {
      written = 1;
      if (round % 2 == 0) count.close();
      count.leave();
    });
    count.wait_until_unused();
    EXPECT_EQ(written, 1);
    one.join();
    other.join();
  }
}

#endif

}  // namespace
