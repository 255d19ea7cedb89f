// How many threads of a pool may serve at once, according to the observed progress of those that do.

#include "execution/pool_growth.hpp"
#include "execution/thread_halt.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include <unistd.h>

namespace dimma::execution {
namespace {

using Step = PoolGrowth::Step;

TEST(PoolGrowth, BeginsWithOneThreadMoreThanProcessors) {
  EXPECT_EQ(PoolGrowth(1, 64, 1).open_max(), 2U);
  EXPECT_EQ(PoolGrowth(1, 64, 4).open_max(), 5U);
  EXPECT_EQ(PoolGrowth(8, 64, 4).open_max(), 8U) << "so many there always are";
}

TEST(PoolGrowth, IsNotWatchedWithoutRoomToGrow) {
  EXPECT_TRUE(PoolGrowth(1, 64, 4).is_watched());
  EXPECT_TRUE(PoolGrowth(1, 7, 4).is_watched());
  for (const PoolGrowth& growth : {PoolGrowth(1, 6, 4), PoolGrowth(6, 6, 1)}) {
    EXPECT_FALSE(growth.is_watched());
    EXPECT_EQ(growth.open_max(), 6U);
  }
}

TEST(PoolGrowth, GrowsByAsManyAsHaltWhereFewerRunThanProcessors) {
  PoolGrowth growth(1, 64, 2);
  EXPECT_EQ(growth.found_all_busy(3, 3, true), Step::grow);
  EXPECT_EQ(growth.open_max(), 6U);
  EXPECT_EQ(growth.found_all_busy(6, 5, true), Step::grow);
  EXPECT_EQ(growth.open_max(), 11U);
  EXPECT_EQ(growth.found_all_busy(11, 9, true), Step::none) << "as many run as there are processors";
  EXPECT_EQ(growth.found_all_busy(1, 0, true), Step::grow) << "though none halts";
  EXPECT_EQ(growth.open_max(), 2U);
}

TEST(PoolGrowth, DoesNotGrowWithoutAnEventThatWaits) {
  PoolGrowth growth(1, 64, 2);
  EXPECT_EQ(growth.found_all_busy(3, 3, false), Step::none);
  EXPECT_EQ(growth.open_max(), 3U);
}

TEST(PoolGrowth, LeavesRoomForTheThreadThatWatches) {
  PoolGrowth growth(1, 8, 2);
  EXPECT_EQ(growth.found_all_busy(6, 6, true), Step::grow);
  EXPECT_EQ(growth.open_max(), 7U);
  EXPECT_EQ(growth.found_all_busy(7, 7, true), Step::none);
}

TEST(PoolGrowth, ShrinksUntilAsManyRunAsThereAreProcessors) {
  PoolGrowth growth(1, 64, 2);
  EXPECT_EQ(growth.found_all_busy(3, 0, false), Step::shrink);
  EXPECT_EQ(growth.open_max(), 2U);
  EXPECT_EQ(growth.found_all_busy(2, 0, true), Step::none);
  EXPECT_EQ(growth.found_all_busy(20, 0, true), Step::shrink);
  EXPECT_EQ(growth.open_max(), 11U) << "by half of those that are too many";
  EXPECT_EQ(growth.found_all_busy(10, 7, true), Step::shrink);
  EXPECT_EQ(growth.open_max(), 9U) << "those that halt stay";
}

TEST(PoolGrowth, IsAtRestWhenOneMoreHadNothingToDoAtManyLooks) {
  PoolGrowth growth(1, 64, 2);
  growth.found_all_busy(3, 0, true);
  for (unsigned i = 1; i < PoolGrowth::looks_to_rest; ++i) EXPECT_EQ(growth.found_one_idle(), Step::none);
  growth.found_all_busy(2, 0, true);
  for (unsigned i = 1; i < PoolGrowth::looks_to_rest; ++i) EXPECT_EQ(growth.found_all_busy(2, 0, false), Step::none);
  EXPECT_EQ(growth.open_max(), 2U);
  EXPECT_EQ(growth.found_one_idle(), Step::rest);
  EXPECT_EQ(growth.open_max(), 3U);
}

TEST(ThreadHalt, IsOfThreadsThatWait) {
  EXPECT_FALSE(is_halted(gettid()));
  std::promise<pid_t> id;
  std::promise<void> released;
  std::thread waiting([&] {
    id.set_value(gettid());
    released.get_future().wait();
  });
  const pid_t waits = id.get_future().get();
  while (!is_halted(waits)) std::this_thread::yield();
  released.set_value();
  waiting.join();
  EXPECT_TRUE(is_halted(waits)) << "it is gone";
}

}  // namespace
}  // namespace dimma::execution
