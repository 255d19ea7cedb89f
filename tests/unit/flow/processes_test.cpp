// Two processes over UDP of the loopback, and over shared memory: messages that arrive or are lost, and restarts of
// either end.

#include "flow/producer/identity_announcer.hpp"
#include "measure/process.hpp"
#include "unit/flow/feed_servant.hpp"

#include <dimma/flow.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace dimma::flow {
namespace {

using namespace std::chrono_literals;
using measure::Child;

constexpr auto patience = 30s;

class FlowProcesses : public testing::Test {
 protected:
  ~FlowProcesses() override { orb_->destroy(); }

  static CORBA::object_reference<CORBA::ORB> make_orb() {
    std::string name = "producer";
    char* arguments[] = {name.data()};
    int count = 1;
    return CORBA::ORB_init(count, arguments, "flow processes");
  }
  // Starts a consumer with an endpoint for flows only, and returns its reference.
  std::string start_consumer(int port = 0, const std::string& qos = "protocol=flow") {
    consumer_ = Child::start({measure::program_folder() + "/flow_peer", "consumer", "--dimma-qos", qos,
                              "-ORBListenEndpoints", "iiop://127.0.0.1:" + std::to_string(port)});
    return consumer_.read_line(patience);
  }
  FlowBinding<Feed> bind(const std::string& reference, const std::string& qos = "") {
    return bind_flow(IDL::traits<Feed>::narrow(orb_->string_to_object(reference)), EngineeringQoS::parse(qos));
  }
  std::string tell(const std::string& line) {
    consumer_.write_line(line);
    return consumer_.read_line(patience);
  }
  static FlowReport settled(const FlowBinding<Feed>& binding) {
    for (;;) {
      const auto report = binding.report(patience);
      EXPECT_TRUE(report.fresh);
      const auto& said = report.consumer;
      if (!report.fresh || said.received == said.delivered + said.dropped + said.refused + said.unsettled)
        return report;
      std::this_thread::sleep_for(1ms);
    }
  }
  static int port_of(const FlowBinding<Feed>& binding) {
    const auto endpoint = binding.describe().value("endpoint");
    return std::stoi(endpoint.substr(endpoint.rfind(':') + 1));
  }

  CORBA::object_reference<CORBA::ORB> orb_ = make_orb();
  Child consumer_;
};

TEST_F(FlowProcesses, AllArrivesAtALowRate) {
  const auto binding = bind(start_consumer(), "rate=200000");
  for (int i = 0; i < 1000; ++i) binding->note(i, "paced");
  const auto report = settled(binding);
  EXPECT_EQ(report.producer.sent, 1000U);
  EXPECT_EQ(report.consumer.delivered, 1000U);
  EXPECT_EQ(report.consumer.lost + report.consumer.duplicates + report.consumer.reordered, 0U);
  EXPECT_EQ(tell("count"), "1000");
}

TEST_F(FlowProcesses, DropsOfTheQueueAreCountedExactly) {
  const auto binding = bind(start_consumer(0, "protocol=flow,history=queue(8),exhausted=drop"));
  tell("hold");
  binding->tick();
  tell("entered");
  for (int i = 0; i < 150; ++i) binding->note(i, "too many");
  EXPECT_EQ(binding.report(patience).consumer.dropped, 142U);
  tell("go");
  const auto report = settled(binding);
  EXPECT_EQ(report.consumer.received, 151U);
  EXPECT_EQ(report.consumer.delivered, 9U);
  EXPECT_EQ(tell("count"), "9");
}

TEST_F(FlowProcesses, DropsOfTheSocketAreCountedExactly) {
  const auto binding = bind(start_consumer(0, "protocol=flow,history=queue(1),socket=receive(4k)"));
  tell("hold");
  for (int i = 0; i < 5000; ++i) binding->note(i, std::string(200, 'x'));
  tell("go");
  const auto report = settled(binding);
  const auto& said = report.consumer;
  EXPECT_GT(said.lost, 0U);
  EXPECT_EQ(said.delivered + said.lost + (5000 - said.expected), 5000U);
  EXPECT_EQ(tell("count"), std::to_string(said.delivered));
}

TEST_F(FlowProcesses, AConsumerThatRestartsGoesOn) {
  const auto reference = start_consumer();
  const auto binding = bind(reference);
  const int port = port_of(binding);
  for (int i = 0; i < 100; ++i) binding->note(i, "before");
  EXPECT_EQ(settled(binding).consumer.delivered, 100U);
  consumer_ = Child();  // killed
  for (int i = 0; i < 50; ++i) binding->note(i, "to nobody");
  const auto silent = binding.report(50ms);
  EXPECT_FALSE(silent.fresh);
  EXPECT_TRUE(silent.heard);
  EXPECT_EQ(silent.consumer.delivered, 100U);
  EXPECT_EQ(silent.producer.sent, 150U);
  start_consumer(port);
  // It knows no object until the identity is sent again, at the latest with the 32nd message from now.
  for (int i = 0; i < 100; ++i) binding->note(i, "after");
  const auto report = settled(binding);
  EXPECT_EQ(report.consumer.expected, 100U);
  EXPECT_EQ(report.consumer.received, 100U);
  EXPECT_LT(report.consumer.unsettled, 32U);
  EXPECT_EQ(report.consumer.delivered, 100 - report.consumer.unsettled);
  EXPECT_EQ(tell("count"), std::to_string(report.consumer.delivered));
}

TEST_F(FlowProcesses, SharedMemoryLosesNothingThatFitsIntoTheRing) {
  const auto binding = bind(start_consumer(0, "protocol=flow,transport=shm"), "transport=shm");
  for (int i = 0; i < 1000; ++i) binding->note(i, "by shared memory");
  binding->blob(7, blob_of(7, 300'000));
  const auto report = settled(binding);
  EXPECT_EQ(report.producer.sent, 1001U);
  EXPECT_EQ(report.consumer.delivered, 1001U);
  EXPECT_EQ(report.consumer.lost + report.consumer.duplicates + report.consumer.reordered, 0U);
  EXPECT_EQ(tell("count"), "1001");
}

TEST_F(FlowProcesses, OverSharedMemoryNobodyWaitsForAConsumerThatHangs) {
  const auto binding =
      bind(start_consumer(0, "protocol=flow,transport=shm,history=queue(4)"), "transport=shm,socket=send(16k)");
  binding->tick();
  EXPECT_EQ(settled(binding).consumer.delivered, 1U);
  tell("hold");
  // More than the ring and the queue after it have room for.
  for (int i = 0; i < 2000; ++i) binding->note(i, std::string(100, 'x'));
  tell("go");
  const auto report = settled(binding);
  EXPECT_GT(report.producer.dropped, 0U);
  EXPECT_EQ(report.producer.sent + report.producer.dropped, 2001U);
  EXPECT_EQ(report.consumer.delivered, report.producer.sent);
  EXPECT_EQ(report.consumer.lost, report.producer.dropped);
  EXPECT_EQ(tell("count"), std::to_string(report.producer.sent));
}

TEST_F(FlowProcesses, OverSharedMemoryAConsumerThatIsKilledIsNoFailure) {
  const auto binding = bind(start_consumer(0, "protocol=flow,transport=shm"), "transport=shm");
  for (int i = 0; i < 100; ++i) binding->note(i, "before");
  EXPECT_EQ(settled(binding).consumer.delivered, 100U);
  consumer_ = Child();
  for (int i = 0; i < 100; ++i) binding->note(i, "to nobody");
  EXPECT_FALSE(binding.report(50ms).fresh);
  for (int i = 0; i < 10; ++i) binding->note(i, "still to nobody");
  const auto report = binding.report(1ms);
  EXPECT_EQ(report.producer.sent, 210U);
  EXPECT_GT(report.producer.unreachable, 0U);
}

// The killed consumer leaves unread messages in the ring, and no call waits until they are read.
TEST_F(FlowProcesses, OverSharedMemoryNobodyWaitsForAKilledConsumersFullRing) {
  const auto binding =
      bind(start_consumer(0, "protocol=flow,transport=shm"), "transport=shm,socket=send(4k),exhausted=raise");
  binding->tick();
  EXPECT_EQ(settled(binding).consumer.delivered, 1U);
  consumer_ = Child();
  for (int i = 0; i < 200; ++i) binding->note(i, std::string(100, 'x'));
  const auto report = binding.report(1ms);
  EXPECT_EQ(report.producer.sent, 201U);
  EXPECT_GT(report.producer.unreachable, 0U);
}

TEST_F(FlowProcesses, AConsumerMayStartLate) {
  const auto reference = start_consumer();
  const auto binding = bind(reference);
  const int port = port_of(binding);
  consumer_ = Child();
  for (int i = 0; i < 10; ++i) binding->tick();
  EXPECT_FALSE(binding.report(30ms).heard);
  start_consumer(port);
  std::this_thread::sleep_for(IdentityAnnouncer::again_after);
  binding->tick();
  EXPECT_EQ(settled(binding).consumer.delivered, 1U);
}

TEST_F(FlowProcesses, AProducerThatRestartsIsAFlowOfItsOwn) {
  const auto reference = start_consumer();
  const std::string peer = measure::program_folder() + "/flow_peer";
  for (int i = 1; i <= 3; ++i) {
    auto producer = Child::start({peer, "producer", reference, "20"});
    EXPECT_EQ(producer.read_line(patience), "sent 20");
  }  // killed, without notice to the consumer
  const auto binding = bind(reference);
  binding->tick();
  EXPECT_EQ(settled(binding).consumer.expected, 1U);
  EXPECT_EQ(tell("count"), "61");
}

TEST_F(FlowProcesses, AnObjectThatIsGoneIsCountedAsRefused) {
  const auto binding = bind(start_consumer());
  binding->tick();
  EXPECT_EQ(settled(binding).consumer.delivered, 1U);
  tell("deactivate");
  for (int i = 0; i < 5; ++i) binding->tick();
  const auto report = settled(binding);
  EXPECT_EQ(report.consumer.delivered, 1U);
  EXPECT_EQ(report.consumer.refused, 5U);
}

}  // namespace
}  // namespace dimma::flow
