#include "execution/allocator.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>

namespace {

using namespace std::chrono_literals;

struct Resource {
  explicit Resource(std::atomic<int>* counter) : alive(counter) { ++*alive; }
  Resource(const Resource&) = delete;
  ~Resource() { --*alive; }
  std::atomic<int>* alive;
  std::atomic<int> holders{0};
};
using Allocator = dimma::execution::Allocator<Resource>;

class AllocatorTest : public testing::Test {
 protected:
  Allocator::Make make() {
    return [this] { return std::make_unique<Resource>(&alive); };
  }
  std::atomic<int> alive{0};
};

TEST_F(AllocatorTest, PoolMakesAllAtOnceAndNoMore) {
  {
    const auto pool = Allocator::pool("buffer", 3, make());
    EXPECT_EQ(alive, 3);
    std::set<Resource*> seen;
    {
      auto a = pool->try_take();
      auto b = pool->try_take();
      auto c = pool->try_take();
      ASSERT_TRUE(a && b && c);
      seen = {&*a, &*b, &*c};
      EXPECT_EQ(seen.size(), 3U);
      EXPECT_FALSE(pool->try_take());
    }
    const auto again = pool->try_take();
    EXPECT_TRUE(seen.count(&*again) == 1);
    EXPECT_EQ(alive, 3);
    const auto usage = pool->usage();
    EXPECT_EQ(usage.in_use, 1U);
    EXPECT_EQ(usage.in_use_max, 3U);
    EXPECT_EQ(usage.made, 3U);
    EXPECT_EQ(usage.limit, 3U);
    EXPECT_EQ(usage.refusals, 1U);
    EXPECT_EQ(usage.waits, 0U);
    EXPECT_EQ(pool->describe(), "pool of 3, 1 in use, 3 at most");
  }
  EXPECT_EQ(alive, 0);
}

TEST_F(AllocatorTest, FactoryMakesWhenNeededUpToItsLimitAndKeeps) {
  const auto factory = Allocator::factory("task", 2, make());
  EXPECT_EQ(alive, 0);
  { const auto first = factory->try_take(); }
  EXPECT_EQ(alive, 1);
  const auto a = factory->try_take();
  EXPECT_EQ(alive, 1);
  const auto b = factory->try_take();
  EXPECT_EQ(alive, 2);
  EXPECT_FALSE(factory->try_take());
  EXPECT_EQ(factory->usage().made, 2U);
}

TEST_F(AllocatorTest, FactoryMayHaveNoLimit) {
  const auto factory = Allocator::factory("task", Allocator::no_limit, make());
  std::vector<Allocator::Lease> leases;
  for (int i = 0; i < 100; ++i) leases.push_back(factory->take(Allocator::WhenExhausted::raise));
  EXPECT_EQ(alive, 100);
  EXPECT_EQ(factory->describe(), "factory of no limit, 100 in use, 100 at most");
}

TEST_F(AllocatorTest, LeasesMoveAndReleaseOnce) {
  const auto pool = Allocator::pool("buffer", 2, make());
  auto a = pool->try_take();
  Resource* const held = &*a;
  auto b = std::move(a);
  EXPECT_EQ(&*b, held);
  EXPECT_EQ(pool->usage().in_use, 1U);
  auto c = pool->try_take();
  c = std::move(b);
  EXPECT_EQ(&*c, held);
  EXPECT_EQ(pool->usage().in_use, 1U);
  c.release();
  c.release();
  EXPECT_FALSE(c);
  EXPECT_EQ(pool->usage().in_use, 0U);
  Allocator::Lease empty;
  empty.release();
  empty.discard();
}

TEST_F(AllocatorTest, DiscardedResourcesAreReplaced) {
  const auto pool = Allocator::pool("connection", 1, make());
  auto broken = pool->try_take();
  broken.discard();
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(pool->usage().made, 0U);
  EXPECT_EQ(pool->usage().in_use, 0U);
  const auto fresh = pool->try_take();
  EXPECT_TRUE(fresh);
  EXPECT_EQ(pool->usage().made, 1U);
}

TEST_F(AllocatorTest, RaisesNamingWhatAndHowMuch) {
  const auto pool = Allocator::pool("message buffer", 1, make());
  const auto held = pool->try_take();
  try {
    pool->take(Allocator::WhenExhausted::raise);
    FAIL() << "nothing raised";
  } catch (const CORBA::NO_RESOURCES& exception) {
    EXPECT_EQ(exception.completed(), CORBA::COMPLETED_NO);
    EXPECT_EQ(exception.minor(), dimma::minor::no_resources_exhausted);
    EXPECT_EQ(
        exception._detail(),
        "no message buffer is free: pool of 1, 1 in use, 1 at most; raise the limit in the QoS, or set exhausted=wait");
  }
  try {
    pool->take(Allocator::WhenExhausted::wait, Allocator::Clock::now() + 1ms);
    FAIL() << "nothing raised";
  } catch (const CORBA::TIMEOUT& exception) {
    EXPECT_EQ(exception.completed(), CORBA::COMPLETED_NO);
    EXPECT_EQ(exception.minor(), dimma::minor::timeout_resources);
    EXPECT_EQ(exception._detail(),
              "no message buffer is free: pool of 1, 1 in use, 1 at most; none became free before the deadline");
  }
  EXPECT_EQ(pool->usage().refusals, 2U);
  EXPECT_EQ(pool->usage().waits, 1U);
}

TEST_F(AllocatorTest, FailureToMakeGivesThePlaceBack) {
  int failures = 2;
  const auto factory = Allocator::factory("task", 1, [&]() -> std::unique_ptr<Resource> {
    if (failures-- > 0) throw std::runtime_error("no thread");
    return std::make_unique<Resource>(&alive);
  });
  EXPECT_THROW(factory->try_take(), std::runtime_error);
  EXPECT_THROW(factory->take_until(Allocator::no_deadline), std::runtime_error);
  EXPECT_EQ(factory->usage().in_use, 0U);
  EXPECT_EQ(factory->usage().made, 0U);
  EXPECT_TRUE(factory->try_take());
  EXPECT_THROW(Allocator::pool("task", 2, []() -> std::unique_ptr<Resource> { throw std::bad_alloc(); }),
               std::bad_alloc);
}

TEST_F(AllocatorTest, WaiterGetsWhatComesBack) {
  const auto pool = Allocator::pool("buffer", 1, make());
  auto held = pool->try_take();
  std::atomic<bool> got{false};
  std::thread waiter([&] { got = static_cast<bool>(pool->take_until(Allocator::no_deadline)); });
  while (pool->usage().waits == 0) std::this_thread::yield();
  held.release();
  waiter.join();
  EXPECT_TRUE(got);
  EXPECT_EQ(pool->usage().in_use, 0U);
}

TEST_F(AllocatorTest, CloseWakesEveryWaiterAndRefusesLaterOnes) {
  const auto pool = Allocator::pool("buffer", 1, make());
  const auto held = pool->try_take();
  std::atomic<int> refused{0};
  std::vector<std::thread> waiters;
  for (int i = 0; i < 4; ++i) {
    waiters.emplace_back([&] {
      if (!pool->take_until(Allocator::no_deadline)) ++refused;
    });
  }
  while (pool->usage().waits < 4) std::this_thread::yield();
  pool->close();
  for (auto& waiter : waiters) waiter.join();
  EXPECT_EQ(refused, 4);
  EXPECT_FALSE(pool->try_take());
  EXPECT_FALSE(pool->take_until(Allocator::no_deadline));
  EXPECT_THROW(pool->take(Allocator::WhenExhausted::wait), CORBA::NO_RESOURCES);
}

// Many threads, few resources, all ways of taking and giving back: no resource has two holders, none is lost.
void contend(Allocator& allocator, int seed) {
  for (int i = 0; i < 500; ++i) {
    auto lease = (i + seed) % 3 == 0   ? allocator.try_take()
                 : (i + seed) % 3 == 1 ? allocator.take_until(Allocator::Clock::now() + 10s)
                                       : allocator.take(Allocator::WhenExhausted::wait);
    if (!lease) continue;
    EXPECT_EQ(++lease->holders, 1);
    if (i % 7 == 0) std::this_thread::yield();
    EXPECT_EQ(--lease->holders, 0);
    if (i % 11 == 0) lease.discard();
  }
}

TEST_F(AllocatorTest, ManyThreadsShareFewResources) {
  for (const bool is_pool : {true, false}) {
    const auto allocator = is_pool ? Allocator::pool("buffer", 3, make()) : Allocator::factory("buffer", 3, make());
    std::vector<std::thread> threads;
    for (int seed = 0; seed < 6; ++seed) threads.emplace_back([&, seed] { contend(*allocator, seed); });
    for (auto& thread : threads) thread.join();
    const auto usage = allocator->usage();
    EXPECT_EQ(usage.in_use, 0U);
    EXPECT_LE(usage.in_use_max, 3U);
    EXPECT_GE(usage.in_use_max, 1U);
    EXPECT_EQ(usage.made, static_cast<std::size_t>(alive.load()));
    EXPECT_LE(alive, 3);
  }
  EXPECT_EQ(alive, 0);
}

}  // namespace
