// How a reference reaches its object: forwards, lost connections, several profiles, explicit bindings.

#include "orb/state/ior.hpp"
#include "unit/orb/orb_fixture.hpp"

#include <thread>

namespace dimma::test {
namespace {

class ReferenceTest : public OrbTest {
 protected:
  // An ORB that forwards the name `It` to `target`, wherever that is, and a reference with this name.
  CORBA::object_reference<Sample::Counter> forwarded(const CORBA::object_reference<CORBA::Object>& target) {
    forwarder_ = make_orb(network_, {"forwarder", 4711});
    publish(forwarder_, "It", forwarder_->string_to_object(server_->object_to_string(target)));
    return IDL::traits<Sample::Counter>::narrow(client_->string_to_object("corbaloc:iiop:fake:4711/It"));
  }
  ~ReferenceTest() override {
    if (forwarder_) forwarder_->destroy();
  }
  // A reference with these profiles, in this order.
  CORBA::object_reference<Sample::Counter> with_profiles(std::vector<channel::Tagged> profiles) {
    return IDL::traits<Sample::Counter>::narrow(
        client_->string_to_object(orb::to_string(orb::Ior{"IDL:Sample/Counter:1.0", std::move(profiles)})));
  }
  std::vector<channel::Tagged> profiles_of(const CORBA::object_reference<CORBA::Object>& object) {
    return orb::parse_ior(server_->object_to_string(object)).profiles;
  }

  CORBA::object_reference<CORBA::ORB> forwarder_;
};

TEST_F(ReferenceTest, AForwardIsFollowedAndRemembered) {
  const auto object = forwarded(activated());
  object->ping();
  const int calls = network_.calls;
  object->ping();
  EXPECT_EQ(network_.calls, calls + 1);
  EXPECT_EQ(servant_->pings, 2);
  // The reference itself stays what it was.
  EXPECT_EQ(orb::parse_ior(client_->object_to_string(object)).profiles.size(), 1U);
  EXPECT_EQ(fake_address(orb::parse_ior(client_->object_to_string(object)).profiles[0]).port, 4711);
}

TEST_F(ReferenceTest, WhenTheForwardLeadsNowhereTheOriginalIsAskedAgain) {
  const auto object = forwarded(activated());
  object->ping();
  root_->deactivate_object(root_->servant_to_id(servant_));
  const auto other = CORBA::make_reference<CounterServant>();
  publish(forwarder_, "It",
          forwarder_->string_to_object(server_->object_to_string(root_->servant_to_reference(other))));
  object->ping();
  EXPECT_EQ(other->pings, 1);
  root_->deactivate_object(root_->servant_to_id(other));
  EXPECT_RAISES(object->ping(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_object);
}

TEST_F(ReferenceTest, WhenTheForwardedServerIsGoneTheOriginalIsAskedAgain) {
  const auto second = make_orb(network_, {"second"});
  const auto second_root = IDL::traits<PortableServer::POA>::narrow(second->resolve_initial_references("RootPOA"));
  second_root->the_POAManager()->activate();
  const auto there = second_root->servant_to_reference(CORBA::make_reference<CounterServant>());
  forwarder_ = make_orb(network_, {"forwarder", 4711});
  publish(forwarder_, "It", forwarder_->string_to_object(second->object_to_string(there)));
  const auto object = IDL::traits<Sample::Counter>::narrow(client_->string_to_object("corbaloc:iiop:fake:4711/It"));
  object->ping();
  publish(forwarder_, "It", forwarder_->string_to_object(server_->object_to_string(activated())));
  second->destroy();
  object->ping();
  EXPECT_EQ(servant_->pings, 1);
}

TEST_F(ReferenceTest, ForwardsThatGoRoundInCirclesEnd) {
  forwarder_ = make_orb(network_, {"forwarder", 4711});
  publish(forwarder_, "It", client_->string_to_object("corbaloc:iiop:fake:4711/It"));
  const auto object = CORBA::ObjectAccess::make_stub<Sample::Counter>(
      CORBA::ObjectAccess::reference(*client_->string_to_object("corbaloc:iiop:fake:4711/It")));
  EXPECT_RAISES(object->ping(), CORBA::INV_OBJREF, minor::inv_objref_forward_loop);
  EXPECT_LE(network_.calls, 40);
}

TEST_F(ReferenceTest, AClosedConnectionIsMadeAnew) {
  const auto object = remote();
  object->ping();
  const int binds = network_.binds;
  network_.close_connections = true;
  object->ping();
  EXPECT_EQ(servant_->pings, 2);
  EXPECT_EQ(network_.binds, binds + 1);
  EXPECT_EQ(network_.channels_alive, 1);
}

TEST_F(ReferenceTest, AServerThatIsGoneIsSaidToBe) {
  const auto object = remote();
  object->ping();
  network_.close_connections = true;
  network_.refuse_connections = true;
  EXPECT_RAISES(object->ping(), CORBA::TRANSIENT, minor::transient_connect_failed);
  network_.refuse_connections = false;
  object->ping();
  EXPECT_EQ(servant_->pings, 2);
}

TEST_F(ReferenceTest, ProfilesAreTriedInTurn) {
  const auto good = profiles_of(activated())[0];
  const auto dead = fake_profile({"fake", 1, {}});
  const channel::Tagged foreign{99, {std::byte{1}}};
  auto object = with_profiles({foreign, dead, dead, good});
  object->ping();
  EXPECT_EQ(servant_->pings, 1);
  object = with_profiles({dead, foreign});
  EXPECT_RAISES(object->ping(), CORBA::TRANSIENT, minor::transient_connect_failed);
  object = with_profiles({foreign});
  EXPECT_RAISES(object->ping(), CORBA::TRANSIENT, minor::transient_no_usable_profile);
  // A profile that cannot be used is still kept.
  EXPECT_EQ(orb::parse_ior(client_->object_to_string(object)).profiles, std::vector<channel::Tagged>{foreign});
}

TEST_F(ReferenceTest, AServerThatDiscardsHasAnsweredAndNoOtherProfileIsTried) {
  const auto poa = root_->create_POA(
      "closed", nullptr,
      {root_->create_implicit_activation_policy(PortableServer::ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION)});
  poa->the_POAManager()->discard_requests(false);
  const auto closed = profiles_of(poa->servant_to_reference(CORBA::make_reference<CounterServant>()))[0];
  EXPECT_RAISES(with_profiles({closed, profiles_of(activated())[0]})->ping(), CORBA::TRANSIENT,
                minor::transient_poa_discarding);
  EXPECT_EQ(servant_->pings, 0);
}

TEST_F(ReferenceTest, ACallBeginsWithTheFirstProfileAgainWhenALaterOneHasFailed) {
  const auto second = make_orb(network_, {"second", 4712});
  const auto second_root = IDL::traits<PortableServer::POA>::narrow(second->resolve_initial_references("RootPOA"));
  second_root->the_POAManager()->activate();
  const auto other = CORBA::make_reference<CounterServant>();
  const auto later = orb::parse_ior(second->object_to_string(second_root->servant_to_reference(other))).profiles[0];
  const auto first = profiles_of(activated())[0];
  const auto object = with_profiles({first, later});
  network_.unreachable = fake_address(first).port;
  object->ping();
  EXPECT_EQ(other->pings, 1);
  network_.unreachable = 0;
  second->destroy();
  object->ping();
  EXPECT_EQ(servant_->pings, 1);
}

TEST_F(ReferenceTest, ItsHashAndWhatItIsEquivalentToOutliveAPermanentForward) {
  network_.forward_for_good = true;
  const auto target = activated();
  const auto object = forwarded(target);  // narrow() has followed the forward already
  const auto same = client_->string_to_object("corbaloc:iiop:fake:4711/It");
  const auto hash = same->_hash(1U << 30U);
  EXPECT_EQ(object->_hash(1U << 30U), hash);
  EXPECT_TRUE(object->_is_equivalent(same));
  object->ping();
  EXPECT_FALSE(same->_non_existent());
  EXPECT_EQ(object->_hash(1U << 30U), hash);
  EXPECT_EQ(same->_hash(1U << 30U), hash);
  EXPECT_TRUE(object->_is_equivalent(same));
  EXPECT_TRUE(dimma::bind(object, {}).reference()->_is_equivalent(same));
  // But its text has the new address from now on.
  EXPECT_NE(fake_address(orb::parse_ior(client_->object_to_string(object)).profiles[0]).port, 4711);
}

TEST_F(ReferenceTest, AnExplicitBindingHasItsOwnChannel) {
  const auto object = remote();
  const auto qos = EngineeringQoS::parse("processing=nullTask,messages=1");
  {
    auto binding = dimma::bind(object, qos);
    EXPECT_EQ(network_.channels_alive, 1);
    binding->ping();
    (*binding).ping();
    EXPECT_EQ(binding.describe().value("qos"), qos.to_full_string());
    EXPECT_NE(binding.describe().to_string().find("connection: fake:"), std::string::npos);
    object->ping();
    EXPECT_EQ(network_.channels_alive, 2);
    EXPECT_TRUE(binding.reference()->_is_equivalent(object));

    auto moved = std::move(binding);
    EXPECT_FALSE(binding);  // NOLINT: tests the moved-from state
    EXPECT_RAISES(binding->ping(), CORBA::INV_OBJREF, minor::inv_objref_nil);
    const auto stub = moved.reference();
    moved->ping();
    moved.unbind();
    moved.unbind();
    EXPECT_RAISES(stub->ping(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_channel_closed);
  }
  EXPECT_EQ(network_.channels_alive, 1);
  EXPECT_EQ(servant_->pings, 4);
}

TEST_F(ReferenceTest, AnExplicitBindingToAnObjectOfThisProcessUsesAChannelToo) {
  const auto object = local();
  object->ping();
  EXPECT_EQ(network_.calls, 0);
  dimma::bind(object, {})->ping();
  EXPECT_EQ(network_.calls, 1);
  EXPECT_TRUE(dimma::bind(object, {}).reference()->_is_equivalent(object));
}

TEST_F(ReferenceTest, ABindingThatCanNotBeAssembledNamesTheField) {
  const auto object = remote();
  try {
    dimma::bind(object, EngineeringQoS::parse("wait=spin"));
    FAIL();
  } catch (const QoSError& error) {
    EXPECT_EQ(error.field(), "wait");
  }
  try {
    dimma::bind(object, EngineeringQoS::parse("processing=nullTask,messages=2"));
    FAIL();
  } catch (const QoSError& error) {
    EXPECT_EQ(error.field(), "messages");
  }
  // The error names the field that was asked for, not one that follows from it.
  for (const char* const field : {"transport", "protocol"}) {
    try {
      dimma::bind(object, EngineeringQoS::parse(std::string(field) + (*field == 't' ? "=udp" : "=flow")));
      FAIL();
    } catch (const QoSError& error) {
      EXPECT_EQ(error.field(), field) << error.what();
    }
  }
  EXPECT_RAISES(dimma::bind(CORBA::object_reference<Sample::Counter>(), {}), CORBA::INV_OBJREF, minor::inv_objref_nil);
  network_.refuse_connections = true;
  EXPECT_RAISES(dimma::bind(object, {}), CORBA::TRANSIENT, minor::transient_connect_failed);
}

TEST_F(ReferenceTest, AnAdapterWithItsOwnQos) {
  const auto qos = EngineeringQoS::parse("processing=nullTask,messages=1");
  const auto fast = create_poa(root_, "fast", qos);
  const auto reference = fast->servant_to_reference(servant_);
  EXPECT_NE(fake_address(profiles_of(reference)[0]).port,
            fake_address(profiles_of(root_->create_reference(""))[0]).port);
  EXPECT_EQ(describe(fast).value("qos"), qos.to_full_string());
  IDL::traits<Sample::Counter>::narrow(at_client(reference))->ping();
  EXPECT_EQ(servant_->pings, 1);
  EXPECT_EQ(network_.endpoints_alive, 2);
  // A client that uses a plain name is sent to that endpoint.
  publish(server_, "Fast", reference);
  const auto port = fake_address(profiles_of(root_->create_reference(""))[0]).port;
  const auto by_name = IDL::traits<Sample::Counter>::narrow(
      client_->string_to_object("corbaloc:iiop:fake:" + std::to_string(port) + "/Fast"));
  by_name->ping();
  EXPECT_EQ(servant_->pings, 2);
  fast->destroy(true, true);
  EXPECT_EQ(network_.endpoints_alive, 1);
  try {
    create_poa(root_, "spin", EngineeringQoS::parse("wait=spin"));
    FAIL();
  } catch (const QoSError& error) {
    EXPECT_EQ(error.field(), "wait");
  }
  EXPECT_TRUE(root_->the_children().empty());
}

}  // namespace
}  // namespace dimma::test
