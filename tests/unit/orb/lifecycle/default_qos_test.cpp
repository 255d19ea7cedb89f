// The program's default QoS, which applies to its bindings and to its endpoint.

#include "unit/orb/counter_servant.hpp"
#include "unit/orb/orb_fixture.hpp"

#include <dimma/binding.hpp>
#include <dimma/sealed.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace dimma::test {
namespace {

using OrbRef = CORBA::object_reference<CORBA::ORB>;

OrbRef orb_with(const std::string& id, const std::string& qos) {
  std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-qos", qos};
  return CORBA::ORB_init(arguments, id);
}

CORBA::object_reference<PortableServer::POA> active_root(const OrbRef& orb) {
  auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  return root;
}

class DefaultQos : public testing::TestWithParam<const char*> {};

TEST_P(DefaultQos, IsMetByBothEndsOfAProgram) {
  const auto server = orb_with("default-server", GetParam());
  const auto client = orb_with("default-client", GetParam());
  const auto servant = CORBA::make_reference<CounterServant>();
  const auto object = IDL::traits<Sample::Counter>::narrow(
      client->string_to_object(server->object_to_string(active_root(server)->servant_to_reference(servant))));
  object->ping();
  EXPECT_EQ(servant->pings, 1);
  client->destroy();
  server->destroy();
}

INSTANTIATE_TEST_SUITE_P(All, DefaultQos,
                         testing::Values("connection=dedicated", "connection=shared", "demultiplexing=task",
                                         "deadline=60s", "scheduling=name(chosen)",
                                         "processing=nullTask,messages=1,deadline=60s"));

TEST(DefaultQosErrors, NullTaskWithoutOneMessageIsRefusedAtTheStart) {
  try {
    orb_with("default-null", "processing=nullTask")->destroy();
    FAIL() << "started";
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), minor::bad_param_option);
    for (const char* word : {"--dimma-qos", "'messages'", "processing=nullTask", "use messages=1"}) {
      EXPECT_NE(refused._detail().find(word), std::string::npos) << refused._detail();
    }
  }
  EXPECT_RAISES(orb_with("default-rate", "rate=5000000"), CORBA::BAD_PARAM, minor::bad_param_option);
  // It is valid for a single POA, though.
  const auto server = orb_with("default-server", "");
  EXPECT_TRUE(create_poa(active_root(server), "null", EngineeringQoS::parse("processing=nullTask")));
  server->destroy();
}

TEST(DefaultQosErrors, ATransportThatIsNotThereIsRefusedAtTheStart) {
  try {
    orb_with("default-tls", "transport=tls")->destroy();
    FAIL() << "started";
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), minor::bad_param_option);
    for (const char* word : {"--dimma-qos", "'transport'", "the program has no TLS", "dimma::tls"}) {
      EXPECT_NE(refused._detail().find(word), std::string::npos) << refused._detail();
    }
  }
}

// This program is not linked with the library that counts allocations.
TEST(DefaultQosErrors, CallsAreNotSealedByAProgramThatCanNotCount) {
  EXPECT_FALSE(can_be_sealed());
  EXPECT_THROW(sealed(), CORBA::NO_IMPLEMENT);
  const auto server = orb_with("default-unsealed", "");
  const auto root = active_root(server);
  const auto refused = [](const std::function<void()>& make) {
    try {
      make();
      return std::string();
    } catch (const QoSError& error) {
      return std::string(error.what());
    }
  };
  const std::string why =
      "field 'memory': the program cannot be sealed: link it with dimma::sealed (CMake) or "
      "dimma-sealed (pkg-config)";
  const auto sealed_qos = EngineeringQoS::parse("memory=sealed");
  EXPECT_EQ(refused([&] { create_poa(root, "sealed", sealed_qos); }), why);
  const auto servant = CORBA::make_reference<CounterServant>();
  const auto object = IDL::traits<Sample::Counter>::narrow(root->servant_to_reference(servant));
  EXPECT_EQ(refused([&] { dimma::bind(object, sealed_qos); }), why);
  EXPECT_EQ(refused([&] { dimma::plan(object, sealed_qos); }), why);
  server->destroy();
}

// A program that serves gets the exception; one that only calls is not affected.
TEST(DefaultQosErrors, AQosThatAServerCannotHaveIsACorbaException) {
  std::vector<std::string> arguments{"--dimma-giop",       "1.0",         "--dimma-endpoint",
                                     "iiop://127.0.0.1:0", "--dimma-qos", "transport=unix"};
  const auto orb = CORBA::ORB_init(arguments, "default-old");
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  EXPECT_RAISES(root->the_POAManager()->activate(), CORBA::INV_POLICY, minor::inv_policy_qos);
  const auto servant = CORBA::make_reference<CounterServant>();
  EXPECT_RAISES(orb->object_to_string(root->servant_to_reference(servant)), CORBA::INV_POLICY, minor::inv_policy_qos);
  orb->destroy();
}

TEST(DefaultQosErrors, AnExplicitQosOfTheOtherEndIsRefusedByName) {
  const auto server = orb_with("default-server", "");
  const auto root = active_root(server);
  for (const std::string field :
       {"connection=dedicated", "demultiplexing=task", "deadline=1s", "rate=5", "batch-delay=1ms"}) {
    try {
      create_poa(root, "refused", EngineeringQoS::parse(field));
      ADD_FAILURE() << field << " was accepted";
    } catch (const QoSError& error) {
      EXPECT_EQ(error.field(), field.substr(0, field.find('=')));
    }
  }
  server->destroy();
}

TEST(DefaultQosErrors, AStubThrowsACorbaException) {
  const auto server = orb_with("default-server", "transport=unix");
  const auto client = orb_with("default-client", "transport=tcp");
  const auto servant = CORBA::make_reference<CounterServant>();
  const auto object = narrow_unchecked<Sample::Counter>(
      client->string_to_object(server->object_to_string(active_root(server)->servant_to_reference(servant))));
  try {
    object->ping();
    ADD_FAILURE() << "called";
  } catch (const CORBA::INV_POLICY& refused) {
    EXPECT_EQ(refused.minor(), minor::inv_policy_qos);
    EXPECT_EQ(refused.completed(), CORBA::COMPLETED_NO);
    EXPECT_NE(refused._detail().find("field 'transport'"), std::string::npos) << refused._detail();
  }
  try {
    dimma::bind(object, EngineeringQoS::parse("transport=tcp"));
    ADD_FAILURE() << "bound";
  } catch (const QoSError& error) {
    EXPECT_EQ(error.field(), "transport");
  }
  client->destroy();
  server->destroy();
}

}  // namespace
}  // namespace dimma::test
