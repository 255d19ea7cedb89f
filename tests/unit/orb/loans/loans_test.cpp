// Loaned sequences in operations, over each transport and within the process.

#include "unit/orb/loans/loans_fixture.hpp"

#include <dimma/dii.hpp>

#include <string>
#include <thread>

namespace dimma::test {
namespace {

class EachWay : public LoansTest, public testing::WithParamInterface<const char*> {};

TEST_P(EachWay, AllDirectionsCarryTheElements) {
  const auto store = bound(GetParam());
  for (int round = 0; round < 20; ++round) {
    expect_all_directions(store, store, *servant_, has_places(GetParam()));
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EachWay,
                         testing::Values("transport=shm,loans=pool(4,64k)",
                                         "transport=shm,loans=pool(4,64k),buffers=pool(2,64k)",
                                         "transport=shm,loans=pool(4,64k),processing=nullTask,messages=1",
                                         "transport=shm,loans=pool(4,64k),processing=pool(2),messages=2",
                                         "transport=shm,loans=pool(4,64k),demultiplexing=task", "transport=shm",
                                         "transport=tcp", "transport=unix,processing=nullTask,messages=1"));

TEST_F(LoansTest, ACallWithinTheProcessMovesThem) {
  Lending::Octets data = filled(loan<std::uint8_t>(local_, 1000));
  EXPECT_FALSE(data.is_shared());
  local_->keep(std::move(data));
  EXPECT_EQ(local_->give(0).to_vector(), pattern(1000));
  EXPECT_EQ(local_->make(7, 7).size(), 7U);
}

TEST_F(LoansTest, AServerThatKeepsAllMakesTheNextOneMeetExhausted) {
  const auto store = bound(over_shm);
  for (int i = 0; i < 4; ++i) store->keep(filled(store.loan<std::uint8_t>(100)));
  EXPECT_RAISES(store.loan<std::uint8_t>(1), CORBA::NO_RESOURCES, minor::no_resources_exhausted);
  // Calls that need no place still work, and so do other clients.
  EXPECT_EQ(store->keep(std::vector<std::uint8_t>(3)), 4U);
  const auto other = bound("transport=shm,loans=pool(2,64k),exhausted=raise");
  other->keep(other.loan<std::uint8_t>(1));
  store->let_go();
  EXPECT_EQ(store->keep(filled(store.loan<std::uint8_t>(octets_each))), 0U);

  const std::string report = store.describe().to_string();
  EXPECT_NE(report.find("1 in use, 4 at most, 4 made, 0 waited, 1 refused; 5 sent in place, 1 copied"),
            std::string::npos)
      << report;
}

TEST_F(LoansTest, AClientThatKeepsAllResultsMakesTheServerMeetExhausted) {
  const auto store = bound(over_shm);
  std::vector<Lending::Octets> kept;
  for (std::uint8_t i = 0; i < 4; ++i) kept.push_back(store->make(100, i));
  EXPECT_RAISES(store->make(100, 9), CORBA::NO_RESOURCES, minor::no_resources_exhausted);
  EXPECT_EQ(kept[3].to_vector(), std::vector<std::uint8_t>(100, 3));
  kept.erase(kept.begin());
  EXPECT_EQ(store->make(100, 9)[99], 9);
  const std::string report = describe(root_).to_string();
  EXPECT_NE(report.find("1 connections: 3 in use, 4 at most, 4 made, 0 waited, 1 refused; 5 sent in place"),
            std::string::npos)
      << report;
}

TEST_F(LoansTest, AWaitingClientGetsAPlaceThatIsGivenBack) {
  const auto store = bound("transport=shm,loans=pool(2,64k)");
  store->keep(store.loan<std::uint8_t>(10));
  Lending::Octets last = store.loan<std::uint8_t>(10);
  std::thread waiting([&] { EXPECT_TRUE(store.loan<std::uint8_t>(10).is_shared()); });
  remote_->let_go();  // on another connection
  waiting.join();
  std::thread again([&] {
    auto held = store.loan<std::uint8_t>(10);
    EXPECT_TRUE(held.is_shared());
  });
  last = Lending::Octets();
  again.join();
}

TEST_F(LoansTest, AWaitForAPlaceEndsAtItsDeadline) {
  const auto store = bound("transport=shm,loans=pool(1,64k),deadline=20ms");
  const Lending::Octets only = store.loan<std::uint8_t>(10);
  EXPECT_RAISES(store.loan<std::uint8_t>(10), CORBA::TIMEOUT, minor::timeout_resources);
}

// Each call returns its place at its end, however the call ends, unless the servant keeps the loan.
TEST_F(LoansTest, APlaceIsBackWhenItsCallHasEnded) {
  const auto store = bound(over_shm);
  for (int i = 0; i < 10; ++i) {
    EXPECT_THROW(store->refuse(store.loan<std::uint8_t>(10)), Lending::Refused);
    store->sum(store.loan<double>(4));
    EXPECT_THROW(store->sum(store.loan<double>(5)), CORBA::BAD_PARAM);
    // No servant reads this one.
    auto gone = dimma::bind(IDL::traits<Lending::Store>::narrow(client_->string_to_object(
                                server_->object_to_string(root_->create_reference("IDL:Lending/Store:1.0")))),
                            EngineeringQoS::parse(over_shm));
    EXPECT_THROW(gone->keep(gone.loan<std::uint8_t>(10)), CORBA::OBJECT_NOT_EXIST);
    EXPECT_TRUE(store.loan<std::uint8_t>(1).is_shared());
  }
}

TEST_F(LoansTest, ALoanLongerThanAPlaceIsRefused) {
  const auto store = bound(over_shm);
  EXPECT_RAISES(store.loan<std::uint8_t>(octets_each + 1), CORBA::BAD_PARAM, minor::bad_param_loan);
  EXPECT_RAISES(store->make(octets_each + 1, 1), CORBA::BAD_PARAM, minor::bad_param_loan);
}

TEST_F(LoansTest, ALoanOutlivesItsBindingAndItsConnection) {
  Lending::Octets received;
  Lending::Octets taken;
  {
    auto store = bound(std::string(over_shm) + ",connection=dedicated");
    taken = filled(store.loan<std::uint8_t>(1000));
    received = store->make(1000, 5);
    store->keep(filled(store.loan<std::uint8_t>(1000)));
  }
  EXPECT_EQ(received.to_vector(), std::vector<std::uint8_t>(1000, 5));
  EXPECT_EQ(taken.to_vector(), pattern(1000));
  EXPECT_EQ(remote_->give(0).to_vector(), pattern(1000));
  // Another connection sends it as a copy.
  const auto other = bound(over_shm);
  EXPECT_EQ(other->keep(std::move(taken)), 1U);
  EXPECT_EQ(servant_->kept_shared(), (std::vector<bool>{true, false}));
}

// A caller without a stub sees a plain sequence.
TEST_F(LoansTest, ADynamicCallSeesThePlainSequence) {
  const auto store = bound(over_shm);
  for (int i = 0; i < 10; ++i) {
    const auto request = store.reference()->_request("make");
    request->add_in_arg() <<= std::uint32_t{100};
    request->add_in_arg() <<= std::uint8_t{9};
    request->set_return_type(Lending::_tc_Octets);
    request->invoke();
    std::vector<std::uint8_t> octets;
    ASSERT_TRUE(request->return_value() >>= octets);
    EXPECT_EQ(octets, std::vector<std::uint8_t>(100, 9));
  }
  const std::string report = describe(root_).to_string();
  EXPECT_NE(report.find("10 sent in place"), std::string::npos) << report;
}

TEST_F(LoansTest, ThePlanSaysWhatIsCopied) {
  const std::string over_shared_memory = plan(remote_, EngineeringQoS::parse(over_shm)).to_string();
  EXPECT_NE(over_shared_memory.find("copies: 0 of a loaned sequence"), std::string::npos) << over_shared_memory;
  EXPECT_THROW(bound("transport=tcp,loans=pool(4,64k)"), QoSError);
}

TEST_F(LoansTest, ManyThreadsShareTheirPlaces) {
  const auto store = bound("transport=shm,loans=pool(3,64k)");
  std::vector<std::thread> callers;
  for (std::uint8_t caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&, caller] {
      for (int i = 0; i < 50; ++i) {
        auto numbers = store.loan<double>(4);
        ASSERT_TRUE(numbers.is_shared());
        std::fill(numbers.begin(), numbers.end(), caller + i);
        ASSERT_EQ(store->sum(std::move(numbers)), 4.0 * (caller + i));
      }
    });
  }
  for (auto& caller : callers) caller.join();
}

}  // namespace
}  // namespace dimma::test
