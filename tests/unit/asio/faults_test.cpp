// Calls and other operations with a completion token, disturbed at each step: they are cancelled, an ORB or their
// context is destroyed, or the connection is lost. Each handler is called once, unless its context is destroyed, and
// none leaks.
#include "unit/asio/asio_fixture.hpp"
#include "unit/common/rounds.hpp"
#include "unit/orb/naming/context_servant.hpp"
#include "unit/transport/plan_trace.hpp"

#include "iiop/binder.hpp"
#include "orb/lifecycle/registry.hpp"
#include "transport/memory/memory.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace dimma::test {
namespace {

using namespace std::chrono_literals;
using boost::asio::cancellation_type;
using transport::Chance;
using transport::ConnectionPlan;
using transport::Cut;
using transport::MemoryNetwork;

using OrbRef = CORBA::object_reference<CORBA::ORB>;
using Told = std::vector<std::string>;

OrbRef make_orb(MemoryNetwork& network, const std::string& id) {
  orb::Options options;
  options.id = id;
  options.listen = {{"here", 0}};
  orb::Protocols protocols;
  auto& memory = *protocols.transports.emplace_back(std::make_unique<transport::MemoryTransport>(network, "tcp"));
  protocols.binders.push_back(iiop::make_binder({{&memory}}, iiop::Settings{}));
  return orb::add_orb(orb::OrbLifecycle::make(std::move(options), std::move(protocols)));
}

// Counts the calls of hold() with each number.
class CountingServant final : public ClerkServant {
 public:
  void hold(std::int32_t number) override {
    const std::lock_guard lock(mutex_);
    ++executed_[number];
  }
  int executed(std::int32_t number) {
    const std::lock_guard lock(mutex_);
    return executed_[number];
  }

 private:
  std::mutex mutex_;
  std::map<std::int32_t, int> executed_;
};

bool is_completed_no(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const CORBA::SystemException& exception) {
    return exception.completed() == CORBA::COMPLETED_NO;
  } catch (...) {
    return false;
  }
}

enum class Run : std::uint8_t { by_threads, on_context };
enum class Way : std::uint8_t { call, bind, text };
enum class Event : std::uint8_t { cancelled, client_ends, server_ends, context_ends };
constexpr std::array ways{Way::call, Way::bind, Way::text};
constexpr std::array names_of_ways{"Call", "Bind", "Text"};
constexpr std::array events{Event::cancelled, Event::client_ends, Event::server_ends, Event::context_ends};
constexpr std::array names_of_events{"Cancelled", "ClientEnds", "ServerEnds", "ContextEnds"};

// A client and a server over the in-memory transport, and a context for the handlers, which may also run both ORBs.
class World {
 public:
  explicit World(Run run) : server_(make_orb(network, "faults server")), client_(make_orb(network, "faults client")) {
    if (run == Run::on_context) {
      dimma::asio::run_on(server_, io->get_executor());
      dimma::asio::run_on(client_, io->get_executor());
    }
    const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto clerk = root->id_to_reference(root->activate_object(servant));
    const auto context = root->id_to_reference(root->activate_object(context_));
    context_->rebind({{"it", ""}}, clerk);
    ior_ = server_->object_to_string(clerk);
    client_->register_initial_reference("NameService", client_->string_to_object(server_->object_to_string(context)));
  }
  ~World() {
    end();
    EXPECT_EQ(alive_.use_count(), 1);
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  void end() {
    end(client_);
    end(server_);
  }
  static void end(const OrbRef& orb) {
    try {
      orb->destroy();
    } catch (const CORBA::OBJECT_NOT_EXIST&) {
      // The test has destroyed it.
    }
  }

  // An unbound reference to the servant.
  ClerkRef clerk() const { return narrow_unchecked<Desk::Clerk>(client_->string_to_object(ior_)); }

  // Makes a handler that records that it has been called, and with which outcome.
  auto noting() {
    const std::size_t number = told.size();
    told.emplace_back();
    return boost::asio::bind_executor(*io, [this, number, alive = alive_](std::exception_ptr failure, auto&&...) {
      EXPECT_EQ(told[number], "") << "called twice";
      told[number] = told_of(failure);
    });
  }
  template <class Handler>
  void begin(Way way, Handler handler) {
    switch (way) {
      case Way::call:
        return clerk()->async_hold(1, std::move(handler));
      case Way::bind:
        return dimma::asio::async_bind(clerk(), EngineeringQoS::parse("transport=tcp"), std::move(handler));
      case Way::text:
        return dimma::asio::async_string_to_object(client_, "corbaname:rir:#it", std::move(handler));
    }
  }

  void happens(Event event) {
    switch (event) {
      case Event::cancelled:
        return signal.emit(cancellation_type::terminal);
      case Event::client_ends:
        return end(client_);
      case Event::server_ends:
        return end(server_);
      case Event::context_ends:
        io.reset();
        EXPECT_EQ(alive_.use_count(), 1) << "handlers are left";
    }
  }
  bool are_all_told() const {
    return std::none_of(told.begin(), told.end(), [](const auto& each) { return each.empty(); });
  }
  // Runs until each handler has been called, for at most a minute, which is more than a correct run takes.
  void finish() {
    const auto limit = std::chrono::steady_clock::now() + 1min;
    while (!are_all_told() && std::chrono::steady_clock::now() < limit) {
      io->restart();
      io->run_one_for(100ms);
    }
    ASSERT_TRUE(are_all_told()) << "a handler has not been called";
    // No handler is called again.
    io->restart();
    io->poll();
  }
  void expect_one_of(const std::set<std::string>& allowed) const {
    for (const auto& each : told) EXPECT_EQ(allowed.count(each), 1U) << each;
  }

  MemoryNetwork network;
  std::optional<boost::asio::io_context> io{std::in_place};
  const CORBA::servant_reference<CountingServant> servant = CORBA::make_reference<CountingServant>();
  boost::asio::cancellation_signal signal;
  Told told;

 private:
  const CORBA::servant_reference<ContextServant> context_ = CORBA::make_reference<ContextServant>();
  const std::shared_ptr<int> alive_ = std::make_shared<int>();
  OrbRef server_;
  OrbRef client_;
  std::string ior_;
};

const std::set<std::string> ends_of_orbs{"nothing", "COMM_FAILURE", "TRANSIENT", "BAD_INV_ORDER", "OBJECT_NOT_EXIST"};

// One thread does everything, step by step; each event is tried before each step.
class AtEachStep : public testing::TestWithParam<std::tuple<Way, Event>> {};

TEST_P(AtEachStep, HandlersAreCalledOnce) {
  const auto [way, event] = GetParam();
  bool was_over = false;
  int step = 0;
  for (; !was_over; ++step) {
    SCOPED_TRACE("before step " + std::to_string(step));
    ASSERT_LT(step, 200);
    World world(Run::on_context);
    world.begin(way, boost::asio::bind_cancellation_slot(world.signal.slot(), world.noting()));
    for (int i = 0; i < step; ++i) world.io->run_one_for(1s);
    was_over = world.are_all_told();
    world.happens(event);
    if (event == Event::context_ends) {
      EXPECT_EQ(world.told, Told{was_over ? "nothing" : ""});
      continue;
    }
    world.finish();
    if (was_over) {
      EXPECT_EQ(world.told, Told{"nothing"});
    } else if (event == Event::cancelled) {
      world.expect_one_of({"aborted", "nothing"});
    } else {
      world.expect_one_of(ends_of_orbs);
    }
  }
  EXPECT_GT(step, 1);
}

INSTANTIATE_TEST_SUITE_P(Of, AtEachStep, testing::Combine(testing::ValuesIn(ways), testing::ValuesIn(events)),
                         [](const auto& with) {
                           const auto way = static_cast<std::size_t>(std::get<0>(with.param));
                           return std::string(names_of_ways.at(way)) +
                                  names_of_events.at(static_cast<std::size_t>(std::get<1>(with.param)));
                         });

// The connection is lost after each octet of either direction. A call that completes with COMPLETED_NO has not been
// executed.
class Loss : public testing::TestWithParam<Run> {
 protected:
  // Makes two calls over a connection of their own.
  void call_twice() {
    bool is_bound = false;
    std::size_t awaited = 2;
    Binding<Desk::Clerk> binding;
    const auto note = [&](std::int32_t number, const std::exception_ptr& failure) {
      --awaited;
      EXPECT_TRUE(outcomes_.emplace(number, Outcome{told_of(failure), failure && is_completed_no(failure)}).second);
    };
    dimma::asio::async_bind(world_.clerk(), EngineeringQoS::parse("transport=tcp,connection=dedicated"),
                            boost::asio::bind_executor(*world_.io, [&](std::exception_ptr failure, auto bound) {
                              is_bound = true;
                              if (failure) {
                                awaited = 0;
                                return;
                              }
                              binding = std::move(bound);
                              for (int i = 0; i < 2; ++i) {
                                const std::int32_t number = ++number_;
                                binding->async_hold(
                                    number, boost::asio::bind_executor(*world_.io, std::bind_front(note, number)));
                              }
                            }));
    const auto limit = std::chrono::steady_clock::now() + 1min;
    while (!is_bound || awaited != 0) {
      ASSERT_LT(std::chrono::steady_clock::now(), limit) << "a handler has not been called";
      world_.io->restart();
      world_.io->run_one_for(100ms);
    }
  }

  struct Outcome {
    std::string told;
    bool is_completed_no = false;
  };
  World world_{GetParam()};
  std::int32_t number_ = 0;
  std::map<std::int32_t, Outcome> outcomes_;
};

TEST_P(Loss, AtEachOctet) {
  call_twice();
  EXPECT_EQ(outcomes_.at(1).told, "nothing");
  EXPECT_EQ(outcomes_.at(2).told, "nothing");
  const auto traffic = world_.network.traffic();
  for (const bool to_server : {true, false}) {
    const std::uint64_t octets = to_server ? traffic.to_listeners : traffic.to_connectors;
    EXPECT_GT(octets, 40U);
    for (const auto how : {Cut::end, Cut::reset}) {
      for (std::uint64_t octet = 0; octet <= octets; ++octet) {
        ConnectionPlan plan;
        (to_server ? plan.to_listener : plan.to_connector) = {.cut = how, .cut_after_octets = octet};
        SCOPED_TRACE(describe(plan));
        world_.network.plan_next(plan);
        ASSERT_NO_FATAL_FAILURE(call_twice());
      }
    }
  }
  world_.end();  // waits for calls that are still being executed
  for (const auto& [number, outcome] : outcomes_) {
    const int executed = world_.servant->executed(number);
    EXPECT_LE(executed, outcome.is_completed_no ? 0 : 1) << number << ": " << outcome.told;
    if (outcome.told == "nothing") {
      EXPECT_EQ(executed, 1) << number;
    } else {
      EXPECT_TRUE(outcome.told == "COMM_FAILURE" || outcome.told == "TRANSIENT") << outcome.told;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Loss, testing::Values(Run::by_threads, Run::on_context),
                         [](const auto& with) { return with.param == Run::by_threads ? "Threads" : "OneThread"; });

// The ORBs' threads make the calls, over a network that a seed disturbs: short reads and writes, delays, cuts.
class AnyTime : public testing::TestWithParam<Event> {};

TEST_P(AnyTime, HandlersAreCalledOnce) {
  const Event event = GetParam();
  for (const auto seed : test::seeds(60)) {
    const auto plan = transport::random_plan(seed, 600);
    DIMMA_TRACE_PLAN(plan);
    Chance chance(seed);
    World world(Run::by_threads);
    world.network.plan(plan);
    const std::size_t operations = chance.between(1, 5);
    std::vector<boost::asio::cancellation_signal> signals(operations);
    for (auto& signal : signals) {
      const auto way = ways.at(chance.between(0, ways.size() - 1));
      world.begin(way, boost::asio::bind_cancellation_slot(signal.slot(), world.noting()));
    }
    for (auto steps = chance.between(0, 3); steps > 0; --steps) world.io->run_one_for(10ms);
    std::this_thread::sleep_for(std::chrono::microseconds(chance.between(0, 2000)));
    if (event == Event::cancelled) {
      for (auto& signal : signals) {
        signal.emit(chance.between(0, 2) == 0 ? cancellation_type::total : cancellation_type::terminal);
      }
    } else {
      world.happens(event);
    }
    if (event == Event::context_ends) continue;
    world.finish();
    auto allowed = ends_of_orbs;
    allowed.insert("aborted");
    world.expect_one_of(allowed);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, AnyTime, testing::ValuesIn(events),
                         [](const auto& with) { return names_of_events.at(static_cast<std::size_t>(with.param)); });

}  // namespace
}  // namespace dimma::test
