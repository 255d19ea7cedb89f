// The results of small programs that the simulated memory model allows, which include none that C++ forbids.

#include "base/sync/sync.hpp"
#include "simulation/scheduler/scheduler.hpp"
#include "simulation/strategies/exhaustive.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <utility>

namespace dimma::simulation {
namespace {

using Pair = std::pair<int, int>;
using Atomic = sync::Atomic<int>;
using Order = std::memory_order;
constexpr Order relaxed = std::memory_order_relaxed;
constexpr Order acquire = std::memory_order_acquire;
constexpr Order release = std::memory_order_release;
constexpr Order strongest = std::memory_order_seq_cst;

// The results of all runs with at most four choices that are not ordinary.
std::set<Pair> results_of(const std::function<Pair()>& program) {
  std::set<Pair> results;
  ExhaustiveStrategy strategy(4);
  do {
    Scheduler scheduler(strategy, {});
    const Outcome outcome = scheduler.run([&] { results.insert(program()); });
    EXPECT_FALSE(outcome.failure) << outcome.failure->text;
  } while (strategy.advance());
  return results;
}

void run_two(const std::function<void()>& one, const std::function<void()>& other) {
  sync::Thread thread(one);
  other();
  thread.join();
}

// Each of two threads stores to a variable of its own, and loads the other's.
std::set<Pair> store_buffering(Order stores, Order loads, Order fences) {
  return results_of([=] {
    Atomic x{0};
    Atomic y{0};
    Pair seen;
    const auto half = [=](Atomic& own, Atomic& others, int& result) {
      own.store(1, stores);
      if (fences != relaxed) fence(fences, Place::current());
      result = others.load(loads);
    };
    run_two([&] { half(x, y, seen.first); }, [&] { half(y, x, seen.second); });
    return seen;
  });
}

TEST(SimulatedMemory, BuffersStoresUnlessTheOrderIsTheStrongest) {
  EXPECT_TRUE(store_buffering(relaxed, relaxed, relaxed).contains({0, 0}));
  EXPECT_TRUE(store_buffering(release, acquire, relaxed).contains({0, 0}));
  EXPECT_TRUE(store_buffering(release, strongest, relaxed).contains({0, 0}));
  EXPECT_TRUE(store_buffering(relaxed, relaxed, std::memory_order_acq_rel).contains({0, 0}));
  const std::set<Pair> without_buffers{{0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(store_buffering(strongest, strongest, relaxed), without_buffers);
  EXPECT_EQ(store_buffering(relaxed, relaxed, strongest), without_buffers);
}

// One thread stores a value and then a flag; the results are the flag and the value that another thread loads.
std::set<Pair> message_passing(Order stores, Order loads, Order store_fence, Order load_fence) {
  return results_of([=] {
    Atomic value{0};
    Atomic flag{0};
    Pair seen;
    run_two(
        [&] {
          value.store(1, relaxed);
          if (store_fence != relaxed) fence(store_fence, Place::current());
          flag.store(1, stores);
        },
        [&] {
          seen.first = flag.load(loads);
          if (load_fence != relaxed) fence(load_fence, Place::current());
          seen.second = value.load(relaxed);
        });
    return seen;
  });
}

TEST(SimulatedMemory, PassesMessagesByReleaseAndAcquire) {
  EXPECT_TRUE(message_passing(relaxed, relaxed, relaxed, relaxed).contains({1, 0}));
  EXPECT_TRUE(message_passing(release, relaxed, relaxed, relaxed).contains({1, 0}));
  EXPECT_TRUE(message_passing(relaxed, acquire, relaxed, relaxed).contains({1, 0}));
  const std::set<Pair> in_order{{0, 0}, {0, 1}, {1, 1}};
  EXPECT_EQ(message_passing(release, acquire, relaxed, relaxed), in_order);
  EXPECT_EQ(message_passing(strongest, strongest, relaxed, relaxed), in_order);
  EXPECT_EQ(message_passing(relaxed, relaxed, release, acquire), in_order);
  EXPECT_EQ(message_passing(relaxed, acquire, release, relaxed), in_order);
  EXPECT_EQ(message_passing(release, relaxed, relaxed, acquire), in_order);
}

TEST(SimulatedMemory, NeverGoesBackToAnOlderValue) {
  const auto results = results_of([] {
    Atomic value{0};
    Pair seen;
    run_two(
        [&] {
          value.store(1, relaxed);
          value.store(2, relaxed);
        },
        [&] {
          seen.first = value.load(relaxed);
          seen.second = value.load(relaxed);
        });
    return seen;
  });
  const std::set<Pair> forward{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
  EXPECT_EQ(results, forward);
}

TEST(SimulatedMemory, ShowsAThreadItsOwnStores) {
  const auto results = results_of([] {
    Atomic value{0};
    Pair seen;
    run_two([&] { value.store(1, relaxed); },
            [&] {
              value.store(2, relaxed);
              seen = {value.load(relaxed), 0};
            });
    return seen;
  });
  const std::set<Pair> not_the_first{{1, 0}, {2, 0}};
  EXPECT_EQ(results, not_the_first);
}

// Two threads store to one variable each, two others load both, in opposite orders. The result says for each loading
// thread whether it saw the store to the variable that it loads first, but not the other one.
std::set<Pair> independent_reads(Order stores, Order loads) {
  return results_of([=] {
    Atomic x{0};
    Atomic y{0};
    Pair seen;
    const auto read = [loads](Atomic& first, Atomic& second) {
      const bool has_first = first.load(loads) == 1;
      return has_first && second.load(loads) == 0 ? 1 : 0;
    };
    sync::Thread writer([&] { x.store(1, stores); });
    sync::Thread other_writer([&] { y.store(1, stores); });
    run_two([&] { seen.first = read(x, y); }, [&] { seen.second = read(y, x); });
    writer.join();
    other_writer.join();
    return seen;
  });
}

TEST(SimulatedMemory, HasOneOrderOfTheStrongestStores) {
  EXPECT_TRUE(independent_reads(release, acquire).contains({1, 1}));
  EXPECT_FALSE(independent_reads(strongest, strongest).contains({1, 1}));
  EXPECT_TRUE(independent_reads(strongest, strongest).contains({1, 0}));
}

TEST(SimulatedMemory, ContinuesAReleaseSequenceByReadModifyWrites) {
  const auto results = results_of([] {
    Atomic value{0};
    Atomic flag{0};
    Pair seen;
    sync::Thread releasing([&] {
      value.store(1, relaxed);
      flag.store(1, release);
    });
    sync::Thread adding([&] {
      int expected = 1;
      flag.compare_exchange_strong(expected, 2, relaxed);
    });
    seen.first = flag.load(acquire);
    seen.second = value.load(relaxed);
    releasing.join();
    adding.join();
    return seen;
  });
  EXPECT_TRUE(results.contains({2, 1}));
  EXPECT_FALSE(results.contains({2, 0}));
  EXPECT_FALSE(results.contains({1, 0}));
}

TEST(SimulatedMemory, ReadModifyWritesSeeTheNewestValue) {
  const auto results = results_of([] {
    Atomic count{0};
    run_two([&] { count.fetch_add(1, relaxed); }, [&] { count.fetch_add(1, relaxed); });
    return Pair{count.load(relaxed), 0};
  });
  EXPECT_EQ(results, (std::set<Pair>{{2, 0}}));
}

TEST(SimulatedMemory, LocksHandOverWhatWasDoneUnderThem) {
  const auto results = results_of([] {
    sync::Mutex mutex;
    Atomic value{0};
    Atomic flag{0};
    Pair seen;
    run_two(
        [&] {
          const sync::LockGuard lock(mutex);
          value.store(1, relaxed);
          flag.store(1, relaxed);
        },
        [&] {
          const sync::LockGuard lock(mutex);
          seen = {flag.load(relaxed), value.load(relaxed)};
        });
    return seen;
  });
  EXPECT_EQ(results, (std::set<Pair>{{0, 0}, {1, 1}}));
}

}  // namespace
}  // namespace dimma::simulation
