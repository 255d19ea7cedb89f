// Loaned sequences in flows: when they are passed in place, how other transports carry them, and when a place is
// awaited.

#include "unit/common/expect_raises.hpp"
#include "unit/flow/loans/frames_fixture.hpp"

#include <dimma/minor.hpp>

#include <tuple>

namespace dimma::test {
namespace {

struct Ends {
  const char* consumer;
  const char* producer;
};
std::ostream& operator<<(std::ostream& out, const Ends& ends) { return out << ends.consumer << " " << ends.producer; }

class FlowLoansEachWay : public FlowOfFrames, public testing::WithParamInterface<Ends> {};

TEST_P(FlowLoansEachWay, AllCarryTheElements) {
  const auto flow = bound(GetParam().consumer, GetParam().producer);
  const bool shares = std::string(GetParam().producer).find("loans") != std::string::npos;
  std::size_t calls = 0;
  for (std::uint8_t round = 0; round < 30; ++round) {
    auto frame = flow.loan<std::uint8_t>(octets_each / 2);
    EXPECT_EQ(frame.is_shared(), shares);
    flow->show(round, filled(std::move(frame), round));
    auto samples = flow.loan<Flowing::Sample>(5);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      samples[i] = Flowing::Sample(static_cast<double>(i), {0, 0, round});
    }
    flow->both(filled(flow.loan<std::uint8_t>(3), round), round, std::move(samples));
    flow->show(round, filled(Flowing::Image(100), round));  // not in a place of the flow
    flow->show(round, Flowing::Image());
    flow->both(filled(Flowing::Image(7), round), round, Flowing::Samples());
    calls += 5;
    ASSERT_TRUE(servant_->has_shown(calls));
    servant_->let_go();
  }
  for (std::size_t i = 0; i < calls; ++i) {
    const auto shown = servant_->shown()[i];
    ASSERT_TRUE(shown.is_sound) << i;
    ASSERT_EQ(shown.is_shared, shares && i % 5 < 2) << i;
  }
  const auto report = settled(flow);
  EXPECT_EQ(report.producer.sent, calls);
  EXPECT_EQ(report.consumer.delivered, calls);
  if (!shares) return;
  EXPECT_TRUE(comes_to_use(flow, 0));
  const std::string loans = flow.describe().value("loans");
  EXPECT_NE(loans.find("0 refused; 90 sent in place, 60 copied"), std::string::npos) << loans;
}

INSTANTIATE_TEST_SUITE_P(
    All, FlowLoansEachWay,
    testing::Values(Ends{"protocol=flow,transport=shm", "transport=shm,loans=pool(4,64k)"},
                    Ends{"protocol=flow,transport=shm,processing=nullTask", "transport=shm,loans=pool(4,64k)"},
                    Ends{"protocol=flow,transport=shm,processing=pool(1),wait=adaptive(20us)",
                         "loans=pool(4,64k),exhausted=drop"},
                    Ends{"protocol=flow,transport=shm", "transport=shm,loans=pool(4,64k),buffers=pool(2,1k)"},
                    Ends{"protocol=flow,transport=shm", "loans=pool(4,64k),processing=nullTask,messages=1"},
                    Ends{"protocol=flow,transport=shm", "transport=shm,loans=pool(4,64k),batch-delay=1ms"},
                    Ends{"protocol=flow,transport=shm", "transport=shm,loans=pool(4,64k),rate=10M"},
                    Ends{"protocol=flow,transport=shm", "transport=shm"},
                    Ends{"protocol=flow,transport=udp", "transport=udp"}));

// As many messages as there are places, all in one batch.
TEST_F(FlowOfFrames, MessagesThatWaitForOthersLendTheirPlaces) {
  const auto flow = bound(over_shm, "transport=shm,loans=pool(8,64k),batch-delay=1s,packets=8");
  for (std::int32_t i = 0; i < 8; ++i) flow->show(i, filled(flow.loan<std::uint8_t>(octets_each), i));
  ASSERT_TRUE(servant_->has_shown(8));
  for (std::int32_t i = 0; i < 8; ++i) {
    const auto shown = servant_->shown()[static_cast<std::size_t>(i)];
    EXPECT_EQ(shown.number, i);
    EXPECT_TRUE(shown.is_sound && shown.is_shared);
  }
  EXPECT_TRUE(comes_to_use(flow, 8));
  servant_->let_go();
  EXPECT_TRUE(comes_to_use(flow, 0));
}

TEST_F(FlowOfFrames, AMessageOfManyPacketsLendsItsPlace) {
  const auto flow = bound(over_shm, "transport=shm,loans=pool(2,64k)");
  Flowing::Octets rest(300'000);
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = octet_of(5, i);
  flow->mixed(5, filled(flow.loan<std::uint8_t>(octets_each), 5), rest);
  ASSERT_TRUE(servant_->has_shown(1));
  EXPECT_TRUE(servant_->shown()[0].is_sound);
  EXPECT_TRUE(servant_->shown()[0].is_shared);
}

TEST_F(FlowOfFrames, AConsumerThatKeepsAllMakesTheNextOneMeetExhausted) {
  const auto raises = bound(over_shm, "transport=shm,loans=pool(3,64k),exhausted=raise");
  for (std::int32_t i = 0; i < 3; ++i) raises->show(i, filled(raises.loan<std::uint8_t>(100), i));
  EXPECT_RAISES(raises.loan<std::uint8_t>(1), CORBA::NO_RESOURCES, minor::no_resources_exhausted);
  EXPECT_NE(raises.describe().value("loans").find("3 in use, 3 at most, 3 made, 0 waited, 1 refused; 3 sent"),
            std::string::npos)
      << raises.describe();
  ASSERT_TRUE(servant_->has_shown(3));
  // Messages that need no place are still sent.
  raises->show(9, filled(Flowing::Image(50), 9));
  ASSERT_TRUE(servant_->has_shown(4));
  EXPECT_TRUE(servant_->keeps_sound_frames());
  servant_->let_go();
  EXPECT_TRUE(raises.loan<std::uint8_t>(1).is_shared());

  const auto waits = bound(over_shm, "transport=shm,loans=pool(1,64k),deadline=20ms");
  const auto only = waits.loan<std::uint8_t>(1);
  EXPECT_RAISES(waits.loan<std::uint8_t>(1), CORBA::TIMEOUT, minor::timeout_resources);
  EXPECT_NE(waits.describe().value("loans").find("1 waited, 1 refused"), std::string::npos) << waits.describe();
}

TEST_F(FlowOfFrames, AWaitingProducerGetsAPlaceThatIsGivenBack) {
  const auto flow = bound(over_shm, "transport=shm,loans=pool(2,64k)");
  for (std::int32_t i = 0; i < 2; ++i) flow->show(i, filled(flow.loan<std::uint8_t>(100), i));
  ASSERT_TRUE(servant_->has_shown(2));
  std::thread waiting([&] { EXPECT_TRUE(flow.loan<std::uint8_t>(10).is_shared()); });
  servant_->let_go();
  waiting.join();
}

TEST_F(FlowOfFrames, AProducerThatMayDropCopiesFramesUntilAPlaceIsFree) {
  const auto flow = bound(over_shm, "transport=shm,loans=pool(2,64k),exhausted=drop");
  for (std::int32_t i = 0; i < 5; ++i) {
    auto frame = flow.loan<std::uint8_t>(1000);
    EXPECT_EQ(frame.is_shared(), i < 2);
    flow->show(i, filled(std::move(frame), i));
  }
  ASSERT_TRUE(servant_->has_shown(5));
  for (const auto& shown : servant_->shown()) EXPECT_TRUE(shown.is_sound && shown.is_shared == (shown.number < 2));
  servant_->let_go();
  EXPECT_TRUE(comes_to_use(flow, 0));
  EXPECT_TRUE(flow.loan<std::uint8_t>(1000).is_shared());
  EXPECT_NE(flow.describe().value("loans").find("3 refused; 2 sent in place, 3 copied"), std::string::npos)
      << flow.describe();
}

TEST_F(FlowOfFrames, WithoutAConsumerItIsOrdinaryMemory) {
  const auto reference = offered(over_shm);
  poa_->destroy(true, true);
  const auto flow = bind_flow(reference, EngineeringQoS::parse("transport=shm,loans=pool(2,64M)"));
  for (std::int32_t i = 0; i < 5; ++i) {
    auto frame = flow.loan<std::uint8_t>(100);
    EXPECT_FALSE(frame.is_shared());
    flow->show(i, std::move(frame));
  }
  // Too long for a flow: dropped, without an exception as there is no consumer.
  flow->show(5, flow.loan<std::uint8_t>(std::size_t{40} << 20));
  const auto report = flow.report(std::chrono::milliseconds(1));
  EXPECT_EQ(report.producer.sent, 5U);
  EXPECT_EQ(report.producer.dropped, 1U);
  EXPECT_GT(report.producer.unreachable, 0U);
}

TEST_F(FlowOfFrames, AFrameTooLongToBeCopiedIsRefusedOrDropped) {
  constexpr std::size_t too_long = std::size_t{40} << 20;
  const auto raises = bound(over_shm, "transport=shm,loans=pool(1,64M),exhausted=raise");
  EXPECT_TRUE(raises.loan<std::uint8_t>(too_long).is_shared());
  EXPECT_THROW(raises->show(1, Flowing::Image(LoanBlock(too_long), too_long)), CORBA::MARSHAL);

  const auto drops = bound(over_shm, "transport=shm,loans=pool(1,64M),exhausted=drop");
  const auto only = drops.loan<std::uint8_t>(1);
  drops->show(1, drops.loan<std::uint8_t>(too_long));
  EXPECT_EQ(settled(drops).producer.dropped, 1U);
  EXPECT_EQ(settled(drops).producer.sent, 0U);
}

TEST_F(FlowOfFrames, ALoanOfAnotherConnectionIsCopied) {
  const auto one = bound(over_shm, "transport=shm,loans=pool(2,64k)");
  const auto other = bound(over_shm, "transport=shm,loans=pool(2,64k)");
  other->show(1, filled(one.loan<std::uint8_t>(500), 1));
  ASSERT_TRUE(servant_->has_shown(1));
  EXPECT_TRUE(servant_->shown()[0].is_sound);
  EXPECT_FALSE(servant_->shown()[0].is_shared);
  EXPECT_TRUE(comes_to_use(one, 0));
  // A loan of the flow's own connection is handed over.
  one->show(2, filled(one.loan<std::uint8_t>(500), 2));
  ASSERT_TRUE(servant_->has_shown(2));
  EXPECT_TRUE(servant_->shown()[1].is_shared);
}

// Frames that have been received are read where they lie, even when their producer has ended the flow.
TEST_F(FlowOfFrames, WaitingFramesOutliveTheFlow) {
  auto flow = bound(over_shm, "transport=shm,loans=pool(4,64k)");
  servant_->hold();
  for (std::int32_t i = 0; i < 4; ++i) flow->show(i, filled(flow.loan<std::uint8_t>(octets_each), i));
  ASSERT_TRUE(servant_->has_entered(1));
  EXPECT_EQ(flow.report(std::chrono::seconds(20)).consumer.received, 4U);
  flow.unbind();
  // Waits until the consumer has noticed the end.
  while (describe(poa_).value("loans").find("producers") != std::string::npos) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  servant_->go_on();
  ASSERT_TRUE(servant_->has_shown(4));
  for (const auto& shown : servant_->shown()) EXPECT_TRUE(shown.is_sound && shown.is_shared);
  EXPECT_TRUE(servant_->keeps_sound_frames());
}

TEST_F(FlowOfFrames, BothEndsSayWhatIsInUse) {
  const auto reference = offered(over_shm);
  const auto qos = EngineeringQoS::parse("transport=shm,loans=pool(4,64k),exhausted=drop");
  const Plan planned =
      plan(reference, EngineeringQoS::parse("protocol=flow,transport=shm,loans=pool(4,64k),exhausted=drop"));
  EXPECT_EQ(planned.value("loans"),
            "pool: 4 x 65536 octets over shared memory; copies: 0 of a loaned sequence in it; if none is free, loaned "
            "sequences are copied");
  const auto flow = bind_flow(reference, qos);
  EXPECT_EQ(flow.describe().plan(), planned);
  EXPECT_EQ(describe(poa_).value("loans"), "") << "nobody has any";
  flow->show(1, filled(flow.loan<std::uint8_t>(100), 1));
  ASSERT_TRUE(servant_->has_shown(1));
  EXPECT_EQ(describe(poa_).value("loans"),
            "in the places of each producer's QoS; copies: 0 of a loaned sequence in them; 1 producers: 1 of 4 "
            "held");
  servant_->let_go();
  EXPECT_NE(describe(poa_).value("loans").find("0 of 4 held"), std::string::npos);
}

TEST_F(FlowOfFrames, RefusesByNameWhatItCannotBeMadeOf) {
  const auto refused = [&](const auto& attempt) -> std::string {
    try {
      attempt();
    } catch (const QoSError& error) {
      return error.field();
    }
    return "";
  };
  const auto by_udp = offered("protocol=flow,transport=udp");
  EXPECT_EQ(refused([&] { bind_flow(by_udp, EngineeringQoS::parse("transport=udp,loans=pool(4,64k)")); }), "loans");
  EXPECT_EQ(refused([&] { offered("protocol=flow,transport=shm,loans=pool(4,64k)"); }), "loans");
  // As for calls, the option has no effect if the QoS leaves the transport open.
  const auto flow = bind_flow(by_udp, EngineeringQoS::parse("loans=pool(4,64k)"));
  EXPECT_FALSE(flow.loan<std::uint8_t>(10).is_shared());
  EXPECT_EQ(flow.describe().value("loans"),
            "none: the consumer is not reached over shared memory; loaned sequences are copied");
  const auto small = bound(over_shm, "transport=shm,loans=pool(1,64)");
  EXPECT_RAISES(small.loan<std::uint8_t>(65), CORBA::BAD_PARAM, minor::bad_param_loan);
  EXPECT_EQ(small.loan<std::uint8_t>(0).size(), 0U);
}

TEST_F(FlowOfFrames, ManyThreadsShareTheirPlaces) {
  servant_ = CORBA::make_reference<FramesServant>(false);
  const auto flow = bound(over_shm + std::string(",processing=pool(2)"), "transport=shm,loans=pool(3,64k)");
  constexpr std::int32_t each = 200;
  std::vector<std::thread> producers;
  for (int i = 0; i < 4; ++i) {
    producers.emplace_back([&] {
      for (std::int32_t j = 0; j < each; ++j) flow->show(j, filled(flow.loan<std::uint8_t>(200), j));
    });
  }
  for (auto& producer : producers) producer.join();
  ASSERT_TRUE(servant_->has_shown(4 * each));
  for (const auto& shown : servant_->shown()) ASSERT_TRUE(shown.is_sound && shown.is_shared);
  EXPECT_TRUE(comes_to_use(flow, 0));
}

}  // namespace
}  // namespace dimma::test
