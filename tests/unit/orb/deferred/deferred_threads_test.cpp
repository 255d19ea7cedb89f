// Servants that reply later, on other threads: what counts as in progress until then, and the outcome at each end.
#include "unit/orb/deferred/deferred_fixture.hpp"

namespace dimma::test {
namespace {

using Heard = std::vector<std::string>;

// Runs something that must wait for a deferred reply, on a thread of its own.
class Waits {
 public:
  template <class Body>
  explicit Waits(Body body)
      : thread_([this, body] {
          body();
          EXPECT_TRUE(has_replied_);
        }) {}
  // No check can show that the thread keeps waiting, but the thread itself checks that it does not end before the
  // reply.
  void for_reply(deferred_reply<> reply) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    has_replied_ = true;
    reply();
    thread_.join();
  }

 private:
  std::atomic<bool> has_replied_{false};
  std::thread thread_;
};

TEST_F(DeferredTest, AThousandInProgressWithOneThread) {
  const auto clerk = activated_with("processing=pool(1)");
  constexpr std::size_t calls = 1000;
  for (std::size_t i = 0; i < calls; ++i) clerk->sendc_hold(handler_, static_cast<std::int32_t>(i));
  later_->await_held(calls);
  EXPECT_EQ(heard_->count(), 0U);
  EXPECT_EQ(clerk->pages(), 12);
  std::vector<std::thread> repliers;
  for (int i = 0; i < 4; ++i) {
    repliers.emplace_back([&] {
      for (std::size_t j = 0; j < calls / 4; ++j) later_->take()();
    });
  }
  for (auto& each : repliers) each.join();
  EXPECT_EQ(heard_->await(calls), Heard(calls, "hold"));
}

TEST_F(DeferredTest, ConnectionsAreReadOnWhateverServesThem) {
  for (const char* qos : {"processing=nullTask,messages=1", "processing=factory", "messages=10"}) {
    SCOPED_TRACE(qos);
    const auto clerk = activated_with(qos);
    const auto before = heard_->count();
    for (int i = 0; i < 5; ++i) clerk->sendc_hold(handler_, i);
    later_->await_held(5);
    EXPECT_EQ(clerk->pages(), 12);
    while (later_->held() != 0) later_->take()();
    heard_->await(before + 5);
    poa_->destroy(true, true);
  }
}

TEST_F(DeferredTest, WithDedicatedConnectionsAndAThreadForEachRequest) {
  for (const char* qos : {"processing=nullTask,messages=1", "processing=factory", "processing=pool(1)", "messages=1"}) {
    SCOPED_TRACE(qos);
    const auto clerk = activated_with(qos);
    expect_all_results(clerk);
    expect_all_failures(clerk);
    poa_->destroy(true, true);
  }
}

TEST_F(DeferredTest, DeactivationWaits) {
  auto servant = CORBA::make_reference<LaterClerk>();
  const int alive = LaterClerk::alive;
  const auto id = server_root_->activate_object(servant);
  const auto clerk = seen_by<Desk::Clerk>(client_, server_, server_root_, servant);
  clerk->sendc_hold(handler_, 1);
  auto reply = servant->take();
  servant = nullptr;
  server_root_->deactivate_object(id);
  EXPECT_THROW(clerk->pages(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_EQ(LaterClerk::alive, alive);
  reply();
  EXPECT_EQ(heard_->await(1), Heard{"hold"});
  EXPECT_EQ(LaterClerk::alive, alive - 1);
}

TEST_F(DeferredTest, DestroyingAPoaWaits) {
  const auto clerk = activated_with("processing=shared");
  clerk->sendc_hold(handler_, 1);
  auto reply = later_->take();
  Waits([&] { poa_->destroy(true, true); }).for_reply(std::move(reply));
  EXPECT_EQ(heard_->await(1), Heard{"hold"});
}

TEST_F(DeferredTest, PoaManagersWaitInEveryState) {
  const auto manager = server_root_->the_POAManager();
  const std::function<void()> changes[] = {[&] { manager->hold_requests(true); },
                                           [&] { manager->discard_requests(true); },
                                           [&] { manager->deactivate(true, true); }};
  std::size_t replies = 0;
  for (const auto& change : changes) {
    later_clerk_->sendc_hold(handler_, 1);
    auto reply = later_->take();
    Waits(change).for_reply(std::move(reply));
    ++replies;
    EXPECT_EQ(heard_->await(replies), Heard(replies, "hold"));
    if (manager->get_state() != PortableServer::POAManager::State::INACTIVE) manager->activate();
  }
}

TEST_F(DeferredTest, ShutdownWaits) {
  later_clerk_->sendc_hold(handler_, 1);
  auto reply = later_->take();
  Waits([&] { server_->shutdown(true); }).for_reply(std::move(reply));
  EXPECT_EQ(heard_->await(1), Heard{"hold"});
}

TEST_F(DeferredTest, ShutdownThatDoesNotWaitLeavesThemTheirReplies) {
  later_clerk_->sendc_hold(handler_, 1);
  auto reply = later_->take();
  server_->shutdown(false);
  reply();
  EXPECT_EQ(heard_->await(1), Heard{"hold"});
}

TEST_F(DeferredTest, AClientThatIsGone) {
  later_clerk_->sendc_hold(handler_, 1);
  later_clerk_->hear("oneway");
  auto reply = later_->take();
  auto oneway = later_->take();
  EXPECT_FALSE(reply.is_cancelled());
  std::atomic<int> told{0};
  reply.when_cancelled([&] { ++told; });
  oneway.when_cancelled([&] { ++told; });
  destroy(client_);
  while (told != 2) std::this_thread::yield();
  EXPECT_TRUE(reply.is_cancelled());
  EXPECT_TRUE(oneway.is_cancelled());
  reply.when_cancelled([&] { ++told; });
  EXPECT_EQ(told, 3);
  reply();
  oneway();
  server_->destroy();
}

TEST_F(DeferredTest, ARequestThatIsCancelled) {
  const auto clerk = dimma::bind(later_clerk_, EngineeringQoS::parse("deadline=50ms"));
  clerk->sendc_hold(handler_, 1);
  later_clerk_->sendc_hold(handler_, 2);
  std::vector<deferred_reply<>> replies;
  for (int i = 0; i < 2; ++i) replies.push_back(later_->take());
  while (!replies[0].is_cancelled() && !replies[1].is_cancelled()) std::this_thread::yield();
  EXPECT_NE(replies[0].is_cancelled(), replies[1].is_cancelled());
  for (auto& each : replies) each();
  heard_->await(2);
}

TEST_F(DeferredTest, NothingIsToldAfterTheReply) {
  later_clerk_->sendc_hold(handler_, 1);
  auto reply = later_->take();
  const auto told = std::make_shared<int>(0);
  reply.when_cancelled([told] { ++*told; });
  EXPECT_EQ(told.use_count(), 2);
  reply();
  EXPECT_EQ(told.use_count(), 1);
  EXPECT_EQ(heard_->await(1), Heard{"hold"});
}

TEST_F(DeferredTest, AdmissionCountsThem) {
  const auto clerk = activated_with("messages=2");
  for (int i = 0; i < 3; ++i) clerk->sendc_hold(handler_, i);
  later_->await_held(2);
  // The third waits in a connection that is not read.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(later_->held(), 2U);
  later_->take()();
  later_->await_held(2);
  while (later_->held() != 0) later_->take()();
  EXPECT_EQ(heard_->await(3), Heard(3, "hold"));
}

TEST_F(DeferredTest, AdmissionRefusesWhatIsTooMany) {
  const auto clerk = activated_with("messages=2,onExhaustion=raise");
  for (int i = 0; i < 3; ++i) clerk->sendc_hold(handler_, i);
  EXPECT_EQ(heard_->await(1), Heard{"hold_excep NO_RESOURCES"});
  EXPECT_EQ(later_->held(), 2U);
  while (later_->held() != 0) later_->take()();
  heard_->await(3);
}

TEST_F(DeferredTest, OnewaysKeepTheirOrderAndWaitForNoReply) {
  const auto clerk = activated_with("processing=pool(1)");
  for (const char* text : {"a", "b", "c", "d"}) clerk->hear(text);
  later_->await_held(4);
  EXPECT_EQ(later_->heard(), "abcd");
  while (later_->held() != 0) later_->take();  // dropped, which is no failure of a oneway
  EXPECT_EQ(clerk->pages(), 12);
}

// The arguments count for the memory that a connection may hold, so that its next message waits.
TEST_F(DeferredTest, LongArgumentsHoldTheNextMessageUp) {
  std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-max-message", "1M"};
  const auto small = CORBA::ORB_init(arguments, "small");
  const auto root = active_root(small);
  root->activate_object(later_);
  const auto clerk = seen_by<Desk::Clerk>(client_, small, root, later_);
  const auto text = std::make_shared<std::string>(600'000, 'x');
  std::thread caller([clerk, text] {
    for (int i = 0; i < 5; ++i) clerk->hear(*text);
  });
  later_->await_held(2);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(later_->held(), 2U);
  for (int i = 0; i < 5; ++i) later_->take()();
  caller.join();
  small->destroy();
}

// Calls within the process use a connection of its own.
TEST_F(DeferredTest, CallsWithinTheProcessWait) {
  const auto clerk = IDL::traits<Desk::Clerk>::narrow(server_root_->servant_to_reference(later_));
  std::thread caller([&] { clerk->hold(1); });
  later_->take()();
  caller.join();
}

// The servant is destroyed with its last request, and with it the reply that it keeps.
TEST_F(DeferredTest, AServantMayGoWithItsReply) {
  auto servant = CORBA::make_reference<LaterClerk>();
  auto* const kept = &*servant;
  const int alive = LaterClerk::alive;
  const auto id = server_root_->activate_object(servant);
  const auto clerk = seen_by<Desk::Clerk>(client_, server_, server_root_, servant);
  clerk->sendc_hold(handler_, 1);
  servant->await_held(1);
  servant = nullptr;
  server_root_->deactivate_object(id);
  kept->take()();
  EXPECT_EQ(heard_->await(1), Heard{"hold"});
  // The client may get the reply before the server's thread has released the servant.
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (LaterClerk::alive != alive - 1 && std::chrono::steady_clock::now() < until) std::this_thread::yield();
  EXPECT_EQ(LaterClerk::alive, alive - 1);
}

class Locator : public virtual IDL::traits<PortableServer::ServantLocator>::base_type {
 public:
  explicit Locator(CORBA::servant_reference<LaterClerk> servant) : servant_(std::move(servant)) {}
  CORBA::servant_reference<PortableServer::Servant> preinvoke(const PortableServer::ObjectId&,
                                                              CORBA::object_reference<PortableServer::POA>,
                                                              const CORBA::Identifier&, Cookie&) override {
    return servant_;
  }
  void postinvoke(const PortableServer::ObjectId&, CORBA::object_reference<PortableServer::POA>,
                  const CORBA::Identifier& operation, Cookie,
                  CORBA::servant_reference<PortableServer::Servant>) override {
    if (operation == "hold") ++ended;
    if (operation == "_get_title") throw CORBA::NO_PERMISSION(3, CORBA::COMPLETED_YES);
  }
  std::atomic<int> ended{0};

 private:
  const CORBA::servant_reference<LaterClerk> servant_;
};

TEST_F(DeferredTest, ServantLocatorsAreToldAtTheReply) {
  const auto locator = CORBA::make_reference<Locator>(later_);
  poa_ = server_root_->create_POA(
      "located", server_root_->the_POAManager(),
      {server_root_->create_servant_retention_policy(PortableServer::ServantRetentionPolicyValue::NON_RETAIN),
       server_root_->create_request_processing_policy(
           PortableServer::RequestProcessingPolicyValue::USE_SERVANT_MANAGER)});
  poa_->set_servant_manager(locator);
  const auto text = server_->object_to_string(poa_->create_reference("IDL:dimma.test/Desk/Clerk:1.0"));
  const auto clerk = narrow_unchecked<Desk::Clerk>(client_->string_to_object(text));
  clerk->sendc_hold(handler_, 1);
  auto reply = later_->take();
  EXPECT_EQ(clerk->pages(), 12);
  EXPECT_EQ(locator->ended, 0);
  reply();
  EXPECT_EQ(heard_->await(1), Heard{"hold"});
  EXPECT_EQ(locator->ended, 1);
  EXPECT_RAISES(clerk->title(), CORBA::NO_PERMISSION, 3);
  clerk->sendc_hold(handler_, 1);
  later_->take().raise(CORBA::NO_PERMISSION());
  EXPECT_EQ(heard_->await(2).back(), "hold_excep NO_PERMISSION");
  EXPECT_EQ(locator->ended, 2);
}

TEST_F(DeferredTest, OneThreadAtATimeWhileTheOperationRuns) {
  const auto clerk =
      activated_with("processing=shared",
                     {server_root_->create_thread_policy(PortableServer::ThreadPolicyValue::SINGLE_THREAD_MODEL)});
  clerk->sendc_hold(handler_, 1);
  auto reply = later_->take();
  EXPECT_EQ(clerk->pages(), 12);
  reply();
  EXPECT_EQ(heard_->await(1), Heard{"hold"});
}

}  // namespace
}  // namespace dimma::test
