// Places of messages that are dropped at either end are returned at once, not only after the time after which the place
// of a oneway is reclaimed.

#include "unit/flow/loans/frames_fixture.hpp"

#include <future>

namespace dimma::test {
namespace {

// Much shorter than the time after which an unclaimed place is reclaimed.
constexpr const char* impatient = "transport=shm,loans=pool(4,64k),deadline=5s";

TEST_F(FlowOfFrames, ReplacedFramesGiveTheirPlacesBack) {
  const auto flow = bound(over_shm + std::string(",history=latest"), impatient);
  servant_->hold();
  flow->show(0, filled(flow.loan<std::uint8_t>(100), 0));
  ASSERT_TRUE(servant_->has_entered(1));
  for (std::int32_t i = 1; i <= 50; ++i) flow->show(i, filled(flow.loan<std::uint8_t>(100), i));
  EXPECT_EQ(flow.report(std::chrono::seconds(20)).consumer.dropped, 49U);
  EXPECT_TRUE(comes_to_use(flow, 2)) << "the one being shown, and the latest";
  servant_->go_on();
  ASSERT_TRUE(servant_->has_shown(2));
  EXPECT_EQ(servant_->shown()[1].number, 50);
  EXPECT_TRUE(servant_->shown()[1].is_sound && servant_->shown()[1].is_shared);
  servant_->let_go();
  EXPECT_TRUE(comes_to_use(flow, 0));
}

TEST_F(FlowOfFrames, FramesDroppedByAFullQueueGiveTheirPlacesBack) {
  const auto flow = bound(over_shm + std::string(",history=queue(2),exhausted=drop"), impatient);
  servant_->hold();
  flow->show(0, filled(flow.loan<std::uint8_t>(100), 0));
  ASSERT_TRUE(servant_->has_entered(1));
  for (std::int32_t i = 1; i <= 50; ++i) flow->show(i, filled(flow.loan<std::uint8_t>(100), i));
  EXPECT_EQ(flow.report(std::chrono::seconds(20)).consumer.dropped, 48U);
  EXPECT_TRUE(comes_to_use(flow, 3));
  servant_->go_on();
  ASSERT_TRUE(servant_->has_shown(3));
  servant_->let_go();
  EXPECT_TRUE(comes_to_use(flow, 0));
}

bool is_there(PortableServer::POA& poa) {
  try {
    return !poa.the_name().empty();
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    return false;
  }
}

TEST_F(FlowOfFrames, FramesInTheQueueOfAConsumerThatEndsGiveTheirPlacesBack) {
  const auto flow = bound(over_shm + std::string(",processing=pool(1)"), impatient);
  servant_->hold();
  for (std::int32_t i = 0; i < 4; ++i) flow->show(i, filled(flow.loan<std::uint8_t>(100), i));
  ASSERT_TRUE(servant_->has_entered(1));
  EXPECT_EQ(flow.report(std::chrono::seconds(20)).consumer.received, 4U);
  auto end = std::async(std::launch::async, [this] { poa_->destroy(false, true); });
  while (is_there(*poa_)) std::this_thread::yield();
  servant_->go_on();
  end.get();
  servant_->let_go();
  EXPECT_TRUE(comes_to_use(flow, 0));
}

TEST_F(FlowOfFrames, FramesWithoutAServantGiveTheirPlacesBack) {
  for (const std::string processing : {"", ",processing=nullTask"}) {
    const auto flow = bound(over_shm + processing, impatient);
    flow->show(0, filled(flow.loan<std::uint8_t>(100), 0));
    EXPECT_EQ(settled(flow).consumer.delivered, 1U);
    servant_->let_go();
    poa_->deactivate_object(poa_->servant_to_id(servant_));
    for (std::int32_t i = 0; i < 20; ++i) flow->show(i, filled(flow.loan<std::uint8_t>(100), i));
    EXPECT_EQ(settled(flow).consumer.refused, 20U);
    EXPECT_TRUE(comes_to_use(flow, 0));
  }
}

TEST_F(FlowOfFrames, FramesBeyondTheRateGiveTheirPlacesBack) {
  servant_ = CORBA::make_reference<FramesServant>(false);
  for (const std::string delay : {"", ",batch-delay=5ms"}) {
    const auto flow = bound(over_shm, "transport=shm,loans=pool(4,64k),rate=20000,exhausted=drop" + delay);
    std::uint64_t shared = 0;
    for (std::int32_t i = 0; i < 200; ++i) {
      auto frame = flow.loan<std::uint8_t>(100);
      shared += frame.is_shared() ? 1 : 0;
      flow->show(i, filled(std::move(frame), i));
    }
    const auto report = settled(flow);
    EXPECT_GT(report.producer.dropped, 0U);
    EXPECT_EQ(report.producer.sent + report.producer.dropped, 200U);
    EXPECT_EQ(report.consumer.delivered, report.producer.sent);
    EXPECT_TRUE(comes_to_use(flow, 0)) << delay;
    EXPECT_GT(shared, 4U);
  }
}

TEST_F(FlowOfFrames, FramesWithoutRoomInTheRingGiveTheirPlacesBack) {
  for (const std::string how : {"", ",batch-delay=1ms"}) {
    servant_->hold();
    const auto flow = bound(over_shm + std::string(",processing=nullTask"),
                            "transport=shm,loans=pool(256,64),socket=send(4k),exhausted=drop" + how);
    flow->show(0, filled(flow.loan<std::uint8_t>(50), 0));
    for (std::int32_t i = 1; i < 200; ++i) flow->show(i, filled(flow.loan<std::uint8_t>(50), i));
    // A report request sends or drops the messages that wait, and finds no room itself.
    const auto full = flow.report(std::chrono::milliseconds(50));
    EXPECT_GT(full.producer.dropped, 0U) << how;
    EXPECT_TRUE(comes_to_use(flow, full.producer.sent)) << how;
    servant_->go_on();
    const auto report = settled(flow);
    EXPECT_EQ(report.producer.sent + report.producer.dropped, 200U);
    EXPECT_EQ(report.consumer.delivered, report.producer.sent);
    for (const auto& shown : servant_->shown()) EXPECT_TRUE(shown.is_sound && shown.is_shared);
    servant_->let_go();
    EXPECT_TRUE(comes_to_use(flow, 0)) << how;
  }
}

// A message that cannot be sent because of one argument takes back the loan of another argument.
TEST_F(FlowOfFrames, FramesOfAMessageThatIsNotWrittenGiveTheirPlacesBack) {
  const auto flow = bound(over_shm, "transport=shm,loans=pool(2,64k),buffers=pool(1,1000),exhausted=raise");
  for (std::int32_t i = 0; i < 5; ++i) {
    EXPECT_THROW(flow->mixed(i, filled(flow.loan<std::uint8_t>(100), i), Flowing::Octets(2000)), CORBA::MARSHAL);
  }
  EXPECT_TRUE(comes_to_use(flow, 0));
  flow->mixed(7, filled(flow.loan<std::uint8_t>(100), 7), {});
  ASSERT_TRUE(servant_->has_shown(1));
}

}  // namespace
}  // namespace dimma::test
