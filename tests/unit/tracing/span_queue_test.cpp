// The queue of spans between the threads that make them and the exporter.
#include "tracing/span_queue.hpp"
#include "base/log/log.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace dimma::tracing {
namespace {

using namespace std::chrono_literals;

trace::Span named(const std::string& operation) {
  trace::Span span;
  span.operation = operation;
  return span;
}

TEST(SpanQueue, GivesTheOldestFirst) {
  SpanQueue queue(10);
  for (const char* name : {"a", "b", "c"}) queue.add(named(name));
  const auto first = queue.take(2);
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0].operation, "a");
  EXPECT_EQ(first[1].operation, "b");
  EXPECT_EQ(queue.take(2).size(), 1U);
  EXPECT_TRUE(queue.take(2).empty());
  EXPECT_EQ(queue.counts().finished, 3U);
}

TEST(SpanQueue, DropsAndCountsWhatItHasNoRoomFor) {
  std::atomic<int> told{0};
  log::set_levels("warning");
  log::set_sink([&](const log::Record& record) {
    if (record.event == "spans_dropped") ++told;
  });
  SpanQueue queue(2);
  for (int i = 0; i < 100; ++i) queue.add(named("x"));
  log::set_sink({});
  EXPECT_EQ(queue.counts().finished, 100U);
  EXPECT_EQ(queue.counts().dropped, 98U);
  EXPECT_EQ(queue.counts().waiting, 2U);
  EXPECT_GE(told, 1);
  EXPECT_LE(told, 10) << "the log has a limit for it";
  queue.drop(5);
  EXPECT_EQ(queue.counts().dropped, 103U);
}

TEST(SpanQueue, CountsOctets) {
  SpanQueue queue(100);
  for (int i = 0; i < 2500; ++i) queue.add(named(std::string(20'000, 'x')));
  const auto counts = queue.counts();
  EXPECT_EQ(counts.dropped + counts.waiting, 2500U);
  EXPECT_EQ(counts.waiting, 100 * SpanQueue::octets_of_each / (20'000 + sizeof(trace::Span)));
  EXPECT_TRUE(queue.await(50, std::chrono::hours(1))) << "it is full, and is to be taken from";
  EXPECT_EQ(queue.take(50).size(), counts.waiting);
  for (int i = 0; i < 100; ++i) queue.add(named("x"));
  EXPECT_EQ(queue.counts().waiting, 100U);
}

TEST(SpanQueue, WakesAThreadThatWaitsForTheFirstAndForEnough) {
  SpanQueue queue(100);
  std::thread maker([&] {
    for (int i = 0; i < 10; ++i) {
      queue.add(named("x"));
      std::this_thread::sleep_for(1ms);
    }
  });
  EXPECT_TRUE(queue.await(10, std::chrono::hours(1)));
  EXPECT_EQ(queue.take(100).size(), 10U);
  maker.join();
}

TEST(SpanQueue, DoesNotWaitForeverForEnough) {
  SpanQueue queue(100);
  queue.add(named("x"));
  EXPECT_TRUE(queue.await(10, 1ms));
  EXPECT_EQ(queue.take(100).size(), 1U);
}

TEST(SpanQueue, AFullQueueIsEnough) {
  SpanQueue queue(3);
  for (int i = 0; i < 3; ++i) queue.add(named("x"));
  EXPECT_TRUE(queue.await(512, std::chrono::hours(1)));
}

TEST(SpanQueue, StopsAWaitingThread) {
  SpanQueue queue(100);
  std::thread stopper([&] { queue.stop(); });
  EXPECT_FALSE(queue.await(10, std::chrono::hours(1)));
  EXPECT_FALSE(queue.pause(std::chrono::hours(1)));
  stopper.join();
  queue.add(named("late"));
  EXPECT_FALSE(queue.await(1, std::chrono::hours(1)));
  EXPECT_EQ(queue.take(1).size(), 1U);
}

TEST(SpanQueue, PausesAsLongAsItIsToldTo) {
  SpanQueue queue(100);
  EXPECT_TRUE(queue.pause(1ms));
}

}  // namespace
}  // namespace dimma::tracing
