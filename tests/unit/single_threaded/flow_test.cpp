// Flows without threads: the loop serves consumers too.

#include "feed_skel.hpp"

#include <dimma/flow.hpp>
#include <dimma/poa.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace dimma::test {

namespace {

class Listening : public virtual CORBA::servant_traits<Feed>::base_type {
 public:
  void tick() override {
    ++ticks;
    if (on_tick) on_tick();
  }
  void note(int32_t number, const std::string& /*text*/) override { notes.push_back(number); }
  void blob(int32_t number, const ::Octets& content) override { blobs.emplace_back(number, content.size()); }

  int ticks = 0;
  std::vector<int32_t> notes;
  std::vector<std::pair<int32_t, std::size_t>> blobs;
  std::function<void()> on_tick;
};

class AloneFlow : public testing::Test {
 protected:
  ~AloneFlow() override { orb_->destroy(); }

  CORBA::object_reference<Feed> feed(const std::string& qos = "protocol=flow") {
    const auto poa = create_poa(root_, qos, EngineeringQoS::parse(qos));
    return IDL::traits<Feed>::narrow(poa->servant_to_reference(servant_));
  }
  // The consumer's report once it has served all that it received.
  static FlowReport::Consumer settled(const FlowBinding<Feed>& binding) {
    const auto report = binding.report(std::chrono::seconds(30));
    EXPECT_TRUE(report.fresh);
    return report.consumer;
  }

  CORBA::object_reference<CORBA::ORB> orb_ = [] {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
    return CORBA::ORB_init(arguments, "flow alone");
  }();
  CORBA::object_reference<PortableServer::POA> root_ = [this] {
    auto root = IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    return root;
  }();
  CORBA::servant_reference<Listening> servant_ = CORBA::make_reference<Listening>();
};

TEST_F(AloneFlow, CarriesOnewaysInOrder) {
  const auto binding = bind_flow(feed());
  for (int32_t i = 0; i < 100; ++i) binding->note(i, "text");
  EXPECT_TRUE(servant_->notes.empty());  // nothing has been served yet
  const auto said = settled(binding);
  EXPECT_EQ(said.delivered, 100U);
  ASSERT_EQ(servant_->notes.size(), 100U);
  for (int32_t i = 0; i < 100; ++i) ASSERT_EQ(servant_->notes[static_cast<std::size_t>(i)], i);
}

TEST_F(AloneFlow, GoesThroughSharedMemoryToo) {
  const auto binding = bind_flow(feed("protocol=flow,transport=shm"), EngineeringQoS::parse("transport=shm"));
  for (int32_t i = 0; i < 100; ++i) binding->note(i, "text");
  binding->blob(1, ::Octets(300'000));
  EXPECT_EQ(settled(binding).delivered, 101U);
  EXPECT_EQ(servant_->notes.size(), 100U);
  EXPECT_EQ(servant_->blobs.size(), 1U);
}

TEST_F(AloneFlow, IsServedByPerformWork) {
  const auto binding = bind_flow(feed());
  binding->tick();
  while (servant_->ticks == 0) orb_->perform_work();
  EXPECT_EQ(servant_->ticks, 1);
}

TEST_F(AloneFlow, AssemblesLongMessages) {
  const auto binding = bind_flow(feed());
  binding->blob(7, ::Octets(100'000));
  EXPECT_EQ(settled(binding).delivered, 1U);
  ASSERT_EQ(servant_->blobs.size(), 1U);
  EXPECT_EQ(servant_->blobs.front(), std::pair(int32_t{7}, std::size_t{100'000}));
}

TEST_F(AloneFlow, AnUpcallMaySendToItsOwnConsumer) {
  const auto binding = bind_flow(feed("protocol=flow,processing=nullTask"));
  servant_->on_tick = [&] {
    if (servant_->ticks < 5) binding->tick();
  };
  binding->tick();
  while (servant_->ticks < 5) orb_->perform_work();
  EXPECT_EQ(settled(binding).delivered, 5U);
}

TEST_F(AloneFlow, AnUpcallMayEndTheOrb) {
  const auto binding = bind_flow(feed());
  servant_->on_tick = [&] { orb_->shutdown(false); };
  binding->tick();
  binding->tick();
  orb_->run();
  EXPECT_EQ(servant_->ticks, 1);
}

TEST_F(AloneFlow, FieldsThatNeedThreadsAreRefusedByName) {
  for (const auto* const said :
       {"processing=pool(2)", "scheduling=name(x)", "wait=spin", "history=latest", "exhausted=drop"}) {
    try {
      feed(std::string("protocol=flow,") + said);
      FAIL() << said;
    } catch (const QoSError& error) {
      EXPECT_TRUE(std::string_view(said).starts_with(error.field())) << error.what();
    }
  }
  try {
    bind_flow(feed("protocol=flow"), EngineeringQoS::parse("batch-delay=1ms,rate=1M"));
    FAIL() << "batch-delay";
  } catch (const QoSError& error) {
    EXPECT_EQ(error.field(), "batch-delay");
  }
}

}  // namespace

}  // namespace dimma::test
