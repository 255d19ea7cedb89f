#include "execution/threads.hpp"
#include "execution/task.hpp"

#include <dimma/qos.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

namespace {

using dimma::execution::Threads;

struct Owner {
  Threads threads;
  std::atomic<int> done{0};
};

void start(const std::shared_ptr<Owner>& owner, std::function<void()> body) {
  owner->threads.start({}, dimma::execution::thread_name::task, owner, std::move(body));
}

TEST(Threads, NothingIsLeftOfThemWhenTheyHaveBeenWaitedFor) {
  for (int turn = 0; turn < 200; ++turn) {
    const auto owner = std::make_shared<Owner>();
    const auto held = std::make_shared<int>();
    for (int i = 0; i < 3; ++i) start(owner, [&owner = *owner, held] { ++owner.done; });
    owner->threads.await_others();
    ASSERT_EQ(owner->done, 3);
    ASSERT_EQ(held.use_count(), 1);
    ASSERT_EQ(owner.use_count(), 1);
    ASSERT_EQ(owner->threads.running(), 0U);
  }
}

TEST(Threads, AreCounted) {
  const auto owner = std::make_shared<Owner>();
  std::atomic<bool> go_on{false};
  const auto wait = [&] {
    while (!go_on) std::this_thread::yield();
  };
  start(owner, wait);
  start(owner, wait);
  EXPECT_EQ(owner->threads.running(), 2U);
  go_on = true;
  owner->threads.await_others();
  start(owner, wait);
  owner->threads.await_others();
  const auto usage = owner->threads.usage();
  EXPECT_EQ(usage.in_use, 0U);
  EXPECT_EQ(usage.in_use_max, 2U);
  EXPECT_EQ(usage.refusals, 0U);
}

TEST(Threads, OneOfThemWaitsForTheOthersOnly) {
  const auto owner = std::make_shared<Owner>();
  std::atomic<int> others{-1};
  start(owner, [&owner = *owner] { ++owner.done; });
  start(owner, [&, &owner = *owner] {
    owner.threads.await_others();
    others = owner.done.load();
  });
  owner->threads.await_others();
  EXPECT_EQ(others, 1);
}

// As when an ORB is destroyed within an upcall: the thread's end releases all that the thread has kept alive.
TEST(Threads, TheLastOneTakesItsOwnerAlong) {
  auto owner = std::make_shared<Owner>();
  const std::weak_ptr<Owner> seen = owner;
  const auto go_on = std::make_shared<std::atomic<bool>>(false);  // the thread is not joined and may outlive this frame
  start(owner, [go_on] {
    while (!*go_on) std::this_thread::yield();
  });
  owner.reset();
  EXPECT_FALSE(seen.expired());
  *go_on = true;
  while (!seen.expired()) std::this_thread::yield();
}

TEST(Threads, RefusedThreadsAreCountedToo) {
  const auto owner = std::make_shared<Owner>();
  dimma::Scheduling impossible;
  impossible.cpus = {1023};
  EXPECT_THROW(owner->threads.start(impossible, "dimma-test", owner, [] {}), dimma::QoSError);
  EXPECT_EQ(owner->threads.running(), 0U);
  EXPECT_EQ(owner->threads.usage().refusals, 1U);
  owner->threads.await_others();
}

}  // namespace
