// Loaned sequences in calls with a completion token.

#include "unit/orb/loans/loans_fixture.hpp"

#include <dimma/asio.hpp>

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <tuple>
#include <utility>

namespace dimma::test {
namespace {

using boost::asio::awaitable;
using boost::asio::bind_executor;
using boost::asio::use_awaitable;
using boost::asio::use_future;

// Calls that coroutines await, each run to its end by this thread.
class Awaited {
 public:
  Awaited(Lending::Store& store, boost::asio::io_context& io) : store_(store), io_(io) {}
  const Awaited* operator->() const noexcept { return this; }

  std::uint32_t keep(Lending::Image data) const { return result_of(store_.async_keep(std::move(data), use_awaitable)); }
  Lending::Octets give(std::uint32_t which) const { return result_of(store_.async_give(which, use_awaitable)); }
  Lending::Octets make(std::uint32_t count, std::uint8_t value) const {
    return result_of(store_.async_make(count, value, use_awaitable));
  }
  Lending::Octets current() const { return result_of(store_.async_get_current(use_awaitable)); }
  void current(Lending::Octets data) const { run(store_.async_set_current(std::move(data), use_awaitable)); }
  Lending::Samples twice(Lending::Samples data) const {
    return result_of(store_.async_twice(std::move(data), use_awaitable));
  }
  void change(Lending::Octets& data, Lending::Samples& made) const {
    std::tie(data, made) = result_of(store_.async_change(std::move(data), use_awaitable));
  }
  double sum(Lending::Few data) const { return result_of(store_.async_sum(std::move(data), use_awaitable)); }
  void note(Lending::Octets data) const { run(store_.async_note(std::move(data), use_awaitable)); }
  void refuse(Lending::Octets data) const { run(store_.async_refuse(std::move(data), use_awaitable)); }
  void let_go() const { run(store_.async_let_go(use_awaitable)); }

 private:
  template <class Result>
  Result result_of(awaitable<Result> call) const {
    std::exception_ptr failure;
    Result result{};
    boost::asio::co_spawn(io_, std::move(call), [&](std::exception_ptr raised, Result value) {
      failure = std::move(raised);
      result = std::move(value);
    });
    finish(failure);
    return result;
  }
  void run(awaitable<void> call) const {
    std::exception_ptr failure;
    boost::asio::co_spawn(io_, std::move(call), [&](std::exception_ptr raised) { failure = std::move(raised); });
    finish(failure);
  }
  void finish(const std::exception_ptr& failure) const {
    io_.restart();
    io_.run();
    if (failure) std::rethrow_exception(failure);
  }

  Lending::Store& store_;
  boost::asio::io_context& io_;
};

class TokenLoans : public LoansTest {
 protected:
  void spawn(awaitable<void> coroutine) {
    std::exception_ptr failure;
    boost::asio::co_spawn(io_, std::move(coroutine), [&](std::exception_ptr raised) { failure = std::move(raised); });
    run();
    if (failure) std::rethrow_exception(failure);
  }
  void run() {
    io_.restart();
    io_.run();
  }
  void hold() { root_->the_POAManager()->hold_requests(false); }
  void go_on() { root_->the_POAManager()->activate(); }

  boost::asio::io_context io_;
};

constexpr const char* one_place = "transport=shm,loans=pool(1,64k),exhausted=raise";

class EachWayByTokens : public TokenLoans, public testing::WithParamInterface<const char*> {};

TEST_P(EachWayByTokens, AllDirectionsCarryTheElements) {
  const auto store = bound(GetParam());
  const Awaited calls(*store.reference(), io_);
  for (int round = 0; round < 10; ++round) {
    expect_all_directions(store, calls, *servant_, has_places(GetParam()));
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EachWayByTokens,
                         testing::Values("transport=shm,loans=pool(4,64k)",
                                         "transport=shm,loans=pool(4,64k),buffers=pool(2,64k)",
                                         "transport=shm,loans=pool(4,64k),processing=pool(2),messages=2",
                                         "transport=shm,loans=pool(4,64k),demultiplexing=task", "transport=shm",
                                         "transport=unix", "transport=tcp"));

TEST_F(TokenLoans, NothingIsCopied) {
  const auto store = bound(over_shm);
  const Awaited calls(*store.reference(), io_);
  for (int i = 0; i < 10; ++i) {
    calls.keep(filled(store.loan<std::uint8_t>(octets_each)));
    EXPECT_EQ(calls.give(0).to_vector(), pattern(octets_each));
    calls.let_go();
    EXPECT_TRUE(calls.make(10, 1).is_shared());
  }
  EXPECT_EQ(sent_by_client(store), (Sent{10, 0}));
  EXPECT_EQ(sent_by_server(), (Sent{20, 0}));
}

TEST_F(TokenLoans, EachKindOfTokenGetsThemByValue) {
  const auto store = bound(over_shm);
  const auto& calls = store.reference();
  const auto made = [&] { return store.loan<std::uint8_t>(8); };
  Lending::Octets got;
  const auto take = [&](const std::exception_ptr& failure, Lending::Octets octets) {
    EXPECT_FALSE(failure);
    got = std::move(octets);
  };
  const auto expect_got = [&] {
    run();
    EXPECT_TRUE(got.is_shared());
    EXPECT_EQ(got.size(), 9U);
    got = {};
  };
  calls->async_make(9, 1, bind_executor(io_, take));
  expect_got();
  calls->async_make(9, 1,
                    bind_executor(io_, [&take, owned = std::make_unique<int>(1)](const std::exception_ptr& failure,
                                                                                 Lending::Octets octets) {
                      take(failure, std::move(octets));
                    }));
  expect_got();
  boost::asio::any_completion_handler<void(std::exception_ptr, Lending::Octets)> any = bind_executor(io_, take);
  calls->async_make(9, 1, std::move(any));
  expect_got();
  calls->async_make(9, 1, boost::asio::deferred)(bind_executor(io_, take));
  expect_got();

  auto kept = calls->async_keep(made(), boost::asio::deferred);
  std::uint32_t which = 9;
  std::move(kept)(bind_executor(io_, [&](const std::exception_ptr&, std::uint32_t value) { which = value; }));
  run();
  EXPECT_EQ(which, 0U);
  store->let_go();

  spawn([](const Binding<Lending::Store>& to) -> awaitable<void> {
    using namespace boost::asio::experimental::awaitable_operators;
    EXPECT_EQ(co_await to->async_keep(to.loan<std::uint8_t>(8), use_awaitable), 0U);
    EXPECT_TRUE((co_await to->async_make(9, 1)).is_shared());
    auto [changed, samples] = co_await to->async_change(to.loan<std::uint8_t>(3));
    EXPECT_EQ(changed.size(), 3U);
    EXPECT_EQ(samples.size(), 1U);
    const auto [failure, octets] = co_await to->async_make(9, 1, boost::asio::as_tuple(use_awaitable));
    EXPECT_FALSE(failure);
    EXPECT_TRUE(octets.is_shared());
    boost::asio::steady_timer never(co_await boost::asio::this_coro::executor, std::chrono::hours(1));
    auto either = co_await (to->async_make(9, 1, use_awaitable) || never.async_wait(use_awaitable));
    EXPECT_TRUE(std::get<0>(either).is_shared());
    auto both = co_await (to->async_make(9, 1, use_awaitable) && to->async_make(9, 2, use_awaitable));
    EXPECT_TRUE(std::get<1>(both).is_shared());
    EXPECT_EQ(std::get<1>(both)[0], 2);
    bool was_refused = false;
    try {
      co_await to->async_refuse(to.loan<std::uint8_t>(3));
    } catch (const Lending::Refused&) {
      was_refused = true;
    }
    EXPECT_TRUE(was_refused);
  }(store));
}

TEST_F(TokenLoans, APlaceIsBackBeforeTheHandlerIsCalled) {
  const auto store = bound(one_place);
  int calls = 0;
  std::function<void()> next = [&] {
    store->async_sum(store.loan<double>(4), bind_executor(io_, [&](const std::exception_ptr& failure, double) {
                       EXPECT_FALSE(failure);
                       if (++calls != 20) next();
                     }));
  };
  next();
  run();
  EXPECT_EQ(calls, 20);
  EXPECT_EQ(sent_by_client(store), (Sent{20, 0}));
}

// The servant has not completed these calls.
TEST_F(TokenLoans, APlaceIsBackWhenItsCallIsCancelled) {
  const auto store = bound(one_place);
  store->let_go();
  hold();
  for (int i = 0; i < 3; ++i) {
    boost::asio::cancellation_signal signal;
    bool was_aborted = false;
    store->async_sum(store.loan<double>(4),
                     boost::asio::bind_cancellation_slot(
                         signal.slot(), bind_executor(io_, [&](const std::exception_ptr& failure, double) {
                           was_aborted = failure != nullptr;
                         })));
    EXPECT_THROW(store.loan<double>(4), CORBA::NO_RESOURCES);
    boost::asio::post(io_, [&] { signal.emit(boost::asio::cancellation_type::terminal); });
    run();
    EXPECT_TRUE(was_aborted);
  }
  EXPECT_TRUE(store.loan<double>(4).is_shared());
  go_on();
  EXPECT_EQ(store->sum(store.loan<double>(1)), 0);
}

TEST_F(TokenLoans, APlaceIsBackAtTheDeadline) {
  const auto store = bound(std::string(one_place) + ",deadline=50ms");
  hold();
  EXPECT_THROW(store->async_sum(store.loan<double>(4), use_future).get(), CORBA::TIMEOUT);
  EXPECT_TRUE(store.loan<double>(4).is_shared());
  go_on();
}

TEST_F(TokenLoans, APlaceIsBackWhenItsCallIsNeverBegun) {
  const auto store = bound(one_place);
  {
    const auto never = store->async_sum(store.loan<double>(4), boost::asio::deferred);
    EXPECT_THROW(store.loan<double>(4), CORBA::NO_RESOURCES);
  }
  EXPECT_TRUE(store.loan<double>(4).is_shared());
}

TEST_F(TokenLoans, APlaceIsBackWhenItsExecutorEnds) {
  const auto store = bound(one_place);
  store->let_go();
  hold();
  {
    boost::asio::io_context gone;
    store->async_sum(store.loan<double>(4),
                     bind_executor(gone, [](const std::exception_ptr&, double) { ADD_FAILURE(); }));
  }
  EXPECT_TRUE(store.loan<double>(4).is_shared());
  go_on();
}

TEST_F(TokenLoans, ALoanOutlivesTheServer) {
  auto store = bound(over_shm);
  const auto received = store->async_make(1000, 5, use_future).get();
  auto mine = filled(store.loan<std::uint8_t>(1000));
  hold();
  auto pending = store->async_keep(store.loan<std::uint8_t>(10), use_future);
  server_->destroy();
  EXPECT_THROW(pending.get(), CORBA::SystemException);
  EXPECT_EQ(received.to_vector(), std::vector<std::uint8_t>(1000, 5));
  EXPECT_EQ(mine.to_vector(), pattern(1000));
  EXPECT_THROW(store->async_keep(std::move(mine), use_future).get(), CORBA::SystemException);
  std::vector<std::string> none;
  server_ = CORBA::ORB_init(none, "loans-another");
}

// A oneway completes when it has been sent; its place then belongs to the servant.
TEST_F(TokenLoans, AOnewayLeavesItsPlaceToTheServant) {
  const auto store = bound("transport=shm,loans=pool(8,64k),exhausted=raise");
  for (int i = 0; i < 8; ++i) store->async_note(filled(store.loan<std::uint8_t>(100)), use_future).get();
  store->let_go();
  EXPECT_EQ(servant_->noted, 800U);
  EXPECT_TRUE(servant_->came_shared);
  EXPECT_EQ(sent_by_client(store), (Sent{8, 0}));
  EXPECT_TRUE(store.loan<std::uint8_t>(1).is_shared());
}

// Calls that begin together are sent together.
TEST_F(TokenLoans, ManyAtOnceShareTheirPlaces) {
  const auto store = bound("transport=shm,loans=pool(64,64k),exhausted=raise");
  std::size_t got = 0;
  boost::asio::post(io_, [&] {
    for (std::uint8_t i = 0; i < 32; ++i) {
      store->async_make(1000, i,
                        bind_executor(io_, [&, i](const std::exception_ptr& failure, const Lending::Octets& octets) {
                          EXPECT_FALSE(failure);
                          EXPECT_EQ(octets.to_vector(), std::vector<std::uint8_t>(1000, i));
                          ++got;
                        }));
      store->async_sum(store.loan<double>(4), bind_executor(io_, [&](const std::exception_ptr& failure, double) {
                         EXPECT_FALSE(failure);
                         ++got;
                       }));
    }
  });
  run();
  EXPECT_EQ(got, 64U);
  EXPECT_EQ(sent_by_client(store), (Sent{32, 0}));
  EXPECT_EQ(sent_by_server(), (Sent{32, 0}));
}

TEST_F(TokenLoans, AnObjectOfThisProcessGetsThemWithoutACopy) {
  Lending::Octets data = filled(loan<std::uint8_t>(local_, 1000));
  const void* const at = data.data();
  EXPECT_EQ(local_->async_keep(std::move(data), use_future).get(), 0U);
  EXPECT_EQ(servant_->kept_at(0), at);
  EXPECT_EQ(servant_->kept_shared(), std::vector<bool>{false});
  const Lending::Octets made = local_->async_make(7, 7, use_future).get();
  EXPECT_EQ(static_cast<const void*>(made.data()), servant_->made_at);
  EXPECT_FALSE(made.is_shared());
  for (int i = 0; i < 100; ++i) local_->async_note(Lending::Octets(100), use_future).get();
  local_->async_let_go(use_future).get();
}

}  // namespace
}  // namespace dimma::test
