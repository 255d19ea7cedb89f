// Asynchronous shutdown of ORBs.
#include "unit/asio/asio_fixture.hpp"
#include "unit/common/expect_raises.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/use_future.hpp>

#include <thread>

namespace dimma::test {
namespace {

using boost::asio::bind_executor;
using boost::asio::cancellation_type;
using dimma::asio::async_shutdown;

class AsyncShutdownTest : public AsioTest {
 protected:
  using Told = std::vector<std::string>;
  auto noting() {
    return bind_executor(io_, [this](std::exception_ptr failure) { told_.push_back(told_of(failure)); });
  }
  void expect_shut_down() {
    EXPECT_RAISES(server_->list_initial_services(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_orb_shut_down);
  }

  boost::asio::cancellation_signal signal_;
  Told told_;
};

TEST_F(AsyncShutdownTest, CompletesWhenTheUpcallsHaveEnded) {
  servant_->holds(true);
  auto held = clerk_->async_hold(1, boost::asio::use_future);
  servant_->await_held(1);
  async_shutdown(server_, noting());
  async_shutdown(server_, noting());
  while (server_->id() == "server") {
    try {
      server_->list_initial_services();
    } catch (const CORBA::BAD_INV_ORDER&) {
      break;
    }
    std::this_thread::yield();
  }
  io_.restart();
  EXPECT_EQ(io_.poll(), 0U);
  servant_->holds(false);
  EXPECT_EQ(run(), 2U);
  EXPECT_EQ(told_, (Told{"nothing", "nothing"}));
  held.get();  // its reply has been sent
  expect_shut_down();
}

TEST_F(AsyncShutdownTest, CompletesAtOnceAfterAnEarlierShutdown) {
  server_->shutdown(true);
  async_shutdown(server_, noting());
  EXPECT_TRUE(told_.empty());
  EXPECT_EQ(run(), 1U);
  EXPECT_EQ(told_, Told{"nothing"});
  server_->destroy();
  async_shutdown(server_, noting());
  EXPECT_EQ(run(), 1U);
  EXPECT_EQ(told_, (Told{"nothing", "OBJECT_NOT_EXIST"}));
}

TEST_F(AsyncShutdownTest, CompletesBesideBlockingShutdowns) {
  for (int i = 0; i < 20; ++i) {
    const auto orb = make_orb("shut down by several");
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    std::thread runs([&] { orb->run(); });
    auto first = async_shutdown(orb, boost::asio::use_future);
    std::thread waits([&] { orb->shutdown(true); });
    auto second = async_shutdown(orb, boost::asio::use_future);
    first.get();
    second.get();
    runs.join();
    waits.join();
    orb->destroy();
  }
}

TEST_F(AsyncShutdownTest, CompletesWhenTheOrbIsDestroyed) {
  for (int i = 0; i < 20; ++i) {
    const auto orb = make_orb("shut down and destroyed");
    auto done = async_shutdown(orb, boost::asio::use_future);
    orb->destroy();
    done.get();
  }
}

TEST_F(AsyncShutdownTest, ACancellationEndsTheWaitingAlone) {
  servant_->holds(true);
  auto held = clerk_->async_hold(1, boost::asio::use_future);
  servant_->await_held(1);
  async_shutdown(server_, boost::asio::bind_cancellation_slot(signal_.slot(), noting()));
  signal_.emit(cancellation_type::total);
  io_.restart();
  EXPECT_EQ(io_.poll(), 0U);
  signal_.emit(cancellation_type::terminal);
  EXPECT_TRUE(told_.empty());
  EXPECT_EQ(run(), 1U);
  EXPECT_EQ(told_, Told{"aborted"});
  servant_->holds(false);
  held.get();
  async_shutdown(server_, noting());
  EXPECT_EQ(run(), 1U);
  expect_shut_down();
}

TEST_F(AsyncShutdownTest, AContextThatEndsDropsTheHandler) {
  const auto alive = std::make_shared<int>();
  servant_->holds(true);
  auto held = clerk_->async_hold(1, boost::asio::use_future);
  servant_->await_held(1);
  {
    boost::asio::io_context io;
    async_shutdown(server_, bind_executor(io, [alive](std::exception_ptr) { FAIL(); }));
    EXPECT_EQ(alive.use_count(), 2);
  }
  EXPECT_EQ(alive.use_count(), 1);
  servant_->holds(false);
  held.get();
}

// Within an upcall, where shutdown(true) is refused, and on the ORB's executor.
TEST_F(AsyncShutdownTest, AnUpcallMayBeginIt) {
  class Closing final : public ClerkServant {
   public:
    Closing(OrbRef orb, std::function<void(std::exception_ptr)> told) : orb_(std::move(orb)), told_(std::move(told)) {}
    void hold(std::int32_t) override {
      async_shutdown(orb_, told_);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      has_returned = true;
    }
    std::atomic<bool> has_returned{false};

   private:
    const OrbRef orb_;
    const std::function<void(std::exception_ptr)> told_;
  };
  for (const bool runs_on : {false, true}) {
    const auto orb = make_orb("shut down by an upcall");
    boost::asio::io_context io;
    if (runs_on) dimma::asio::run_on(orb, io.get_executor());
    CORBA::servant_reference<Closing> closing;
    std::promise<std::string> told;
    closing = CORBA::make_reference<Closing>(orb, [&](std::exception_ptr failure) {
      EXPECT_TRUE(closing->has_returned);
      told.set_value(told_of(failure));
    });
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto ior = orb->object_to_string(root->id_to_reference(root->activate_object(closing)));
    auto held = narrow_unchecked<Desk::Clerk>(client_->string_to_object(ior))->async_hold(1, boost::asio::use_future);
    io.run();  // until the ORB is shut down; returns at once if the ORB has its own threads
    EXPECT_EQ(told.get_future().get(), "nothing");
    held.get();
    orb->destroy();
  }
}

}  // namespace
}  // namespace dimma::test
