// Asynchronous calls with threads: many in progress at once, and how they end otherwise than by a reply.
#include "unit/common/rounds.hpp"
#include "unit/orb/reference/asynchronous_fixture.hpp"

#include <dimma/messaging.hpp>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <latch>
#include <thread>

namespace dimma::test {
namespace {

using Heard = std::vector<std::string>;

// More calls than the server has threads, so that some are being served and others wait in the connection, which has
// room for them.
TEST_F(AsynchronousTest, AThousandAtOnce) {
  servant_->holds(true);
  constexpr std::size_t calls = 1000;
  const auto clerk = bound("transport=shm,socket=send(1M)");
  for (std::size_t i = 0; i < calls; ++i) clerk->sendc_hold(handler_, static_cast<std::int32_t>(i));
  servant_->await_held(2);
  EXPECT_EQ(heard_->count(), 0U);
  servant_->holds(false);
  EXPECT_EQ(heard_->await(calls), Heard(calls, "hold"));
  clerk->sendc_class(handler_);
  EXPECT_EQ(heard_->await(calls + 1).back(), "class");
}

TEST_F(AsynchronousTest, CallersThatWaitMayUseTheSameConnection) {
  servant_->holds(true);
  for (int i = 0; i < 3; ++i) clerk_->sendc_hold(handler_, i);
  servant_->await_held(3);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(clerk_->pages(), 12);
    clerk_->sendc_get_pages(handler_);
  }
  heard_->await(20);
  servant_->holds(false);
  EXPECT_EQ(heard_->await(23).size(), 23U);
}

TEST_F(AsynchronousTest, ObjectsOfTheSameProcessAreCalledLikeAnyOther) {
  const auto own = CORBA::make_reference<ClerkServant>();
  const auto clerk = narrow_unchecked<Desk::Clerk>(client_root_->id_to_reference(client_root_->activate_object(own)));
  own->holds(true);
  clerk->sendc_hold(handler_, 1);
  own->await_held(1);
  own->holds(false);
  EXPECT_EQ(heard_->await(1), Heard{"hold"});
  clerk->sendc_fail(handler_, "refused");
  EXPECT_EQ(heard_->await(2).back(), "fail_excep Refused as told 5");
}

TEST_F(AsynchronousTest, ADeadlineEndsTheCallAlone) {
  servant_->holds(true);
  const auto patient = bound("deadline=60s");
  const auto hasty = bound("deadline=20ms");
  patient->sendc_hold(handler_, 1);
  hasty->sendc_hold(handler_, 2);
  EXPECT_EQ(heard_->await(1), Heard{"hold_excep TIMEOUT"});
  EXPECT_TRUE(heard_->detail().starts_with("hold(): ")) << heard_->detail();
  EXPECT_TRUE(heard_->detail().ends_with("; the deadline is 20ms, set by the QoS")) << heard_->detail();
  servant_->holds(false);
  EXPECT_EQ(heard_->await(2).back(), "hold");
  patient->sendc_class(handler_);
  EXPECT_EQ(heard_->await(3).back(), "class");
}

// The server's threads are all held, so that it makes no more room in the ring. If the ring takes part of a request
// before the deadline, that part stays in it, and the rest follows with the next request: it is served, and
// COMPLETED_MAYBE says so. If no part finds room, or the rest of another request is before it, the server never sees
// the request.
TEST_F(AsynchronousTest, ARequestWithoutRoomUntilItsDeadlineThrows) {
  servant_->holds(true);
  const auto poa = create_poa(server_root_, "two at once", EngineeringQoS::parse("processing=pool(2)"));
  poa->activate_object(servant_);
  const auto clerk = dimma::bind(seen_by<Desk::Clerk>(client_, server_, poa, servant_),
                                 EngineeringQoS::parse("transport=shm,deadline=300ms,socket=send(64k)+receive(64k)"));
  std::size_t begun = 0;
  std::size_t parts_sent = 0;
  const auto begin = [&] {
    try {
      clerk->sendc_hold(handler_, 1);
      ++begun;
      return CORBA::COMPLETED_YES;
    } catch (const CORBA::TIMEOUT& late) {
      if (late.completed() == CORBA::COMPLETED_MAYBE) ++parts_sent;
      return late.completed();
    }
  };
  while (servant_->holds_begun < 2) begin();
  servant_->await_held(2);
  while (begin() == CORBA::COMPLETED_YES) {
  }
  EXPECT_EQ(begin(), CORBA::COMPLETED_NO);
  EXPECT_EQ(begin(), CORBA::COMPLETED_NO);
  for (const auto& each : heard_->await(begun)) EXPECT_EQ(each, "hold_excep TIMEOUT");

  servant_->holds(false);
  const auto answers = [&clerk] {
    try {
      return clerk->pages() == 12;
    } catch (const CORBA::TIMEOUT&) {
      return false;
    }
  };
  for (int i = 0; i < 200 && !answers(); ++i) {
  }
  const std::size_t sent = begun + parts_sent;
  for (int i = 0; i < 2000 && servant_->holds_begun < sent; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(answers());
  EXPECT_EQ(servant_->holds_begun, sent) << parts_sent << " sent in part";
}

// Each thread has a connection of its own, even the thread that ends calls at their deadline, which never uses it.
TEST_F(AsynchronousTest, ATimeoutIsNoEndOfAConnection) {
  servant_->holds(true);
  const auto connections = [](const Binding<Desk::Clerk>& clerk) {
    std::string text;
    const auto description = clerk.describe();
    for (const auto& line : description.lines()) {
      if (line.name == "connection") text += line.usage + "; ";
    }
    return text;
  };
  for (std::size_t i = 1; i <= 4; ++i) {
    std::thread([&] {
      const auto clerk = bound("transport=tcp,deadline=50ms");
      clerk->sendc_hold(handler_, 1);
      const std::string before = connections(clerk);
      EXPECT_NE(before.find("tcp:"), std::string::npos) << before;
      EXPECT_EQ(heard_->await(i).back(), "hold_excep TIMEOUT");
      EXPECT_EQ(connections(clerk), before);
    }).join();
  }
  servant_->holds(false);
}

TEST_F(AsynchronousTest, ATimeoutPolicyEndsTheCallAlone) {
  CORBA::Any expiry;
  expiry <<= TimeBase::TimeT{200'000};
  const auto policy = client_->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, expiry);
  const auto hasty =
      IDL::traits<Desk::Clerk>::narrow(clerk_->_set_policy_overrides({policy}, CORBA::SetOverrideType::ADD_OVERRIDE));
  servant_->holds(true);
  hasty->sendc_hold(handler_, 1);
  EXPECT_EQ(heard_->await(1), Heard{"hold_excep TIMEOUT"});
  EXPECT_TRUE(heard_->detail().ends_with("; the deadline is 20ms, set by RelativeRoundtripTimeoutPolicy"))
      << heard_->detail();
}

// The thread that reads for them notices a connection's end only when another thread asks.
TEST_F(AsynchronousTest, ConnectionsMayEndAtAnyTime) {
  constexpr std::size_t rounds = 150;
  std::vector<std::thread> callers;
  for (const char* const qos : {"transport=shm", "transport=shm,wait=spin", "transport=tcp", "transport=unix"}) {
    callers.emplace_back([this, qos] {
      for (std::size_t i = 0; i < rounds; ++i) {
        const auto clerk = bound(qos);
        clerk->sendc_class(handler_);
        EXPECT_EQ(clerk->pages(), 12);
      }
    });
  }
  for (auto& each : callers) each.join();
  EXPECT_EQ(heard_->await(rounds * 4).size(), rounds * 4);
}

class ByQoS : public AsynchronousTest, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Channels, ByQoS,
                         testing::Values("transport=tcp", "transport=unix", "transport=shm", "transport=shm,wait=spin",
                                         "demultiplexing=task", "processing=pool(3)", "processing=factory",
                                         "connection=dedicated", "buffers=pool(4,4096)", "messages=3",
                                         "messages=2,processing=pool(2),transport=shm"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

TEST_P(ByQoS, IsWhatAHandlerHearsOf) {
  const auto clerk = bound(GetParam());
  for (int i = 0; i < 50; ++i) {
    clerk->sendc_add(handler_, i, "b");
    clerk->sendc_fail(handler_, "refused");
    EXPECT_EQ(clerk->pages(), 12);
  }
  const auto heard = heard_->await(100);
  EXPECT_EQ(heard.size(), 100U);
  EXPECT_EQ(std::count(heard.begin(), heard.end(), "fail_excep Refused as told 5"), 50);
  EXPECT_EQ(std::count(heard.begin(), heard.end(), "add 8 b! b 2"), 1);
}

TEST_P(ByQoS, EndsWithTheOrb) {
  servant_->holds(true);
  const auto clerk = bound(GetParam());
  clerk->sendc_hold(handler_, 1);
  servant_->await_held(1);
  client_->destroy();
  EXPECT_EQ(heard_->await(1), Heard{"hold_excep COMM_FAILURE"});
}

// A handler is an object of the ORB that is destroyed: it is called as long as that ORB can call it.
TEST_P(ByQoS, IsHeardOfWhileTheOrbIsDestroyedBesideItsBeginning) {
  for (std::uint64_t round = 0; round < rounds(5); ++round) {
    const auto orb = make_orb("destroyed while calls begin");
    const auto heard = CORBA::make_reference<Handler>();
    const auto root = active_root(orb);
    const auto handler = Handlers::replyhandler_traits::narrow(root->id_to_reference(root->activate_object(heard)));
    std::size_t begun = 0;
    std::latch ready(2);
    {
      const auto text = server_->object_to_string(server_root_->servant_to_reference(servant_));
      const auto clerk =
          dimma::bind(narrow_unchecked<Desk::Clerk>(orb->string_to_object(text)), EngineeringQoS::parse(GetParam()));
      std::thread caller([&] {
        ready.arrive_and_wait();
        for (int i = 0; i < 100; ++i) {
          try {
            clerk->sendc_class(handler);
            ++begun;
          } catch (const CORBA::SystemException&) {
            return;  // the ORB has been destroyed
          }
        }
      });
      ready.arrive_and_wait();
      const std::uint64_t spins = round % 5 * 20'000;
      for (std::uint64_t spin = 0; spin < spins; ++spin) std::atomic_signal_fence(std::memory_order_seq_cst);
      orb->destroy();
      caller.join();
    }
    ASSERT_EQ(heard->count(), begun) << "in round " << round;
  }
}

TEST_F(AsynchronousTest, AMessageLimitCountsUntilTheReply) {
  servant_->holds(true);
  const auto clerk = bound("messages=1,exhausted=raise");
  clerk->sendc_hold(handler_, 1);
  EXPECT_THROW(clerk->sendc_hold(handler_, 2), CORBA::NO_RESOURCES);
  servant_->holds(false);
  heard_->await(1);
  clerk->sendc_class(handler_);
  EXPECT_EQ(heard_->await(2), (Heard{"hold", "class"}));
}

TEST_F(AsynchronousTest, AChannelThatItsCallerReadsRefuses) {
  const auto clerk = bound("processing=nullTask,messages=1");
  try {
    clerk->sendc_class(handler_);
    ADD_FAILURE() << "was not refused";
  } catch (const CORBA::BAD_QOS& refused) {
    EXPECT_EQ(refused.minor(), minor::bad_qos_asynchronous);
    EXPECT_NE(refused._detail().find("processing"), std::string::npos);
  }
  EXPECT_EQ(clerk->pages(), 12);
}

TEST_F(AsynchronousTest, UnbindingEndsTheCalls) {
  servant_->holds(true);
  auto clerk = bound("connection=dedicated");
  for (int i = 0; i < 5; ++i) clerk->sendc_hold(handler_, i);
  clerk.unbind();
  EXPECT_EQ(heard_->await(5), Heard(5, "hold_excep COMM_FAILURE"));
}

TEST_F(AsynchronousTest, NothingIsBegunAtAnOrbThatHasEnded) {
  clerk_->sendc_class(handler_);
  heard_->await(1);
  client_->destroy();
  EXPECT_THROW(clerk_->sendc_class(handler_), CORBA::BAD_INV_ORDER);
}

TEST_F(AsynchronousTest, AHandlerMayShutTheOrbDown) {
  servant_->holds(true);
  clerk_->sendc_hold(handler_, 1);
  heard_->also = [this](const std::string& what) {
    if (what == "class") client_->shutdown(false);
  };
  clerk_->sendc_class(handler_);
  EXPECT_EQ(heard_->await(2), (Heard{"class", "hold_excep COMM_FAILURE"}));
}

TEST_F(AsynchronousTest, ACallThatCannotBeSentThrows) {
  const auto nobody = narrow_unchecked<Desk::Clerk>(client_->string_to_object("corbaloc:iiop:127.0.0.1:1/none"));
  EXPECT_THROW(nobody->sendc_class(handler_), CORBA::TRANSIENT);
  const auto no_object = narrow_unchecked<Desk::Clerk>(
      server_->string_to_object(server_->object_to_string(server_root_->create_reference("IDL:x:1.0"))));
  const auto seen = narrow_unchecked<Desk::Clerk>(client_->string_to_object(server_->object_to_string(no_object)));
  seen->sendc_class(handler_);
  EXPECT_EQ(heard_->await(1).back(), "class_excep OBJECT_NOT_EXIST");
}

}  // namespace
}  // namespace dimma::test
