// Every asynchronous call completes exactly once, whenever its ORB is destroyed.
#include "unit/asio/asio_fixture.hpp"
#include "unit/common/rounds.hpp"

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/use_future.hpp>

#include <array>
#include <atomic>
#include <future>
#include <latch>
#include <thread>

namespace dimma::test {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t callers = 2;
constexpr std::size_t calls_of_each = 100;
constexpr auto hang_limit = 20s;  // reached only by a test that fails

class EndsTest : public AsioTest {
 protected:
  // Calls `begin` with the number of each call on several threads, while `orb` is destroyed after some spinning.
  template <class Begin>
  static void destroy_beside(const OrbRef& orb, std::uint64_t spins, Begin begin) {
    std::latch ready(callers + 1);
    std::vector<std::thread> threads;
    for (std::size_t caller = 0; caller < callers; ++caller) {
      threads.emplace_back([&, caller] {
        ready.arrive_and_wait();
        for (std::size_t i = 0; i < calls_of_each; ++i) begin(caller * calls_of_each + i);
      });
    }
    ready.arrive_and_wait();
    for (std::uint64_t spin = 0; spin < spins; ++spin) std::atomic_signal_fence(std::memory_order_seq_cst);
    orb->destroy();
    for (auto& thread : threads) thread.join();
  }
  // Begins calls of `clerk` while its ORB is destroyed, and expects that the handler of each is called once.
  void expect_each_told_once(const OrbRef& orb, std::uint64_t spins, const ClerkRef& clerk) {
    std::array<std::atomic<int>, callers * calls_of_each> told{};
    std::array<std::atomic<bool>, callers * calls_of_each> begun{};
    destroy_beside(orb, spins, [&](std::size_t call) {
      try {
        clerk->async_get_pages(
            boost::asio::bind_executor(io_, [&told, call](const std::exception_ptr&, std::int32_t) { ++told[call]; }));
        begun[call] = true;
      } catch (const CORBA::SystemException&) {
        // The ORB has been destroyed: there is no call.
      }
    });
    io_.restart();
    io_.run_for(hang_limit);
    for (std::size_t call = 0; call < told.size(); ++call) ASSERT_EQ(told[call], begun[call] ? 1 : 0) << call;
  }
  ClerkRef seen_by(const OrbRef& orb) const { return narrow_unchecked<Desk::Clerk>(orb->string_to_object(ior_)); }
};

class BoundEndsTest : public EndsTest, public testing::WithParamInterface<const char*> {};

INSTANTIATE_TEST_SUITE_P(Over, BoundEndsTest,
                         testing::Values("transport=tcp", "transport=unix", "transport=shm",
                                         "transport=tcp,demultiplexing=task", "transport=tcp,messages=2",
                                         "transport=tcp,buffers=pool(2,4k)", "transport=tcp,processing=pool(4)"));

TEST_P(BoundEndsTest, ADestroyedOrbTellsTheHandlersOfCallsThatAreBeingBegun) {
  for (std::uint64_t round = 0; round < rounds(10) && !HasFailure(); ++round) {
    const auto orb = make_orb("destroyed while calls begin");
    const auto binding = dimma::bind(seen_by(orb), EngineeringQoS::parse(GetParam()));
    expect_each_told_once(orb, round % 10 * 20'000, binding.reference());
  }
}

TEST_F(EndsTest, ADestroyedOrbTellsTheHandlersOfCallsThatWaitForAConnection) {
  for (std::uint64_t round = 0; round < rounds(10) && !HasFailure(); ++round) {
    const auto orb = make_orb("destroyed while calls connect");
    expect_each_told_once(orb, round % 10 * 20'000, seen_by(orb));
  }
}

TEST_P(BoundEndsTest, ADestroyedOrbEndsTheFutures) {
  const auto orb = make_orb("destroyed beside futures");
  std::array<std::future<std::int32_t>, callers * calls_of_each> results;
  const auto binding = dimma::bind(seen_by(orb), EngineeringQoS::parse(GetParam()));
  const auto clerk = binding.reference();
  destroy_beside(orb, 20'000, [&](std::size_t call) {
    try {
      results[call] = clerk->async_get_pages(boost::asio::use_future);
    } catch (const CORBA::SystemException&) {
      // The ORB has been destroyed: there is no call.
    }
  });
  for (auto& result : results) {
    if (!result.valid()) continue;
    ASSERT_EQ(result.wait_for(hang_limit), std::future_status::ready);
  }
}

}  // namespace
}  // namespace dimma::test
