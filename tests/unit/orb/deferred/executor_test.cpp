// POAs whose upcalls an executor of the application makes, for servants of every kind.
#include "unit/orb/deferred/awaitable_fixture.hpp"

#include <future>

namespace dimma::test {
namespace {

using Heard = std::vector<std::string>;

// Records the threads on which its upcalls were made.
class WatchedClerk : public ClerkServant {
 public:
  std::int32_t pages() override {
    note();
    return ClerkServant::pages();
  }
  void hear(const std::string& text) override {
    note();
    const std::lock_guard lock(mutex_);
    all_heard_ += text;
  }
  std::set<std::thread::id> threads() {
    const std::lock_guard lock(mutex_);
    return threads_;
  }
  std::string all_heard() {
    const std::lock_guard lock(mutex_);
    return all_heard_;
  }

 private:
  void note() {
    const std::lock_guard lock(mutex_);
    threads_.insert(std::this_thread::get_id());
  }
  std::mutex mutex_;
  std::set<std::thread::id> threads_;
  std::string all_heard_;
};

class ExecutorTest : public AwaitableTest {
 protected:
  ~ExecutorTest() override {
    watched_->holds(false);
    destroy(client_);
    destroy(server_);
    loop_.reset();
  }
  std::set<std::thread::id> only_the_loops() const { return {loop_->id()}; }

  std::unique_ptr<Loop> loop_ = std::make_unique<Loop>();
  const CORBA::servant_reference<WatchedClerk> watched_ = CORBA::make_reference<WatchedClerk>();
};

TEST_F(ExecutorTest, UpcallsRunThereWhateverServesTheConnection) {
  for (const char* qos : {"processing=shared", "processing=nullTask,messages=1", "processing=factory", "messages=1",
                          "processing=pool(1)"}) {
    SCOPED_TRACE(qos);
    const auto clerk = activated(watched_, loop_->io.get_executor(), {qos_policy(EngineeringQoS::parse(qos))});
    for (int i = 0; i < 10; ++i) EXPECT_EQ(clerk->pages(), 12);
    EXPECT_THROW(clerk->fail("refused"), Desk::Refused);
    std::string b(100'000, 'x');
    Desk::Page c;
    EXPECT_EQ(clerk->add(1, b, c), 2);
    EXPECT_EQ(c.text().size(), 100'000U);
    poa_->destroy(true, true);
  }
  EXPECT_EQ(watched_->threads(), only_the_loops());
}

TEST_F(ExecutorTest, OnewaysKeepTheirOrder) {
  std::string expected;
  // With these QoS no monitor can find a thread slow and let another one read the next request.
  for (const char* qos : {"processing=pool(1)", "processing=nullTask,messages=1"}) {
    const auto clerk = activated(watched_, loop_->io.get_executor(), {qos_policy(EngineeringQoS::parse(qos))});
    for (int i = 0; i < 500; ++i) {
      const std::string text = std::to_string(i) + " ";
      clerk->hear(text);
      expected += text;
    }
    EXPECT_EQ(clerk->pages(), 12);
    EXPECT_EQ(watched_->all_heard(), expected) << qos;
    poa_->destroy(true, true);
  }
  EXPECT_EQ(watched_->threads(), only_the_loops());
}

// The executor's thread is in one upcall. The other requests, more than are read at once, wait without a thread.
TEST_F(ExecutorTest, RequestsWaitForTheirTurn) {
  const auto clerk = activated(watched_, loop_->io.get_executor());
  watched_->holds(true);
  constexpr std::size_t calls = 1000;
  for (std::size_t i = 0; i < calls; ++i) clerk->sendc_hold(handler_, static_cast<std::int32_t>(i));
  watched_->await_held(1);
  EXPECT_EQ(watched_->holds_begun, 1U);
  watched_->holds(false);
  EXPECT_EQ(heard_->await(calls), Heard(calls, "hold"));
}

TEST_F(ExecutorTest, CallsWithinTheProcessRunThereToo) {
  activated(watched_, loop_->io.get_executor());
  const auto clerk = IDL::traits<Desk::Clerk>::narrow(poa_->servant_to_reference(watched_));
  EXPECT_EQ(clerk->pages(), 12);
  // Calls that would wait for themselves are made at once.
  std::promise<std::int32_t> pages;
  boost::asio::post(loop_->io, [&] { pages.set_value(clerk->pages()); });
  EXPECT_EQ(pages.get_future().get(), 12);
  EXPECT_EQ(watched_->threads(), only_the_loops());
}

TEST_F(ExecutorTest, RequestsThatWereHeldRunThere) {
  const auto clerk =
      activated(watched_, loop_->io.get_executor(), {qos_policy(EngineeringQoS::parse("processing=pool(1)"))});
  const auto manager = server_root_->the_POAManager();
  EXPECT_EQ(clerk->pages(), 12);
  manager->hold_requests(true);
  for (int i = 0; i < 3; ++i) clerk->sendc_get_pages(handler_);
  for (const char* text : {"a", "b", "c"}) clerk->hear(text);
  manager->activate();
  heard_->await(3);
  EXPECT_EQ(clerk->pages(), 12);
  EXPECT_EQ(watched_->all_heard(), "abc");
  EXPECT_EQ(watched_->threads(), only_the_loops());
}

// An executor of another library, which only collects the calls.
class Collector final : public UpcallExecutor {
 public:
  void execute(std::function<void()> call) override {
    const std::lock_guard lock(mutex_);
    if (refuses_) throw std::runtime_error("no more");
    calls_.push_back(std::move(call));
  }
  bool runs_here() const noexcept override { return false; }
  void await(std::size_t count) {
    while (collected() != count) std::this_thread::yield();
  }
  std::vector<std::function<void()>> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(calls_, {});
  }
  void refuse() {
    const std::lock_guard lock(mutex_);
    refuses_ = true;
  }

 private:
  std::size_t collected() {
    const std::lock_guard lock(mutex_);
    return calls_.size();
  }
  std::mutex mutex_;
  std::vector<std::function<void()>> calls_;
  bool refuses_ = false;
};

class CollectorTest : public ExecutorTest {
 protected:
  ClerkRef collected_with(const std::string& qos) {
    poa_ = server_root_->create_POA(qos, server_root_->the_POAManager(),
                                    {upcall_executor_policy(collector_), qos_policy(EngineeringQoS::parse(qos))});
    poa_->activate_object(watched_);
    return seen_by<Desk::Clerk>(client_, server_, poa_, watched_);
  }
  const std::shared_ptr<Collector> collector_ = std::make_shared<Collector>();
};

TEST_F(CollectorTest, DroppedCallsAreRefused) {
  collected_with("processing=shared")->sendc_get_pages(handler_);
  collected_with("processing=nullTask,messages=1")->sendc_get_pages(handler_);
  collected_with("processing=factory")->sendc_get_pages(handler_);
  collector_->await(3);
  collector_->take();
  EXPECT_EQ(heard_->await(3), Heard(3, "pages_excep NO_RESOURCES"));
  collector_->refuse();
  EXPECT_THROW(collected_with("messages=1")->pages(), CORBA::NO_RESOURCES);
}

TEST_F(CollectorTest, ACallCancelledBeforeItsTurnIsNotServed) {
  const auto clerk = collected_with("processing=shared");
  const auto hasty = dimma::bind(clerk, EngineeringQoS::parse("deadline=20ms"));
  hasty->sendc_get_pages(handler_);
  collector_->await(1);
  EXPECT_EQ(heard_->await(1), Heard{"pages_excep TIMEOUT"});
  destroy(client_);
  server_->destroy();
  for (const auto& call : collector_->take()) call();
  EXPECT_TRUE(watched_->threads().empty());
}

TEST_F(CollectorTest, OnewaysOfAClientThatHasGoneAreServed) {
  std::string expected;
  for (const char* qos : {"processing=shared", "processing=factory", "processing=nullTask,messages=1"}) {
    collected_with(qos);
    const auto other = make_orb(qos);
    const auto clerk = seen_by<Desk::Clerk>(other, server_, poa_, watched_);
    for (const char* text : {"a", "b", "c"}) clerk->hear(text);
    other->destroy();
    // With one thread for each connection, they are read one by one.
    for (int left = 3; left != 0;) {
      for (const auto& call : collector_->take()) {
        call();
        --left;
      }
    }
    expected += "abc";
    EXPECT_EQ(watched_->all_heard(), expected) << qos;
  }
}

TEST_F(CollectorTest, OnlyAsManyAreReadAsMayWait) {
  // Each of the client's two connections may have 256 requests waiting, and threads of the pool may have read 32 more.
  constexpr std::size_t at_once_max = std::size_t{2} * (256 + 32);
  constexpr std::size_t calls = 1000;
  std::size_t heard = 0;
  // The second QoS hands received requests to other threads before it is known what serves them.
  for (const char* qos : {"processing=shared", "processing=shared,messages=2000,exhausted=raise"}) {
    SCOPED_TRACE(qos);
    const auto clerk = collected_with(qos);
    for (std::size_t i = 0; i < calls; ++i) clerk->sendc_get_pages(handler_);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // until as many as possible are read
    std::size_t served = 0;
    while (served != calls) {
      const auto some = collector_->take();
      EXPECT_LE(some.size(), at_once_max);
      for (const auto& call : some) call();
      served += some.size();
    }
    heard += calls;
    EXPECT_EQ(heard_->await(heard), Heard(heard, "pages 12"));
  }
}

class Activator : public virtual IDL::traits<PortableServer::ServantActivator>::base_type {
 public:
  explicit Activator(CORBA::servant_reference<WatchedClerk> servant) : servant_(std::move(servant)) {}
  CORBA::servant_reference<PortableServer::Servant> incarnate(const PortableServer::ObjectId&,
                                                              CORBA::object_reference<PortableServer::POA>) override {
    incarnated_by = std::this_thread::get_id();
    return servant_;
  }
  void etherealize(const PortableServer::ObjectId&, CORBA::object_reference<PortableServer::POA>,
                   CORBA::servant_reference<PortableServer::Servant>, bool, bool) override {}
  std::atomic<std::thread::id> incarnated_by;

 private:
  const CORBA::servant_reference<WatchedClerk> servant_;
};

TEST_F(ExecutorTest, ServantManagersAreCalledThere) {
  const auto activator = CORBA::make_reference<Activator>(watched_);
  poa_ = server_root_->create_POA("managed", server_root_->the_POAManager(),
                                  {dimma::asio::executor_policy(loop_->io.get_executor()),
                                   server_root_->create_request_processing_policy(
                                       PortableServer::RequestProcessingPolicyValue::USE_SERVANT_MANAGER)});
  poa_->set_servant_manager(activator);
  const auto text = server_->object_to_string(poa_->create_reference("IDL:dimma.test/Desk/Clerk:1.0"));
  EXPECT_EQ(narrow_unchecked<Desk::Clerk>(client_->string_to_object(text))->pages(), 12);
  EXPECT_EQ(activator->incarnated_by, loop_->id());
}

TEST_F(ExecutorTest, ThePolicyIsReadLikeAnyOther) {
  EXPECT_EQ(current_upcall_executor(), nullptr);
  EXPECT_THROW(upcall_executor_policy(nullptr), CORBA::BAD_PARAM);
  const auto policy = dimma::asio::executor_policy(loop_->io.get_executor());
  EXPECT_EQ(policy->policy_type(), UPCALL_EXECUTOR_POLICY_TYPE);
  EXPECT_THROW(
      server_root_->create_POA("both", nullptr, {policy, dimma::asio::executor_policy(loop_->io.get_executor())}),
      PortableServer::POA::InvalidPolicy);
}

}  // namespace
}  // namespace dimma::test
