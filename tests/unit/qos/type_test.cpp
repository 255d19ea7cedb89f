#include "qos/assembled.hpp"

// EngineeringQoS as an application writes it.

#include <dimma/qos.hpp>

#include <gtest/gtest.h>

#include <array>
#include <sstream>
#include <type_traits>

namespace {

using namespace std::chrono_literals;
using dimma::EngineeringQoS;
using dimma::Field;

TEST(QosType, DefaultIsWhatTheTableSays) {
  const EngineeringQoS qos;
  EXPECT_EQ(qos.protocol, dimma::Protocol::any);
  EXPECT_EQ(qos.transport, dimma::TransportKind::any);
  EXPECT_EQ(qos.processing_concurrency, dimma::ProcessingConcurrency::shared_pool);
  EXPECT_TRUE(qos.message_concurrency.is_unlimited());
  EXPECT_TRUE(qos.packet_concurrency.is_unlimited());
  EXPECT_EQ(qos.connection, dimma::Connection::automatic);
  EXPECT_EQ(qos.demultiplexing, dimma::Demultiplexing::leader);
  EXPECT_FALSE(qos.buffers.is_pool());
  EXPECT_EQ(qos.on_exhaustion, dimma::OnExhaustion::wait);
  EXPECT_EQ(qos.wait, dimma::WaitStrategy::block);
  EXPECT_GT(qos.read_ahead.octets(), 12U);
  EXPECT_FALSE(qos.deadline.has_value());
  EXPECT_EQ(qos.scheduling, dimma::Scheduling{});
  EXPECT_EQ(qos.socket, dimma::SocketSettings{});
  EXPECT_EQ(qos.history, dimma::History::queue());
  EXPECT_TRUE(qos.rate.is_unlimited());
  EXPECT_FALSE(qos.batch_delay.has_value());
  EXPECT_TRUE(qos.credentials.empty());
  EXPECT_FALSE(qos.loans.is_pool());
  EXPECT_FALSE(qos.is_dedicated());
  EXPECT_NO_THROW(qos.validate());
  EXPECT_NO_THROW(qos.validate(dimma::End::client, dimma::Protocol::iiop));
  EXPECT_NO_THROW(qos.validate(dimma::End::server, dimma::Protocol::flow));
}

TEST(QosType, IsAnAggregateForDesignatedInitialisers) {
  static_assert(std::is_aggregate_v<EngineeringQoS>);
  const int calls = 4;
  const EngineeringQoS qos{
      .protocol = dimma::Protocol::flow,
      .transport = dimma::TransportKind::udp,
      .processing_concurrency = dimma::ProcessingConcurrency::pool(4),
      .message_concurrency = calls,
      .packet_concurrency = dimma::unlimited,
      .connection = dimma::Connection::dedicated,
      .demultiplexing = dimma::Demultiplexing::leader,
      .buffers = dimma::Buffers::pool(4, 65536),
      .on_exhaustion = dimma::drop,
      .wait = dimma::WaitStrategy::adaptive(50us),
      .read_ahead = {},
      .deadline = 5ms,
      .scheduling = {.cpus = {1, 0}, .policy = dimma::SchedulingPolicy::fifo, .priority = 10, .thread_name = "rx"},
      .socket = {.send_buffer = 65536, .dscp = 46},
      .history = dimma::History::latest,
      .rate = 5'000'000,
      .batch_delay = 100us,
  };
  EXPECT_NO_THROW(qos.validate());
  EXPECT_EQ(qos.message_concurrency.value(), 4U);
  EXPECT_EQ(qos.to_string(),
            "protocol=flow,transport=udp,processing=pool(4),messages=4,connection=dedicated,buffers=pool(4,64k),"
            "exhausted=drop,wait=adaptive(50us),deadline=5ms,scheduling=cpus(0-1)+fifo(10)+name(rx),"
            "socket=send(64k)+dscp(46),history=latest,rate=5000000,"
            "batch-delay=100us");
}

TEST(QosType, TheReportsOptimisedChannel) {
  const EngineeringQoS qos{.processing_concurrency = dimma::ProcessingConcurrency::null_task, .message_concurrency = 1};
  EXPECT_EQ(qos, EngineeringQoS::parse("processing=nullTask,messages=1"));
  EXPECT_TRUE(qos.is_null_task());
  EXPECT_TRUE(qos.is_dedicated());
  EXPECT_NO_THROW(qos.validate(dimma::End::client, dimma::Protocol::iiop));
  EXPECT_NO_THROW(qos.validate(dimma::End::server, dimma::Protocol::iiop));
}

TEST(QosType, LimitsKeepWhatTheyAreGiven) {
  EXPECT_EQ(dimma::CountLimit(7).value(), 7U);
  EXPECT_EQ(dimma::CountLimit(7U), dimma::CountLimit(7L));
  EXPECT_EQ(dimma::CountLimit(-7).value(), 0U);
  EXPECT_FALSE(dimma::CountLimit(0).is_unlimited());
  EXPECT_NE(dimma::CountLimit(0), dimma::CountLimit(dimma::unlimited));
  EXPECT_EQ(dimma::CountLimit(dimma::unlimited).value(), ~std::uint64_t{0});
  static_assert(!std::is_constructible_v<dimma::CountLimit, bool>);
  static_assert(!std::is_convertible_v<dimma::CountLimit, dimma::RateLimit>);
}

TEST(QosType, EveryFieldTakesPartInEquality) {
  const std::array<EngineeringQoS, dimma::field_count> changed{{
      {.protocol = dimma::Protocol::iiop},
      {.transport = dimma::TransportKind::tcp},
      {.processing_concurrency = dimma::ProcessingConcurrency::factory},
      {.message_concurrency = 9},
      {.packet_concurrency = 9},
      {.connection = dimma::Connection::shared},
      {.demultiplexing = dimma::Demultiplexing::task},
      {.buffers = dimma::Buffers::pool(2, 4096)},
      {.on_exhaustion = dimma::OnExhaustion::raise},
      {.wait = dimma::WaitStrategy::spin},
      {.read_ahead = dimma::ReadAhead::off},
      {.deadline = 3s},
      {.scheduling = {.cpus = {3}}},
      {.socket = {.receive_buffer = 4096}},
      {.history = dimma::History::latest},
      {.rate = 100},
      {.batch_delay = 1ms},
      {.credentials = "ops"},
      {.loans = dimma::Loans::pool(4, 65536)},
      {.memory = dimma::Memory::sealed},
  }};
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const auto field = static_cast<Field>(i);
    SCOPED_TRACE(std::string(dimma::field_name(field)));
    EXPECT_NE(changed[i], EngineeringQoS{});
    EXPECT_EQ(dimma::fields_said(changed[i]), std::vector<Field>{field});
    EXPECT_EQ(changed[i].to_string(), dimma::field_text(changed[i], field));
    EXPECT_EQ(EngineeringQoS::parse(changed[i].to_string()), changed[i]);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(changed[i], changed[j]);
  }
}

TEST(QosType, SaysWhichFieldIsNotAssembled) {
  const auto qos = EngineeringQoS::parse("processing=nullTask,messages=1,wait=spin,deadline=1s");
  EXPECT_EQ(dimma::fields_said(qos),
            (std::vector<Field>{Field::processing, Field::messages, Field::wait, Field::deadline}));
  constexpr std::array assembled{Field::processing, Field::messages};
  try {
    dimma::require_assembled(qos, assembled, "iiop over tcp");
    FAIL() << "nothing refused";
  } catch (const dimma::QoSError& error) {
    EXPECT_STREQ(error.what(), "field 'wait': wait=spin is not supported by iiop over tcp");
    EXPECT_EQ(error.field(), "wait");
    EXPECT_EQ(error.offset(), std::nullopt);
  }
  constexpr std::array all{Field::processing, Field::messages, Field::wait, Field::deadline};
  EXPECT_NO_THROW(dimma::require_assembled(qos, all, "iiop over tcp"));
  EXPECT_NO_THROW(dimma::require_assembled({}, {}, "iiop over tcp"));
}

TEST(QosType, ErrorsAreOrdinaryExceptions) {
  const dimma::QoSError error(Field::messages, "too many", 21);
  const dimma::QoSError& copy = error;
  EXPECT_STREQ(copy.what(), "field 'messages' at column 22: too many");
  EXPECT_EQ(copy.field(), "messages");
  EXPECT_EQ(copy.reason(), "too many");
  EXPECT_EQ(copy.offset(), 21U);
  static_assert(std::is_base_of_v<std::exception, dimma::QoSError>);
  static_assert(std::is_nothrow_copy_constructible_v<dimma::QoSError>);
}

TEST(QosType, Prints) {
  std::ostringstream out;
  out << EngineeringQoS{} << ' ' << EngineeringQoS::parse("wait=spin");
  EXPECT_EQ(out.str(), "default wait=spin");
  EXPECT_EQ(to_string(dimma::Protocol::iiop), "iiop");
  EXPECT_EQ(to_string(dimma::TransportKind::unix_socket), "unix");
}

}  // namespace
