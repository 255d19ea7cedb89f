#include "simulation/scheduler/scheduler.hpp"

#include "base/sync/sync.hpp"
#include "simulation/shared.hpp"
#include "simulation/strategies/exhaustive.hpp"
#include "simulation/strategies/pct.hpp"
#include "simulation/strategies/random.hpp"
#include "simulation/strategies/recorded.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

namespace dimma::simulation {
namespace {

using namespace std::chrono_literals;

Outcome run(const std::function<void()>& scenario, const RunSettings& settings = {}) {
  RecordedStrategy ordinary({});
  return Scheduler(ordinary, settings).run(scenario);
}

FailureKind failure_of(const std::function<void()>& scenario, const RunSettings& settings = {}) {
  const Outcome outcome = run(scenario, settings);
  EXPECT_TRUE(outcome.failure);
  return outcome.failure ? outcome.failure->kind : FailureKind::failed_check;
}

TEST(Scheduler, JumpsToTheNextDeadlineWhenAllWait) {
  const Outcome outcome = run([] {
    sync::Mutex mutex;
    sync::Condition never_notified;
    sync::Thread sleeper([] { sync::sleep_for(24h); });
    sync::UniqueLock lock(mutex);
    EXPECT_EQ(never_notified.wait_for(lock, 1h), std::cv_status::timeout);
    lock.unlock();
    sleeper.join();
  });
  EXPECT_FALSE(outcome.failure);
  EXPECT_GE(outcome.time, 24h);
  EXPECT_LT(outcome.time, 24h + 1s);
}

TEST(Scheduler, LetsOneWhoReadsTheClockUntilADeadlineComeToAnEnd) {
  const Outcome outcome = run([] {
    const auto deadline = Clock::now() + 1ms;
    while (Clock::now() < deadline) {
    }
  });
  EXPECT_FALSE(outcome.failure);
}

TEST(Scheduler, MayLetADeadlinePassWhileOthersCouldGoOn) {
  std::set<bool> notified;
  ExhaustiveStrategy strategy(1);
  do {
    Scheduler(strategy, {}).run([&] {
      sync::Mutex mutex;
      sync::Condition changed;
      bool is_set = false;
      sync::Thread setter([&] {
        const sync::LockGuard lock(mutex);
        is_set = true;
        changed.notify_one();
      });
      sync::UniqueLock lock(mutex);
      notified.insert(changed.wait_for(lock, 1s, [&] { return is_set; }));
      lock.unlock();
      setter.join();
    });
  } while (strategy.advance());
  EXPECT_EQ(notified, (std::set<bool>{false, true}));
}

TEST(Scheduler, NamesTheLocksOfADeadlockAndTheirHolders) {
  const Outcome outcome = run([] {
    sync::Mutex mutex;
    sync::Thread thread([&] {
      mutex.lock();
      mutex.lock();
    });
    thread.join();
  });
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->kind, FailureKind::deadlock);
  EXPECT_NE(outcome.failure->text.find("for lock 1, which thread 1 has taken at scheduler_test.cpp:"),
            std::string::npos)
      << outcome.failure->text;
  EXPECT_NE(outcome.failure->text.find("main waits at scheduler_test.cpp:"), std::string::npos);
}

TEST(Scheduler, TellsALostWakeUpFromAWaitForEver) {
  const auto wait = [](bool notifies) {
    return [notifies] {
      sync::Mutex mutex;
      sync::Condition condition;
      if (notifies) condition.notify_all();
      sync::UniqueLock lock(mutex);
      condition.wait(lock);
    };
  };
  EXPECT_EQ(failure_of(wait(true)), FailureKind::lost_wakeup);
  EXPECT_EQ(failure_of(wait(false)), FailureKind::waits_for_ever);
}

TEST(Scheduler, EndsARunThatDoesNotComeToAnEnd) {
  const auto spin = [] {
    const sync::Atomic<bool> flag{false};
    while (!flag.load()) {
    }
  };
  EXPECT_EQ(failure_of(spin, {.steps_max = 500}), FailureKind::livelock);
}

TEST(Scheduler, FindsLocksThatAreReleasedByAnother) {
  EXPECT_EQ(failure_of([] {
              sync::Mutex mutex;
              mutex.lock();
              sync::Thread thread([&] { mutex.unlock(); });
              thread.join();
            }),
            FailureKind::assertion);
}

TEST(Scheduler, ReportsAnExceptionThatLeavesAThread) {
  const Outcome outcome = run([] { throw std::runtime_error("thrown by the test"); });
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->kind, FailureKind::thrown);
  EXPECT_EQ(outcome.failure->text, "thrown by the test");
}

TEST(Scheduler, FindsPlainVariablesThatNothingOrders) {
  EXPECT_EQ(failure_of([] {
              Shared<int> value;
              sync::Thread thread([&] { value.set(1); });
              value.set(2);
              thread.join();
            }),
            FailureKind::data_race);
  EXPECT_FALSE(run([] {
                 Shared<int> value;
                 value.set(1);
                 sync::Thread thread([&] { value.set(value.get() + 1); });
                 thread.join();
                 EXPECT_EQ(value.get(), 2);
               }).failure);
}

struct CountsItsEnd {
  ~CountsItsEnd() {
    if (count != nullptr) ++*count;
  }
  int* count = nullptr;
};
thread_local CountsItsEnd own;
thread_local int own_number = 3;

TEST(Scheduler, GivesEachThreadItsOwnVariables) {
  int ended = 0;
  const Outcome outcome = run([&] {
    own_number = 5;
    sync::Thread thread([&] {
      EXPECT_EQ(own_number, 3);
      own_number = 4;
      own.count = &ended;
      sync::sleep_for(2s);
      EXPECT_EQ(own_number, 4);
    });
    sync::sleep_for(1s);
    EXPECT_EQ(own_number, 5);
    thread.join();
    EXPECT_EQ(ended, 1);
  });
  EXPECT_FALSE(outcome.failure);
  EXPECT_EQ(own_number, 3);
}

TEST(Scheduler, KeepsApartTheExceptionsThatThreadsHandle) {
  const auto handle = [](const std::string& text) {
    try {
      throw std::runtime_error(text);
    } catch (const std::runtime_error&) {
      sync::yield();
      try {
        throw;
      } catch (const std::runtime_error& again) {
        EXPECT_EQ(again.what(), text);
      }
    }
    EXPECT_EQ(std::current_exception(), nullptr);
  };
  const Outcome outcome = run([&] {
    sync::Thread thread([&] { handle("one"); });
    handle("other");
    thread.join();
  });
  EXPECT_FALSE(outcome.failure);
}

TEST(Scheduler, RefusesMoreThreadsThanARunMayHave) {
  const Outcome outcome = run([] {
    std::vector<sync::Thread> threads;
    while (threads.size() + 1 < threads_max) threads.emplace_back([] {});
    EXPECT_THROW(sync::Thread([] {}), std::system_error);
    for (auto& thread : threads) thread.join();
    sync::Thread([] {}).join();
  });
  EXPECT_FALSE(outcome.failure);
}

TEST(Scheduler, SharesALockOrGivesItToOne) {
  std::set<int> together;
  ExhaustiveStrategy strategy(2);
  do {
    const Outcome outcome = Scheduler(strategy, {}).run([&] {
      sync::SharedMutex mutex;
      sync::Atomic<int> readers{0};
      const auto read = [&] {
        const sync::SharedLockGuard lock(mutex);
        together.insert(++readers);
        --readers;
      };
      sync::Thread one(read);
      sync::Thread other(read);
      {
        const sync::LockGuard lock(mutex);
        EXPECT_EQ(readers.load(), 0);
      }
      one.join();
      other.join();
    });
    ASSERT_FALSE(outcome.failure);
  } while (strategy.advance());
  EXPECT_EQ(together, (std::set<int>{1, 2}));
}

TEST(Scheduler, RepeatsARunOfTheSameSeed) {
  const auto scenario = [] {
    sync::Atomic<int> count{0};
    const auto add = [&] {
      for (int round = 0; round != 20; ++round) count.store(count.load(std::memory_order_relaxed) + 1);
    };
    sync::Thread one(add);
    sync::Thread other(add);
    one.join();
    other.join();
  };
  const auto run_of = [&](std::uint64_t seed) {
    RandomStrategy strategy(seed);
    return Scheduler(strategy, {.records_trace = true}).run(scenario);
  };
  const Outcome first = run_of(7);
  const Outcome again = run_of(7);
  EXPECT_FALSE(first.choices.empty());
  EXPECT_EQ(first.choices, again.choices);
  ASSERT_EQ(first.trace.size(), again.trace.size());
  for (std::size_t at = 0; at != first.trace.size(); ++at) EXPECT_EQ(first.trace[at].value, again.trace[at].value);
  EXPECT_NE(first.choices, run_of(8).choices);
}

}  // namespace
}  // namespace dimma::simulation
