// Callbacks over the client's TLS connection: the client's certificate must name the address where it listens.

#include "common/certificates/certificates.hpp"
#include "unit/orb/bidirectional/bidirectional_fixture.hpp"

#include <dimma/messaging.hpp>
#include <dimma/tls.hpp>

#include <thread>

namespace callbacks {
namespace {

using dimma::test::certificate_file;
using Arguments = std::vector<std::string>;

Arguments with_certificate(const std::string& name, Arguments more) {
  more.insert(more.end(), {"--dimma-tls-certificate", certificate_file(name + ".pem"), "--dimma-tls-key",
                           certificate_file(name + ".key"), "--dimma-tls-authorities", certificate_file("ca.pem")});
  return more;
}

HubEnd make_tls_hub(const std::string& clients = "required", const std::string& qos = "transport=tls") {
  HubEnd hub;
  make(hub,
       with_certificate("server", {"--dimma-endpoint", "ssliop://localhost:0", "--dimma-nested-wait", "2s",
                                   "--dimma-connect-timeout", "2s", "--dimma-tls-clients", clients}),
       Way::both, qos, [&] { return CORBA::make_reference<Hub>(hub.orb); });
  return hub;
}

// A listener with the certificate of this name, whose references name `host`.
ListenerEnd make_tls_listener(const std::string& certificate = "behind", const std::string& host = "127.66.66.66",
                              const std::string& qos = "transport=tls") {
  ListenerEnd listener;
  make(listener,
       with_certificate(certificate, {"--dimma-endpoint", "ssliop://127.0.0.1:0", "--dimma-publish", host,
                                      "--dimma-connect-timeout", "2s"}),
       Way::both, qos, [] { return CORBA::make_reference<Listener>(); });
  return listener;
}

using HubBinding = dimma::Binding<Callbacks::Hub>;
HubBinding hub_over(const char* qos, const ListenerEnd& listener, const HubEnd& hub) {
  return dimma::bind(hub_at(listener, hub), dimma::EngineeringQoS::parse(qos));
}
HubBinding hub_over_tls(const ListenerEnd& listener, const HubEnd& hub) {
  return hub_over("transport=tls", listener, hub);
}

// The hub's lines on stderr when it fails to call a listener.
std::string said_when_not_called_back(const HubBinding& hub, const ListenerEnd& listener) {
  testing::internal::CaptureStderr();
  EXPECT_THROW(hub->call(listener.object, 1), Callbacks::Lost);
  EXPECT_THROW(hub->call(listener.object, 1), Callbacks::Lost);
  EXPECT_EQ(listener.servant->heard(), 0);
  return testing::internal::GetCapturedStderr();
}
std::size_t count_of(const std::string& text, const std::string& in) {
  std::size_t count = 0;
  for (auto at = in.find(text); at != std::string::npos; at = in.find(text, at + 1)) ++count;
  return count;
}

TEST(CallbacksOverTls, GoOverTheConnectionOfTheRequest) {
  const auto hub = make_tls_hub();
  const auto listener = make_tls_listener();
  const auto at = hub_over_tls(listener, hub);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(at->call(listener.object, i), i + 1);
  at->notify(listener.object, 6);
  EXPECT_TRUE(listener.servant->await_notice(6));
  at->keep("a", listener.object);
  EXPECT_EQ(at->call_kept("a", 1), 2);
  const auto described = at->describe_kept("a");
  EXPECT_NE(described.find("over which the reference was received"), std::string::npos) << described;
  EXPECT_NE(described.find("tls"), std::string::npos) << described;
}

TEST(CallbacksOverTls, SeveralLevelsDeep) {
  const auto hub = make_tls_hub();
  const auto listener = make_tls_listener();
  const auto manager =
      IDL::traits<CORBA::PolicyManager>::narrow(listener.orb->resolve_initial_references("ORBPolicyManager"));
  manager->set_policy_overrides({both(*listener.orb)}, CORBA::SetOverrideType::ADD_OVERRIDE);
  const auto at = hub_over_tls(listener, hub);
  for (int depth = 0; depth < 6; ++depth) EXPECT_EQ(at->bounce(listener.object, depth), depth);
}

TEST(CallbacksOverTls, LongMessagesGoBothWaysAtOnce) {
  const auto hub = make_tls_hub();
  const auto listener = make_tls_listener();
  const auto at = hub_over_tls(listener, hub);
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&, caller] {
      for (int i = 0; i < 6; ++i) {
        const Callbacks::Octets octets(static_cast<std::size_t>(1) << (8 + 3 * ((i + caller) % 6)),
                                       static_cast<std::uint8_t>(caller));
        EXPECT_EQ(at->echo(listener.object, octets), octets);
        EXPECT_EQ(at->call(listener.object, i), i + 1);
      }
    });
  }
  for (auto& caller : callers) caller.join();
}

TEST(CallbacksOverTls, WorkWithEachQoS) {
  struct Kind {
    const char* at_hub;
    const char* at_listener;
    const char* binding;
  };
  for (const Kind& kind : {Kind{"transport=tls,processing=nullTask", "transport=tls,processing=nullTask",
                                "transport=tls,processing=nullTask,messages=1"},
                           Kind{"transport=tls,processing=pool(1)", "transport=tls,processing=pool(1)",
                                "transport=tls,connection=dedicated"},
                           Kind{"transport=tls", "transport=tls", "transport=tls,demultiplexing=task"}}) {
    SCOPED_TRACE(kind.binding);
    const auto hub = make_tls_hub("required", kind.at_hub);
    const auto listener = make_tls_listener("behind", "127.66.66.66", kind.at_listener);
    const auto at = hub_over(kind.binding, listener, hub);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(at->call(listener.object, i), i + 1);
    const Callbacks::Octets octets(std::size_t{300} << 10, 7);
    EXPECT_EQ(at->echo(listener.object, octets), octets);
  }
}

TEST(CallbacksOverTls, ADnsNameInTheCertificateWillDoInAnyCase) {
  const auto hub = make_tls_hub();
  const auto listener = make_tls_listener("client", "OPS-1.Plant.Example");
  EXPECT_EQ(hub_over_tls(listener, hub)->call(listener.object, 1), 2);
}

TEST(CallbacksOverTls, AHostThatTheCertificateDoesNotNameIsPassedOver) {
  const auto hub = make_tls_hub();
  const auto listener = make_tls_listener("server");
  const auto at = hub_over_tls(listener, hub);
  const auto said = said_when_not_called_back(at, listener);
  EXPECT_EQ(count_of("the client's certificate is for other names", said), 1U) << said;
  EXPECT_NE(said.find("announces the listen point 127.66.66.66:"), std::string::npos) << said;
}

TEST(CallbacksOverTls, AClientWithoutACertificateIsNotCalledBack) {
  const auto hub = make_tls_hub("none");
  const auto listener = make_tls_listener();
  const auto said = said_when_not_called_back(hub_over_tls(listener, hub), listener);
  EXPECT_EQ(count_of("the client has no verified certificate", said), 1U) << said;
}

// A forger announces the address of another client, and passes a reference to it, without a certificate for the
// address.
TEST(CallbacksOverTls, AForgedListenPointIsWorthNothingWithoutItsCertificate) {
  const auto hub = make_tls_hub();
  const auto victim = make_tls_listener();
  const auto at = hub_over_tls(victim, hub);
  at->keep("victim", victim.object);
  EXPECT_EQ(at->call_kept("victim", 1), 2);
  const auto forger = make_tls_listener("client");
  const auto forged = hub_over_tls(forger, hub);
  said_when_not_called_back(forged, forger);
  EXPECT_EQ(at->call_kept("victim", 3), 4);
}

TEST(CallbacksOverTls, AReferenceThatRequiresTlsIsNotCalledOverTcp) {
  HubEnd hub;
  make(hub,
       with_certificate(
           "server", {"--dimma-endpoint", "iiop://127.0.0.1:0,ssliop://localhost:0", "--dimma-connect-timeout", "2s"}),
       Way::both, "", [&] { return CORBA::make_reference<Hub>(hub.orb); });
  const auto listener = make_tls_listener();
  const auto at = hub_over("transport=tcp", listener, hub);
  EXPECT_THROW(at->call(listener.object, 1), Callbacks::Lost);
  EXPECT_EQ(listener.servant->heard(), 0);
}

}  // namespace
}  // namespace callbacks
