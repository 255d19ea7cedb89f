// Loaned sequences of servants whose operations are coroutines.

#include "unit/orb/loans/later_store.hpp"
#include "unit/orb/loans/loans_fixture.hpp"

#include <dimma/asio.hpp>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace dimma::test {
namespace {

using boost::asio::use_awaitable;

// Two threads, so that a coroutine may continue on either of them.
class AwaitableLoans : public LoansTest {
 protected:
  ~AwaitableLoans() override {
    for (const auto& poa : poas_) poa->destroy(true, true);
    pool_.join();
  }

  template <class Servant>
  StoreRef activated(const CORBA::servant_reference<Servant>& servant, const CORBA::PolicyList& policies = {}) {
    const auto poa = root_->create_POA("own" + std::to_string(poas_.size()), root_->the_POAManager(), policies);
    poas_.push_back(poa);
    return IDL::traits<Lending::Store>::narrow(poa->id_to_reference(poa->activate_object(servant)));
  }

  boost::asio::thread_pool pool_{2};
  std::vector<PoaRef> poas_;
  const CORBA::servant_reference<CoroutineStore> coroutines_ =
      CORBA::make_reference<CoroutineStore>(pool_.get_executor());
};

class EachWayByCoroutines : public AwaitableLoans, public testing::WithParamInterface<const char*> {};

TEST_P(EachWayByCoroutines, AllDirectionsCarryTheElements) {
  const auto store = bound(seen_by_client(activated(coroutines_)), GetParam());
  for (int round = 0; round < 10; ++round) {
    expect_all_directions(store, store, *coroutines_, has_places(GetParam()));
    if (HasFailure()) return;
    coroutines_->cancels = !coroutines_->cancels;  // on a strand
  }
  coroutines_->clear();
}

INSTANTIATE_TEST_SUITE_P(All, EachWayByCoroutines,
                         testing::Values("transport=shm,loans=pool(4,64k)",
                                         "transport=shm,loans=pool(4,64k),processing=nullTask,messages=1",
                                         "transport=shm", "transport=tcp"));

TEST_F(AwaitableLoans, UpcallsOnTheExecutorTakeTheirOwnPlaces) {
  const auto executor = dimma::asio::executor_policy(pool_.get_executor());
  const auto store = bound(seen_by_client(activated(coroutines_, {executor})), over_shm);
  expect_all_directions(store, store, *coroutines_, true);
}

TEST_F(AwaitableLoans, NothingIsCopied) {
  const auto store = bound(seen_by_client(activated(coroutines_)), over_shm);
  for (int i = 0; i < 10; ++i) {
    store->keep(filled(store.loan<std::uint8_t>(octets_each)));
    EXPECT_EQ(store->give(0).to_vector(), pattern(octets_each));
    store->let_go();
    EXPECT_TRUE(store->make(10, 1).is_shared());
  }
  EXPECT_EQ(sent_by_client(store), (Sent{10, 0}));
  EXPECT_EQ(sent_by_server(), (Sent{20, 0}));
}

// Coroutines of two connections run on the same threads.
TEST_F(AwaitableLoans, EachCoroutineTakesPlacesOfItsOwnConnection) {
  const auto object = seen_by_client(activated(coroutines_));
  const auto first = bound(object, over_shm);
  const auto second = bound(object, over_own_shm);
  constexpr int rounds = 50;
  const auto calls = [](const Binding<Lending::Store>& store, std::uint8_t value) {
    for (int i = 0; i < rounds; ++i) {
      const auto made = store->make(100, value);
      EXPECT_TRUE(made.is_shared());
      EXPECT_EQ(made.to_vector(), std::vector<std::uint8_t>(100, value));
    }
  };
  std::vector<std::thread> callers;
  for (std::uint8_t i = 0; i < 4; ++i) callers.emplace_back(calls, std::cref(i % 2 == 0 ? first : second), i);
  for (auto& caller : callers) caller.join();
  expect_connections_with_places(2);
  EXPECT_EQ(sent_by_server(), (Sent{4 * rounds, 0}));
}

TEST_F(AwaitableLoans, AClientThatKeepsAllResultsMakesTheCoroutineMeetExhausted) {
  const auto store = bound(seen_by_client(activated(coroutines_)), over_shm);
  std::vector<Lending::Octets> kept;
  for (std::uint8_t i = 0; i < 4; ++i) kept.push_back(store->make(100, i));
  EXPECT_RAISES(store->make(100, 9), CORBA::NO_RESOURCES, minor::no_resources_exhausted);
  kept.pop_back();
  EXPECT_TRUE(store->make(100, 9).is_shared());
}

// A coroutine that allocates its result in many places besides its start.
class WanderingStore final : public CoroutineStore {
 public:
  WanderingStore(boost::asio::any_io_executor own, boost::asio::any_io_executor other,
                 CORBA::object_reference<Lending::Store> ordinary)
      : CoroutineStore(std::move(own)), other_(std::move(other)), ordinary_(std::move(ordinary)) {}

  awaitable<Data> make(std::uint32_t count, std::uint8_t value) override {
    using namespace boost::asio::experimental::awaitable_operators;
    const auto here = co_await boost::asio::this_coro::executor;
    seen.clear();
    saw("at first", loan_result<std::uint8_t>(count));
    boost::asio::steady_timer timer(here, std::chrono::milliseconds(1));
    co_await timer.async_wait(use_awaitable);
    saw("behind a timer", loan_result<std::uint8_t>(count));
    boost::asio::steady_timer other_timer(other_, std::chrono::milliseconds(1));
    co_await other_timer.async_wait(use_awaitable);
    saw("behind an operation of another executor", loan_result<std::uint8_t>(count));
    co_await boost::asio::post(boost::asio::bind_executor(other_, use_awaitable));
    saw("on another executor", loan_result<std::uint8_t>(count));
    co_await boost::asio::post(here, use_awaitable);
    saw("back again", loan_result<std::uint8_t>(count));
    saw("in a coroutine of its own", co_await boost::asio::co_spawn(here, taken_by_other(count), use_awaitable));
    boost::asio::steady_timer never(here, std::chrono::hours(1));
    auto either = co_await (taken_by_other(count) || never.async_wait(use_awaitable));
    saw("in one of two", std::move(std::get<0>(either)));
    saw("in an upcall within the process", ordinary_->make(count, value));
    saw("behind that", loan_result<std::uint8_t>(count));
    co_await ordinary_->async_let_go();
    saw("behind an asynchronous call", loan_result<std::uint8_t>(count));
    kept = here;
    co_return co_await taken_by_other(count);
  }

  std::vector<std::pair<std::string, bool>> seen;
  std::optional<boost::asio::any_io_executor> kept;

 private:
  void saw(const char* where, const Data& taken) { seen.emplace_back(where, taken.is_shared()); }
  static awaitable<Data> taken_by_other(std::uint32_t count) {
    co_await elsewhere();
    co_return loan_result<std::uint8_t>(count);
  }

  const boost::asio::any_io_executor other_;
  const CORBA::object_reference<Lending::Store> ordinary_;
};

TEST_F(AwaitableLoans, APlaceCanBeTakenWhereverTheCoroutineGoesOn) {
  boost::asio::thread_pool other(1);
  const auto wandering = CORBA::make_reference<WanderingStore>(pool_.get_executor(), other.get_executor(), local_);
  const auto store = bound(seen_by_client(activated(wandering)), over_shm);
  EXPECT_TRUE(store->make(10, 1).is_shared());
  const std::vector<std::pair<std::string, bool>> expected{{"at first", true},
                                                           {"behind a timer", true},
                                                           {"behind an operation of another executor", true},
                                                           {"on another executor", false},
                                                           {"back again", true},
                                                           {"in a coroutine of its own", true},
                                                           {"in one of two", true},
                                                           {"in an upcall within the process", false},
                                                           {"behind that", true},
                                                           {"behind an asynchronous call", true}};
  EXPECT_EQ(wandering->seen, expected);
  // A kept executor keeps no request alive; otherwise this would not return.
  poas_.back()->destroy(true, true);
  poas_.pop_back();
  std::promise<bool> shared;
  boost::asio::post(*wandering->kept, [&] { shared.set_value(loan_result<std::uint8_t>(10).is_shared()); });
  EXPECT_FALSE(shared.get_future().get());
  other.join();
  pool_.join();
  wandering->kept.reset();
}

TEST_F(AwaitableLoans, ACallWithinTheProcessMovesThem) {
  const auto local = activated(coroutines_);
  Lending::Octets data = filled(loan<std::uint8_t>(local, 1000));
  const void* const at = data.data();
  EXPECT_EQ(local->keep(std::move(data)), 0U);
  EXPECT_EQ(coroutines_->kept_at(0), at);
  EXPECT_EQ(local->give(0).to_vector(), pattern(1000));
  const Lending::Octets made = local->make(7, 7);
  EXPECT_EQ(static_cast<const void*>(made.data()), coroutines_->made_at);
  coroutines_->clear();
}

}  // namespace
}  // namespace dimma::test
