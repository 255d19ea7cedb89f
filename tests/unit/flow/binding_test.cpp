// Flows between two ORBs of this process, over UDP of the loopback.

#include "iiop/giop/profile.hpp"
#include "orb/state/ior.hpp"
#include "transport/udp/udp.hpp"
#include "unit/flow/feed_servant.hpp"

#include <feed_deferred.hpp>

#include <dimma/access.hpp>
#include <dimma/flow.hpp>
#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <thread>

#include <unistd.h>

namespace dimma::flow {
namespace {

using namespace std::chrono_literals;

CORBA::object_reference<CORBA::ORB> make_orb(const std::string& name, std::vector<std::string> more = {}) {
  std::vector<std::string> words{name, "-ORBListenEndpoints", "iiop://127.0.0.1:0"};
  words.insert(words.end(), more.begin(), more.end());
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  return CORBA::ORB_init(count, arguments.data(), name);
}

class FlowBindingTest : public testing::Test {
 protected:
  ~FlowBindingTest() override {
    servant_->let_go();
    client_->destroy();
    server_->destroy();
  }

  // The reference to the servant, made by the client's ORB.
  CORBA::object_reference<Feed> feed(const std::string& qos = "protocol=flow") {
    poa_ = create_poa(root_, "flow" + std::to_string(++poas_), EngineeringQoS::parse(qos));
    const auto object = poa_->servant_to_reference(servant_);
    return IDL::traits<Feed>::narrow(client_->string_to_object(server_->object_to_string(object)));
  }
  FlowBinding<Feed> bound(const std::string& consumer = "protocol=flow", const std::string& producer = "") {
    return bind_flow(feed(consumer), EngineeringQoS::parse(producer));
  }
  // The report, once the consumer has processed all that it received.
  FlowReport settled(const FlowBinding<Feed>& binding) {
    for (;;) {
      const auto report = binding.report(20s);
      EXPECT_TRUE(report.fresh);
      const auto& said = report.consumer;
      if (!report.fresh || said.received == said.delivered + said.dropped + said.refused + said.unsettled)
        return report;
      std::this_thread::sleep_for(1ms);
    }
  }

  CORBA::object_reference<CORBA::ORB> server_ = make_orb("server");
  CORBA::object_reference<CORBA::ORB> client_ = make_orb("client");
  CORBA::object_reference<PortableServer::POA> root_ = [this] {
    auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    return root;
  }();
  CORBA::object_reference<PortableServer::POA> poa_;
  CORBA::servant_reference<FeedServant> servant_ = CORBA::make_reference<FeedServant>();
  int poas_ = 0;
};

// Keeps the calls that it receives until let_go().
class LaterFeed : public virtual CORBA::servant_traits<Feed>::deferred_base_type {
 public:
  void tick(deferred_reply<> reply) override { keep(std::move(reply)); }
  void note(std::int32_t, std::string, deferred_reply<> reply) override { keep(std::move(reply)); }
  void blob(std::int32_t, Octets, deferred_reply<> reply) override { keep(std::move(reply)); }
  std::size_t kept() {
    const std::scoped_lock lock(mutex_);
    return kept_.size();
  }
  void let_go() {
    std::vector<deferred_reply<>> gone;
    const std::scoped_lock lock(mutex_);
    gone.swap(kept_);
  }

 private:
  void keep(deferred_reply<> reply) {
    const std::scoped_lock lock(mutex_);
    kept_.push_back(std::move(reply));
  }
  std::mutex mutex_;
  std::vector<deferred_reply<>> kept_;
};

TEST_F(FlowBindingTest, AccessRulesAreForMessagesToo) {
  for (const std::string transport : {"udp", "shm"}) {
    const auto binding = bound("protocol=flow,transport=" + transport, "transport=" + transport);
    const std::string who =
        transport == "udp" ? "transport=udp address=127.0.0.0/8" : "transport=shm uid=" + std::to_string(::geteuid());
    access_rules(server_, AccessRules::parse("deny " + who + "\nallow *"));
    binding->tick();
    EXPECT_EQ(settled(binding).consumer.refused, 1U) << transport;
    access_rules(server_, AccessRules::parse("allow " + who + " call Feed::tick"));
    binding->tick();
    const auto report = settled(binding).consumer;
    EXPECT_EQ(report.delivered, 1U) << transport;
    EXPECT_EQ(report.refused, 1U) << transport;
    access_rules(server_, nullptr);
  }
}

// A servant that ends its calls later delays nothing but the end of its POA.
TEST_F(FlowBindingTest, ServantsMayLetGoLater) {
  const auto later = CORBA::make_reference<LaterFeed>();
  poa_ = create_poa(root_, "later", EngineeringQoS::parse("protocol=flow"));
  const auto object = poa_->servant_to_reference(later);
  const auto there = IDL::traits<Feed>::narrow(client_->string_to_object(server_->object_to_string(object)));
  const auto binding = bind_flow(there, EngineeringQoS());
  for (int i = 0; i < 10; ++i) binding->note(i, "text");
  EXPECT_EQ(settled(binding).consumer.delivered, 10U);
  EXPECT_EQ(later->kept(), 10U);
  std::thread ending([&] { poa_->destroy(true, true); });
  later->let_go();
  ending.join();
}

class FlowProcessing : public FlowBindingTest, public testing::WithParamInterface<const char*> {};

TEST_P(FlowProcessing, CarriesOnewaysInOrder) {
  // As many as the default socket buffer has room for, in case the consumer's threads are late.
  const auto binding = bound(std::string("protocol=flow") + GetParam());
  for (int i = 0; i < 200; ++i) binding->note(i, "text");
  binding->tick();
  ASSERT_TRUE(servant_->has(201));
  const auto numbers = servant_->numbers();
  for (int i = 0; i < 200; ++i) ASSERT_EQ(numbers[static_cast<std::size_t>(i)], i);
  const auto report = settled(binding);
  EXPECT_EQ(report.producer.sent, 201U);
  EXPECT_EQ(report.producer.datagrams, 201U);
  EXPECT_EQ(report.consumer.expected, 201U);
  EXPECT_EQ(report.consumer.delivered, 201U);
  EXPECT_EQ(report.consumer.octets, report.producer.octets);
  EXPECT_EQ(report.consumer.lost + report.consumer.unsettled + report.consumer.refused, 0U);
}

INSTANTIATE_TEST_SUITE_P(All, FlowProcessing,
                         testing::Values("", ",processing=nullTask", ",processing=pool(1)", ",wait=adaptive(50us)",
                                         ",packets=1", ",scheduling=name(feeder)"));

class FlowInBatches : public FlowBindingTest, public testing::WithParamInterface<const char*> {};

TEST_P(FlowInBatches, MessagesArriveInOrder) {
  const auto binding = bound("protocol=flow", GetParam());
  for (int i = 0; i < 150; ++i) binding->note(i, "text");
  binding->tick();
  ASSERT_TRUE(servant_->has(151));
  const auto numbers = servant_->numbers();
  for (int i = 0; i < 150; ++i) ASSERT_EQ(numbers[static_cast<std::size_t>(i)], i);
  const auto report = settled(binding);
  EXPECT_EQ(report.producer.sent, 151U);
  EXPECT_EQ(report.consumer.delivered, 151U);
  EXPECT_EQ(report.consumer.octets, report.producer.octets);
  EXPECT_NE(binding.describe().value("threads"), "none");
}

INSTANTIATE_TEST_SUITE_P(All, FlowInBatches, testing::Values("batch-delay=20ms", "batch-delay=5ms,rate=500000"));

TEST_F(FlowBindingTest, TransportUdpMeansFlow) {
  const auto binding = bound("transport=udp", "transport=udp");
  binding->tick();
  EXPECT_TRUE(servant_->has(1));
}

TEST_F(FlowBindingTest, MessagesOfEverySizeArriveWhole) {
  // At a rate that a consumer usually keeps up with. A long message that loses a datagram is sent again.
  const auto binding = bound("protocol=flow,processing=nullTask", "rate=20000000");
  constexpr std::size_t piece = 65'507 - 40;  // the body in one datagram, on the path that takes the most
  int32_t number = 0;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, piece - 40, piece - 9, piece - 8, piece - 7, piece,
                                 2 * piece, std::size_t{1'000'000}}) {
    ++number;
    const auto received = settled(binding).consumer.received;
    for (int tries = 0; tries < 100 && settled(binding).consumer.received == received; ++tries) {
      binding->blob(number, blob_of(number, size));
    }
    ASSERT_EQ(settled(binding).consumer.received, received + 1) << size;
    EXPECT_EQ(servant_->numbers().back(), number);
  }
}

TEST_F(FlowBindingTest, RefusesAnInterfaceThatAnswersNamingTheOperation) {
  const auto reference = feed();
  try {
    bind_flow(narrow_unchecked<Answering>(reference));
    FAIL() << "bound";
  } catch (const QoSError& refused) {
    EXPECT_EQ(refused.field(), "protocol");
    EXPECT_NE(refused.reason().find("ask of IDL:Answering:1.0"), std::string::npos) << refused.reason();
  }
}

TEST_F(FlowBindingTest, OperationsWithRepliesGoByTheOtherProtocol) {
  const auto reference = feed();
  EXPECT_FALSE(reference->_non_existent());
  EXPECT_FALSE(IDL::traits<Answering>::narrow(reference));
  reference->note(3, "by IIOP");
  EXPECT_TRUE(servant_->has(1));
  const auto binding = bind_flow(reference);
  EXPECT_THROW(binding.reference()->_non_existent(), CORBA::NO_IMPLEMENT);
}

TEST_F(FlowBindingTest, AReferenceWithoutAFlowIsRefused) {
  const auto object = root_->id_to_reference(root_->activate_object(servant_));
  const auto plain = IDL::traits<Feed>::narrow(client_->string_to_object(server_->object_to_string(object)));
  EXPECT_THROW(bind_flow(plain), QoSError);
  const auto binding = bind<Feed>(plain, {});
  EXPECT_THROW(detail::flow_report(*CORBA::ObjectAccess::reference(*binding), 1ms), CORBA::BAD_PARAM);
}

TEST_F(FlowBindingTest, RefusesByNameWhatItCannotBeMadeOf) {
  const auto reference = feed();
  const auto refused = [&](const std::string& text) -> std::string {
    try {
      bind_flow(reference, EngineeringQoS::parse(text));
    } catch (const QoSError& error) {
      return error.field();
    }
    return "";
  };
  EXPECT_EQ(refused("processing=pool(2)"), "processing");
  EXPECT_EQ(refused("connection=shared"), "connection");
  EXPECT_EQ(refused("wait=spin"), "wait");
  EXPECT_EQ(refused("transport=multicast"), "transport");
  EXPECT_EQ(refused("transport=shm"), "transport");
  EXPECT_EQ(refused("history=latest"), "history");
  EXPECT_EQ(refused("scheduling=batch"), "scheduling");
  EXPECT_EQ(refused("buffers=pool(4,1k),messages=2"), "buffers");
  EXPECT_EQ(refused("processing=nullTask,messages=1,socket=dscp(46),packets=3,buffers=pool(1,64k),rate=1M"), "");
  const auto consumer = [&](const std::string& text) -> std::string {
    try {
      feed("protocol=flow," + text);
    } catch (const QoSError& error) {
      return error.field();
    }
    return "";
  };
  EXPECT_EQ(consumer("processing=factory"), "processing");
  EXPECT_EQ(consumer("messages=4"), "messages");
  EXPECT_EQ(consumer("buffers=pool(4,1k)"), "buffers");
  EXPECT_EQ(consumer("exhausted=raise"), "exhausted");
  EXPECT_EQ(consumer("processing=nullTask,history=latest"), "history");
  EXPECT_EQ(consumer("processing=nullTask,exhausted=drop"), "exhausted");
  EXPECT_EQ(consumer("rate=5"), "rate");
  EXPECT_EQ(consumer("socket=receive(1G)"), "socket");
}

TEST_F(FlowBindingTest, CountsExactlyWhatAFullQueueDrops) {
  const auto binding = bound("protocol=flow,history=queue(4),exhausted=drop");
  servant_->hold();
  binding->note(0, "held up");
  ASSERT_TRUE(servant_->is_entered());
  for (int i = 1; i <= 100; ++i) binding->note(i, "more");
  auto report = binding.report(20s);
  EXPECT_EQ(report.consumer.received, 101U);
  EXPECT_EQ(report.consumer.dropped, 96U);
  EXPECT_EQ(report.consumer.delivered, 0U);
  servant_->let_go();
  ASSERT_TRUE(servant_->has(5));
  EXPECT_EQ(servant_->numbers(), (std::vector<int32_t>{0, 1, 2, 3, 4}));
  report = settled(binding);
  EXPECT_EQ(report.consumer.delivered, 5U);
  EXPECT_EQ(report.consumer.lost, 0U);
}

TEST_F(FlowBindingTest, TheLatestReplacesWhatWaits) {
  const auto binding = bound("protocol=flow,history=latest");
  servant_->hold();
  binding->note(0, "held up");
  ASSERT_TRUE(servant_->is_entered());
  for (int i = 1; i <= 50; ++i) binding->note(i, "newer");
  EXPECT_EQ(binding.report(20s).consumer.dropped, 49U);
  servant_->let_go();
  ASSERT_TRUE(servant_->has(2));
  EXPECT_EQ(servant_->numbers(), (std::vector<int32_t>{0, 50}));
}

TEST_F(FlowBindingTest, AProducerNeverWaitsForASlowConsumer) {
  // Receiving stops: the queue holds one message, and the socket's buffer as many as fit.
  const auto binding = bound("protocol=flow,history=queue(1),socket=receive(8k)");
  servant_->hold();
  for (int i = 0; i < 2000; ++i) binding->note(i, std::string(100, 'x'));
  EXPECT_EQ(binding.report(30ms).producer.sent, 2000U);
  servant_->let_go();
  const auto report = settled(binding);
  EXPECT_EQ(report.consumer.delivered + report.consumer.lost, 2000U);
  EXPECT_GT(report.consumer.lost, 0U);
  EXPECT_EQ(report.consumer.delivered, servant_->numbers().size());
}

TEST_F(FlowBindingTest, AnUnknownObjectIsCountedAsRefused) {
  const auto reference = feed();
  const auto binding = bind_flow(reference);
  binding->tick();
  ASSERT_TRUE(servant_->has(1));
  poa_->deactivate_object(poa_->servant_to_id(servant_));
  binding->tick();
  binding->tick();
  const auto report = settled(binding);
  EXPECT_EQ(report.consumer.delivered, 1U);
  EXPECT_EQ(report.consumer.refused, 2U);
}

TEST_F(FlowBindingTest, DropsAtItsRateWhereItMayNotWait) {
  const auto binding = bound("protocol=flow", "rate=1000,exhausted=drop");
  for (int i = 0; i < 100; ++i) binding->note(i, std::string(400, 'x'));
  const auto report = settled(binding);
  EXPECT_EQ(report.producer.sent + report.producer.dropped, 100U);
  EXPECT_GT(report.producer.dropped, 0U);
  EXPECT_EQ(report.consumer.received, report.producer.sent);
  EXPECT_EQ(report.consumer.lost, 0U);
  const auto raising = bind_flow(feed(), EngineeringQoS::parse("rate=10,exhausted=raise"));
  raising->tick();
  EXPECT_THROW(raising->tick(), CORBA::NO_RESOURCES);
  const auto waiting = bind_flow(feed(), EngineeringQoS::parse("rate=10,deadline=5ms"));
  waiting->tick();
  EXPECT_THROW(waiting->tick(), CORBA::TIMEOUT);
}

TEST_F(FlowBindingTest, ABufferOfThePoolIsAsLongAsItSays) {
  const auto binding = bound("protocol=flow", "buffers=pool(1,1000)");
  binding->blob(1, blob_of(1, 900));
  EXPECT_TRUE(servant_->has(1));
  EXPECT_THROW(binding->blob(2, blob_of(2, 2000)), CORBA::MARSHAL);
  EXPECT_EQ(binding.report(20s).producer.sent, 1U);
}

TEST_F(FlowBindingTest, RubbishIsCountedAndHarmless) {
  const auto binding = bound();
  const auto endpoint = binding.describe().value("endpoint");
  transport::UdpTransport udp;
  std::string problem;
  const auto port = static_cast<std::uint16_t>(std::stoi(endpoint.substr(endpoint.rfind(':') + 1)));
  const auto stranger = udp.connect({"udp", "127.0.0.1", port}, {}, problem);
  const std::string octets(3000, 'D');
  std::vector<transport::Datagram> rubbish;
  for (std::size_t size = 0; size < 100; ++size) {
    rubbish.push_back({std::as_bytes(std::span(octets)).first(size * size / 4)});
  }
  EXPECT_EQ(stranger->send(rubbish, transport::DatagramSocket::NoRoom::wait).datagrams, rubbish.size());
  binding->tick();
  EXPECT_EQ(settled(binding).consumer.delivered, 1U);
  const auto description = describe(poa_);
  EXPECT_NE(description.value("messages").find("100 datagrams malformed"), std::string::npos) << description;
}

TEST_F(FlowBindingTest, UnbindingEndsIt) {
  auto binding = bound();
  const auto reference = binding.reference();
  binding->tick();
  ASSERT_TRUE(servant_->has(1));
  binding.unbind();
  EXPECT_FALSE(binding);
  EXPECT_THROW(reference->tick(), CORBA::BAD_INV_ORDER);
}

TEST_F(FlowBindingTest, ManyThreadsSendThroughOneBinding) {
  const auto binding = bound();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 40; ++j) binding->note(j, "from many");
    });
  }
  for (auto& thread : threads) thread.join();
  ASSERT_TRUE(servant_->has(160));
  EXPECT_EQ(settled(binding).consumer.delivered, 160U);
}

TEST_F(FlowBindingTest, SaysWhatItIsMadeOf) {
  const auto binding = bound("protocol=flow,history=queue(7)", "rate=1000000,packets=3");
  binding->tick();
  ASSERT_TRUE(servant_->has(1));
  const auto description = binding.describe();
  EXPECT_EQ(description.value("protocol"), "flow 1");
  EXPECT_EQ(description.value("rate"), "1000000 octets a second");
  EXPECT_NE(description.value("messages").find("1 sent"), std::string::npos) << description;
  EXPECT_NE(description.value("packets").find("3 of a message"), std::string::npos) << description;
  const auto consumer = describe(poa_);
  EXPECT_NE(consumer.value("history").find("a queue of 7 messages"), std::string::npos) << consumer;
  EXPECT_NE(consumer.value("messages").find("1 received"), std::string::npos) << consumer;
}

TEST_F(FlowBindingTest, ShuttingTheConsumerDownWithinAnUpcallEnds) {
  class Stopper : public virtual CORBA::servant_traits<Feed>::base_type {
   public:
    explicit Stopper(CORBA::object_reference<CORBA::ORB> orb) : orb_(std::move(orb)) {}
    void tick() override { orb_->shutdown(false); }
    void note(int32_t, const std::string&) override {}
    void blob(int32_t, const ::Octets&) override {}

   private:
    CORBA::object_reference<CORBA::ORB> orb_;
  };
  const auto poa = create_poa(root_, "stopping", EngineeringQoS::parse("protocol=flow"));
  const auto object = poa->servant_to_reference(CORBA::make_reference<Stopper>(server_));
  const auto binding =
      bind_flow(IDL::traits<Feed>::narrow(client_->string_to_object(server_->object_to_string(object))));
  binding->tick();
  server_->run();
}

// A server that is reached by IIOP and by a flow, and restarts at the same address with the same object.
class FlowBesideIiop : public testing::Test {
 protected:
  ~FlowBesideIiop() override {
    client_->destroy();
    server_->destroy();
  }
  void start(const std::string& port) {
    server_ = make_orb("beside-" + port, {"-ORBListenEndpoints", "iiop://127.0.0.1:" + port});
    const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto poa =
        root->create_POA("kept", root->the_POAManager(),
                         {root->create_lifespan_policy(PortableServer::LifespanPolicyValue::PERSISTENT),
                          root->create_id_assignment_policy(PortableServer::IdAssignmentPolicyValue::USER_ID),
                          qos_policy(EngineeringQoS::parse("protocol=flow"))});
    poa->activate_object_with_id({1}, servant_);
    ior_ = server_->object_to_string(poa->id_to_reference({1}));
  }
  std::string port() const {
    return std::to_string(iiop::decode_profile(orb::parse_ior(ior_).profiles.at(0).data).address.port);
  }

  CORBA::object_reference<CORBA::ORB> client_ = make_orb("beside-client");
  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::servant_reference<FeedServant> servant_ = CORBA::make_reference<FeedServant>();
  std::string ior_;
};

TEST_F(FlowBesideIiop, NothingGoesByTheFlowThatDidNotAskForIt) {
  start("0");
  ASSERT_EQ(orb::parse_ior(ior_).profiles.size(), 2U);
  const auto feed = narrow_unchecked<Feed>(client_->string_to_object(ior_));
  EXPECT_FALSE(feed->_non_existent());
  const auto at = port();
  server_->destroy();
  for (int i = 0; i < 3; ++i) EXPECT_THROW(feed->_non_existent(), CORBA::TRANSIENT);
  EXPECT_THROW(feed->note(1, "by nothing"), CORBA::TRANSIENT);
  start(at);
  EXPECT_FALSE(feed->_non_existent());
  feed->note(2, "by IIOP");
  ASSERT_TRUE(servant_->has(1));
  EXPECT_EQ(servant_->numbers(), (std::vector<int32_t>{2}));
}

TEST_F(FlowBesideIiop, AReferenceThatOffersNothingButAFlowIsNotCalledByDefault) {
  start("0");
  auto ior = orb::parse_ior(ior_);
  ior.profiles.erase(ior.profiles.begin());
  const auto feed = narrow_unchecked<Feed>(client_->string_to_object(orb::to_string(ior)));
  try {
    feed->tick();
    ADD_FAILURE() << "called";
  } catch (const CORBA::TRANSIENT& refused) {
    EXPECT_EQ(refused.minor(), minor::transient_no_usable_profile);
    EXPECT_NE(refused._detail().find("protocol=flow"), std::string::npos) << refused._detail();
  }
  bind_flow(feed)->tick();
  EXPECT_TRUE(servant_->has(1));
}

}  // namespace
}  // namespace dimma::flow
