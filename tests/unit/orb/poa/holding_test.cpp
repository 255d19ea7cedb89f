// Requests that wait without a thread, over real connections: for a POAManager in HOLDING, for an adapter activator.

#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"
#include "unit/orb/counter_servant.hpp"
#include "unit/orb/orb_fixture.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace dimma::test {
namespace {

using namespace PortableServer;
using PoaRef = CORBA::object_reference<POA>;
using CounterRef = CORBA::object_reference<Sample::Counter>;

// Records the texts that it gets.
class Notebook final : public CounterServant {
 public:
  void note(const std::string& text) override {
    const std::scoped_lock lock(mutex_);
    notes_.push_back(text);
  }
  std::vector<std::string> told() {
    const std::scoped_lock lock(mutex_);
    return notes_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> notes_;
};

template <class Condition>
bool comes_true(Condition condition) {
  for (int i = 0; i < 6000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

class HoldingTest : public testing::Test {
 protected:
  void start(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    server_ = CORBA::ORB_init(arguments, "holding server");
    std::vector<std::string> none;
    client_ = CORBA::ORB_init(none, "holding client");
    root_ = IDL::traits<POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root_->the_POAManager()->activate();
    servant_ = CORBA::make_reference<Notebook>();
  }
  ~HoldingTest() override {
    if (client_) client_->destroy();
    if (server_) server_->destroy();
  }

  CounterRef at_client(const CORBA::object_reference<CORBA::Object>& object) {
    return IDL::traits<Sample::Counter>::narrow(client_->string_to_object(server_->object_to_string(object)));
  }
  CounterRef object_of(const PoaRef& poa) { return at_client(poa->id_to_reference(poa->activate_object(servant_))); }
  PoaRef holding_poa(const std::string& name) {
    return root_->create_POA(name, {}, {root_->create_id_uniqueness_policy(IdUniquenessPolicyValue::MULTIPLE_ID)});
  }
  std::size_t held() const { return orb::OrbAccess::lifecycle(*server_)->poas().hold_limit()->requests(); }

  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::object_reference<CORBA::ORB> client_;
  PoaRef root_;
  CORBA::servant_reference<Notebook> servant_;
};

// Callers whose calls all begin at once.
class Callers {
 public:
  template <class Call>
  Callers(std::size_t count, Call call) {
    for (std::size_t i = 0; i < count; ++i) threads_.emplace_back(call);
  }
  ~Callers() { join(); }
  void join() {
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::vector<std::thread> threads_;
};

class HoldingQoSTest : public HoldingTest, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Processing, HoldingQoSTest,
                         testing::Values("processing=pool(2)", "processing=factory", "processing=nullTask,messages=1"));

TEST_F(HoldingTest, AnActivePoaAnswersWhileAnotherHoldsTwoHundredRequests) {
  start();
  const auto poa = holding_poa("held");
  const auto object = object_of(poa);
  const auto active = object_of(root_);
  constexpr std::size_t many = 200;
  Callers callers(many, [&] { object->add(1); });
  EXPECT_TRUE(comes_true([&] { return held() == many; }));
  active->ping();
  EXPECT_EQ(servant_->pings, 1);
  EXPECT_EQ(servant_->counted, 0);
  poa->the_POAManager()->activate();
  callers.join();
  EXPECT_EQ(servant_->counted, static_cast<std::int32_t>(many));
  EXPECT_EQ(held(), 0U);
}

TEST_P(HoldingQoSTest, HeldRequestsLeaveTheirThreads) {
  start({std::string("--dimma-qos=") + GetParam()});
  const auto poa = holding_poa("held");
  const auto object = object_of(poa);
  const auto active = object_of(root_);
  constexpr std::size_t many = 12;
  Callers callers(many, [&] { object->add(1); });
  EXPECT_TRUE(comes_true([&] { return held() == many; }));
  active->ping();
  EXPECT_EQ(servant_->counted, 0);
  poa->the_POAManager()->activate();
  callers.join();
  EXPECT_EQ(servant_->counted, static_cast<std::int32_t>(many));
  active->ping();
}

TEST_F(HoldingTest, NoMoreAreHeldThanTheOrbKeeps) {
  start({"--dimma-held-requests=2"});
  const auto poa = holding_poa("held");
  const auto object = object_of(poa);
  Callers callers(2, [&] { object->ping(); });
  EXPECT_TRUE(comes_true([&] { return held() == 2; }));
  EXPECT_RAISES(object->ping(), CORBA::TRANSIENT, minor::transient_poa_discarding);
  poa->the_POAManager()->activate();
  callers.join();
  EXPECT_EQ(servant_->pings, 2);
}

TEST_F(HoldingTest, HeldRequestsEndAsTheirManagerDoes) {
  start();
  const auto ends = [&](const char* name, auto end, auto expect) {
    const auto poa = holding_poa(name);
    const auto object = object_of(poa);
    Callers callers(3, [&] { expect(*object); });
    EXPECT_TRUE(comes_true([&] { return held() == 3; })) << name;
    end(*poa);
    callers.join();
    EXPECT_EQ(held(), 0U) << name;
  };
  ends(
      "discarding", [](POA& poa) { poa.the_POAManager()->discard_requests(true); },
      [](Sample::Counter& it) { EXPECT_RAISES(it.ping(), CORBA::TRANSIENT, minor::transient_poa_discarding); });
  ends(
      "inactive", [](POA& poa) { poa.the_POAManager()->deactivate(true, true); },
      [](Sample::Counter& it) { EXPECT_RAISES(it.ping(), CORBA::OBJ_ADAPTER, minor::obj_adapter_inactive); });
  ends(
      "destroyed", [](POA& poa) { poa.destroy(true, true); },
      [](Sample::Counter& it) {
        EXPECT_RAISES(it.ping(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_no_adapter);
      });
  ends(
      "shut down", [this](POA&) { server_->shutdown(true); },
      [](Sample::Counter& it) { EXPECT_THROW(it.ping(), CORBA::TRANSIENT); });
  EXPECT_EQ(servant_->pings, 0);
}

TEST_F(HoldingTest, HeldRequestsGoWithTheirClient) {
  start();
  const auto poa = holding_poa("held");
  const auto object = object_of(poa);
  for (int i = 0; i < 5; ++i) object->note("lost");
  EXPECT_TRUE(comes_true([&] { return held() == 5; }));
  client_->destroy();
  client_ = {};
  EXPECT_TRUE(comes_true([&] { return held() == 0; }));
  poa->the_POAManager()->activate();
  EXPECT_TRUE(servant_->told().empty());
}

// The client sends a CancelRequest.
TEST_P(HoldingQoSTest, CancelledRequestsAreNotHeld) {
  start({std::string("--dimma-qos=") + GetParam()});
  const auto poa = holding_poa("held");
  const auto object = object_of(poa);
  const auto hasty = dimma::bind(object, EngineeringQoS::parse("deadline=100ms"));
  Callers patient(1, [&] { object->add(100); });
  EXPECT_TRUE(comes_true([&] { return held() == 1; }));
  Callers callers(2, [&] { EXPECT_RAISES(hasty->add(1), CORBA::TIMEOUT, minor::timeout_call); });
  callers.join();
  EXPECT_TRUE(comes_true([&] { return held() == 1; })) << held();
  poa->the_POAManager()->activate();
  patient.join();
  EXPECT_EQ(servant_->counted, 100);
}

TEST_F(HoldingTest, ManagersThatHoldAndGoOnLoseNothing) {
  start();
  const auto poa = holding_poa("held");
  const auto object = object_of(poa);
  std::atomic<bool> done{false};
  std::thread switching([&] {
    while (!done) {
      poa->the_POAManager()->activate();
      std::this_thread::yield();
      poa->the_POAManager()->hold_requests(false);
    }
    poa->the_POAManager()->activate();
  });
  Callers(4, [&] {
    for (int i = 0; i < 50; ++i) object->add(1);
  }).join();
  done = true;
  switching.join();
  EXPECT_EQ(servant_->counted, 200);
}

TEST_F(HoldingTest, OnewaysStayInOrder) {
  start();
  const auto poa = holding_poa("held");
  const auto object = object_of(poa);
  std::vector<std::string> expected;
  const auto send = [&](int count) {
    for (int i = 0; i < count; ++i) {
      expected.push_back(std::to_string(expected.size()));
      object->note(expected.back());
    }
  };
  for (int round = 0; round < 5; ++round) {
    send(40);
    EXPECT_TRUE(comes_true([&] { return held() == 40; }));
    std::thread activating([&] { poa->the_POAManager()->activate(); });
    send(40);
    activating.join();
    EXPECT_TRUE(comes_true([&] { return servant_->told().size() == expected.size(); }));
    poa->the_POAManager()->hold_requests(true);
  }
  const auto told = servant_->told();
  ASSERT_EQ(told.size(), expected.size());
  for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i], expected[i]) << "the oneway " << i;
}

class Gate {
 public:
  void open() {
    const std::scoped_lock lock(mutex_);
    is_open_ = true;
    opened_.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [this] { return is_open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool is_open_ = false;
};

// Creates the adapter that is looked for, which would be visible half made if requests were not kept away from it.
class SlowActivator final : public virtual IDL::traits<AdapterActivator>::base_type {
 public:
  bool unknown_adapter(PoaRef parent, const std::string& name) override {
    ++asked;
    if (name == "none") {
      half_way.pass();
      return false;
    }
    const CORBA::PolicyList policies{parent->create_lifespan_policy(LifespanPolicyValue::PERSISTENT),
                                     parent->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)};
    const auto made = parent->create_POA(name, parent->the_POAManager(), policies);
    half_way.pass();
    made->activate_object_with_id(string_to_ObjectId("it"), servant);
    if (name == "fails") throw CORBA::NO_RESOURCES();
    // Its own requests and searches reach what it has made at once.
    EXPECT_TRUE(parent->find_POA(name, true));
    EXPECT_THROW(made->find_POA("unknown", true), POA::AdapterNonExistent);
    IDL::traits<Sample::Counter>::narrow(made->id_to_reference(string_to_ObjectId("it")))->ping();
    made->create_POA("below", made->the_POAManager(), policies)
        ->activate_object_with_id(string_to_ObjectId("it"), servant_below);
    return true;
  }

  std::atomic<int> asked{0};
  Gate half_way;
  CORBA::servant_reference<Servant> servant;
  CORBA::servant_reference<Servant> servant_below;
};

class ActivatorTest : public HoldingTest {
 protected:
  ActivatorTest() {
    start();
    activator_->servant = CORBA::servant_reference<Servant>(servant_);
    activator_->servant_below = CORBA::servant_reference<Servant>(below_);
  }
  // Makes references to objects of an adapter and of one below it, neither of which exists then.
  void forget_adapters(const std::string& name) {
    const CORBA::PolicyList policies{root_->create_lifespan_policy(LifespanPolicyValue::PERSISTENT),
                                     root_->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)};
    const auto poa = root_->create_POA(name, root_->the_POAManager(), policies);
    const auto below = poa->create_POA("below", root_->the_POAManager(), policies);
    const auto it = string_to_ObjectId("it");
    local_ = IDL::traits<Sample::Counter>::narrow(poa->create_reference_with_id(it, "IDL:Sample/Counter:1.0"));
    object_ = at_client(local_);
    object_below_ = at_client(below->create_reference_with_id(it, "IDL:Sample/Counter:1.0"));
    poa->destroy(true, true);
    root_->the_activator(activator_);
  }

  CORBA::object_reference<SlowActivator> activator_ = CORBA::make_reference<SlowActivator>();
  CORBA::servant_reference<Notebook> below_ = CORBA::make_reference<Notebook>();
  CounterRef local_;
  CounterRef object_;
  CounterRef object_below_;
};

TEST_F(ActivatorTest, OneCallMakesTheAdapterForAllCallers) {
  forget_adapters("made");
  const auto active = object_of(root_);
  constexpr std::size_t many = 20;
  Callers callers(many, [&] { object_->add(1); });
  Callers below(many, [&] { object_below_->add(1); });
  EXPECT_TRUE(comes_true([&] { return held() == 2 * many - 1; }));
  Callers within(2, [&] { local_->add(1); });
  Callers asking(2, [&] { EXPECT_TRUE(root_->find_POA("made", true)); });
  active->note("answered meanwhile");
  EXPECT_EQ(servant_->counted, 0);
  activator_->half_way.open();
  asking.join();
  within.join();
  below.join();
  callers.join();
  EXPECT_EQ(activator_->asked, 1);
  EXPECT_EQ(servant_->counted, static_cast<std::int32_t>(many) + 2);
  EXPECT_EQ(below_->counted, static_cast<std::int32_t>(many));
  EXPECT_EQ(held(), 0U);
}

TEST_F(ActivatorTest, EachWaiterAsksAnActivatorThatRefuses) {
  forget_adapters("none");
  Callers callers(5,
                  [&] { EXPECT_RAISES(object_->ping(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_no_adapter); });
  EXPECT_TRUE(comes_true([&] { return held() == 4; }));
  EXPECT_EQ(activator_->asked, 1);
  activator_->half_way.open();
  callers.join();
  EXPECT_EQ(activator_->asked, 5);
}

TEST_F(ActivatorTest, AnActivatorThatThrowsFailsTheRequestThatAskedIt) {
  forget_adapters("fails");
  std::atomic<int> failed{0};
  Callers callers(5, [&] {
    try {
      object_->add(1);
    } catch (const CORBA::OBJ_ADAPTER& raised) {
      EXPECT_EQ(raised.minor(), minor::obj_adapter_unknown_adapter);
      ++failed;
    }
  });
  EXPECT_TRUE(comes_true([&] { return held() == 4; }));
  activator_->half_way.open();
  callers.join();
  EXPECT_EQ(failed, 1);  // for the others, the adapter exists
  EXPECT_EQ(servant_->counted, 4);
}

}  // namespace
}  // namespace dimma::test
