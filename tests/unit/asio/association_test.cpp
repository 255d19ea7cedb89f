// Executors, allocators and cancellation slots that are associated with handlers.
#include "unit/asio/asio_fixture.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/system_executor.hpp>
#include <boost/asio/thread_pool.hpp>

#include <future>
#include <memory>
#include <thread>

namespace dimma::test {
namespace {

using boost::asio::bind_allocator;
using boost::asio::bind_executor;

// Counts allocations and deallocations.
template <class T>
struct Counting {
  using value_type = T;
  struct Counts {
    std::size_t taken = 0;
    std::size_t given = 0;
  };

  explicit Counting(Counts& of) noexcept : counts(&of) {}
  template <class U>
  Counting(const Counting<U>& other) noexcept : counts(reinterpret_cast<Counts*>(other.counts)) {}
  T* allocate(std::size_t count) {
    ++counts->taken;
    return std::allocator<T>().allocate(count);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    ++counts->given;
    std::allocator<T>().deallocate(memory, count);
  }
  template <class U>
  friend bool operator==(const Counting& left, const Counting<U>& right) noexcept {
    return static_cast<const void*>(left.counts) == static_cast<const void*>(right.counts);
  }

  Counts* counts;
};

using AssociationTest = AsioTest;

TEST_F(AssociationTest, TheSystemsExecutorIsTheDefault) {
  std::promise<std::thread::id> called_on;
  clerk_->async_get_pages([&](std::exception_ptr, std::int32_t) { called_on.set_value(std::this_thread::get_id()); });
  EXPECT_NE(called_on.get_future().get(), std::this_thread::get_id());
}

TEST_F(AssociationTest, AStrandOfSeveralThreads) {
  boost::asio::thread_pool pool(4);
  const auto strand = boost::asio::make_strand(pool);
  int calls = 0;  // used on the strand only
  for (int i = 0; i < 200; ++i) {
    clerk_->async_get_pages(bind_executor(strand, [&](std::exception_ptr failure, std::int32_t) {
      EXPECT_TRUE(strand.running_in_this_thread());
      if (!failure) ++calls;
    }));
  }
  pool.join();
  EXPECT_EQ(calls, 200);
}

TEST_F(AssociationTest, AnExecutorOfAnyKind) {
  int calls = 0;
  const boost::asio::any_io_executor any(io_.get_executor());
  clerk_->async_get_pages(bind_executor(any, [&](std::exception_ptr, std::int32_t) { ++calls; }));
  const boost::asio::any_io_executor strand(boost::asio::make_strand(io_));
  clerk_->async_get_pages(bind_executor(strand, [&](std::exception_ptr, std::int32_t) { ++calls; }));
  run();
  EXPECT_EQ(calls, 2);
}

// An outstanding call is work of its context: run() does not return before the handler has been called.
TEST_F(AssociationTest, AnOutstandingCallIsWorkOfItsContext) {
  servant_->holds(true);
  bool has_ended = false;
  clerk_->async_hold(1, bind_executor(io_, [&](std::exception_ptr) { has_ended = true; }));
  servant_->await_held(1);
  io_.poll();
  EXPECT_FALSE(io_.stopped());
  servant_->holds(false);
  EXPECT_EQ(run(), 1U);
  EXPECT_TRUE(has_ended);
}

TEST_F(AssociationTest, TheAllocatorsMemoryIsFreeWhenTheHandlerIsCalled) {
  Counting<char>::Counts counts;
  const Counting<char> allocator(counts);
  Counting<char>::Counts seen;
  clerk_->async_label(
      "x", bind_executor(io_, bind_allocator(allocator, [&](std::exception_ptr, std::string) { seen = counts; })));
  EXPECT_EQ(counts.taken, 1U);
  run();
  EXPECT_EQ(seen.taken, 1U);
  EXPECT_EQ(seen.given, 1U);
}

// The call may end before the function that begins it has returned.
TEST_F(AssociationTest, AnOutstandingCallIsWorkWithManyThreadsToo) {
  boost::asio::thread_pool pool(2);
  const auto strand = boost::asio::make_strand(pool);
  std::atomic<int> bad{0};
  std::vector<Counting<char>::Counts> counts(500);
  for (auto& each : counts) {
    clerk_->async_get_pages(
        bind_executor(strand, bind_allocator(Counting<char>(each), [&](std::exception_ptr failure, std::int32_t) {
                        if (failure || each.taken != 1 || each.given != 1) ++bad;
                      })));
  }
  pool.join();
  EXPECT_EQ(bad, 0);
}

TEST_F(AssociationTest, TheSlotIsClearWhenTheHandlerIsCalled) {
  boost::asio::cancellation_signal signal;
  bool has_handler_before = false;
  bool has_handler_then = true;
  clerk_->async_get_pages(
      bind_executor(io_, boost::asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr, std::int32_t) {
                      has_handler_then = signal.slot().has_handler();
                    })));
  has_handler_before = signal.slot().has_handler();
  run();
  EXPECT_TRUE(has_handler_before);
  EXPECT_FALSE(has_handler_then);
}

}  // namespace
}  // namespace dimma::test
