// In the steady state no thread allocates for a call: neither the one that begins it and calls its handler, nor the
// ORB's.
#include "unit/asio/asio_fixture.hpp"
#include "unit/common/allocation_counter.hpp"

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <thread>

namespace dimma::test {
namespace {

using AsioAllocationTest = AsioTest;

constexpr std::size_t calls = 1000;
constexpr std::size_t others_max = calls / 10;  // in total, for caches that still grow

struct Again {
  ClerkRef clerk;
  boost::asio::io_context& io;
  int& left;
  void operator()(const std::exception_ptr& failure, std::int32_t) const {
    if (!failure && left-- > 0) clerk->async_get_pages(boost::asio::bind_executor(io.get_executor(), *this));
  }
};

TEST_F(AsioAllocationTest, CallsByHandlers) {
  int left = 200;
  clerk_->async_get_pages(boost::asio::bind_executor(io_.get_executor(), Again{clerk_, io_, left}));
  run();
  const std::size_t before = allocations();
  left = calls;
  clerk_->async_get_pages(boost::asio::bind_executor(io_.get_executor(), Again{clerk_, io_, left}));
  run();
  EXPECT_LE(allocations() - before, others_max);
}

TEST_F(AsioAllocationTest, CallsThatAreAwaited) {
  std::size_t counted = calls;
  boost::asio::co_spawn(
      io_,
      [](ClerkRef clerk, std::size_t& result) -> boost::asio::awaitable<void> {
        for (int i = 0; i < 200; ++i) co_await clerk->async_get_pages(boost::asio::use_awaitable);
        const std::size_t before = allocations();
        for (std::size_t i = 0; i < calls; ++i) co_await clerk->async_get_pages(boost::asio::use_awaitable);
        result = allocations() - before;
      }(clerk_, counted),
      boost::asio::detached);
  run();
  EXPECT_LE(counted, others_max);
}

// Longer than the server waits before it gives the reading side to another thread.
struct SlowClerk : ClerkServant {
  std::int32_t pages() override {
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
    return 12;
  }
};

TEST_F(AsioAllocationTest, UpcallsThatTakeLong) {
  constexpr std::size_t slow_calls = 30;
  const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
  const auto servant = CORBA::make_reference<SlowClerk>();
  root->activate_object(servant);
  ior_ = server_->object_to_string(root->servant_to_reference(servant));
  auto binding = dimma::bind(another(), EngineeringQoS::parse("transport=tcp"));
  const ClerkRef clerk = binding.reference();
  for (std::size_t i = 0; i < slow_calls; ++i) EXPECT_EQ(clerk->pages(), 12);
  const std::size_t before = allocations();
  for (std::size_t i = 0; i < slow_calls; ++i) EXPECT_EQ(clerk->pages(), 12);
  EXPECT_LT(allocations() - before, slow_calls / 2);
  binding.unbind();
}

}  // namespace
}  // namespace dimma::test
