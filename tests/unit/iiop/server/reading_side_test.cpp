// The right to read a connection while an upcall runs, passed on step by step and between several threads at once.

#include "iiop/server/requests/reading_side.hpp"
#include "iiop/server/requests/reading_lease.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <utility>

namespace dimma::iiop {
namespace {

TEST(ReadingSide, StaysWithItsOwnerWhenNobodyTakesIt) {
  ReadingSide side;
  const auto epoch = side.take_over();
  side.begin_upcall(epoch, 1);
  EXPECT_TRUE(side.end_upcall(epoch));
  side.begin_upcall(epoch, 2);
  EXPECT_TRUE(side.end_upcall(epoch));
}

TEST(ReadingSide, IsTakenDuringAnUpcallByOneOnly) {
  ReadingSide side;
  const auto epoch = side.take_over();
  EXPECT_FALSE(side.take()) << "there is no upcall";
  side.begin_upcall(epoch, 1);
  EXPECT_TRUE(side.take());
  EXPECT_FALSE(side.take());
  side.taken();
  EXPECT_FALSE(side.take()) << "the next owner is in no upcall yet";
  EXPECT_FALSE(side.end_upcall(epoch));
  const auto next = side.take_over();
  EXPECT_NE(next, epoch);
  side.begin_upcall(next, 1);
  EXPECT_TRUE(side.end_upcall(next));
}

TEST(ReadingSide, IsItsOwnersAgainWhenItIsRestored) {
  ReadingSide side;
  const auto epoch = side.take_over();
  side.begin_upcall(epoch, 1);
  ASSERT_TRUE(side.take());
  side.restore();
  EXPECT_TRUE(side.end_upcall(epoch));
}

TEST(ReadingSide, TellsUpcallsThatBeganBeforeATick) {
  ReadingSide side;
  EXPECT_FALSE(side.upcall_older_than(2)) << "there is no upcall";
  const auto epoch = side.take_over();
  side.begin_upcall(epoch, 1);
  EXPECT_FALSE(side.upcall_older_than(1));
  EXPECT_TRUE(side.upcall_older_than(2));
  EXPECT_FALSE(side.upcall_older_than(0)) << "the monitor is late";
  side.end_upcall(epoch);
  EXPECT_FALSE(side.upcall_older_than(3));
}

// The owner's variable is an ordinary one, so that the thread sanitizer sees two threads that both believe they are the
// owner.
TEST(ReadingSide, HasOneOwnerAtATime) {
  constexpr int upcalls = 20'000;
  ReadingSide side;
  int of_owner = 0;
  std::atomic<bool> over{false};
  std::atomic<int> times_taken{0};
  const auto monitor = [&](bool restores) {
    for (int tries = 0; !over.load(std::memory_order_relaxed); ++tries) {
      if (!side.take()) continue;
      ++of_owner;
      if (restores && tries % 2 == 0) {
        side.restore();
      } else {
        side.taken();
      }
      times_taken.fetch_add(1, std::memory_order_relaxed);
    }
  };
  std::thread one(monitor, false);
  std::thread other(monitor, true);
  int given_away = 0;
  for (int i = 0; i < upcalls; ++i) {
    const auto epoch = side.take_over();
    ++of_owner;
    side.begin_upcall(epoch, 1);
    if (side.end_upcall(epoch)) {
      ++of_owner;
      side.put_down();
    } else {
      ++given_away;
    }
  }
  over = true;
  one.join();
  other.join();
  EXPECT_EQ(of_owner, upcalls + (upcalls - given_away) + times_taken.load());
}

TEST(ReadingLease, IsLostDuringAnUpcallInWhichTheSideIsTaken) {
  ReadingSide side;
  ReadingLease lease(side);
  lease.begin_upcall(1);
  EXPECT_TRUE(lease.end_upcall());
  EXPECT_TRUE(lease);
  lease.begin_upcall(1);
  ASSERT_TRUE(side.take());
  side.taken();
  EXPECT_FALSE(lease.end_upcall());
  EXPECT_FALSE(lease);
  ReadingLease next(side);
  EXPECT_TRUE(next);
  next.put_down();
  EXPECT_FALSE(next);
}

TEST(ReadingLease, GoesWithItsOnlyOwner) {
  ReadingSide side;
  ReadingLease one(side);
  ReadingLease other(std::move(one));
  EXPECT_TRUE(other);
  EXPECT_FALSE(one);  // NOLINT: a lease that was moved from is empty
  one = std::move(other);
  EXPECT_TRUE(one);
  EXPECT_FALSE(other);  // NOLINT: the same
}

}  // namespace
}  // namespace dimma::iiop
