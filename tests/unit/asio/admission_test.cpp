// Calls that exceed the resources of the QoS wait without blocking a thread.
#include "unit/asio/asio_fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <vector>

namespace dimma::test {
namespace {

using namespace std::chrono_literals;

class AdmissionTest : public AsioTest, public testing::WithParamInterface<const char*> {
 protected:
  ClerkRef bound(const std::string& qos) {
    limited_ = dimma::bind(unbound_, EngineeringQoS::parse("transport=tcp," + qos));
    return limited_.reference();
  }
  auto noting(int number) {
    return boost::asio::bind_executor(io_.get_executor(), [this, number](const std::exception_ptr& failure) {
      heard_.push_back(std::to_string(number) + " " + told_of(failure));
    });
  }

  using Heard = std::vector<std::string>;
  Binding<Desk::Clerk> limited_;
  Heard heard_;
};

// Two calls at a time, limited by call slots or by buffers.
INSTANTIATE_TEST_SUITE_P(By, AdmissionTest, testing::Values("messages=2", "buffers=pool(2,4k)"));

TEST_P(AdmissionTest, CallsWaitForThoseBeforeThem) {
  const auto clerk = bound(GetParam());
  servant_->holds(true);
  for (int i = 0; i < 6; ++i) clerk->async_hold(i, noting(i));  // this thread never blocks
  servant_->await_held(2);
  EXPECT_EQ(servant_->holds_begun, 2U);
  servant_->holds(false);
  run();
  EXPECT_EQ(heard_.size(), 6U);
  EXPECT_EQ(servant_->holds_begun, 6U);
}

TEST_P(AdmissionTest, ADeadlineEndsTheWait) {
  const auto clerk = bound(std::string(GetParam()) + ",deadline=50ms");
  servant_->holds(true);
  for (int i = 0; i < 4; ++i) clerk->async_hold(i, noting(i));
  run();
  EXPECT_EQ(heard_.size(), 4U);
  for (const auto& each : heard_) EXPECT_TRUE(each.ends_with("TIMEOUT")) << each;
}

TEST_P(AdmissionTest, ACallThatWaitsCanBeCancelled) {
  const auto clerk = bound(GetParam());
  servant_->holds(true);
  for (int i = 0; i < 2; ++i) clerk->async_hold(i, noting(i));
  servant_->await_held(2);
  boost::asio::cancellation_signal signal;
  clerk->async_hold(2, boost::asio::bind_cancellation_slot(signal.slot(), noting(2)));
  signal.emit(boost::asio::cancellation_type::total);  // the call has not been sent
  while (heard_.empty()) io_.run_one();
  EXPECT_EQ(heard_, Heard{"2 aborted"});
  servant_->holds(false);
  run();
  EXPECT_EQ(heard_.size(), 3U);
  EXPECT_EQ(servant_->holds_begun, 2U);
}

TEST_P(AdmissionTest, UnbindingEndsTheWait) {
  const auto clerk = bound(GetParam());
  servant_->holds(true);
  for (int i = 0; i < 4; ++i) clerk->async_hold(i, noting(i));
  servant_->await_held(2);
  limited_.unbind();
  servant_->holds(false);  // the calls that have been sent complete
  run();
  EXPECT_EQ(heard_.size(), 4U);
  EXPECT_EQ(servant_->holds_begun, 2U);
}

TEST_P(AdmissionTest, TheEndOfTheOrbEndsTheWait) {
  const auto clerk = bound(GetParam());
  servant_->holds(true);
  for (int i = 0; i < 4; ++i) clerk->async_hold(i, noting(i));
  servant_->await_held(2);
  destroy_client();
  run();
  EXPECT_EQ(heard_.size(), 4U);
  EXPECT_EQ(servant_->holds_begun, 2U);
}

TEST_P(AdmissionTest, CallsAreRefusedIfTheQoSSaysSo) {
  const auto clerk = bound(std::string(GetParam()) + ",exhausted=raise");
  servant_->holds(true);
  for (int i = 0; i < 2; ++i) clerk->async_hold(i, noting(i));
  servant_->await_held(2);
  clerk->async_hold(2, noting(2));
  while (heard_.empty()) io_.run_one();
  EXPECT_EQ(heard_, Heard{"2 NO_RESOURCES"});
  servant_->holds(false);
  run();
}

TEST_P(AdmissionTest, ManyGoOneAfterTheOther) {
  const auto clerk = bound(GetParam());
  constexpr int calls = 500;
  int answered = 0;
  for (int i = 0; i < calls; ++i) {
    clerk->async_get_pages(
        boost::asio::bind_executor(io_.get_executor(), [&](const std::exception_ptr& failure, std::int32_t pages) {
          EXPECT_EQ(told_of(failure), "nothing");
          EXPECT_EQ(pages, 12);
          ++answered;
        }));
    // A oneway ends when it has been sent, so the next call begins while the previous one is ending.
    clerk->async_hear("it",
                      boost::asio::bind_executor(io_.get_executor(), [&](const std::exception_ptr&) { ++answered; }));
  }
  run();
  EXPECT_EQ(answered, 2 * calls);
}

}  // namespace
}  // namespace dimma::test
