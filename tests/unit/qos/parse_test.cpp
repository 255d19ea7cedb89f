// The text form, well formed.

#include <dimma/qos.hpp>

#include <gtest/gtest.h>

#include <random>

namespace {

using namespace std::chrono_literals;
using dimma::EngineeringQoS;

struct Reading {
  const char* text;
  EngineeringQoS qos;
};

class QosParse : public testing::TestWithParam<Reading> {};

TEST_P(QosParse, ReadsAndRoundTrips) {
  const auto& [text, expected] = GetParam();
  const auto qos = EngineeringQoS::parse(text);
  EXPECT_EQ(qos, expected) << "read as " << qos;
  EXPECT_EQ(EngineeringQoS::parse(qos.to_string()), qos) << qos;
  EXPECT_EQ(EngineeringQoS::parse(qos.to_full_string()), qos) << qos.to_full_string();
}

using dimma::Buffers;
using dimma::History;
using dimma::ProcessingConcurrency;
using dimma::ReadAhead;
using dimma::WaitStrategy;

const Reading readings[] = {
    {"", {}},
    {"   \t\n ", {}},
    {"protocol=any", {}},
    {"protocol=iiop", {.protocol = dimma::Protocol::iiop}},
    {"protocol=flow", {.protocol = dimma::Protocol::flow}},
    {"transport=any", {}},
    {"transport=tcp", {.transport = dimma::TransportKind::tcp}},
    {"transport=unix", {.transport = dimma::TransportKind::unix_socket}},
    {"transport=shm", {.transport = dimma::TransportKind::shm}},
    {"transport=tls", {.transport = dimma::TransportKind::tls}},
    {"transport=udp", {.transport = dimma::TransportKind::udp}},
    {"transport=multicast", {.transport = dimma::TransportKind::multicast}},
    {"processing=shared", {}},
    {"processing=nullTask", {.processing_concurrency = ProcessingConcurrency::null_task}},
    {"processing=nullTask(200)", {.processing_concurrency = ProcessingConcurrency::null_task_up_to(200)}},
    {"processing=pool(4)", {.processing_concurrency = ProcessingConcurrency::pool(4)}},
    {"processing=factory", {.processing_concurrency = ProcessingConcurrency::factory}},
    {"messages=unlimited", {}},
    {"messages=1", {.message_concurrency = 1}},
    {"messages=1000000", {.message_concurrency = 1'000'000}},
    {"packets=unlimited", {}},
    {"packets=3", {.packet_concurrency = 3}},
    {"connection=auto", {}},
    {"connection=shared", {.connection = dimma::Connection::shared}},
    {"connection=dedicated", {.connection = dimma::Connection::dedicated}},
    {"demultiplexing=leader", {}},
    {"demultiplexing=task", {.demultiplexing = dimma::Demultiplexing::task}},
    {"buffers=factory", {}},
    {"buffers=pool(4,64k)", {.buffers = Buffers::pool(4, 65536)}},
    {"buffers=pool(1, 1G)", {.buffers = Buffers::pool(1, 1U << 30)}},
    {"exhausted=wait", {}},
    {"exhausted=raise", {.on_exhaustion = dimma::OnExhaustion::raise}},
    {"exhausted=drop", {.on_exhaustion = dimma::drop}},
    {"wait=block", {}},
    {"wait=spin", {.wait = WaitStrategy::spin}},
    {"wait=adaptive", {.wait = WaitStrategy::adaptive()}},
    {"wait=adaptive(50)", {.wait = WaitStrategy::adaptive(50us)}},
    {"wait=adaptive(50us)", {.wait = WaitStrategy::adaptive(50us)}},
    {"wait=adaptive(1500ns)", {.wait = WaitStrategy::adaptive(1500ns)}},
    {"read-ahead=off", {.read_ahead = ReadAhead::off}},
    {"read-ahead=4k", {}},
    {"read-ahead=8k", {.read_ahead = 8192}},
    {"read-ahead=13", {.read_ahead = 13}},
    {"read-ahead=1M", {.read_ahead = 1 << 20}},
    {"deadline=none", {}},
    {"deadline=1ns", {.deadline = 1ns}},
    {"deadline=250us", {.deadline = 250us}},
    {"deadline=5ms", {.deadline = 5ms}},
    {"deadline=2s", {.deadline = 2s}},
    {"deadline=9223372036s", {.deadline = 9223372036s}},
    {"scheduling=inherited", {}},
    {"scheduling=cpus(3)", {.scheduling = {.cpus = {3}}}},
    {"scheduling=cpus(0-2,8, 1)", {.scheduling = {.cpus = {0, 1, 2, 8}}}},
    {"scheduling=other", {.scheduling = {.policy = dimma::SchedulingPolicy::other}}},
    {"scheduling=batch", {.scheduling = {.policy = dimma::SchedulingPolicy::batch}}},
    {"scheduling=idle", {.scheduling = {.policy = dimma::SchedulingPolicy::idle}}},
    {"scheduling=round-robin(1)", {.scheduling = {.policy = dimma::SchedulingPolicy::round_robin, .priority = 1}}},
    {"scheduling=name(Video:rx-1/a.b)+fifo(99)+cpus(1023)",
     {.scheduling =
          {.cpus = {1023}, .policy = dimma::SchedulingPolicy::fifo, .priority = 99, .thread_name = "Video:rx-1/a.b"}}},
    {"socket=system", {}},
    {"socket=send(64k)", {.socket = {.send_buffer = 65536}}},
    {"socket=dscp(0)", {.socket = {.dscp = 0}}},
    {"socket=receive(1M)+dscp(46)+busy-poll(50us)+send(4096)",
     {.socket = {.send_buffer = 4096, .receive_buffer = 1U << 20, .dscp = 46, .busy_poll = 50us}}},
    {"socket=busy-poll(7)", {.socket = {.busy_poll = 7us}}},
    {"socket=ttl(0)", {.socket = {.ttl = 0}}},
    {"transport=multicast,socket=group(239.1.2.3,5000)+interface(eth0)+ttl(4)",
     {.transport = dimma::TransportKind::multicast,
      .socket = {.ttl = 4, .group = "239.1.2.3", .group_port = 5000, .interface = "eth0"}}},
    {"transport=multicast,socket=group(ff15::17,65535)",
     {.transport = dimma::TransportKind::multicast, .socket = {.group = "ff15::17", .group_port = 65535}}},
    {"batch-delay=none", {}},
    {"credentials=default", {}},
    {"loans=none", {}},
    {"memory=any", {}},
    {"memory=sealed", {.memory = dimma::Memory::sealed}},
    {"memory=sealed(count)", {.memory = dimma::Memory::sealed_counted}},
    {"loans=pool(4,64M)", {.loans = dimma::Loans::pool(4, 64U << 20)}},
    {"transport=tls,credentials=ops-1", {.transport = dimma::TransportKind::tls, .credentials = "ops-1"}},
    {"batch_delay=50us", {.batch_delay = 50us}},
    {"history=queue", {}},
    {"history=queue(16)", {.history = History::queue(16)}},
    {"history=latest", {.history = History::latest}},
    {"rate=unlimited", {}},
    {"rate=5M", {.rate = 5U << 20}},
    {"rate=18446744073709551615", {.rate = ~std::uint64_t{0}}},
    // The form: any order, blanks, capitals, - and _, the members' names.
    {"messages=1,processing=nullTask",
     {.processing_concurrency = ProcessingConcurrency::null_task, .message_concurrency = 1}},
    {" transport = shm ,\tprocessing=nullTask , messages = 1 ,wait=spin, read-ahead=off ",
     {.transport = dimma::TransportKind::shm,
      .processing_concurrency = ProcessingConcurrency::null_task,
      .message_concurrency = 1,
      .wait = WaitStrategy::spin,
      .read_ahead = ReadAhead::off}},
    {"PROCESSING=NULLTASK,Messages=1,Wait=Spin",
     {.processing_concurrency = ProcessingConcurrency::null_task,
      .message_concurrency = 1,
      .wait = WaitStrategy::spin}},
    {"ProcessingConcurrency=null_task,message_concurrency=1,packet-concurrency=2,on_exhaustion=raise",
     {.processing_concurrency = ProcessingConcurrency::null_task,
      .message_concurrency = 1,
      .packet_concurrency = 2,
      .on_exhaustion = dimma::OnExhaustion::raise}},
    {"READ_ahead=OFF", {.read_ahead = ReadAhead::off}},
    {"readahead=off", {.read_ahead = ReadAhead::off}},
    {"buffers = pool ( 4 , 64 K ) , deadline = 5 ms", {.buffers = Buffers::pool(4, 65536), .deadline = 5ms}},
    {"scheduling = fifo( 5 ) + cpus( 1 )",
     {.scheduling = {.cpus = {1}, .policy = dimma::SchedulingPolicy::fifo, .priority = 5}}},
};

INSTANTIATE_TEST_SUITE_P(Table, QosParse, testing::ValuesIn(readings));

TEST(QosText, FullFormNamesEveryField) {
  EXPECT_EQ(EngineeringQoS{}.to_full_string(),
            "protocol=any,transport=any,processing=shared,messages=unlimited,packets=unlimited,connection=auto,"
            "demultiplexing=leader,buffers=factory,exhausted=wait,wait=block,read-ahead=4k,deadline=none,"
            "scheduling=inherited,socket=system,history=queue,rate=unlimited,batch-delay=none,credentials=default,"
            "loans=none,memory=any");
  EXPECT_EQ(EngineeringQoS{}.to_string(), "");
}

TEST(QosText, PrintsTheShortestExactForm) {
  EXPECT_EQ(EngineeringQoS{.deadline = 1500us}.to_string(), "deadline=1500us");
  EXPECT_EQ(EngineeringQoS{.deadline = 120s}.to_string(), "deadline=120s");
  EXPECT_EQ(EngineeringQoS{.read_ahead = 65537}.to_string(), "read-ahead=65537");
  EXPECT_EQ(EngineeringQoS{.rate = std::uint64_t{3} << 30}.to_string(), "rate=3G");
  EXPECT_EQ((EngineeringQoS{.scheduling = {.cpus = {0, 1, 2, 4, 6, 7}}}).to_string(), "scheduling=cpus(0-2,4,6-7)");
}

// A QoS that can be parsed can be written and parsed again.
TEST(QosText, RandomQosRoundTrips) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const auto pick = [&](std::uint64_t from, std::uint64_t to) {
    return std::uniform_int_distribution<std::uint64_t>(from, to)(random);
  };
  for (int i = 0; i < 2000; ++i) {
    EngineeringQoS qos;
    if (pick(0, 1) != 0)
      qos.processing_concurrency = ProcessingConcurrency::pool(static_cast<std::uint32_t>(pick(1, 4096)));
    if (pick(0, 1) != 0) qos.message_concurrency = pick(1, 1'000'000);
    if (pick(0, 1) != 0) qos.packet_concurrency = pick(1, 1'000'000);
    if (pick(0, 1) != 0)
      qos.buffers = Buffers::pool(static_cast<std::uint32_t>(pick(1, 1'000'000)), pick(64, 1U << 30));
    if (pick(0, 1) != 0) qos.wait = WaitStrategy::adaptive(std::chrono::nanoseconds(pick(1, 1ULL << 62)));
    if (pick(0, 3) == 0) qos.wait = WaitStrategy::adaptive();
    if (pick(0, 1) != 0) qos.read_ahead = pick(13, 1U << 24);
    if (pick(0, 1) != 0) qos.deadline = std::chrono::nanoseconds(pick(1, 1ULL << 62));
    for (auto cpus = pick(0, 6); cpus > 0; --cpus) qos.scheduling.cpus.insert(static_cast<unsigned>(pick(0, 1023)));
    if (pick(0, 1) != 0) qos.socket.dscp = static_cast<unsigned>(pick(0, 63));
    qos.socket.send_buffer = pick(0, 1U << 30);
    qos.socket.busy_poll = std::chrono::microseconds(pick(0, 0x7fff'ffff));
    if (pick(0, 1) != 0) qos.rate = pick(1, ~std::uint64_t{0});
    if (pick(0, 1) != 0) qos.history = History::queue(pick(1, 1'000'000));
    ASSERT_EQ(EngineeringQoS::parse(qos.to_string()), qos) << qos;
    ASSERT_EQ(EngineeringQoS::parse(qos.to_full_string()), qos) << qos;
  }
}

}  // namespace
