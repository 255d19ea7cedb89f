// Callbacks over the client's own connection, between two dimmas.

#include "unit/orb/bidirectional/bidirectional_fixture.hpp"

#include <dimma/event_loop.hpp>
#include <dimma/messaging.hpp>

#include <sstream>
#include <thread>

namespace callbacks {
namespace {

#define EXPECT_LOST(statement)                           \
  try {                                                  \
    statement;                                           \
    ADD_FAILURE() << #statement " reached the listener"; \
  } catch (const Callbacks::Lost& lost) {                \
    EXPECT_NE(lost.minor_code(), 0U) << lost.why();      \
  }

TEST(Bidirectional, CallsBackOverTheConnectionOfTheRequest) {
  const auto hub = make_hub(Way::both);
  const auto listener = make_listener(Way::both);
  const auto at = hub_at(listener, hub);
  EXPECT_EQ(at->call(listener.object, 4), 5);
  at->notify(listener.object, 6);
  EXPECT_TRUE(listener.servant->await_notice(6));
}

// The hub is called through references that the listener has received from it, so that the ORB's policy applies.
TEST(Bidirectional, CallsBackSeveralLevelsDeep) {
  const auto hub = make_hub(Way::both);
  const auto listener = make_listener(Way::both);
  const auto manager =
      IDL::traits<CORBA::PolicyManager>::narrow(listener.orb->resolve_initial_references("ORBPolicyManager"));
  manager->set_policy_overrides({both(*listener.orb)}, CORBA::SetOverrideType::ADD_OVERRIDE);
  const auto at = hub_at(listener, hub, Way::normal);
  for (int depth = 0; depth < 9; ++depth) EXPECT_EQ(at->bounce(listener.object, depth), depth);
}

TEST(Bidirectional, NeedsThePolicyAtEachPlace) {
  const auto hub = make_hub(Way::both);
  const auto plain_hub = make_hub(Way::normal);
  const auto listener = make_listener(Way::both);
  const auto plain_listener = make_listener(Way::normal);
  EXPECT_LOST(hub_at(listener, plain_hub)->call(listener.object, 1));
  EXPECT_LOST(hub_at(plain_listener, hub)->call(plain_listener.object, 1));
  EXPECT_LOST(hub_at(listener, hub, Way::normal)->call(listener.object, 1));
  EXPECT_EQ(listener.servant->heard() + plain_listener.servant->heard(), 0);
}

TEST(Bidirectional, CanBeTurnedOnByOptionsAlone) {
  const auto hub = make_hub(Way::normal, "", {"--dimma-bidirectional", "accept"});
  const auto listener = make_listener(Way::normal, "transport=tcp", {"--dimma-bidirectional=offer"});
  EXPECT_EQ(hub_at(listener, hub, Way::normal)->call(listener.object, 1), 2);
}

TEST(Bidirectional, KeepsAReferenceForLater) {
  const auto hub = make_hub(Way::both);
  auto listener = make_listener(Way::both);
  auto at = hub_at(listener, hub);
  at->keep("a", listener.object);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(at->call_kept("a", i), i + 1);
  const auto other = make_listener(Way::normal);
  const auto at_other = hub_at(other, hub, Way::normal);
  EXPECT_EQ(at_other->call_kept("a", 1), 2);
  EXPECT_NE(at->describe_kept("a").find("over which the reference was received"), std::string::npos)
      << at->describe_kept("a");
  at = {};
  listener.end();
  EXPECT_LOST(at_other->call_kept("a", 1));
}

TEST(Bidirectional, ReferencesFromElsewhereTakeNoConnection) {
  const auto hub = make_hub(Way::both);
  const auto listener = make_listener(Way::both);
  const auto at = hub_at(listener, hub);
  EXPECT_EQ(at->call(listener.object, 1), 2);
  EXPECT_LOST(at->call_by_string(listener.orb->object_to_string(listener.object), 1));
  // If two clients announce the same address, neither gets the calls for the other.
  const auto other = make_listener(Way::both);
  const auto at_other = hub_at(other, hub);
  at->keep("first", listener.object);
  EXPECT_EQ(at_other->call(other.object, 1), 2);
  at_other->keep("second", other.object);
  const int before = listener.servant->heard();
  const int before_other = other.servant->heard();
  EXPECT_EQ(at->call_kept("second", 3), 4);
  EXPECT_EQ(at_other->call_kept("first", 3), 4);
  EXPECT_EQ(listener.servant->heard(), before + 1);
  EXPECT_EQ(other.servant->heard(), before_other + 1);
}

TEST(Bidirectional, ALostConnectionEndsTheCallsOverIt) {
  const auto hub = make_hub(Way::both);
  auto listener = make_listener(Way::both);
  const auto observer = make_listener(Way::normal);
  const auto seen = hub_at(observer, hub, Way::normal);
  auto at = hub_at(listener, hub);
  at->keep("a", listener.object);
  seen->begin_wait("a");
  ASSERT_TRUE(listener.servant->await_waiting());
  std::thread end([&] {
    at = {};
    listener.servant->release();
    listener.end();
  });
  try {
    // The reply was sent before the end, or the call has ended with the connection.
    EXPECT_EQ(seen->end_wait(), 7);
  } catch (const Callbacks::Lost& lost) {
    EXPECT_NE(lost.why().find("COMM_FAILURE"), std::string::npos) << lost.why();
  }
  end.join();
}

TEST(Bidirectional, LongMessagesGoBothWaysAtOnce) {
  const auto hub = make_hub(Way::both);
  const auto listener = make_listener(Way::both);
  const auto at = hub_at(listener, hub);
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&, caller] {
      for (int i = 0; i < 6; ++i) {
        const Callbacks::Octets octets(static_cast<std::size_t>(1) << (8 + 3 * ((i + caller) % 6)),
                                       static_cast<std::uint8_t>(caller));
        EXPECT_EQ(at->echo(listener.object, octets), octets);
      }
    });
  }
  for (auto& caller : callers) caller.join();
}

TEST(Bidirectional, ManyThreadsCallBothWays) {
  const auto hub = make_hub(Way::both);
  const auto listener = make_listener(Way::both);
  const auto at = hub_at(listener, hub);
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 8; ++caller) {
    callers.emplace_back([&] {
      for (int i = 0; i < 100; ++i) EXPECT_EQ(at->call(listener.object, i), i + 1);
    });
  }
  for (auto& caller : callers) caller.join();
}

TEST(Bidirectional, MayBeCalledOnlyInItsPoa) {
  auto listener = make_listener(Way::both, "", {"--dimma-qos", "transport=tcp"});
  const auto root = root_of(*listener.orb);
  const auto hidden = CORBA::make_reference<Listener>();
  const auto object = IDL::traits<Callbacks::Listener>::narrow(root->id_to_reference(root->activate_object(hidden)));
  // As if the hub had guessed the key: the address is one that the client has announced.
  const auto hub = make_hub(Way::both);
  const auto at = hub_at(listener, hub);
  at->keep("a", listener.object);
  EXPECT_LOST(at->call(object, 1));
  EXPECT_EQ(hidden->heard(), 0);
}

struct Kinds {
  const char* name;
  const char* at_hub;
  const char* at_listener;
  const char* binding;
};
class BidirectionalKinds : public testing::TestWithParam<Kinds> {};

TEST_P(BidirectionalKinds, CallBack) {
  const auto& kinds = GetParam();
  const auto hub = make_hub(Way::both, kinds.at_hub);
  const auto listener = make_listener(Way::both, kinds.at_listener);
  const auto at = dimma::bind(hub_at(listener, hub), dimma::EngineeringQoS::parse(kinds.binding));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(at->call(listener.object, i), i + 1);
  const Callbacks::Octets octets(std::size_t{300} << 10, 7);
  EXPECT_EQ(at->echo(listener.object, octets), octets);
  EXPECT_NE(testing::PrintToString(at.describe()).size(), 0U);
}

INSTANTIATE_TEST_SUITE_P(
    All, BidirectionalKinds,
    testing::Values(Kinds{"Shared", "", "transport=tcp", ""}, Kinds{"Unix", "", "transport=tcp", "transport=unix"},
                    Kinds{"Tcp", "", "transport=tcp", "transport=tcp"},
                    Kinds{"NullTaskEverywhere", "processing=nullTask", "transport=tcp,processing=nullTask",
                          "transport=tcp,processing=nullTask,messages=1"},
                    Kinds{"Pools", "processing=pool(1)", "transport=tcp,processing=pool(1)", "processing=pool(2)"},
                    Kinds{"Factories", "processing=factory", "transport=tcp,processing=factory", "processing=factory"},
                    Kinds{"OneMessage", "messages=1", "transport=tcp,messages=1", "messages=2"},
                    Kinds{"Buffers", "buffers=pool(4,1M)", "transport=tcp,buffers=pool(4,1M)", "buffers=pool(4,1M)"},
                    Kinds{"Dedicated", "", "transport=tcp", "connection=dedicated"},
                    Kinds{"Demultiplexer", "", "transport=tcp", "demultiplexing=task"},
                    Kinds{"Spinning", "transport=tcp,wait=adaptive(50us)", "transport=tcp,wait=adaptive(50us)",
                          "transport=tcp,wait=adaptive(50us)"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Bidirectional, RefusesSharedMemoryByItsField) {
  const auto hub = make_hub(Way::both);
  const auto listener = make_listener(Way::both);
  try {
    dimma::bind(hub_at(listener, hub), dimma::EngineeringQoS::parse("transport=shm"));
    FAIL() << "bound";
  } catch (const dimma::QoSError& error) {
    EXPECT_EQ(error.field(), "transport") << error.what();
  }
}

TEST(Bidirectional, NamesTheFieldThatAnOpenConnectionCannotHave) {
  const auto hub = make_hub(Way::both, "transport=tcp");
  const auto listener = make_listener(Way::both);
  const auto at = hub_at(listener, hub);
  at->keep("a", listener.object);
  const auto kept = hub.servant->kept("a");
  for (const auto& [qos, field] :
       {std::pair{"processing=nullTask,messages=1", "processing"}, std::pair{"connection=dedicated", "connection"},
        std::pair{"demultiplexing=task", "demultiplexing"}, std::pair{"wait=spin", "wait"},
        std::pair{"read-ahead=off", "read-ahead"}, std::pair{"transport=unix", "transport"},
        std::pair{"socket=dscp(46)", "socket"}}) {
    try {
      dimma::bind(kept, dimma::EngineeringQoS::parse(qos));
      ADD_FAILURE() << qos;
    } catch (const dimma::QoSError& error) {
      EXPECT_EQ(error.field(), field) << error.what();
    }
  }
  for (const auto* const qos :
       {"transport=tcp", "messages=1", "processing=pool(2)", "buffers=pool(2,64k)", "deadline=20s"}) {
    EXPECT_EQ(dimma::bind(kept, dimma::EngineeringQoS::parse(qos))->hear(4), 5) << qos;
  }
}

TEST(Bidirectional, SaysWhatIsOffered) {
  const auto hub = make_hub(Way::both);
  const auto listener = make_listener(Way::both);
  const auto at = hub_at(listener, hub);
  const auto bound = dimma::bind(at, {});
  EXPECT_EQ(bound->call(listener.object, 1), 2);
  std::ostringstream said;
  said << bound.describe();
  EXPECT_NE(said.str().find("callbacks: offered over the connection, to objects at 127.66.66.66:"), std::string::npos)
      << said.str();
  EXPECT_NE(said.str().find("shm does not carry callbacks"), std::string::npos) << said.str();
}

TEST(Bidirectional, TheServersEndIsTheConnections) {
  auto hub = make_hub(Way::both);
  const auto listener = make_listener(Way::both);
  const auto at = hub_at(listener, hub);
  EXPECT_EQ(at->call(listener.object, 1), 2);
  at->keep("a", listener.object);
  hub.end();
  EXPECT_THROW(at->call(listener.object, 1), CORBA::SystemException);
}

// New endpoints are announced over connections that exist already.
TEST(Bidirectional, SaysAgainWhereItListensWhenThatIsMore) {
  const auto hub = make_hub(Way::both);
  const auto listener = make_listener(Way::both);
  const auto at = hub_at(listener, hub);
  EXPECT_EQ(at->call(listener.object, 1), 2);
  const auto root = root_of(*listener.orb);
  const auto later =
      root->create_POA("later", root->the_POAManager(),
                       {both(*listener.orb), dimma::qos_policy({.transport = dimma::TransportKind::tcp})});
  const auto servant = CORBA::make_reference<Listener>();
  const auto object = IDL::traits<Callbacks::Listener>::narrow(later->id_to_reference(later->activate_object(servant)));
  EXPECT_EQ(at->call(object, 1), 2);
  EXPECT_EQ(servant->heard(), 1);
}

// Both ends without threads of the library.
TEST(Bidirectional, ThreadsOfApplicationsServe) {
  std::vector<std::thread> threads;
  const auto run_by_application = [&threads](CORBA::object_reference<CORBA::ORB> orb) {
    dimma::run_by_application(orb);
    for (int i = 0; i < 2; ++i) threads.emplace_back([orb] { orb->run(); });
  };
  HubEnd hub;
  ListenerEnd listener;
  make(
      hub, {"--dimma-endpoint", "iiop://127.0.0.1:0"}, Way::both, "",
      [&] { return CORBA::make_reference<Hub>(hub.orb); }, run_by_application);
  make(
      listener,
      {"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-publish", "127.66.66.66", "--dimma-qos", "transport=tcp"},
      Way::both, "", [] { return CORBA::make_reference<Listener>(); }, run_by_application);
  auto at = hub_at(listener, hub);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(at->call(listener.object, i), i + 1);
  const Callbacks::Octets octets(std::size_t{300} << 10, 7);
  EXPECT_EQ(at->echo(listener.object, octets), octets);
  at = {};
  for (auto* const orb : {&*listener.orb, &*hub.orb}) orb->shutdown(false);
  for (auto& thread : threads) thread.join();
}

TEST(Bidirectional, PoliciesAreMadeOfTheirValuesOnly) {
  std::vector<std::string> arguments;
  const auto orb = CORBA::ORB_init(arguments, unused_id());
  for (const auto& [value, reason] : {std::pair{7, CORBA::BAD_POLICY_VALUE}, std::pair{-1, CORBA::BAD_POLICY_TYPE}}) {
    CORBA::Any any;
    if (value < 0) {
      any <<= std::string("BOTH");
    } else {
      any <<= static_cast<BiDirPolicy::BidirectionalPolicyValue>(value);
    }
    try {
      orb->create_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE, any);
      ADD_FAILURE() << value;
    } catch (const CORBA::PolicyError& error) {
      EXPECT_EQ(error.reason(), reason) << error.what();
    }
  }
  orb->destroy();
}

}  // namespace
}  // namespace callbacks
