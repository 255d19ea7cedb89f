// Combinations of which no channel can be made: at which end, and over which protocol.

#include <dimma/qos.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace {

using dimma::End;
using dimma::EngineeringQoS;
using dimma::ProcessingConcurrency;
using dimma::Protocol;

// The field that is refused, "" for none.
std::string refused(const std::function<void()>& check) {
  try {
    check();
  } catch (const dimma::QoSError& error) {
    EXPECT_FALSE(error.reason().empty());
    return error.field();
  }
  return "";
}

std::string refused_when_parsed(std::string_view text) {
  return refused([&] { EngineeringQoS::parse(text); });
}
std::string refused_at(End end, std::string_view text) {
  const auto qos = EngineeringQoS::parse(text);
  return refused([&] { qos.validate(end); });
}
std::string refused_over(Protocol protocol, std::string_view text, End end = End::client) {
  const auto qos = EngineeringQoS::parse(text);
  return refused([&] { qos.validate(end, protocol); });
}

TEST(QosNullTask, IsOneMessageAtATime) {
  EXPECT_EQ(refused_when_parsed("processing=nullTask,messages=4"), "messages");
  EXPECT_EQ(refused_when_parsed("processing=nullTask,messages=2"), "messages");
  EXPECT_EQ(refused_when_parsed("processing=nullTask,messages=1"), "");
  EXPECT_EQ(refused_when_parsed("processing=pool(4),messages=4"), "");
}

TEST(QosNullTask, NeedsMessagesSaidAtTheClientOnly) {
  EXPECT_EQ(refused_at(End::client, "processing=nullTask"), "messages");
  EXPECT_EQ(refused_at(End::client, "processing=nullTask,messages=unlimited"), "messages");
  EXPECT_EQ(refused_at(End::client, "processing=nullTask,messages=1"), "");
  EXPECT_EQ(refused_at(End::server, "processing=nullTask"), "");
  EXPECT_EQ(refused_at(End::server, "processing=nullTask,messages=1"), "");
  try {
    EngineeringQoS{.processing_concurrency = ProcessingConcurrency::null_task}.validate(End::client);
    FAIL();
  } catch (const dimma::QoSError& error) {
    EXPECT_NE(std::string(error.what()).find("use messages=1"), std::string::npos) << error.what();
  }
}

TEST(QosNullTask, HasItsOwnConnectionAndNoOtherTask) {
  EXPECT_EQ(refused_when_parsed("processing=nullTask,messages=1,connection=shared"), "connection");
  EXPECT_EQ(refused_when_parsed("processing=nullTask,messages=1,demultiplexing=task"), "demultiplexing");
  EXPECT_EQ(refused_at(End::client, "processing=nullTask,messages=1,scheduling=idle"), "scheduling");
  EXPECT_EQ(refused_at(End::server, "processing=nullTask,messages=1,scheduling=idle"), "");
  EXPECT_TRUE(EngineeringQoS::parse("processing=nullTask,messages=1,connection=dedicated").is_dedicated());
  EXPECT_TRUE(EngineeringQoS::parse("connection=dedicated").is_dedicated());
  EXPECT_FALSE(EngineeringQoS::parse("connection=shared").is_dedicated());
}

TEST(QosProtocol, RunsOverItsTransports) {
  for (const char* transport : {"any", "tcp", "unix", "shm", "tls"}) {
    EXPECT_EQ(refused_when_parsed(std::string("protocol=iiop,transport=") + transport), "") << transport;
  }
  for (const char* transport : {"any", "udp", "multicast", "shm"}) {
    EXPECT_EQ(refused_when_parsed(std::string("protocol=flow,transport=") + transport), "") << transport;
  }
  for (const char* transport : {"udp", "multicast"}) {
    EXPECT_EQ(refused_when_parsed(std::string("protocol=iiop,transport=") + transport), "transport") << transport;
    EXPECT_EQ(refused_over(Protocol::iiop, std::string("transport=") + transport), "transport") << transport;
  }
  for (const char* transport : {"tcp", "unix", "tls"}) {
    EXPECT_EQ(refused_when_parsed(std::string("protocol=flow,transport=") + transport), "transport") << transport;
    EXPECT_EQ(refused_over(Protocol::flow, std::string("transport=") + transport), "transport") << transport;
  }
  EXPECT_EQ(refused_over(Protocol::iiop, "protocol=flow"), "protocol");
  EXPECT_EQ(refused_over(Protocol::flow, "protocol=iiop"), "protocol");
  EXPECT_EQ(refused_over(Protocol::iiop, "protocol=iiop,transport=tcp"), "");
}

TEST(QosProtocol, FlowsFieldsAreRefusedWhereFlowIsOutOfTheQuestion) {
  struct Case {
    const char* text;
    const char* field;
  };
  for (const auto& [text, field] : {Case{"exhausted=drop", "exhausted"}, Case{"history=latest", "history"},
                                    Case{"history=queue(4)", "history"}, Case{"rate=5M", "rate"}}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(refused_when_parsed(text), "");
    EXPECT_EQ(refused_when_parsed(std::string(text) + ",protocol=flow"), "");
    EXPECT_EQ(refused_when_parsed(std::string(text) + ",transport=shm"), "");
    EXPECT_EQ(refused_when_parsed(std::string(text) + ",transport=udp"), "");
    EXPECT_EQ(refused_when_parsed(std::string(text) + ",protocol=iiop"), field);
    EXPECT_EQ(refused_when_parsed(std::string(text) + ",transport=tcp"), field);
    EXPECT_EQ(refused_over(Protocol::iiop, text), field);
    EXPECT_EQ(refused_over(Protocol::iiop, text, End::server), field);
    EXPECT_EQ(refused_over(Protocol::flow, text), "");
  }
}

TEST(QosProtocol, CallsFieldsAreRefusedForFlow) {
  EXPECT_EQ(refused_when_parsed("protocol=flow,demultiplexing=task"), "demultiplexing");
  EXPECT_EQ(refused_when_parsed("transport=udp,demultiplexing=task"), "demultiplexing");
  EXPECT_EQ(refused_when_parsed("protocol=flow,read-ahead=off"), "read-ahead");
  EXPECT_EQ(refused_over(Protocol::flow, "demultiplexing=task"), "demultiplexing");
  EXPECT_EQ(refused_over(Protocol::flow, "read-ahead=16k"), "read-ahead");
}

TEST(QosSocket, NetworkSettingsNeedANetwork) {
  EXPECT_EQ(refused_when_parsed("transport=unix,socket=dscp(1)"), "socket");
  EXPECT_EQ(refused_when_parsed("transport=shm,socket=busy-poll(5)"), "socket");
  EXPECT_EQ(refused_when_parsed("transport=unix,socket=send(64k)"), "");
  EXPECT_EQ(refused_when_parsed("transport=tcp,socket=dscp(1)+busy-poll(5)"), "");
}

// Values that only a program can give, not a text.
TEST(QosValues, OutOfRangeInAProgram) {
  const auto refused_value = [](const EngineeringQoS& qos) { return refused([&] { qos.validate(); }); };
  EXPECT_EQ(refused_value({.message_concurrency = -1}), "messages");
  EXPECT_EQ(refused_value({.packet_concurrency = 0}), "packets");
  EXPECT_EQ(refused_value({.wait = dimma::WaitStrategy::adaptive(std::chrono::nanoseconds(-1))}), "wait");
  EXPECT_EQ(refused_value({.read_ahead = -5}), "read-ahead");
  EXPECT_EQ(refused_value({.deadline = std::chrono::nanoseconds(-1)}), "deadline");
  EXPECT_EQ(refused_value({.scheduling = {.cpus = {5000}}}), "scheduling");
  EXPECT_EQ(refused_value({.scheduling = {.priority = 3}}), "scheduling");
  EXPECT_EQ(refused_value({.scheduling = {.policy = dimma::SchedulingPolicy::fifo, .priority = -3}}), "scheduling");
  EXPECT_EQ(refused_value({.scheduling = {.thread_name = "a,b"}}), "scheduling");
  EXPECT_EQ(refused_value({.socket = {.busy_poll = std::chrono::microseconds(-1)}}), "socket");
  EXPECT_EQ(refused_value({.rate = -1}), "rate");
  EXPECT_EQ(refused_value({}), "");
}

TEST(QosValues, ErrorsOfValidateHaveNoColumn) {
  try {
    EngineeringQoS{.message_concurrency = 0}.validate();
    FAIL();
  } catch (const dimma::QoSError& error) {
    EXPECT_STREQ(error.what(), "field 'messages': a limit of 0 is not within 1 to 1000000");
    EXPECT_EQ(error.offset(), std::nullopt);
  }
}

}  // namespace
