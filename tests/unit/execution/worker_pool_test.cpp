// The number of threads of a pool, and the work that they get.

#include "execution/worker_pool.hpp"

#include <dimma/exception.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <thread>

namespace dimma::execution {
namespace {

using namespace std::chrono_literals;

class Work final : public reactor::Waiter {
 public:
  explicit Work(std::function<void()> body) : body_(std::move(body)) {}
  void readable() noexcept override { body_(); }

 private:
  const std::function<void()> body_;
};

// Is busy until it is released.
class Holding final : public reactor::Waiter {
 public:
  explicit Holding(WorkerPool& pool) : pool_(pool) {}
  void readable() noexcept override {
    const WorkerPool::Busy busy(pool_);
    begun.set_value();
    released.get_future().wait();
  }
  std::promise<void> begun;
  std::promise<void> released;

 private:
  WorkerPool& pool_;
};

struct StartedPool {
  explicit StartedPool(const WorkerPool::Size& size)
      : pool(std::make_shared<WorkerPool>(size, Scheduling(), WaitStrategy::block)) {
    pool->start();
  }
  ~StartedPool() { end(); }
  // To be called before the work that the threads were given is destroyed.
  void end() {
    pool->stop();
    pool->join();
  }
  const std::shared_ptr<WorkerPool> pool;
};

bool comes_true(const std::function<bool()>& what) {
  for (const auto until = std::chrono::steady_clock::now() + 20s; std::chrono::steady_clock::now() < until;) {
    if (what()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

TEST(WorkerPool, CallsWhatIsPostedOnAThreadOfItsOwn) {
  StartedPool started({1, 1});
  std::promise<std::thread::id> called;
  Work work([&] { called.set_value(std::this_thread::get_id()); });
  started.pool->post(work);
  EXPECT_NE(called.get_future().get(), std::this_thread::get_id());
  started.end();
}

TEST(WorkerPool, GrowsWhileItsThreadsAreBusyUpToItsLimit) {
  StartedPool started({1, 2});
  auto& pool = *started.pool;
  EXPECT_EQ(pool.threads(), 1U);
  Holding first(pool);
  Holding second(pool);
  pool.post(first);
  first.begun.get_future().wait();
  pool.post(second);
  second.begun.get_future().wait();
  EXPECT_EQ(pool.threads(), 2U);
  EXPECT_FALSE(pool.someone_waits());

  std::promise<void> called;
  Work third([&] { called.set_value(); });
  pool.post(third);
  auto served = called.get_future();
  EXPECT_EQ(served.wait_for(50ms), std::future_status::timeout) << "by a third thread";
  first.released.set_value();
  served.wait();
  second.released.set_value();
  EXPECT_TRUE(comes_true([&] { return pool.busy() == 0; }));
  EXPECT_EQ(pool.threads_max(), 2U);
  started.end();
}

TEST(WorkerPool, GrowsBeyondTheProcessorsWhereItsThreadsWait) {
  StartedPool started({.least = 1, .most = 8, .processors = 1});
  auto& pool = *started.pool;
  std::list<Holding> holding;
  for (int i = 0; i < 6; ++i) pool.post(holding.emplace_back(pool));
  for (auto& one : holding) one.begun.get_future().wait();
  EXPECT_LE(pool.threads_max(), 8U);
  std::promise<void> called;
  Work another([&] { called.set_value(); });
  pool.post(another);
  called.get_future().wait();
  for (auto& one : holding) one.released.set_value();
  EXPECT_TRUE(comes_true([&] { return pool.busy() == 0; }));
  started.end();
}

TEST(WorkerPool, IsWatchedOnlyWhileAllItsThreadsAreBusy) {
  StartedPool started({.least = 1, .most = 8, .processors = 1});
  auto& pool = *started.pool;
  EXPECT_FALSE(pool.is_watched());
  Holding first(pool);
  Holding second(pool);
  pool.post(first);
  first.begun.get_future().wait();
  EXPECT_FALSE(pool.is_watched()) << "another waits";
  EXPECT_EQ(pool.threads(), 2U);
  pool.post(second);
  second.begun.get_future().wait();
  EXPECT_TRUE(pool.is_watched());
  EXPECT_EQ(pool.open(), 2U) << "nothing waits for one more";
  EXPECT_EQ(pool.threads(), 3U);
  first.released.set_value();
  second.released.set_value();
  EXPECT_TRUE(comes_true([&] { return !pool.is_watched(); }));
  EXPECT_EQ(pool.open(), 2U);
  started.end();
}

// Computes, and posts itself again, until it is stopped.
class Repeating final : public reactor::Waiter {
 public:
  explicit Repeating(WorkerPool& pool) : pool_(pool) { pool_.post(*this); }
  void readable() noexcept override {
    const WorkerPool::Busy busy(pool_);
    for (std::atomic<int> steps{0}; steps < 20'000;) ++steps;
    if (ending.load()) {
      ended.set_value();
    } else {
      pool_.post(*this);
    }
  }
  std::atomic<bool> ending{false};
  std::promise<void> ended;

 private:
  WorkerPool& pool_;
};

TEST(WorkerPool, ParksThreadsThatAreTooManyToCompute) {
  StartedPool started({.least = 1, .most = 8, .processors = 1});
  auto& pool = *started.pool;
  std::list<Holding> holding;
  for (int i = 0; i < 6; ++i) pool.post(holding.emplace_back(pool));
  for (auto& one : holding) one.begun.get_future().wait();
  EXPECT_GE(pool.open(), 6U);
  std::list<Repeating> repeating;
  for (int i = 0; i < 8; ++i) repeating.emplace_back(pool);
  for (auto& one : holding) one.released.set_value();
  EXPECT_TRUE(comes_true([&] { return pool.open() <= 2; }));
  for (auto& one : repeating) {
    one.ending.store(true);
    one.ended.get_future().wait();
  }
  EXPECT_TRUE(comes_true([&] { return !pool.is_watched(); }));
  started.end();
}

// Some works compute, some wait, and some wait for another work that is served meanwhile.
TEST(WorkerPool, ServesAMixtureToTheEnd) {
  StartedPool started({.least = 1, .most = 6, .processors = 1});
  auto& pool = *started.pool;
  constexpr int works = 150;
  std::atomic<int> served{0};
  std::list<Work> mixture;
  std::list<std::promise<void>> inner_served;
  for (int i = 0; i < works; ++i) {
    std::promise<void>& called_back = inner_served.emplace_back();
    Work& inner = mixture.emplace_back([&] {
      const WorkerPool::Busy busy(pool);
      called_back.set_value();
    });
    pool.post(mixture.emplace_back([&, i] {
      const WorkerPool::Busy busy(pool);
      if (i % 3 == 0) std::this_thread::sleep_for(200us);
      if (i % 3 == 1) {
        pool.begin_nested();
        pool.post(inner);
        called_back.get_future().wait();
        pool.end_nested();
      }
      ++served;
    }));
  }
  EXPECT_TRUE(comes_true([&] { return served.load() == works; }));
  EXPECT_TRUE(comes_true([&] { return !pool.is_watched() && pool.busy() == 0; }));
  started.end();
}

TEST(WorkerPool, HasAStandInForAThreadThatWaitsForOthers) {
  StartedPool started({1, 1});
  auto& pool = *started.pool;
  std::promise<void> called_back;
  Work inner([&] { called_back.set_value(); });
  std::promise<void> over;
  Work outer([&] {
    const WorkerPool::Busy busy(pool);
    pool.begin_nested();
    pool.post(inner);
    called_back.get_future().wait();
    pool.end_nested();
    over.set_value();
  });
  pool.post(outer);
  over.get_future().wait();
  EXPECT_TRUE(comes_true([&] { return pool.threads() == 1; })) << "the stand-in ends";
  started.end();
}

TEST(WorkerPool, RefusesAWaitThatNobodyCouldEnd) {
  StartedPool started({1, 1, 0});
  auto& pool = *started.pool;
  std::promise<bool> refused;
  Work outer([&] {
    const WorkerPool::Busy busy(pool);
    try {
      pool.begin_nested();
      pool.end_nested();
      refused.set_value(false);
    } catch (const CORBA::NO_RESOURCES&) {
      refused.set_value(true);
    }
  });
  pool.post(outer);
  EXPECT_TRUE(refused.get_future().get());
  started.end();
}

// A thread waits for events beside those that wait for others, so each of them has a stand-in already.
TEST(WorkerPool, HasNoMoreThreadsThatWaitForOthersThanItSays) {
  StartedPool started({.least = 1, .most = 6, .stand_ins_max = 2, .processors = 1});
  auto& pool = *started.pool;
  constexpr int waits_max = 6;  // one more thread serves, and another one watches
  std::promise<void> end;
  const auto ended = end.get_future().share();
  std::list<std::promise<bool>> begun;
  std::list<Work> works;
  for (int i = 0; i < waits_max + 1; ++i) {
    std::promise<bool>& has_begun = begun.emplace_back();
    pool.post(works.emplace_back([&pool, &has_begun, ended] {
      const WorkerPool::Busy busy(pool);
      try {
        pool.begin_nested();
      } catch (const CORBA::NO_RESOURCES&) {
        return has_begun.set_value(false);
      }
      has_begun.set_value(true);
      ended.wait();
      pool.end_nested();
    }));
    EXPECT_EQ(has_begun.get_future().get(), i < waits_max) << i;
  }
  EXPECT_LE(pool.threads(), 8U);
  end.set_value();
  started.end();
}

TEST(WorkerPool, CallsWhatIsLeftWithAnOwnerWhenItsThreadsHaveEnded) {
  StartedPool started({1, 1});
  started.pool->stop();
  started.pool->join();
  int called = 0;
  const auto owned = std::make_shared<Work>([&] { ++called; });
  started.pool->post(*owned, owned);
  started.pool->join();
  EXPECT_EQ(called, 1);
}

TEST(WorkerPool, NoMoreThreadsStayWithTheirClientsThanThereAreProcessors) {
  const StartedPool started({1, 4});
  std::list<WorkerPool::Stay> stays;
  while (stays.emplace_back().begin(*started.pool)) ASSERT_LE(stays.size(), std::thread::hardware_concurrency());
  EXPECT_GE(stays.size(), 2U);  // those that may stay, and one that may not
  EXPECT_FALSE(stays.back().begin(*started.pool));
  EXPECT_TRUE(stays.front().begin(*started.pool)) << "it does already";
  stays.pop_front();
  EXPECT_TRUE(stays.back().begin(*started.pool));
}

}  // namespace
}  // namespace dimma::execution
