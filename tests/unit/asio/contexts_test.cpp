// Execution contexts and ORBs that end before calls do.
#include "unit/asio/asio_fixture.hpp"

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <future>
#include <memory>
#include <optional>
#include <thread>

namespace dimma::test {
namespace {

using boost::asio::bind_executor;

using ContextsTest = AsioTest;

TEST_F(ContextsTest, AContextThatEndsDestroysItsHandlers) {
  servant_->holds(true);
  const auto alive = std::make_shared<int>();
  {
    boost::asio::io_context io;
    clerk_->async_hold(1, bind_executor(io, [alive](std::exception_ptr) { ADD_FAILURE() << "called"; }));
    clerk_->async_hold(2, bind_executor(boost::asio::make_strand(io), [alive](std::exception_ptr) { FAIL(); }));
    servant_->await_held(2);
    EXPECT_EQ(alive.use_count(), 3);
  }
  EXPECT_EQ(alive.use_count(), 1);
  servant_->holds(false);
  EXPECT_EQ(clerk_->pages(), 12);
}

TEST_F(ContextsTest, AContextThatEndsDestroysHandlersThatItHasNotYetCalled) {
  const auto alive = std::make_shared<int>();
  {
    boost::asio::io_context io;
    for (int i = 0; i < 10; ++i) {
      clerk_->async_get_pages(bind_executor(io, [alive](std::exception_ptr, std::int32_t) { FAIL(); }));
    }
    for (int i = 0; i < 10; ++i) EXPECT_EQ(clerk_->pages(), 12);  // meanwhile replies arrive and steps are posted
  }
  EXPECT_EQ(alive.use_count(), 1);
}

TEST_F(ContextsTest, AContextThatEndsDestroysCoroutines) {
  servant_->holds(true);
  const auto alive = std::make_shared<int>();
  {
    boost::asio::io_context io;
    boost::asio::co_spawn(
        io,
        [](ClerkRef clerk, std::shared_ptr<int>) -> boost::asio::awaitable<void> {
          co_await clerk->async_hold(1, boost::asio::use_awaitable);
        }(clerk_, alive),
        boost::asio::detached);
    io.poll();
    servant_->await_held(1);
    EXPECT_EQ(alive.use_count(), 2);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

// The replies come while the context is ending.
TEST_F(ContextsTest, AContextMayEndAtAnyTime) {
  const auto alive = std::make_shared<int>();
  for (int round = 0; round < 200; ++round) {
    boost::asio::io_context io;
    for (int i = 0; i < 5; ++i) {
      clerk_->async_get_pages(bind_executor(io, [alive](std::exception_ptr, std::int32_t) {}));
    }
    if (round % 2 == 0) io.poll();
  }
  EXPECT_EQ(alive.use_count(), 1);
}

TEST_F(ContextsTest, AnOrbThatEndsEndsItsCalls) {
  servant_->holds(true);
  std::vector<std::string> told;
  for (int i = 0; i < 3; ++i) {
    clerk_->async_hold(i, bind_executor(io_, [&](std::exception_ptr failure) { told.push_back(told_of(failure)); }));
  }
  servant_->await_held(3);
  std::thread destroys([this] { destroy_client(); });
  EXPECT_EQ(run(), 3U);
  destroys.join();
  EXPECT_EQ(told, std::vector<std::string>(3, "COMM_FAILURE"));
  clerk_->async_get_pages(
      bind_executor(io_, [&](std::exception_ptr failure, auto) { told.push_back(told_of(failure)); }));
  EXPECT_EQ(run(), 1U);
  EXPECT_NE(told.back(), "nothing");
}

// The thread that destroys the ORB may also be the one that is to call the handlers.
TEST_F(ContextsTest, AnOrbThatEndsDoesNotWaitForHandlers) {
  servant_->holds(true);
  std::vector<std::string> told;
  for (int i = 0; i < 3; ++i) {
    clerk_->async_hold(i, bind_executor(io_, [&](std::exception_ptr failure) { told.push_back(told_of(failure)); }));
  }
  servant_->await_held(3);
  destroy_client();
  EXPECT_EQ(run(), 3U);
  EXPECT_EQ(told, std::vector<std::string>(3, "COMM_FAILURE"));
}

TEST_F(ContextsTest, UnbindingEndsTheCall) {
  servant_->holds(true);
  std::string told;
  auto binding = dimma::bind(unbound_, EngineeringQoS::parse("transport=tcp,connection=dedicated"));
  binding->async_hold(1, bind_executor(io_, [&](std::exception_ptr failure) { told = told_of(failure); }));
  servant_->await_held(1);
  binding.unbind();
  EXPECT_EQ(run(), 1U);
  EXPECT_EQ(told, "COMM_FAILURE");
}

TEST_F(ContextsTest, ADeadlineEndsTheCall) {
  servant_->holds(true);
  const auto hasty = dimma::bind(unbound_, EngineeringQoS::parse("deadline=20ms"));
  std::string told;
  hasty->async_hold(1, bind_executor(io_, [&](std::exception_ptr failure) { told = told_of(failure); }));
  EXPECT_EQ(run(), 1U);
  EXPECT_EQ(told, "TIMEOUT");
}

TEST_F(ContextsTest, CallsOfManyThreads) {
  auto work = boost::asio::make_work_guard(io_);
  std::vector<std::thread> runners;
  for (int i = 0; i < 2; ++i) runners.emplace_back([this] { io_.run(); });
  std::atomic<int> good{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&, i] {
      for (int j = 0; j < 100; ++j) {
        clerk_->async_add(
            i * 100 + j, "b",
            bind_executor(io_, [&, sum = i * 100 + j + 1](std::exception_ptr failure, std::int32_t result, auto&&...) {
              if (!failure && result == sum) ++good;
            }));
      }
    });
  }
  for (auto& each : callers) each.join();
  work.reset();
  for (auto& each : runners) each.join();
  EXPECT_EQ(good, 400);
}

}  // namespace
}  // namespace dimma::test
