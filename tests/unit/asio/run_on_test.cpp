// ORBs that run on the application's executor.
#include "unit/asio/asio_fixture.hpp"
#include "unit/common/expect_raises.hpp"

#include <dimma/signals.hpp>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <future>
#include <thread>
#include <vector>

#include <poll.h>

namespace dimma::test {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using boost::asio::use_awaitable;

std::size_t threads_of_process() {
  std::size_t count = 0;
  for (const auto& each : std::filesystem::directory_iterator("/proc/self/task")) count += each.is_directory() ? 1 : 0;
  return count;
}

// A server and a client on one io_context, with nothing else in the process.
class RunOnTest : public testing::Test {
 protected:
  RunOnTest() : server_(make_orb("run-on server")), client_(make_orb("run-on client")) {
    dimma::asio::run_on(server_, io_.get_executor());
    dimma::asio::run_on(client_, io_.get_executor());
    ior_ = activate();
  }
  ~RunOnTest() override {
    servant_->holds(false);
    for (const auto& each : {client_, server_}) {
      try {
        each->destroy();
      } catch (const CORBA::OBJECT_NOT_EXIST&) {
        // The test has destroyed it.
      }
    }
  }

  CORBA::object_reference<PortableServer::POA> root(const CORBA::object_reference<CORBA::ORB>& orb) {
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    return root;
  }
  std::string activate() {
    const auto poa = root(server_);
    poa->activate_object(servant_);
    return server_->object_to_string(poa->servant_to_reference(servant_));
  }
  ClerkRef clerk(const std::string& transport = "") {
    const auto reference = narrow_unchecked<Desk::Clerk>(client_->string_to_object(ior_));
    if (transport.empty()) return reference;
    binding_ = dimma::bind(reference, EngineeringQoS::parse("transport=" + transport));
    return binding_.reference();
  }
  // Runs the context until the coroutine has returned; the ORBs keep the context from running out of work.
  template <class Result>
  Result run(awaitable<Result> body) {
    io_.restart();
    auto done = boost::asio::co_spawn(io_, std::move(body), boost::asio::use_future);
    while (done.wait_for(0s) != std::future_status::ready) io_.run_one();
    return done.get();
  }

  const std::size_t threads_before_ = threads_of_process();
  const CORBA::servant_reference<ClerkServant> servant_ = CORBA::make_reference<ClerkServant>();
  boost::asio::io_context io_;
  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::object_reference<CORBA::ORB> client_;
  std::string ior_;
  Binding<Desk::Clerk> binding_;
};

awaitable<std::int32_t> pages_of(ClerkRef clerk, int times) {
  std::int32_t sum = 0;
  for (int i = 0; i < times; ++i) sum += co_await clerk->async_get_pages(use_awaitable);
  co_return sum;
}

class RunOnEachTransport : public RunOnTest, public testing::WithParamInterface<const char*> {};

TEST_P(RunOnEachTransport, ClientAndServerShareOneThread) {
  const auto used = clerk(GetParam());
  EXPECT_EQ(run(pages_of(used, 100)), 1200);
  EXPECT_EQ(threads_of_process(), threads_before_);
}

// A sender that waited for space would wait for itself, since the same thread reads the octets.
awaitable<std::size_t> length_of_label(ClerkRef clerk, std::size_t octets) {
  const auto label = co_await clerk->async_label(std::string(octets, 'x'), use_awaitable);
  co_return label.size();
}

TEST_P(RunOnEachTransport, NothingWaitsForRoomToSend) {
  const auto used = clerk(GetParam());
  constexpr std::size_t octets = std::size_t{16} << 20;
  EXPECT_EQ(run(length_of_label(used, octets)), octets + std::string("label of ").size());
  EXPECT_EQ(run(pages_of(used, 10)), 120);
}

TEST_P(RunOnEachTransport, ManyCallsAreInProgressAtOnce) {
  const auto used = clerk(GetParam());
  constexpr int calls = 10'000;
  int answered = 0;
  for (int i = 0; i < calls; ++i) {
    used->async_get_pages([&](std::exception_ptr failure, std::int32_t pages) {
      EXPECT_EQ(told_of(failure), "nothing");
      EXPECT_EQ(pages, 12);
      ++answered;
    });
  }
  while (answered < calls) io_.run_one();
  EXPECT_EQ(threads_of_process(), threads_before_);
}

INSTANTIATE_TEST_SUITE_P(Of, RunOnEachTransport, testing::Values("tcp", "unix", "shm"));

TEST_F(RunOnTest, AnotherThreadMayBlockInACall) {
  const auto work = boost::asio::make_work_guard(io_);
  std::thread server([this] { io_.run(); });
  const auto used = clerk("tcp");
  for (int i = 0; i < 100; ++i) EXPECT_EQ(used->pages(), 12);
  binding_.unbind();
  io_.stop();
  server.join();
}

TEST_F(RunOnTest, SeveralThreadsServeSeveralRequestsOfOneConnection) {
  constexpr std::size_t threads = 4;
  servant_->holds(true);
  std::vector<std::thread> servers;
  for (std::size_t i = 0; i < threads; ++i) servers.emplace_back([this] { io_.run(); });
  const auto used = clerk("tcp");
  used->async_get_pages(boost::asio::use_future).get();
  std::vector<std::future<void>> held;
  for (std::size_t i = 0; i < threads - 1; ++i) {
    held.push_back(used->async_hold(static_cast<std::int32_t>(i), boost::asio::use_future));
  }
  servant_->await_held(threads - 1);  // all at once
  servant_->holds(false);
  for (auto& each : held) each.get();
  io_.stop();
  for (auto& each : servers) each.join();
}

// The handler of a call may destroy the context that the ORB ran on.
TEST_F(RunOnTest, AHandlerOfAnotherContextKeepsThatOfTheOrbNoLonger) {
  boost::asio::thread_pool pool(1);
  auto ran = std::async(std::launch::async, [this] { io_.run(); });
  std::promise<void> called;
  std::promise<void> may_return;
  clerk("tcp")->async_get_pages(boost::asio::bind_executor(pool, [&](std::exception_ptr, std::int32_t) {
    called.set_value();
    may_return.get_future().wait();
  }));
  called.get_future().wait();
  binding_ = {};
  client_->destroy();
  server_->destroy();
  EXPECT_EQ(ran.wait_for(10s), std::future_status::ready);
  may_return.set_value();
  pool.join();
}

TEST_F(RunOnTest, TheContextRunsUntilTheOrbHasBeenShutDown) {
  const auto used = clerk("tcp");
  std::int32_t pages = 0;
  used->async_get_pages([&](std::exception_ptr failure, std::int32_t result) {
    EXPECT_FALSE(failure);
    pages = result;
    client_->shutdown(false);
    server_->shutdown(false);
  });
  io_.run();
  EXPECT_EQ(pages, 12);
  EXPECT_RAISES(client_->string_to_object(ior_), CORBA::BAD_INV_ORDER, minor::bad_inv_order_orb_shut_down);
}

TEST_F(RunOnTest, AnOrbThatEndsAnswersWhatIsOutstanding) {
  const auto used = clerk("tcp");
  servant_->holds(true);
  std::thread server;
  std::vector<std::string> heard;
  // The servant blocks a thread of its own, so that the test's thread can continue.
  std::atomic<bool> ends{false};
  server = std::thread([&] {
    while (!ends) {
      server_->perform_work();
      std::this_thread::sleep_for(1ms);
    }
  });
  used->async_hold(1, [&](std::exception_ptr failure) { heard.push_back(told_of(failure)); });
  servant_->await_held(1);
  client_->destroy();
  while (heard.empty()) io_.run_one();
  EXPECT_EQ(heard, std::vector<std::string>{"COMM_FAILURE"});
  servant_->holds(false);
  ends = true;
  server.join();
}

TEST_F(RunOnTest, AContextThatEndsFirstLeavesTheOrbToItsEnd) {
  auto orb = make_orb("run-on other");
  {
    boost::asio::io_context io;
    dimma::asio::run_on(orb, io.get_executor());
    const auto poa = root(orb);
    const auto servant = CORBA::make_reference<ClerkServant>();
    const auto ior = orb->object_to_string(poa->servant_to_reference(servant));
    const auto used = narrow_unchecked<Desk::Clerk>(client_->string_to_object(ior));
    auto pages = used->async_get_pages(boost::asio::use_future);
    while (pages.wait_for(0s) != std::future_status::ready) {
      io.run_for(1ms);
      io_.restart();
      io_.run_for(1ms);
    }
    EXPECT_EQ(pages.get(), 12);
  }
  orb->destroy();
}

TEST_F(RunOnTest, ComesBeforeTheFirstEndpointAndBinding) {
  const auto orb = make_orb("run-on late");
  root(orb);
  EXPECT_RAISES(dimma::asio::run_on(orb, io_.get_executor()), CORBA::BAD_INV_ORDER, minor::bad_inv_order_in_use);
  orb->destroy();
}

std::string refusal(const std::function<void()>& asks) {
  try {
    asks();
  } catch (const QoSError& error) {
    return error.field();
  } catch (const CORBA::INV_POLICY& error) {
    return error._detail();
  }
  return "nothing";
}

TEST_F(RunOnTest, ThreadsOfTheOrbsOwnAreRefusedByName) {
  const auto used = clerk();
  const auto bind = [&](const char* qos) { return refusal([&] { dimma::bind(used, EngineeringQoS::parse(qos)); }); };
  EXPECT_EQ(bind("processing=executor,transport=tcp"), "nothing");
  EXPECT_EQ(bind("processing=nullTask,messages=1,transport=tcp"), "nothing");
  EXPECT_EQ(bind("processing=pool(2)"), "processing");
  EXPECT_EQ(bind("processing=factory"), "processing");
  EXPECT_EQ(bind("demultiplexing=task"), "demultiplexing");
  const auto serve = [&](const char* qos) {
    return refusal([&] { static_cast<void>(dimma::plan(root(server_), EngineeringQoS::parse(qos))); });
  };
  EXPECT_EQ(serve("processing=executor"), "nothing");
  EXPECT_EQ(serve("processing=pool(2)"), "processing");
  EXPECT_EQ(serve("processing=nullTask"), "processing");
  EXPECT_EQ(serve("wait=spin"), "wait");
  EXPECT_EQ(serve("scheduling=name(mine)"), "scheduling");
}

TEST_F(RunOnTest, AnExecutorIsRefusedWhereNobodyRunsTheOrb) {
  const auto orb = make_orb("run-on none");
  const auto reference = narrow_unchecked<Desk::Clerk>(orb->string_to_object(ior_));
  EXPECT_EQ(refusal([&] { dimma::bind(reference, EngineeringQoS::parse("processing=executor")); }), "processing");
  orb->destroy();
}

TEST_F(RunOnTest, ASignalShutsTheOrbDownOnTheExecutor) {
  dimma::shutdown_on_signals(server_, {SIGUSR1});
  std::raise(SIGUSR1);
  client_->shutdown(false);
  io_.run();
  EXPECT_RAISES(server_->list_initial_services(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_orb_shut_down);
  std::signal(SIGUSR1, SIG_DFL);
}

TEST(RunByApplication, ADescriptorTellsWhenThereIsWork) {
  const auto server = make_orb("by-descriptor");
  const int descriptor = dimma::run_by_application(server);
  EXPECT_EQ(dimma::run_by_application(server), descriptor);
  const auto poa = IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  const auto servant = CORBA::make_reference<ClerkServant>();
  const auto ior = server->object_to_string(poa->servant_to_reference(servant));
  EXPECT_FALSE(server->work_pending());

  std::atomic<bool> ends{false};
  std::thread client([&] {
    const auto orb = make_orb("by-descriptor client");
    const auto clerk = narrow_unchecked<Desk::Clerk>(orb->string_to_object(ior));
    for (int i = 0; i < 50; ++i) EXPECT_EQ(clerk->pages(), 12);
    orb->destroy();
    ends = true;
  });
  std::size_t served = 0;
  while (!ends) {
    pollfd ready{descriptor, POLLIN, 0};
    if (::poll(&ready, 1, 20) == 0) continue;
    while (server->work_pending()) {
      server->perform_work();
      ++served;
    }
  }
  client.join();
  EXPECT_GE(served, 50U);
  server->destroy();
}

TEST(RunByApplication, RunServesOnTheCallingThread) {
  const auto server = make_orb("by-run");
  dimma::run_by_application(server);
  const auto poa = IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  const auto servant = CORBA::make_reference<ClerkServant>();
  const auto ior = server->object_to_string(poa->servant_to_reference(servant));
  std::thread client([&] {
    const auto orb = make_orb("by-run client");
    const auto clerk = narrow_unchecked<Desk::Clerk>(orb->string_to_object(ior));
    EXPECT_EQ(clerk->pages(), 12);
    orb->destroy();
    server->shutdown(false);
  });
  server->run();
  client.join();
  server->destroy();
}

}  // namespace
}  // namespace dimma::test
