// Calls that are cancelled, before they are sent, while they are in progress, and too late.
#include "unit/asio/asio_fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace dimma::test {
namespace {

using boost::asio::cancellation_type;

class CancellationTest : public AsioTest {
 protected:
  auto noting(std::vector<std::string>& told) {
    return boost::asio::bind_cancellation_slot(
        signal_.slot(), boost::asio::bind_executor(
                            io_, [&told](std::exception_ptr failure, auto&&...) { told.push_back(told_of(failure)); }));
  }

  boost::asio::cancellation_signal signal_;
  std::vector<std::string> told_;
};
using Told = std::vector<std::string>;

TEST_F(CancellationTest, InProgress) {
  for (const auto type : {cancellation_type::terminal, cancellation_type::partial,
                          cancellation_type::terminal | cancellation_type::total}) {
    told_.clear();
    servant_->holds(true);
    const std::size_t before = servant_->holds_begun;
    clerk_->async_hold(1, noting(told_));
    while (servant_->holds_begun == before) std::this_thread::yield();
    signal_.emit(type);
    EXPECT_TRUE(told_.empty());  // never called inside emit()
    EXPECT_EQ(run(), 1U);
    EXPECT_EQ(told_, Told{"aborted"});
    servant_->holds(false);
  }
  EXPECT_EQ(clerk_->pages(), 12);
}

TEST_F(CancellationTest, TotalIsForWhatHasNotBeenSent) {
  servant_->holds(true);
  clerk_->async_hold(1, noting(told_));
  servant_->await_held(1);
  signal_.emit(cancellation_type::total);
  io_.poll();
  EXPECT_TRUE(told_.empty());
  servant_->holds(false);
  run();
  EXPECT_EQ(told_, Told{"nothing"});
}

TEST_F(CancellationTest, TooLate) {
  clerk_->async_get_pages(noting(told_));
  run();
  signal_.emit(cancellation_type::terminal);
  EXPECT_EQ(run(), 0U);
  EXPECT_EQ(told_, Told{"nothing"});
}

// Expects one end, by the call or by the cancellation.
TEST_F(CancellationTest, AtAnyTime) {
  Told allowed{"aborted", "nothing"};
  for (int i = 0; i < 300; ++i) {
    told_.clear();
    clerk_->async_get_pages(noting(told_));
    for (int spins = 0; spins < i * 20; ++spins) std::atomic_signal_fence(std::memory_order_seq_cst);
    if (i % 3 == 0) io_.poll();
    signal_.emit(cancellation_type::terminal);
    signal_.emit(cancellation_type::terminal);
    run();
    ASSERT_EQ(told_.size(), 1U);
    EXPECT_TRUE(told_[0] == "aborted" || told_[0] == "nothing") << told_[0];
  }
}

TEST_F(CancellationTest, ACoroutineThatIsCancelledCancelsItsCall) {
  servant_->holds(true);
  std::string got = "not called";
  boost::asio::co_spawn(
      io_,
      [](ClerkRef clerk) -> boost::asio::awaitable<void> {
        co_await clerk->async_hold(1, boost::asio::use_awaitable);
      }(clerk_),
      boost::asio::bind_cancellation_slot(signal_.slot(), [&](std::exception_ptr failure) { got = told_of(failure); }));
  io_.restart();
  while (servant_->holds_begun == 0) io_.poll();
  signal_.emit(cancellation_type::terminal);
  run();
  EXPECT_EQ(got, "aborted");
}

TEST_F(CancellationTest, TheServerHearsOfIt) {
  servant_->holds(true);
  clerk_->async_hold(1, noting(told_));
  servant_->await_held(1);
  signal_.emit(cancellation_type::terminal);
  run();
  EXPECT_EQ(told_, Told{"aborted"});
  servant_->holds(false);
  // A late reply to the call is dropped.
  for (int i = 0; i < 20; ++i) EXPECT_EQ(clerk_->pages(), 12);
}

}  // namespace
}  // namespace dimma::test
