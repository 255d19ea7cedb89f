// Threads that wait in one poller, and the events that one of them takes for several.

#include "reactor/poller.hpp"
#include "reactor/descriptor.hpp"
#include "reactor/events_ahead.hpp"
#include "unit/reactor/poller_threads.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <poll.h>
#include <sys/eventfd.h>

namespace dimma::reactor {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds for_ever{-1};
constexpr milliseconds a_moment{20};

// An event that can be made readable repeatedly.
class Event final : public Waiter {
 public:
  explicit Event(
      Poller& poller, std::function<void()> served = [] {})
      : poller_(poller), served_(std::move(served)), event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    poller_.add(event_.get(), *this);
    poller_.arm(event_.get(), *this);
  }
  ~Event() override { poller_.remove(event_.get()); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void come() { ::eventfd_write(event_.get(), 1); }
  void readable() noexcept override {
    eventfd_t count = 0;
    ::eventfd_read(event_.get(), &count);
    ++times;
    served_();
    poller_.arm(event_.get(), *this);
  }

  std::atomic<int> times{0};

 private:
  Poller& poller_;
  const std::function<void()> served_;
  const Descriptor event_;
};

using Events = std::vector<std::unique_ptr<Event>>;

Events make_events(Poller& poller, std::size_t count, const std::function<void()>& served) {
  Events events;
  for (std::size_t i = 0; i < count; ++i) events.push_back(std::make_unique<Event>(poller, served));
  return events;
}

void let_come(const Events& events) {
  for (const auto& event : events) event->come();
}

bool has_any_in_system(const Poller& poller) {
  pollfd ready{poller.handle(), POLLIN, 0};
  return ::poll(&ready, 1, 0) > 0;
}

TEST(EventsAhead, AreTakenInTheirOrderAgainAndAgain) {
  std::array<int, EventsAhead<int>::most> events{};
  std::array<int*, EventsAhead<int>::most> places{};
  for (std::size_t i = 0; i < events.size(); ++i) places[i] = &events[i];
  EventsAhead<int> ahead;
  for (std::size_t round = 0; round < 5 * events.size(); ++round) {
    const std::size_t count = 1 + round % events.size();
    EXPECT_TRUE(ahead.empty());
    ahead.put({places.data(), count});
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_FALSE(ahead.empty());
      EXPECT_EQ(ahead.take(), &events[i]);
    }
    EXPECT_EQ(ahead.take(), nullptr);
  }
}

TEST(EventsAhead, EachIsTakenByOneThread) {
  constexpr std::size_t rounds = 20'000;
  std::array<std::atomic<std::size_t>, EventsAhead<int>::most> times{};
  std::array<std::atomic<std::size_t>*, EventsAhead<int>::most> places{};
  for (std::size_t i = 0; i < times.size(); ++i) places[i] = &times[i];
  EventsAhead<std::atomic<std::size_t>> ahead;
  std::atomic<bool> has_ended{false};
  const auto take = [&] {
    while (auto* const one = ahead.take()) one->fetch_add(1);
  };
  std::vector<std::thread> takers;
  for (int i = 0; i < 3; ++i) {
    takers.emplace_back([&] {
      while (!has_ended.load()) take();
    });
  }
  for (std::size_t i = 0; i < rounds; ++i) {
    ahead.put(places);
    while (!ahead.empty()) take();
  }
  has_ended.store(true);
  for (auto& taker : takers) taker.join();
  for (const auto& each : times) EXPECT_EQ(each.load(), rounds);
}

TEST(Poller, AThreadByItselfTakesSeveralEventsAtOnce) {
  Poller poller;
  const auto events = make_events(poller, 5, [] {});
  let_come(events);
  EXPECT_EQ(poller.wait(for_ever), Poller::Woken::event);
  EXPECT_FALSE(has_any_in_system(poller));
  EXPECT_TRUE(poller.has_events_ahead());
  for (int i = 1; i < 5; ++i) EXPECT_EQ(poller.wait(milliseconds(0)), Poller::Woken::event);
  EXPECT_FALSE(poller.has_events_ahead());
  EXPECT_EQ(poller.wait(milliseconds(0)), Poller::Woken::timeout);
  for (const auto& event : events) EXPECT_EQ(event->times, 1);
}

TEST(Poller, AThreadThatServesTheEventItselfTakesNoOther) {
  Poller poller;
  const auto events = make_events(poller, 3, [] {});
  let_come(events);
  EXPECT_NE(poller.next(for_ever), nullptr);
  EXPECT_TRUE(has_any_in_system(poller));
  EXPECT_FALSE(poller.has_events_ahead());
}

TEST(Poller, MoreThanAreTakenAtOnceComeLater) {
  constexpr std::size_t count = 3 * EventsAhead<Waiter>::most;
  Poller poller;
  const auto events = make_events(poller, count, [] {});
  let_come(events);
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(poller.wait(for_ever), Poller::Woken::event);
  for (const auto& event : events) EXPECT_EQ(event->times, 1);
}

TEST(Poller, EventsThatAThreadLeavesAreServedByTheNextThatWaits) {
  Poller poller;
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t in_hand = 0;
  // Each event keeps its thread until each of the others has one.
  constexpr std::size_t count = 4;
  const auto keep = [&] {
    std::unique_lock lock(mutex);
    ++in_hand;
    changed.notify_all();
    changed.wait(lock, [&] { return in_hand == count; });
  };
  const auto events = make_events(poller, count, keep);
  let_come(events);
  const auto wait_once = [&] { EXPECT_EQ(poller.wait(for_ever), Poller::Woken::event); };
  std::thread first(wait_once);
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return in_hand == 1; });
  }
  EXPECT_TRUE(poller.has_events_ahead());
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < count; ++i) others.emplace_back(wait_once);
  first.join();
  for (auto& other : others) other.join();
  for (const auto& event : events) EXPECT_EQ(event->times, 1);
}

// As many threads as events, each of which keeps its thread until all the others are being served too: an event that
// were left ahead while a thread sleeps would never be served.
TEST(Poller, NoThreadSleepsWhileAnEventIsAhead) {
  constexpr std::size_t count = 4;
  constexpr std::size_t rounds = 2'000;
  Poller poller;
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t arrived = 0;
  bool has_failed = false;
  const auto await_others = [&] {
    std::unique_lock lock(mutex);
    const std::size_t round = arrived++ / count;
    changed.notify_all();
    changed.wait(lock, [&] { return has_failed || arrived >= (round + 1) * count; });
  };
  const auto events = make_events(poller, count, await_others);
  const PollerThreads servers(poller, count);
  for (std::size_t round = 0; round < rounds; ++round) {
    if (round % 16 == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));  // so that all of them sleep
    let_come(events);
    std::unique_lock lock(mutex);
    has_failed = !changed.wait_for(lock, std::chrono::seconds(30), [&] { return arrived == (round + 1) * count; });
    changed.notify_all();
    ASSERT_FALSE(has_failed) << "round " << round;
  }
}

TEST(Poller, StopEndsEachWaitThoughEventsAreAhead) {
  Poller poller;
  const auto events = make_events(poller, 3, [] {});
  let_come(events);
  EXPECT_EQ(poller.wait(for_ever), Poller::Woken::event);
  ASSERT_TRUE(poller.has_events_ahead());
  poller.stop();
  EXPECT_EQ(poller.wait(for_ever), Poller::Woken::stopped);
  EXPECT_EQ(poller.next(for_ever), nullptr);
}

TEST(Poller, ALimitIsKept) {
  for (const auto& how : {WaitStrategy::block, WaitStrategy::spin}) {
    Poller poller(how);
    const auto began = std::chrono::steady_clock::now();
    EXPECT_EQ(poller.wait(a_moment), Poller::Woken::timeout);
    EXPECT_EQ(poller.next(a_moment), nullptr);
    EXPECT_GE(std::chrono::steady_clock::now() - began, 2 * a_moment);
  }
}

}  // namespace
}  // namespace dimma::reactor
