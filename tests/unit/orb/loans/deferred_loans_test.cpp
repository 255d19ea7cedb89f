// Loaned sequences of servants that reply later.

#include "unit/orb/loans/later_store.hpp"
#include "unit/orb/loans/loans_fixture.hpp"

#include <dimma/asio/executor.hpp>

#include <chrono>
#include <future>
#include <string>
#include <thread>

namespace dimma::test {
namespace {

class DeferredLoans : public LoansTest {
 protected:
  explicit DeferredLoans(const std::vector<std::string>& options = {}) : LoansTest(options) {
    later_local_ = later_->_this();
    later_ref_ = seen_by_client(later_local_);
  }
  ~DeferredLoans() override {
    later_->release();
    later_->clear();
    later_->take_left();
  }

  const CORBA::servant_reference<LaterStore> later_ = CORBA::make_reference<LaterStore>();
  StoreRef later_local_;
  StoreRef later_ref_;
};

class EachWayLater : public DeferredLoans, public testing::WithParamInterface<const char*> {};

TEST_P(EachWayLater, AllDirectionsCarryTheElements) {
  const auto store = bound(later_ref_, GetParam());
  for (int round = 0; round < 10; ++round) {
    expect_all_directions(store, store, *later_, has_places(GetParam()));
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EachWayLater,
                         testing::Values("transport=shm,loans=pool(4,64k)",
                                         "transport=shm,loans=pool(4,64k),processing=nullTask,messages=1",
                                         "transport=shm", "transport=tcp"));

TEST_F(DeferredLoans, NothingIsCopied) {
  const auto store = bound(later_ref_, over_shm);
  for (int i = 0; i < 10; ++i) {
    store->keep(filled(store.loan<std::uint8_t>(octets_each)));
    EXPECT_EQ(store->give(0).to_vector(), pattern(octets_each));
    store->let_go();
    EXPECT_TRUE(store->make(10, 1).is_shared());
  }
  EXPECT_EQ(sent_by_client(store), (Sent{10, 0}));
  EXPECT_EQ(sent_by_server(), (Sent{20, 0}));
}

class TracedDeferredLoans : public DeferredLoans {
 protected:
  TracedDeferredLoans() : DeferredLoans({"--dimma-trace", "on"}) {}
};

TEST_F(TracedDeferredLoans, NothingIsCopied) {
  const auto store = bound(later_ref_, over_shm);
  store->keep(filled(store.loan<std::uint8_t>(octets_each)));
  EXPECT_EQ(store->give(0).to_vector(), pattern(octets_each));
  EXPECT_TRUE(store->make(10, 1).is_shared());
  EXPECT_EQ(sent_by_client(store), (Sent{1, 0}));
  EXPECT_EQ(sent_by_server(), (Sent{2, 0}));
}

// One thread replies to requests of several connections, the last first.
TEST_F(DeferredLoans, AReplyTakesItsPlaceFromItsOwnRequestsConnection) {
  const auto first = bound(later_ref_, over_shm);
  const auto second = bound(later_ref_, over_own_shm);
  const auto none = bound(later_ref_, "transport=tcp");
  later_->hold();
  const auto made = [](const Binding<Lending::Store>& store, std::uint8_t value) {
    return std::async(std::launch::async, [&store, value] { return store->make(1000, value); });
  };
  auto from_first = made(first, 1);
  auto from_second = made(second, 2);
  auto from_none = made(none, 3);
  later_->await_held(3);
  later_->release();
  const auto got = [](std::future<Lending::Octets> from, std::uint8_t value) {
    const auto octets = from.get();
    EXPECT_EQ(octets.to_vector(), std::vector<std::uint8_t>(1000, value));
    return octets.is_shared();
  };
  EXPECT_TRUE(got(std::move(from_first), 1));
  EXPECT_TRUE(got(std::move(from_second), 2));
  EXPECT_FALSE(got(std::move(from_none), 3));
  expect_connections_with_places(2);
  EXPECT_EQ(sent_by_server(), (Sent{2, 0}));
}

TEST_F(DeferredLoans, AClientThatKeepsAllResultsMakesTheReplyMeetExhausted) {
  const auto store = bound(later_ref_, over_shm);
  std::vector<Lending::Octets> kept;
  for (std::uint8_t i = 0; i < 4; ++i) kept.push_back(store->make(100, i));
  EXPECT_RAISES(store->make(100, 9), CORBA::NO_RESOURCES, minor::no_resources_exhausted);
  EXPECT_RAISES(store->make(octets_each + 1, 9), CORBA::BAD_PARAM, minor::bad_param_loan);
  kept.pop_back();
  EXPECT_TRUE(store->make(100, 9).is_shared());
}

TEST_F(DeferredLoans, LoansAreOrdinaryMemoryIfNoReplyIsOwed) {
  const auto store = bound(later_ref_, over_shm);
  later_->hold();
  auto made = std::async(std::launch::async, [&] { return store->make(100, 9); });
  later_->await_held(1);
  later_->release();
  EXPECT_TRUE(made.get().is_shared());
  const auto left = later_->take_left();
  EXPECT_EQ(left.size(), 100U);
  EXPECT_FALSE(left.is_shared());
  EXPECT_FALSE(deferred_reply<Lending::Octets>().loan_result<std::uint8_t>(3).is_shared());
}

// The servant still holds the loan when its client has timed out, and releases it with its reply.
TEST_F(DeferredLoans, APlaceIsBackWhenItsServantLetsGo) {
  // Long enough for the request to be read in time, even on a busy machine.
  const auto store = bound(later_ref_, "transport=shm,loans=pool(1,64k),exhausted=raise,deadline=1s");
  later_->hold();
  EXPECT_THROW(store->refuse(store.loan<std::uint8_t>(10)), CORBA::TIMEOUT);
  later_->await_held(1);
  EXPECT_THROW(store.loan<std::uint8_t>(10), CORBA::NO_RESOURCES);
  later_->release();
  EXPECT_TRUE(store.loan<std::uint8_t>(10).is_shared());
}

// The request has not been decoded, as its POA holds it.
TEST_F(DeferredLoans, APlaceIsBackWhenItsRequestHasNotBeenServed) {
  const auto poa = root_->create_POA("held", nullptr, {});  // with a manager of its own
  const auto held = CORBA::make_reference<LaterStore>();
  const auto object =
      seen_by_client(IDL::traits<Lending::Store>::narrow(poa->id_to_reference(poa->activate_object(held))));
  const auto store = bound(object, "transport=shm,loans=pool(1,64k),exhausted=raise,deadline=100ms");
  EXPECT_THROW(store->refuse(store.loan<std::uint8_t>(10)), CORBA::TIMEOUT);
  EXPECT_TRUE(store.loan<std::uint8_t>(10).is_shared());
  poa->the_POAManager()->activate();
}

// The call is made as a request, whose data are not copied within the process.
TEST_F(DeferredLoans, ACallWithinTheProcessMovesThem) {
  Lending::Octets data = filled(loan<std::uint8_t>(later_local_, 1000));
  const void* const at = data.data();
  EXPECT_EQ(later_local_->keep(std::move(data)), 0U);
  EXPECT_EQ(later_->kept_at(0), at);
  EXPECT_EQ(later_->kept_shared(), std::vector<bool>{false});
  EXPECT_EQ(later_local_->give(0).to_vector(), pattern(1000));
  const Lending::Octets made = later_local_->make(7, 7);
  EXPECT_EQ(made.to_vector(), std::vector<std::uint8_t>(7, 7));
  EXPECT_EQ(static_cast<const void*>(made.data()), later_->made_at);
}

TEST_F(DeferredLoans, TheCallerKeepsDataThatIsRefusedWithinTheProcess) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_THROW(later_local_->refuse(loan<std::uint8_t>(later_local_, 1000)), Lending::Refused);
  }
  Lending::Octets data = filled(Lending::Octets(5));
  const auto gone = IDL::traits<Lending::Store>::narrow(root_->create_reference("IDL:Lending/Store:1.0"));
  Lending::Samples none;
  EXPECT_THROW(gone->change(data, none), CORBA::OBJECT_NOT_EXIST);
  EXPECT_EQ(data.to_vector(), pattern(5));
}

// A sequence in another connection's place moves within the process without a copy.
TEST_F(DeferredLoans, APlaceOfAnotherConnectionIsMovedWithinTheProcess) {
  const auto store = bound(later_ref_, over_shm);
  Lending::Octets made = store->make(100, 9);
  const void* const at = made.data();
  EXPECT_EQ(later_local_->keep(std::move(made)), 0U);
  EXPECT_EQ(later_->kept_at(0), at);
  EXPECT_EQ(later_->kept_shared(), std::vector<bool>{true});
}

}  // namespace
}  // namespace dimma::test
