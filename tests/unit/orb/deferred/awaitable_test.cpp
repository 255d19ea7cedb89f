// Servants whose operations are coroutines.
#include "unit/orb/deferred/awaitable_fixture.hpp"

#include <dimma/caller.hpp>

namespace dimma::test {
namespace {

using namespace std::chrono_literals;
using Heard = std::vector<std::string>;

class CoroutineTest : public AwaitableTest {
 protected:
  CoroutineTest() { clerk_of_coroutines_ = activated(coroutines_, loop_->io.get_executor()); }
  ~CoroutineTest() override {
    if (loop_) release();
    destroy(client_);
    destroy(server_);
    loop_.reset();
  }
  void release() {
    boost::asio::post(loop_->io, [this] { coroutines_->release(); });
  }
  void await_held(std::size_t count) {
    while (coroutines_->held() != count) std::this_thread::yield();
  }

  std::unique_ptr<Loop> loop_ = std::make_unique<Loop>();
  const CORBA::servant_reference<CoroutineClerk> coroutines_ = CORBA::make_reference<CoroutineClerk>();
  ClerkRef clerk_of_coroutines_;
};

TEST_F(CoroutineTest, ResultsOfEveryKind) {
  const auto& clerk = clerk_of_coroutines_;
  EXPECT_EQ(clerk->label("drawer"), "label of drawer");
  EXPECT_EQ(clerk->pages(), 12);
  EXPECT_TRUE(clerk->unlock("sesame"));
  std::string b = "text";
  Desk::Page c;
  EXPECT_EQ(clerk->add(4, b, c), 5);
  EXPECT_EQ(b, "text!");
  EXPECT_EQ(c.lines(), (std::vector<std::int32_t>{4, 5}));
  CORBA::Any thing;
  thing <<= std::int32_t{1};
  ClerkRef itself;
  const auto note = CORBA::make_reference<IDL::traits<Desk::Note>::obv_type>(7, nullptr);
  EXPECT_EQ(clerk->copy(note, thing, itself)->number(), 8);
  EXPECT_EQ(itself->title(), "clerk");
  Desk::Octets octets;
  Desk::Clerk::Grid grid{};
  grid[0][0] = 9;
  EXPECT_EQ(clerk->turn(grid, octets)[1][0], 9);
  clerk->title("new");
  EXPECT_EQ(coroutines_->threads(), std::set<std::thread::id>{loop_->id()});
}

class AskingCoroutines : public CoroutineClerk {
 public:
  boost::asio::awaitable<std::string> title() override { co_return caller()->transport; }
};

TEST_F(CoroutineTest, TheOperationKnowsItsCaller) {
  const auto asking = CORBA::make_reference<AskingCoroutines>();
  EXPECT_EQ(activated(asking, loop_->io.get_executor())->title(), "shm");
}

TEST_F(CoroutineTest, ExceptionsBecomeReplies) {
  const auto& clerk = clerk_of_coroutines_;
  EXPECT_THROW(clerk->label(""), Desk::Unknown);
  EXPECT_THROW(clerk->title(""), Desk::Refused);
  EXPECT_THROW(clerk->fail("thrown"), Desk::Refused);
  EXPECT_THROW(clerk->fail("refused"), Desk::Refused);
  EXPECT_THROW(clerk->fail("foreign"), CORBA::UNKNOWN);
  try {
    clerk->fail("system");
    ADD_FAILURE();
  } catch (const CORBA::NO_PERMISSION& exception) {
    EXPECT_EQ(exception.minor(), 77U);
    EXPECT_EQ(exception.completed(), CORBA::COMPLETED_YES);
  }
}

TEST_F(CoroutineTest, AThousandWaitInOneThread) {
  constexpr std::size_t calls = 1000;
  for (std::size_t i = 0; i < calls; ++i) clerk_of_coroutines_->sendc_hold(handler_, static_cast<std::int32_t>(i));
  await_held(calls);
  EXPECT_EQ(clerk_of_coroutines_->pages(), 12);
  EXPECT_EQ(heard_->count(), 0U);
  release();
  EXPECT_EQ(heard_->await(calls), Heard(calls, "hold"));
}

TEST_F(CoroutineTest, OnewaysKeepTheirOrder) {
  const auto clerk =
      activated(coroutines_, loop_->io.get_executor(), {qos_policy(EngineeringQoS::parse("processing=pool(1)"))});
  for (const char* text : {"a", "b", "c", "d"}) clerk->hear(text);
  EXPECT_EQ(clerk->pages(), 12);
  EXPECT_EQ(coroutines_->heard(), "abcd");
}

TEST_F(CoroutineTest, AClientThatIsGoneEndsItsCoroutineWhereThatIsAskedFor) {
  coroutines_->cancels = true;
  clerk_of_coroutines_->sendc_hold(handler_, 1);
  await_held(1);
  destroy(client_);
  await_held(0);
  EXPECT_EQ(coroutines_->cancelled, 1);
}

TEST_F(CoroutineTest, ADeadlineEndsItsCoroutineAlone) {
  coroutines_->cancels = true;
  clerk_of_coroutines_->sendc_hold(handler_, 1);
  await_held(1);
  std::size_t late = 0;
  // If the deadline passes before the upcall, there is no coroutine to cancel. The next deadline is longer.
  for (auto limit = 20ms; coroutines_->cancelled == 0; limit *= 2) {
    const auto hasty =
        dimma::bind(clerk_of_coroutines_, EngineeringQoS::parse("deadline=" + std::to_string(limit.count()) + "ms"));
    hasty->sendc_hold(handler_, 2);
    EXPECT_EQ(heard_->await(++late).back(), "hold_excep TIMEOUT");
    const auto until = std::chrono::steady_clock::now() + limit;
    while (coroutines_->cancelled == 0 && std::chrono::steady_clock::now() < until) std::this_thread::yield();
  }
  EXPECT_EQ(heard_->count(), late);
  release();
  EXPECT_EQ(heard_->await(late + 1).back(), "hold");
}

TEST_F(CoroutineTest, ACoroutineOfAClientThatIsGoneGoesOnByDefault) {
  clerk_of_coroutines_->sendc_hold(handler_, 1);
  await_held(1);
  destroy(client_);
  release();
  await_held(0);
  EXPECT_EQ(coroutines_->cancelled, 0);
}

TEST_F(CoroutineTest, AStoppedExecutorDropsItsCoroutines) {
  const int before = CoroutineClerk::coroutines;
  const auto own = CORBA::make_reference<CoroutineClerk>();
  const auto plain = CORBA::make_reference<ClerkServant>();
  own->own = loop_->io.get_executor();
  poa_ = server_root_->create_POA("one thread", server_root_->the_POAManager(),
                                  {qos_policy(EngineeringQoS::parse("processing=pool(1)"))});
  poa_->activate_object(own);
  poa_->activate_object(plain);
  const auto clerk = seen_by<Desk::Clerk>(client_, server_, poa_, own);
  clerk->sendc_hold(handler_, 1);
  clerk->sendc_hold(handler_, 2);
  while (own->held() != 2) std::this_thread::yield();
  // After this call, the thread that has handed the requests over no longer uses the io_context.
  seen_by<Desk::Clerk>(client_, server_, poa_, plain)->hear("something else");
  while (plain->heard().empty()) std::this_thread::yield();
  loop_.reset();
  EXPECT_EQ(heard_->await(2), Heard(2, "hold_excep NO_RESPONSE"));
  EXPECT_EQ(CoroutineClerk::coroutines, before);
  poa_->destroy(true, true);
}

TEST_F(CoroutineTest, AServantMayHaveAnExecutorOfItsOwn) {
  Loop other;
  const auto own = CORBA::make_reference<CoroutineClerk>();
  own->own = other.io.get_executor();
  EXPECT_EQ(activated(own, loop_->io.get_executor())->pages(), 12);
  EXPECT_EQ(own->threads(), std::set<std::thread::id>{other.id()});
  server_->destroy();
}

TEST_F(CoroutineTest, WithoutAnyExecutorTheClientIsToldSo) {
  const auto own = CORBA::make_reference<CoroutineClerk>();
  server_root_->activate_object(own);
  try {
    seen_by<Desk::Clerk>(client_, server_, server_root_, own)->pages();
    ADD_FAILURE();
  } catch (const CORBA::OBJ_ADAPTER& exception) {
    EXPECT_EQ(exception.minor(), minor::obj_adapter_no_executor);
    EXPECT_EQ(exception.completed(), CORBA::COMPLETED_NO);
  }
}

TEST_F(CoroutineTest, AdmissionCountsUntilTheEnd) {
  const auto clerk =
      activated(coroutines_, loop_->io.get_executor(), {qos_policy(EngineeringQoS::parse("messages=2"))});
  for (int i = 0; i < 5; ++i) clerk->sendc_hold(handler_, i);
  for (int round = 0; round < 3; ++round) {
    await_held(round == 2 ? 1 : 2);
    release();
    heard_->await(static_cast<std::size_t>(round == 2 ? 5 : 2 * round + 2));
  }
  EXPECT_EQ(coroutines_->most_held(), 2U);
}

TEST_F(CoroutineTest, CallsWithinTheProcess) {
  const auto clerk = IDL::traits<Desk::Clerk>::narrow(poa_->servant_to_reference(coroutines_));
  EXPECT_EQ(clerk->label("x"), "label of x");
  EXPECT_THROW(clerk->fail("refused"), Desk::Refused);
}

}  // namespace
}  // namespace dimma::test
