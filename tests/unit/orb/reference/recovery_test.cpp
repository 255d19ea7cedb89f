// Calls that have failed, over real connections: an exception in a reply is an answer and goes to the caller; only a
// failure of the ORB's own connection may send the request again.

#include "iiop/giop/profile.hpp"
#include "orb/state/ior.hpp"
#include "unit/orb/counter_servant.hpp"
#include "unit/orb/orb_fixture.hpp"

#include <dimma/dii.hpp>

#include <gtest/gtest.h>

namespace dimma::test {
namespace {

class RecoveryTest : public testing::Test {
 protected:
  RecoveryTest() { root_->the_POAManager()->activate(); }
  ~RecoveryTest() override {
    client_->destroy();
    server_->destroy();
  }
  static CORBA::object_reference<CORBA::ORB> listening_orb(const std::string& id, const std::string& port = "0") {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:" + port};
    return CORBA::ORB_init(arguments, id);
  }
  CORBA::object_reference<Sample::Counter> at_client(const CORBA::object_reference<CORBA::Object>& object) {
    return IDL::traits<Sample::Counter>::narrow(client_->string_to_object(server_->object_to_string(object)));
  }
  CORBA::object_reference<Sample::Counter> remote() { return at_client(root_->servant_to_reference(servant_)); }

  CORBA::object_reference<CORBA::ORB> server_ = listening_orb("recovery-server");
  CORBA::object_reference<CORBA::ORB> client_ = listening_orb("recovery-client");
  CORBA::object_reference<PortableServer::POA> root_ =
      IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
  CORBA::servant_reference<CounterServant> servant_ = CORBA::make_reference<CounterServant>();
};

std::string port_of(const std::string& ior) {
  return std::to_string(iiop::decode_profile(orb::parse_ior(ior).profiles.at(0).data).address.port);
}

// A servant raises the same exception as a connection's own failure.
[[noreturn]] void raise_as_if_a_connection_was_lost() {
  throw CORBA::TRANSIENT(minor::transient_connection_lost, CORBA::COMPLETED_NO);
}

class AnswersOverEveryChannel : public RecoveryTest, public testing::WithParamInterface<const char*> {};

TEST_P(AnswersOverEveryChannel, AServantThatRaisesTransientRunsOnceACall) {
  servant_->on_ping = raise_as_if_a_connection_was_lost;
  const auto binding = dimma::bind(remote(), EngineeringQoS::parse(GetParam()));
  for (int calls = 1; calls <= 3; ++calls) {
    EXPECT_RAISES(binding->ping(), CORBA::TRANSIENT, minor::transient_connection_lost);
    EXPECT_EQ(servant_->pings, calls);
  }
}

INSTANTIATE_TEST_SUITE_P(All, AnswersOverEveryChannel,
                         testing::Values("", "processing=nullTask,messages=1", "processing=pool(2)",
                                         "processing=factory", "messages=2", "demultiplexing=task",
                                         "connection=dedicated,buffers=pool(2,4k)"));

TEST_F(RecoveryTest, TheMiddleOfAChainRunsOnceACall) {
  const auto last = listening_orb("recovery-last");
  const auto last_root = IDL::traits<PortableServer::POA>::narrow(last->resolve_initial_references("RootPOA"));
  last_root->the_POAManager()->activate();
  const auto behind = IDL::traits<Sample::Counter>::narrow(server_->string_to_object(
      last->object_to_string(last_root->servant_to_reference(CORBA::make_reference<CounterServant>()))));
  servant_->on_ping = [&] { behind->ping(); };
  const auto middle = remote();
  middle->ping();
  last->destroy();
  for (int calls = 2; calls <= 6; ++calls) {
    EXPECT_THROW(middle->ping(), CORBA::TRANSIENT);
    EXPECT_EQ(servant_->pings, calls);
  }
  servant_->on_ping = nullptr;
}

TEST_F(RecoveryTest, AServantReachedByAForwardRunsOnceACall) {
  const auto forwarder = listening_orb("recovery-forwarder");
  const auto target = server_->object_to_string(root_->servant_to_reference(servant_));
  publish(forwarder, "It", forwarder->string_to_object(target));
  const auto root = IDL::traits<PortableServer::POA>::narrow(forwarder->resolve_initial_references("RootPOA"));
  const auto port = port_of(forwarder->object_to_string(root->create_reference("")));
  const auto object =
      IDL::traits<Sample::Counter>::narrow(client_->string_to_object("corbaloc:iiop:127.0.0.1:" + port + "/It"));
  object->ping();
  servant_->on_ping = raise_as_if_a_connection_was_lost;
  for (int calls = 2; calls <= 4; ++calls) {
    EXPECT_RAISES(object->ping(), CORBA::TRANSIENT, minor::transient_connection_lost);
    EXPECT_EQ(servant_->pings, calls);
  }
  forwarder->destroy();
}

TEST_F(RecoveryTest, ADynamicRequestIsSentOnce) {
  servant_->on_ping = raise_as_if_a_connection_was_lost;
  const auto object = remote();
  EXPECT_RAISES(object->_request("ping")->invoke(), CORBA::TRANSIENT, minor::transient_connection_lost);
  EXPECT_EQ(servant_->pings, 1);
}

TEST_F(RecoveryTest, ACallAfterTheServerHasComeBackWorks) {
  const auto first = listening_orb("recovery-first");
  const auto poa_of = [](const CORBA::object_reference<CORBA::ORB>& orb) {
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    return root->create_POA("kept", root->the_POAManager(),
                            {root->create_lifespan_policy(PortableServer::LifespanPolicyValue::PERSISTENT),
                             root->create_id_assignment_policy(PortableServer::IdAssignmentPolicyValue::USER_ID)});
  };
  const PortableServer::ObjectId id{1};
  auto poa = poa_of(first);
  poa->activate_object_with_id(id, servant_);
  const auto ior = first->object_to_string(poa->id_to_reference(id));
  const auto object = IDL::traits<Sample::Counter>::narrow(client_->string_to_object(ior));
  object->ping();
  first->destroy();
  EXPECT_THROW(object->ping(), CORBA::TRANSIENT);
  const auto again = listening_orb("recovery-again", port_of(ior));
  poa = poa_of(again);
  poa->activate_object_with_id(id, servant_);
  object->ping();
  EXPECT_EQ(servant_->pings, 2);
  again->destroy();
}

TEST_F(RecoveryTest, AfterTheEndOfTheOrbEachCallSaysSo) {
  const auto third = listening_orb("recovery-third");
  const auto ior = server_->object_to_string(root_->servant_to_reference(servant_));
  const auto called = IDL::traits<Sample::Counter>::narrow(third->string_to_object(ior));
  called->ping();
  const auto shared = dimma::bind(called, EngineeringQoS::parse("connection=dedicated"));
  const auto alone = dimma::bind(called, EngineeringQoS::parse("processing=nullTask,messages=1"));
  shared->ping();
  alone->ping();
  auto unbound = dimma::bind(called, {});
  const auto stub = unbound.reference();
  unbound.unbind();
  EXPECT_RAISES(stub->ping(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_channel_closed);
  for (const bool is_destroyed : {false, true}) {
    if (is_destroyed) {
      third->destroy();
    } else {
      third->shutdown(true);
    }
    EXPECT_RAISES(called->ping(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_orb_shut_down);
    EXPECT_RAISES(shared->ping(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_orb_shut_down);
    EXPECT_RAISES(alone->ping(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_orb_shut_down);
    EXPECT_RAISES(called->_request("ping")->invoke(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_orb_shut_down);
  }
  EXPECT_EQ(servant_->pings, 3);
}

}  // namespace
}  // namespace dimma::test
