// Requests that are sent together, because the steps that begin them run one after the other.
#include "unit/asio/asio_fixture.hpp"

#include <boost/asio/use_future.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace dimma::test {
namespace {

using namespace std::chrono_literals;

// A client that runs on the application's context, and a server with threads of its own.
class RequestBatchTest : public testing::Test {
 protected:
  RequestBatchTest() : server_(make_orb("batch server")), client_(make_orb("batch client")) {
    dimma::asio::run_on(client_, io_.get_executor());
    const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    root->activate_object(servant_);
    ior_ = server_->object_to_string(root->servant_to_reference(servant_));
    binding_ = bind("transport=tcp");
    clerk_ = binding_.reference();
  }
  ~RequestBatchTest() override {
    servant_->holds(false);
    binding_.unbind();
    client_->destroy();
    server_->destroy();
  }

  Binding<Desk::Clerk> bind(const char* qos) {
    return dimma::bind(narrow_unchecked<Desk::Clerk>(client_->string_to_object(ior_)), EngineeringQoS::parse(qos));
  }
  // Makes several replies arrive together; the handler of the first one calls `act`, that of the second one `then`.
  // Repeats this until the context calls both handlers within one run of a function.
  void act_before_others(
      const std::function<void()>& act, const std::function<void()>& then = [] {}) {
    constexpr int calls = 3;
    constexpr int rounds = 1000;
    for (int round = 0; round < rounds; ++round) {
      int answered = 0;
      servant_->holds(true);
      for (int i = 0; i < calls; ++i) {
        clerk_->async_hold(i, [&](std::exception_ptr) {
          if (++answered == 1) act();
          if (answered == 2) then();
        });
      }
      servant_->await_held(calls);
      servant_->holds(false);
      std::this_thread::sleep_for(5ms);
      int together = 0;
      while (answered < calls) {
        const int before = answered;
        try {
          io_.run_one();
        } catch (const Thrown&) {
        }
        if (before == 0) together = answered;
      }
      if (together > 1) return;
    }
    FAIL() << "no two replies came together";
  }
  struct Thrown {};

  const CORBA::servant_reference<ClerkServant> servant_ = CORBA::make_reference<ClerkServant>();
  boost::asio::io_context io_;
  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::object_reference<CORBA::ORB> client_;
  std::string ior_;
  Binding<Desk::Clerk> binding_;
  ClerkRef clerk_;
};

TEST_F(RequestBatchTest, IsNotHeldUpByAHandlerThatWaitsForItsReply) {
  act_before_others([this] {
    std::atomic<bool> ends{false};
    std::thread other([&] {
      while (!ends) io_.run_one_for(1ms);
    });
    auto pages = clerk_->async_get_pages(boost::asio::use_future);
    EXPECT_EQ(pages.wait_for(15s), std::future_status::ready);
    ends = true;
    other.join();
  });
}

TEST_F(RequestBatchTest, LeavesBeforeACallBlocks) {
  auto other = bind("transport=tcp,processing=nullTask,messages=1");
  bool is_held = false;
  act_before_others([&] {
    servant_->holds(true);
    clerk_->async_hold(1, [&](std::exception_ptr) { is_held = false; });
    is_held = true;
    EXPECT_EQ(other.reference()->pages(), 12);
    servant_->await_held(1);
    servant_->holds(false);
  });
  while (is_held) io_.run_one();
  other.unbind();
}

TEST_F(RequestBatchTest, LeavesWhenAHandlerThrows) {
  int answered = 0;
  int begun = 0;
  act_before_others(
      [&] {
        ++begun;
        clerk_->async_get_pages([&](std::exception_ptr failure, std::int32_t) {
          EXPECT_EQ(told_of(failure), "nothing");
          ++answered;
        });
      },
      [] { throw Thrown(); });
  while (answered < begun) io_.run_one();
}

// Each chain begins its next call in the handler of the previous one, and the replies of many arrive together.
TEST_F(RequestBatchTest, CarriesManyCallsOfManyConnections) {
  constexpr int chains = 200;
  constexpr int length = 50;
  std::vector<Binding<Desk::Clerk>> bindings;
  for (const char* transport : {"transport=tcp", "transport=unix", "transport=shm"}) {
    bindings.push_back(bind(transport));
  }
  int done = 0;
  std::function<void(ClerkRef, int)> go_on = [&](ClerkRef clerk, int left) {
    if (left == 0) {
      ++done;
      return;
    }
    // Short requests, and some that are too long to be batched.
    const std::string name(left % 10 == 0 ? 100'000 : 10, 'x');
    clerk->async_label(name, [&, clerk, left](std::exception_ptr failure, std::string label) {
      EXPECT_EQ(told_of(failure), "nothing");
      EXPECT_EQ(label.size(), (left % 10 == 0 ? 100'000 : 10) + std::string("label of ").size());
      go_on(clerk, left - 1);
    });
  };
  for (int i = 0; i < chains; ++i) go_on(bindings[static_cast<std::size_t>(i) % 3].reference(), length);
  while (done < chains) io_.run_one();
}

TEST_F(RequestBatchTest, EndsWithItsConnection) {
  int told = 0;
  int begun = 0;
  act_before_others([&] {
    ++begun;
    clerk_->async_get_pages([&](std::exception_ptr, std::int32_t) { ++told; });
    client_->shutdown(false);
  });
  while (told < begun) io_.run_one();
}

}  // namespace
}  // namespace dimma::test
