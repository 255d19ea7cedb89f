// The observations of an ORB whose options ask for them: two ORBs in one process, over every transport.

#include "base/log/log.hpp"
#include "unit/orb/counter_servant.hpp"

#include <dimma/binding.hpp>
#include <dimma/observation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>

#include <unistd.h>

namespace dimma::test {
namespace {

using observation::ChannelMetrics;
using observation::OperationMetrics;
using observation::Outcome;
using observation::RecordedCall;
using observation::Side;

class Observation : public testing::TestWithParam<const char*> {
 protected:
  Observation() {
    root_ = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root_->the_POAManager()->activate();
    const auto reference = root_->servant_to_reference(servant_);
    counter_ = dimma::bind<Sample::Counter>(
        IDL::traits<Sample::Counter>::narrow(client_->string_to_object(server_->object_to_string(reference))),
        EngineeringQoS::parse(GetParam()));
  }
  ~Observation() override {
    counter_ = {};
    client_->destroy();
    server_->destroy();
  }
  static CORBA::object_reference<CORBA::ORB> make_orb(const std::string& id) {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1",
                                       "--dimma-metrics",  "on",
                                       "--dimma-recorder", "100",
                                       "--dimma-capture",  "512"};
    return CORBA::ORB_init(arguments, id);
  }
  // The metrics of the one channel that has the operation; waits, as a call is counted after its reply.
  static OperationMetrics metrics_of(const CORBA::object_reference<CORBA::ORB>& orb, Side side,
                                     const std::string& operation, std::uint64_t calls) {
    for (int tries = 0; tries < 1000; ++tries) {
      for (const ChannelMetrics& channel : observation::metrics(orb)) {
        if (channel.side != side) continue;
        for (const OperationMetrics& each : channel.operations) {
          if (each.operation == operation && each.calls >= calls) return each;
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << operation << " was not observed " << calls << " times";
    return {};
  }
  static std::vector<RecordedCall> calls_of(const CORBA::object_reference<CORBA::ORB>& orb, Side side,
                                            const std::string& operation) {
    auto calls = observation::recorded_calls(orb);
    std::erase_if(calls, [&](const RecordedCall& call) { return call.side != side || call.operation != operation; });
    return calls;
  }

  CORBA::object_reference<CORBA::ORB> server_ = make_orb("observed-server");
  CORBA::object_reference<CORBA::ORB> client_ = make_orb("observing-client");
  CORBA::object_reference<PortableServer::POA> root_;
  CORBA::servant_reference<CounterServant> servant_ = CORBA::make_reference<CounterServant>();
  Binding<Sample::Counter> counter_;
};

INSTANTIATE_TEST_SUITE_P(Channels, Observation,
                         testing::Values("transport=tcp", "transport=unix", "transport=shm",
                                         "transport=tcp,processing=nullTask,messages=1",
                                         "transport=tcp,processing=pool(2)", "transport=tcp,messages=3"));

TEST_P(Observation, CountsCallsAtBothEnds) {
  for (int i = 0; i < 10; ++i) counter_->add(1);
  for (const auto& [orb, side] : {std::pair{client_, Side::client}, std::pair{server_, Side::server}}) {
    const OperationMetrics add = metrics_of(orb, side, "add", 10);
    EXPECT_EQ(add.calls, 10U);
    EXPECT_EQ(add.in_progress, 0U);
    EXPECT_EQ(add.octets_sent, 40U);
    EXPECT_EQ(add.octets_received, 40U);
    EXPECT_TRUE(add.failures.empty());
    EXPECT_EQ(add.latency.count, 10U);
    EXPECT_GT(add.latency.sum.count(), 0);
    EXPECT_LE(add.latency.quantile(0.5), add.latency.quantile(1));
    EXPECT_LE(add.latency.mean(), add.latency.quantile(1));
  }
}

TEST_P(Observation, NamesTheAddressOfEachCallAndItsPeer) {
  counter_->add(1);
  const std::string transport = std::string(GetParam()).substr(std::string("transport=").size(), 3) == "tcp" ? "tcp:"
                                : std::string(GetParam()).substr(std::string("transport=").size(), 3) == "shm"
                                    ? "shm:"
                                    : "unix:";
  for (const auto& [orb, side] : {std::pair{client_, Side::client}, std::pair{server_, Side::server}}) {
    const OperationMetrics add = metrics_of(orb, side, "add", 1);
    ASSERT_EQ(add.addresses.size(), 1U);
    EXPECT_TRUE(add.addresses.front().starts_with(transport)) << add.addresses.front();
    const auto calls = calls_of(orb, side, "add");
    ASSERT_EQ(calls.size(), 1U);
    EXPECT_EQ(calls.front().address, add.addresses.front());
    EXPECT_EQ(calls.front().peer.starts_with(transport), side == Side::server) << calls.front().peer;
  }
  EXPECT_EQ(metrics_of(client_, Side::client, "add", 1).addresses,
            metrics_of(server_, Side::server, "add", 1).addresses);
}

TEST_P(Observation, CountsExceptionsByTheirIds) {
  for (int i = 0; i < 3; ++i) EXPECT_THROW(counter_->act("bad"), Sample::Bad);
  EXPECT_THROW(counter_->act("system"), CORBA::NO_PERMISSION);
  for (const auto& [orb, side] : {std::pair{client_, Side::client}, std::pair{server_, Side::server}}) {
    const OperationMetrics act = metrics_of(orb, side, "act", 4);
    ASSERT_EQ(act.failures.size(), 2U);
    EXPECT_EQ(act.failures[0].exception, "IDL:Sample/Bad:1.0");
    EXPECT_EQ(act.failures[0].count, 3U);
    EXPECT_EQ(act.failures[1].exception, "IDL:omg.org/CORBA/NO_PERMISSION:1.0");
    EXPECT_EQ(act.failures[1].count, 1U);
    const auto calls = calls_of(orb, side, "act");
    ASSERT_EQ(calls.size(), 4U);
    EXPECT_EQ(calls[0].outcome, Outcome::user_exception);
    EXPECT_EQ(calls[3].outcome, Outcome::system_exception);
    EXPECT_EQ(calls[3].exception, "IDL:omg.org/CORBA/NO_PERMISSION:1.0");
    EXPECT_EQ(calls[3].minor, 7U);
  }
}

TEST_P(Observation, KeepsNoWordsFromTheClient) {
  try {
    counter_->act("runtime");
    ADD_FAILURE() << "nothing was raised";
  } catch (const CORBA::UNKNOWN& unknown) {
    EXPECT_NE(unknown._detail().find("trouble"), std::string::npos) << unknown._detail();
  }
}

TEST_P(Observation, RecordsWhereTheTimeWent) {
  constexpr auto slow = std::chrono::milliseconds(30);
  servant_->on_ping = [slow] { std::this_thread::sleep_for(slow); };
  counter_->ping();
  metrics_of(server_, Side::server, "ping", 1);
  const auto at_client = calls_of(client_, Side::client, "ping");
  ASSERT_EQ(at_client.size(), 1U);
  const RecordedCall& call = at_client.front();
  EXPECT_GE(call.duration, slow);
  EXPECT_GE(call.stages.wait, slow / 2);
  const auto sum = call.stages.queue + call.stages.encode + call.stages.send + call.stages.wait + call.stages.decode;
  EXPECT_LE(sum, call.duration);
  EXPECT_GE(sum, call.duration - slow / 2);
  const auto at_server = calls_of(server_, Side::server, "ping");
  ASSERT_EQ(at_server.size(), 1U);
  EXPECT_GE(at_server.front().stages.upcall, slow);
  EXPECT_LT(at_server.front().stages.dispatch, at_server.front().stages.upcall);
}

TEST_P(Observation, KeepsTheLastCallsOnly) {
  for (int i = 0; i < 250; ++i) counter_->add(1);
  metrics_of(server_, Side::server, "add", 250);
  for (const auto& orb : {client_, server_}) {
    const auto calls = observation::recorded_calls(orb);
    EXPECT_EQ(calls.size(), 100U);
    EXPECT_TRUE(std::ranges::is_sorted(calls, {}, &RecordedCall::begun));
  }
}

TEST_P(Observation, IsReadWhileThreadsCall) {
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([this] {
      for (int j = 0; j < 200; ++j) counter_->add(1);
    });
  }
  for (int i = 0; i < 50; ++i) {
    observation::metrics(client_);
    for (const RecordedCall& call : observation::recorded_calls(client_)) EXPECT_EQ(call.operation, "add");
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(metrics_of(server_, Side::server, "add", 800).calls, 800U);
}

TEST_P(Observation, SaysWhereTheTimeOfAFailedCallWent) {
  servant_->on_ping = [] { std::this_thread::sleep_for(std::chrono::milliseconds(300)); };
  const auto hasty = dimma::bind<Sample::Counter>(
      IDL::traits<Sample::Counter>::narrow(
          client_->string_to_object(server_->object_to_string(root_->servant_to_reference(servant_)))),
      EngineeringQoS::parse(std::string(GetParam()) + ",deadline=50ms"));
  try {
    hasty->ping();
    ADD_FAILURE() << "the deadline was not kept";
  } catch (const CORBA::TIMEOUT& late) {
    EXPECT_NE(late._detail().find("waited "), std::string::npos) << late._detail();
  }
}

TEST_P(Observation, SurvivesChannelsThatAreClosed) {
  counter_->add(1);
  counter_ = {};
  const auto channels = observation::metrics(client_);
  const auto closed = std::ranges::find(channels, false, &ChannelMetrics::is_open);
  ASSERT_NE(closed, channels.end());
  EXPECT_EQ(closed->operations.front().operation, "add");
}

// The packets that tshark reads in the file.
std::string read_by_tshark(const std::string& file, const std::string& arguments) {
  const std::string command = "tshark -r " + file + " " + arguments + " 2>/dev/null";
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  std::string text;
  std::array<char, 4096> some{};
  while (const std::size_t got = std::fread(some.data(), 1, some.size(), pipe)) text.append(some.data(), got);
  ::pclose(pipe);
  return text;
}

TEST_P(Observation, WritesACaptureThatWiresharkReads) {
  counter_->add(5);
  std::string a = "a";
  std::string b = "b";
  counter_->join(std::string(2000, 'x'), a, b);
  const std::string file = testing::TempDir() + "observation-" + std::to_string(::getpid()) + ".pcap";
  {
    std::ofstream out(file, std::ios::binary);
    ASSERT_TRUE(observation::write_capture(client_, out));
  }
  const std::string operations = read_by_tshark(file, "-Y giop.type==0 -T fields -e giop.request_op");
  EXPECT_NE(operations.find("add"), std::string::npos) << operations;
  const std::string replies = read_by_tshark(file, "-Y giop.type==1 -T fields -e giop.replystatus");
  EXPECT_NE(replies.find('0'), std::string::npos) << replies;
  EXPECT_EQ(read_by_tshark(file, "-Y tcp.analysis.lost_segment"), "");
  ::unlink(file.c_str());
}

TEST_P(Observation, HasTheNumbersOfWhatChannelsAreMadeOf) {
  counter_->add(1);
  for (const auto& [orb, side] : {std::pair{client_, Side::client}, std::pair{server_, Side::server}}) {
    for (const ChannelMetrics& channel : observation::metrics(orb)) {
      if (channel.side != side || channel.operations.empty()) continue;
      for (const auto& resource : channel.resources) {
        if (resource.in_use_max != 0) {
          EXPECT_GE(resource.in_use_max, resource.in_use) << resource.resource;
        }
      }
      const auto found = std::ranges::find(channel.resources, side == Side::server ? "connections" : "messages",
                                           &observation::ResourceMetrics::resource);
      if (side == Side::client && found == channel.resources.end()) continue;  // messages are not limited
      ASSERT_NE(found, channel.resources.end());
      EXPECT_EQ(found->refusals, 0U);
      if (side == Side::server) {
        EXPECT_EQ(found->in_use, 1U);
      }
    }
  }
}

TEST_P(Observation, RecordsWhatWentWrongThoughTheLogIsOff) {
  log::set_levels("off");
  EXPECT_THROW(counter_->act("runtime"), CORBA::UNKNOWN);
  log::set_levels("warning");
  const auto events = observation::recorded_events();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.back().event, "servant_threw");
  EXPECT_EQ(events.back().level, log::Level::error);
  EXPECT_EQ(events.back().operation, "act");
  EXPECT_NE(events.back().text.find("trouble"), std::string::npos) << events.back().text;
  EXPECT_NE(events.back().peer, "");
  const auto counts = observation::event_metrics();
  const auto found = std::ranges::find(counts, "servant_threw", &observation::EventMetrics::event);
  ASSERT_NE(found, counts.end());
  EXPECT_EQ(found->count, 1U);
}

TEST(ObservationOff, HasNothingToSay) {
  std::vector<std::string> none;
  const auto orb = CORBA::ORB_init(none, "unobserved");
  EXPECT_TRUE(observation::metrics(orb).empty());
  EXPECT_TRUE(observation::recorded_calls(orb).empty());
  log::write(log::Event::option_passed_over, [] { return log::Entry{"nobody remembers this"}; });
  EXPECT_TRUE(observation::event_metrics().empty());
  EXPECT_TRUE(observation::recorded_events().empty());
  std::ostringstream out;
  EXPECT_FALSE(observation::write_capture(orb, out));
  EXPECT_EQ(out.str(), "");
  orb->destroy();
}

TEST(ObservationOptions, AreRefusedByName) {
  for (const auto& [option, value] : {std::pair{"--dimma-metrics", "yes"}, std::pair{"--dimma-recorder", "0"},
                                      std::pair{"--dimma-recorder", "many"}, std::pair{"--dimma-capture", "70000"}}) {
    std::vector<std::string> arguments{option, value};
    try {
      CORBA::ORB_init(arguments, "refused");
      ADD_FAILURE() << option << ' ' << value;
    } catch (const CORBA::BAD_PARAM& refused) {
      EXPECT_EQ(refused._detail().rfind(option, 0), 0U) << refused._detail();
    }
  }
}

}  // namespace
}  // namespace dimma::test
