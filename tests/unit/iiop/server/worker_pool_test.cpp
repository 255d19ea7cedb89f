// How many threads a pool has, and what they are given.

#include "iiop/server/worker_pool.hpp"

#include <dimma/exception.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <thread>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

class Work final : public transport::Waiter {
 public:
  explicit Work(std::function<void()> body) : body_(std::move(body)) {}
  void readable() noexcept override { body_(); }

 private:
  const std::function<void()> body_;
};

// Is busy until it is released.
class Holding final : public transport::Waiter {
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
  // Before what its threads were given goes.
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
  EXPECT_GE(stays.size(), 2U);  // those that may, and one that may not
  EXPECT_FALSE(stays.back().begin(*started.pool));
  EXPECT_TRUE(stays.front().begin(*started.pool)) << "it does already";
  stays.pop_front();
  EXPECT_TRUE(stays.back().begin(*started.pool));
}

}  // namespace
}  // namespace dimma::iiop
