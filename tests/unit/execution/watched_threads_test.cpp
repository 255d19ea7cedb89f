// WatchedThreads counts the threads of a pool that have halted, if all of them are busy.

#include "execution/watched_threads.hpp"

#include <gtest/gtest.h>

#include <array>

#include <unistd.h>

namespace dimma::execution {
namespace {

struct WatchedThread {
  WatchedThread() {
    worker.id = gettid();
    threads.reserve(1);
    threads.add(worker);
    threads.begin_to_watch();
  }
  WatchedThreads::Worker worker;
  WatchedThreads threads;
};

TEST(WatchedThreads, CountsNoThreadThatRuns) {
  WatchedThread one;
  EXPECT_EQ(one.threads.count_halted(true), 0U);
}

TEST(WatchedThreads, CountsAThreadThatIsAtTheSameEventForTwoLooks) {
  WatchedThread one;
  EXPECT_EQ(one.threads.count_halted(true), 0U);
  EXPECT_EQ(one.threads.count_halted(true), 0U);
  EXPECT_EQ(one.threads.count_halted(true), 1U);
  one.worker.events = 1;
  EXPECT_EQ(one.threads.count_halted(true), 0U) << "it has begun another event";
}

TEST(WatchedThreads, BeginsAgainAfterALookThatFoundAnIdleThread) {
  WatchedThread one;
  one.threads.count_halted(true);
  one.threads.count_halted(true);
  one.threads.found_one_idle();
  EXPECT_EQ(one.threads.count_halted(true), 0U);
}

TEST(WatchedThreads, CountsNoThreadThatIsParkedOrGone) {
  WatchedThread one;
  one.worker.is_open = false;
  EXPECT_EQ(one.threads.count_halted(false), 0U);
  one.worker.is_open = true;
  EXPECT_EQ(one.threads.count_halted(false), 1U) << "the system is not asked while no event waits";
  one.threads.remove(one.worker);
  EXPECT_EQ(one.threads.count_halted(false), 0U);
}

TEST(WatchedThreads, PassesALookForEachFourThreadsThatTheSystemWasAskedAbout) {
  WatchedThreads threads;
  std::array<WatchedThreads::Worker, 9> workers;
  threads.reserve(workers.size());
  for (auto& worker : workers) {
    worker.id = gettid();
    threads.add(worker);
  }
  EXPECT_FALSE(threads.passes_look());
  threads.count_halted(true);
  EXPECT_TRUE(threads.passes_look());
  EXPECT_TRUE(threads.passes_look());
  EXPECT_FALSE(threads.passes_look());
}

}  // namespace
}  // namespace dimma::execution
