// ORBs that use TLS with each other: the descriptions of bindings and POAs, the caller, and everything that must keep
// working.

#include "asynchronousAmiC.h"
#include "common/certificates/certificates.hpp"
#include "transport/tcp/tcp.hpp"
#include "unit/common/rounds.hpp"
#include "unit/orb/reference/asynchronous_fixture.hpp"
#include "unit/transport/conformance.hpp"

#include <dimma/access.hpp>
#include <dimma/asio.hpp>
#include <dimma/caller.hpp>
#include <dimma/messaging.hpp>
#include <dimma/observation.hpp>
#include <dimma/publish.hpp>
#include <dimma/tls.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <mutex>
#include <thread>

namespace dimma::test {
namespace {

using OrbRef = CORBA::object_reference<CORBA::ORB>;
using PoaRef = CORBA::object_reference<PortableServer::POA>;

OrbRef make_orb(const std::string& id, std::vector<std::string> arguments) { return CORBA::ORB_init(arguments, id); }

// Records its last caller.
class AskingClerk : public ClerkServant {
 public:
  std::int32_t pages() override {
    const std::scoped_lock lock(mutex_);
    called_by_ = dimma::caller();
    return 12;
  }
  void hear(const std::string& /*text*/) override { ++heard_count; }
  // Locks, since the thread sanitizer does not see that the connection between the threads orders them.
  std::shared_ptr<const Peer> called_by() const {
    const std::scoped_lock lock(mutex_);
    return called_by_;
  }

  std::atomic<std::size_t> heard_count{0};  // calls of hear()

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Peer> called_by_;
};

class TlsOrb : public testing::Test {
 protected:
  ~TlsOrb() override {
    for (const auto& orb : orbs_) orb->destroy();
  }

  OrbRef orb(const std::string& id, const std::vector<std::string>& arguments) {
    orbs_.push_back(make_orb(id, arguments));
    return orbs_.back();
  }
  // A server at ssliop://localhost, with the certificate "server".
  OrbRef server(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{
        "--dimma-endpoint", "ssliop://localhost:0",         "--dimma-tls-certificate", certificate_file("server.pem"),
        "--dimma-tls-key",  certificate_file("server.key"), "--dimma-tls-authorities", certificate_file("ca.pem")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return orb("server", arguments);
  }
  OrbRef client(const std::string& certificate = {}) {
    std::vector<std::string> arguments{"--dimma-tls-authorities", certificate_file("ca.pem")};
    if (!certificate.empty()) {
      arguments.insert(arguments.end(), {"--dimma-tls-certificate", certificate_file(certificate + ".pem"),
                                         "--dimma-tls-key", certificate_file(certificate + ".key")});
    }
    return orb("client", arguments);
  }
  static PoaRef root_of(const OrbRef& orb) {
    auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    return root;
  }
  std::string activate(const OrbRef& orb, const PoaRef& poa) {
    poa->activate_object(servant_);
    return orb->object_to_string(poa->servant_to_reference(servant_));
  }
  std::string activate(const OrbRef& orb) { return activate(orb, root_of(orb)); }
  static ClerkRef clerk(const OrbRef& orb, const std::string& ior) {
    return narrow_unchecked<Desk::Clerk>(orb->string_to_object(ior));
  }
  static Binding<Desk::Clerk> bind(const ClerkRef& clerk, const char* qos = "transport=tls") {
    return dimma::bind(clerk, EngineeringQoS::parse(qos));
  }

  struct Oneways {
    const char* qos = "transport=tls";
    std::size_t octets = 1000;
    std::size_t oneways = 500;
    bool is_orb_destroyed = false;  // rather than the binding alone
    bool offers_callbacks = false;
  };
  // Clients end right after their last oneway.
  void expect_oneways_arrive(const std::string& ior, const Oneways& how) {
    const std::string text(how.octets, 'x');
    std::vector<std::string> arguments{"--dimma-tls-authorities", certificate_file("ca.pem")};
    if (how.offers_callbacks) {
      arguments.insert(arguments.end(), {"--dimma-bidirectional", "offer", "--dimma-endpoint", "ssliop://localhost:0",
                                         "--dimma-tls-certificate", certificate_file("server.pem"), "--dimma-tls-key",
                                         certificate_file("server.key")});
    }
    for (std::uint64_t round = 0; round < rounds(8) && !HasFailure(); ++round) {
      const std::size_t expected = servant_->heard_count + how.oneways;
      const auto of_client = make_orb("client", arguments);
      {
        if (how.offers_callbacks) root_of(of_client);
        const auto binding = bind(clerk(of_client, ior), how.qos);
        if (how.offers_callbacks) {
          const auto description = binding.describe().to_string();
          EXPECT_NE(description.find("callbacks offered"), std::string::npos) << description;
        }
        for (std::size_t i = 0; i < how.oneways; ++i) binding->hear(text);
        if (how.is_orb_destroyed) of_client->destroy();
      }
      EXPECT_TRUE(transport::becomes_true([&] { return servant_->heard_count == expected; }))
          << servant_->heard_count << " and not " << expected << " with " << how.qos << " in round " << round;
      if (!how.is_orb_destroyed) of_client->destroy();
    }
  }

  const CORBA::servant_reference<AskingClerk> servant_ = CORBA::make_reference<AskingClerk>();
  std::vector<OrbRef> orbs_;
};

TEST_F(TlsOrb, AServantSeesTheCertificateOfItsCaller) {
  const auto ior = activate(server({"--dimma-tls-clients", "required"}));
  auto binding = bind(clerk(client("client"), ior));
  EXPECT_EQ(binding->pages(), 12);
  ASSERT_TRUE(servant_->called_by() && servant_->called_by()->security && servant_->called_by()->security->certificate);
  const auto& shown = *servant_->called_by()->security->certificate;
  EXPECT_TRUE(shown.is_verified);
  EXPECT_EQ(shown.common_name, "ops-1");
  EXPECT_EQ(shown.dns_names, std::vector<std::string>{"ops-1.plant.example"});
  EXPECT_EQ(servant_->called_by()->transport, "tls");
}

// The session tickets of the server come while the client sends and closes.
TEST_F(TlsOrb, OnewaysArriveThoughTheirClientEndsAtOnce) {
  const auto ior = activate(server());
  for (const bool is_orb_destroyed : {false, true}) {
    for (const char* const qos :
         {"transport=tls", "transport=tls,connection=dedicated", "transport=tls,processing=nullTask,messages=1"}) {
      expect_oneways_arrive(ior, {.qos = qos, .is_orb_destroyed = is_orb_destroyed});
    }
  }
}

TEST_F(TlsOrb, OnewaysArriveOverAConnectionThatCarriesCallbacks) {
  const auto ior = activate(server({"--dimma-bidirectional", "accept", "--dimma-tls-clients", "required"}));
  for (const bool is_orb_destroyed : {false, true}) {
    expect_oneways_arrive(ior, {.is_orb_destroyed = is_orb_destroyed, .offers_callbacks = true});
  }
}

// Most of such a message waits for room when the client ends.
TEST_F(TlsOrb, ALongOnewayArrivesOverAConnectionThatCarriesCallbacks) {
  const auto ior = activate(server({"--dimma-bidirectional", "accept", "--dimma-tls-clients", "required"}));
  expect_oneways_arrive(ior, {.octets = 1'000'000, .oneways = 40, .is_orb_destroyed = true, .offers_callbacks = true});
}

TEST_F(TlsOrb, EveryQoSHasIt) {
  const auto of_server = server();
  const auto of_client = client();
  for (const char* at_server :
       {"transport=tls", "transport=tls,processing=nullTask", "transport=tls,processing=pool(2)",
        "transport=tls,processing=factory", "transport=tls,buffers=pool(4,64k)"}) {
    const auto poa = dimma::create_poa(root_of(of_server), at_server, EngineeringQoS::parse(at_server));
    const auto servant = CORBA::make_reference<AskingClerk>();
    poa->activate_object(servant);
    poa->the_POAManager()->activate();
    const auto ior = of_server->object_to_string(poa->servant_to_reference(servant));
    for (const char* at_client :
         {"transport=tls", "transport=tls,processing=nullTask,messages=1", "transport=tls,demultiplexing=task",
          "transport=tls,processing=pool(2),messages=2", "transport=tls,read-ahead=off", "transport=tls,wait=spin",
          "transport=tls,buffers=pool(2,64k)", "transport=tls,deadline=30s"}) {
      SCOPED_TRACE(std::string(at_server) + " and " + at_client);
      const auto binding = bind(clerk(of_client, ior), at_client);
      for (int i = 0; i < 5; ++i) EXPECT_EQ(binding->label(std::string(3000, 'x')).size(), 3009U);
    }
  }
}

TEST_F(TlsOrb, LongMessagesGoBothWays) {
  const auto ior = activate(server());
  const auto of_client = client();
  for (const char* qos : {"transport=tls", "transport=tls,processing=nullTask,messages=1", "transport=tls,packets=2"}) {
    const auto binding = bind(clerk(of_client, ior), qos);
    for (const std::size_t octets : {1U, 16'000U, 16'384U, 100'000U, 5'000'000U, 35'000'000U}) {
      EXPECT_EQ(binding->label(std::string(octets, 'x')).size(), octets + 9) << qos;
    }
  }
}

TEST_F(TlsOrb, ManyThreadsCallAtOnce) {
  const auto ior = activate(server());
  const auto of_client = client();
  const auto binding = bind(clerk(of_client, ior));
  std::vector<std::thread> callers;
  for (int i = 0; i < 8; ++i) {
    callers.emplace_back([&, i] {
      const std::string text(static_cast<std::size_t>(1000 * i), 'x');
      for (int call = 0; call < 100; ++call) EXPECT_EQ(binding->label("y" + text), "label of y" + text);
    });
  }
  for (auto& caller : callers) caller.join();
}

TEST_F(TlsOrb, AReferenceThatRequiresTlsNeverHasAnythingElse) {
  const auto ior = activate(server());
  const auto of_client = client();
  EXPECT_THROW(bind(clerk(of_client, ior), "transport=tcp"), QoSError);
  EXPECT_EQ(bind(clerk(of_client, ior), "")->pages(), 12);
  const auto plan = dimma::plan(clerk(of_client, ior), EngineeringQoS::parse("transport=any,socket=dscp(10)"));
  EXPECT_EQ(plan.to_string().find("tcp:"), std::string::npos) << plan.to_string();
}

TEST_F(TlsOrb, AWrongCertificateIsNoPermissionAndNothingTransient) {
  const auto ior = activate(server());
  const auto trusting_others =
      orb("client", {"--dimma-tls-authorities", certificate_file("foreign-ca.pem"), "--dimma-qos", "transport=tls"});
  try {
    clerk(trusting_others, ior)->pages();
    ADD_FAILURE() << "called";
  } catch (const CORBA::NO_PERMISSION& refused) {
    EXPECT_EQ(refused.minor(), minor::no_permission_certificate);
    EXPECT_NE(refused._detail().find("was rejected"), std::string::npos) << refused._detail();
  }
  auto bound = dimma::asio::async_bind(clerk(trusting_others, ior), EngineeringQoS::parse("transport=tls"),
                                       boost::asio::use_future);
  EXPECT_THROW(bound.get(), CORBA::NO_PERMISSION);
}

TEST_F(TlsOrb, BothKindsOfAddressStandInOneReference) {
  const auto of_server = server({"--dimma-endpoint", "iiop://localhost:0"});
  const auto ior = activate(of_server);
  const auto of_client = client();
  EXPECT_EQ(bind(clerk(of_client, ior), "transport=tcp")->pages(), 12);
  EXPECT_EQ(bind(clerk(of_client, ior), "transport=tls")->pages(), 12);
}

// The endpoint also listens in shared memory, whose address is its first.
TEST_F(TlsOrb, ARecordedCallHasTheAddressThatItHasComeBy) {
  const auto of_server =
      server({"--dimma-endpoint", "iiop://localhost:0", "--dimma-metrics", "on", "--dimma-recorder", "on"});
  const auto of_client = client("client");
  const auto object = clerk(of_client, activate(of_server));
  for (const std::string transport : {"tls", "tcp", "shm"}) {
    bind(object, ("transport=" + transport).c_str())->pages();
    const auto is_recorded = [&] {
      const auto calls = observation::recorded_calls(of_server);
      return !calls.empty() && calls.back().address.starts_with(transport + ":") &&
             calls.back().peer.starts_with(transport + ":");
    };
    EXPECT_TRUE(transport::becomes_true(is_recorded)) << transport;
  }
  const auto channels = observation::metrics(of_server);
  ASSERT_FALSE(channels.empty());
  EXPECT_EQ(channels.front().operations.front().addresses.size(), 3U);
}

TEST_F(TlsOrb, CredentialsGoByNameAtEitherEnd) {
  const auto of_server = server();
  auto ops = credentials_of("elsewhere");
  ops.client_certificates = tls::ClientCertificates::required;
  dimma::tls::set_credentials(of_server, "ops", ops);
  const auto poa = dimma::create_poa(root_of(of_server), "ops", EngineeringQoS::parse("transport=tls,credentials=ops"));
  poa->the_POAManager()->activate();
  const auto ior = activate(of_server, poa);
  const auto of_client = client();
  EXPECT_THROW(bind(clerk(of_client, ior)), CORBA::NO_PERMISSION) << "the certificate is for elsewhere.example";
  auto as_ops = credentials_of("client");
  as_ops.peer_name = "elsewhere.example";
  dimma::tls::set_credentials(of_client, "ops", as_ops);
  const auto binding = bind(clerk(of_client, ior), "transport=tls,credentials=ops");
  EXPECT_EQ(binding->pages(), 12);
  EXPECT_EQ(servant_->called_by()->security->certificate->common_name, "ops-1");
  EXPECT_THROW(bind(clerk(of_client, ior), "transport=tls,credentials=others"), CORBA::NO_PERMISSION);
  EXPECT_THROW(dimma::tls::set_credentials(of_client, "x", {.authorities = "/nowhere"}), CORBA::BAD_PARAM);
}

TEST_F(TlsOrb, APolicySaysTheSameAsABinding) {
  const auto ior = activate(server({"--dimma-tls-clients", "optional"}));
  const auto of_client = client();
  dimma::tls::set_credentials(of_client, "ops", credentials_of("client"));
  const auto plain = clerk(of_client, ior);
  const auto with = [](const ClerkRef& given, const CORBA::PolicyList& policies) {
    return IDL::traits<Desk::Clerk>::narrow(
        given->_set_policy_overrides(policies, CORBA::SetOverrideType::SET_OVERRIDE));
  };
  const auto as_ops = with(plain, {qos_policy(EngineeringQoS::parse("transport=tls,credentials=ops"))});
  EXPECT_EQ(as_ops->pages(), 12);
  ASSERT_TRUE(servant_->called_by()->security && servant_->called_by()->security->certificate);
  EXPECT_EQ(servant_->called_by()->security->certificate->common_name, "ops-1");
  // The original reference, and one whose override has been removed, use the ORB's own QoS.
  for (const auto& each : {plain, with(as_ops, {})}) {
    EXPECT_EQ(each->pages(), 12);
    EXPECT_FALSE(servant_->called_by()->security && servant_->called_by()->security->certificate);
  }
  const auto policies = as_ops->_get_policy_overrides({QOS_POLICY_TYPE});
  EXPECT_EQ(policies.size(), 1U);
  EXPECT_THROW(with(plain, {qos_policy(EngineeringQoS::parse("transport=tls,credentials=others"))})->pages(),
               CORBA::SystemException);
  const auto manager =
      IDL::traits<CORBA::PolicyManager>::narrow(of_client->resolve_initial_references("ORBPolicyManager"));
  EXPECT_THROW(manager->set_policy_overrides({qos_policy(EngineeringQoS::parse("transport=tls"))},
                                             CORBA::SetOverrideType::ADD_OVERRIDE),
               CORBA::NO_PERMISSION);
}

TEST_F(TlsOrb, AccessRulesGoByCertificates) {
  const auto of_server = server({"--dimma-tls-clients", "optional"});
  dimma::access_rules(of_server, AccessRules::parse("allow CN=ops-* call Desk::Clerk::*\ndeny *\n"));
  const auto ior = activate(of_server);
  EXPECT_EQ(bind(clerk(client("client"), ior))->pages(), 12);
  const auto nobody = orb("nobody", {"--dimma-tls-authorities", certificate_file("ca.pem")});
  const auto unknown = bind(clerk(nobody, ior));
  EXPECT_THROW(unknown->pages(), CORBA::NO_PERMISSION);
  EXPECT_THROW(bind(clerk(nobody, ior), "transport=unix")->pages(), CORBA::NO_PERMISSION);
}

TEST_F(TlsOrb, AnObjectUrlReachesAServer) {
  const auto of_server = server();
  const auto ior = activate(of_server);
  dimma::publish(of_server, "Clerk", of_server->string_to_object(ior));
  const auto address = dimma::describe(root_of(of_server)).to_string();
  const auto at = address.find("with TLS as localhost:");
  ASSERT_NE(at, std::string::npos) << address;
  const auto port = address.substr(at + 22, address.find_first_not_of("0123456789", at + 22) - at - 22);
  const auto of_client = client();
  EXPECT_EQ(clerk(of_client, "corbaloc:ssliop:localhost:" + port + "/Clerk")->pages(), 12);
  EXPECT_THROW(clerk(of_client, "corbaloc:iiop:localhost:" + port + "/Clerk")->pages(), CORBA::SystemException);
}

class StalledHandshakes : public TlsOrb {
 protected:
  // Begins `count` handshakes with a server, and does not continue them.
  void stall(int count) {
    transport::allow_descriptors(4000);
    const auto description = dimma::describe(root_of(orbs_.front())).to_string();
    const auto at = description.find("with TLS as localhost:");
    const auto port = static_cast<std::uint16_t>(std::stoi(description.substr(at + 22)));
    transport::TcpTransport tcp;
    for (int i = 0; i < count; ++i) {
      auto connected = tcp.connect({"tcp", "localhost", port}, transport::patience(), {});
      ASSERT_TRUE(connected.stream) << connected.detail;
      // Some send nothing, some the beginning of a record.
      const std::string begun("\x16\x03\x01\x02", 4);
      if (i % 2 == 0) transport::send_all(*connected.stream, std::as_bytes(std::span(begun)));
      stalled_.push_back(std::move(connected.stream));
    }
  }
  std::vector<std::unique_ptr<transport::Stream>> stalled_;
};

TEST_F(StalledHandshakes, HoldUpNobodyThoughTheyAreAThousand) {
  const auto ior = activate(server({"--dimma-tls-handshake-timeout", "120s"}));
  const auto of_client = client();
  const auto before = bind(clerk(of_client, ior), "transport=tls,deadline=60s");
  EXPECT_EQ(before->pages(), 12);
  stall(1000);
  EXPECT_EQ(before->pages(), 12);
  EXPECT_EQ(bind(clerk(of_client, ior), "transport=tls,connection=dedicated,deadline=60s")->pages(), 12);
}

TEST_F(StalledHandshakes, EndAtTheirTime) {
  const auto ior = activate(server({"--dimma-tls-handshake-timeout", "200ms"}));
  stall(100);
  for (const auto& stream : stalled_) {
    std::byte octet{};
    EXPECT_FALSE(stream->receive({&octet, 1}, transport::patience()));
  }
  // The time may be too short for a process that is suspended meanwhile.
  const auto of_client = client();
  EXPECT_TRUE(transport::becomes_true([&] {
    try {
      return clerk(of_client, ior)->pages() == 12;
    } catch (const CORBA::SystemException&) {
      return false;
    }
  }));
}

TEST_F(TlsOrb, InAnOrbThatTheApplicationRuns) {
  boost::asio::io_context io;
  const auto of_server = server();
  dimma::asio::run_on(of_server, io.get_executor());
  const auto ior = activate(of_server);
  const auto of_client = client();
  auto bound =
      dimma::asio::async_bind(clerk(of_client, ior), EngineeringQoS::parse("transport=tls"), boost::asio::use_future);
  while (bound.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready) io.poll();
  const auto binding = bound.get();
  for (int i = 0; i < 20; ++i) {
    auto pages = binding->async_get_pages(boost::asio::use_future);
    while (pages.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready) io.poll();
    EXPECT_EQ(pages.get(), 12);
  }
}

TEST(TlsOptions, AFileThatCannotBeUsedStopsTheStart) {
  try {
    make_orb("wrong", {"--dimma-tls-certificate", "/nowhere/at/all.pem"})->destroy();
    ADD_FAILURE() << "started";
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_NE(refused._detail().find("'/nowhere/at/all.pem'"), std::string::npos) << refused._detail();
  }
}

}  // namespace
}  // namespace dimma::test
