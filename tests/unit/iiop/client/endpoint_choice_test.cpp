// Which of the endpoints of a reference a binding takes, and which endpoints a server offers.

#include "iiop/client/connection/endpoint_choice.hpp"
#include "iiop/giop/profile_components.hpp"
#include "iiop/giop/profile_endpoints.hpp"
#include "transport/local/unix.hpp"
#include "unit/iiop/channel_fixture.hpp"

#include <dimma/minor.hpp>

#include <cstdio>

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dimma::iiop {
namespace {

using transport::Endpoint;

const Endpoint somewhere{"tcp", "host", 2809};
const Endpoint by_unix{"unix", "@dimma-1", 0};
const Endpoint by_shm{"shm", "@dimma-2", 0};

Profile offering(const std::vector<Endpoint>& local, const Address& address = {"host", 2809}) {
  Profile profile;
  profile.address = address;
  if (!local.empty()) profile.components.push_back(local_endpoints(local));
  return profile;
}

EngineeringQoS over(TransportKind kind) { return {.transport = kind}; }

class Choice : public testing::Test {
 protected:
  transport::UnixTransport unix_;
  transport::TcpTransport tcp_;
  const transport::Transports transports_{{&unix_, &tcp_}};

  std::string refusal(const Profile& profile, const EngineeringQoS& qos) {
    try {
      choose_endpoints(profile, qos, transports_);
      return "none";
    } catch (const QoSError& error) {
      return error.what();
    }
  }
};

TEST_F(Choice, AnyIsTheFastestFirstAndTcpLast) {
  const auto choice = choose_endpoints(offering({by_shm, by_unix}), {}, transports_);
  EXPECT_EQ(choice.endpoints, (std::vector{by_unix, somewhere})) << "what there is no transport for is left out";
  EXPECT_EQ(choice.passed_over, "");
}

TEST_F(Choice, TellsWhichEndpointsArePassedOver) {
  auto choice = choose_endpoints(offering({}), {}, transports_);
  EXPECT_EQ(choice.endpoints, std::vector{somewhere});
  EXPECT_EQ(choice.passed_over, "no unix is offered");
  choice = choose_endpoints(offering({by_unix}), {.socket = {.dscp = 46}}, transports_);
  EXPECT_EQ(choice.endpoints, std::vector{somewhere});
  EXPECT_EQ(choice.passed_over, "unix has no network device for dscp or busy-poll");
  choice = choose_endpoints(offering({by_unix}, {}), {}, transports_);
  EXPECT_EQ(choice.endpoints, std::vector{by_unix});
  EXPECT_EQ(choice.passed_over, "") << "nothing faster than what is taken";
}

TEST_F(Choice, AnExplicitTransportIsTakenAlone) {
  EXPECT_EQ(choose_endpoints(offering({by_unix}), over(TransportKind::unix_socket), transports_).endpoints,
            std::vector{by_unix});
  EXPECT_EQ(choose_endpoints(offering({by_unix}), over(TransportKind::tcp), transports_).endpoints,
            std::vector{somewhere});
}

TEST_F(Choice, ATransportThatIsNotOfferedIsRefusedByField) {
  EXPECT_EQ(refusal(offering({}), over(TransportKind::unix_socket)),
            "field 'transport': unix is not offered: the reference offers tcp");
  EXPECT_EQ(refusal(offering({by_unix}, {}), over(TransportKind::tcp)),
            "field 'transport': tcp is not offered: the reference offers unix");
  EXPECT_EQ(refusal(offering({by_unix}), over(TransportKind::tls)),
            "field 'transport': the program has no TLS: link it with dimma::tls (CMake) or dimma-tls (pkg-config)");
}

TEST_F(Choice, LocalServicesOfOthersAreNotTalkedTo) {
  const std::vector<Endpoint> strangers{{"unix", "/run/somebody.sock", 0},
                                        {"unix", "@/tmp/.X11-unix/X0", 0},
                                        {"unix", "relative/dimma-1", 0},
                                        {"unix", "", 0},
                                        {"tcp", "@dimma-1", 0}};
  EXPECT_TRUE(decode_local_endpoints(local_endpoints(strangers)).empty());
  const Endpoint file{"unix", "/run/user/1000/dimma-1", 0};
  EXPECT_EQ(decode_local_endpoints(local_endpoints({file})), std::vector{file});
}

TEST(LocalEndpoints, HaveALayoutOfTheirOwn) {
  const auto component = local_endpoints({{"unix", "@dimma-1", 0}});
  EXPECT_EQ(component.tag, 0x64696d01U);
  const std::vector<unsigned> little{1, 1, 0, 0, 1, 0, 0, 0,   5,   0,   0,   0,   'u', 'n', 'i', 'x', 0,
                                     0, 0, 0, 9, 0, 0, 0, '@', 'd', 'i', 'm', 'm', 'a', '-', '1', 0};
  std::vector<std::byte> octets;
  for (const unsigned octet : little) octets.push_back(static_cast<std::byte>(octet));
  if (std::endian::native == std::endian::little) {
    EXPECT_EQ(component.data, octets);
  }
  EXPECT_EQ(decode_local_endpoints({component.tag, octets}), std::vector{by_unix});
  octets[1] = std::byte{2};
  octets.push_back(std::byte{77});
  EXPECT_EQ(decode_local_endpoints({component.tag, octets}), std::vector{by_unix}) << "a later version";
  octets[1] = std::byte{0};
  EXPECT_THROW(decode_local_endpoints({component.tag, octets}), CORBA::INV_OBJREF);
}

TEST(LocalEndpoints, ThatAreMalformedAreDescribedAndPassedOver) {
  auto component = local_endpoints({by_unix, by_shm});
  EXPECT_EQ(describe_component(component), "on the server's machine unix:@dimma-1 shm:@dimma-2");
  for (std::size_t octets = 0; octets < component.data.size(); ++octets) {
    channel::Tagged cut = component;
    cut.data.resize(octets);
    EXPECT_NE(describe_component(cut).find("malformed local endpoints"), std::string::npos) << octets;
    Profile profile;
    profile.address = {"host", 2809};
    profile.components = {cut};
    EXPECT_EQ(endpoints_of(profile), std::vector{somewhere});
  }
}

// A server and clients over the transports of this machine.
class LocalBinding : public Choice {
 protected:
  channel::Tagged serve(const EngineeringQoS& qos, Settings settings = {}) {
    server_.reset();
    server_binder_ = make_binder(transports_, settings);
    server_ = server_binder_->listen({.at = {{"127.0.0.1"}}}, qos, adapter_);
    return server_->profiles(std::as_bytes(std::span("key", 3))).front();
  }
  std::string endpoint(const channel::ClientChannel& channel) {
    for (const auto& fact : channel.describe()) {
      if (fact.name == "connection") return fact.value + "; " + fact.usage;
    }
    return {};
  }
  static bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

  TestAdapter adapter_;
  std::unique_ptr<channel::Binder> client_binder_ = make_binder(transports_, {});
  std::unique_ptr<channel::Binder> server_binder_;
  std::unique_ptr<channel::ServerEndpoint> server_;
};

TEST_F(LocalBinding, AnyTakesTheLocalEndpoint) {
  const auto profile = serve({});
  for (const auto& qos : {shared_qos, dedicated_qos}) {
    const auto channel = client_binder_->bind(profile, qos, no_deadline, {});
    EXPECT_EQ(echo(*channel, "hello"), "hello");
    EXPECT_TRUE(has(endpoint(*channel), "unix:@dimma-")) << endpoint(*channel);
    channel::Octets key;
    EXPECT_TRUE(server_->owns(profile, key));
  }
  client_binder_->shutdown();
}

TEST_F(LocalBinding, EachTransportThatIsSaidIsTaken) {
  const auto profile = serve({});
  for (const auto kind : {TransportKind::unix_socket, TransportKind::tcp}) {
    auto qos = dedicated_qos;
    qos.transport = kind;
    const auto channel = client_binder_->bind(profile, qos, no_deadline, {});
    EXPECT_EQ(echo(*channel, "hello"), "hello");
    EXPECT_TRUE(has(endpoint(*channel), std::string(to_string(kind)) + ":")) << endpoint(*channel);
  }
}

TEST_F(LocalBinding, AServerOffersWhatItsQosSays) {
  const auto tcp_alone = decode_profile(serve(over(TransportKind::tcp)).data);
  ASSERT_EQ(tcp_alone.components.size(), 2U);
  EXPECT_EQ(tcp_alone.components.front().tag, component_orb_type);
  EXPECT_EQ(tcp_alone.components.back().tag, component_code_sets);
  EXPECT_NE(tcp_alone.address.port, 0);
  const auto unix_alone = decode_profile(serve(over(TransportKind::unix_socket)).data);
  EXPECT_EQ(unix_alone.address, Address{});
  ASSERT_EQ(endpoints_of(unix_alone).size(), 1U);
  EXPECT_EQ(endpoints_of(unix_alone).front().transport, "unix");
}

TEST_F(LocalBinding, WithoutTcpAReferenceIsStillTheServersOwn) {
  const auto profile = serve(over(TransportKind::unix_socket));
  channel::Octets key;
  EXPECT_TRUE(server_->owns(profile, key));
  const auto channel = client_binder_->bind(profile, dedicated_qos, no_deadline, {});
  EXPECT_EQ(echo(*channel, "hello"), "hello");
  channel->close();
  EXPECT_TRUE(server_->owns(profile, key));
  server_.reset();
  const auto other = serve(over(TransportKind::unix_socket));
  EXPECT_FALSE(server_->owns(profile, key));
}

TEST_F(LocalBinding, Giop10HasNoPlaceForLocalEndpoints) {
  Settings settings;
  settings.giop_minor = 0;
  EXPECT_EQ(endpoints_of(decode_profile(serve({}, settings).data)).size(), 1U);
  try {
    serve(over(TransportKind::unix_socket), settings);
    ADD_FAILURE();
  } catch (const QoSError& error) {
    EXPECT_EQ(error.field(), "transport");
  }
}

TEST_F(LocalBinding, AReferenceOfAnotherHostFallsBackToTcp) {
  auto profile = decode_profile(serve({}).data);
  profile.components = {local_endpoints({{"unix", "@dimma-0123456789abcdef0123456789abcdef", 0}})};
  const channel::Tagged elsewhere{tag_internet_iop, encode(profile)};
  const auto channel = client_binder_->bind(elsewhere, dedicated_qos, no_deadline, {});
  EXPECT_EQ(echo(*channel, "hello"), "hello");
  EXPECT_TRUE(has(endpoint(*channel), "tcp:127.0.0.1")) << endpoint(*channel);
  EXPECT_TRUE(has(endpoint(*channel), "unix:@dimma-0123456789abcdef0123456789abcdef: connection refused"))
      << endpoint(*channel);
  auto qos = dedicated_qos;
  qos.transport = TransportKind::unix_socket;
  try {
    client_binder_->bind(elsewhere, qos, no_deadline, {});
    ADD_FAILURE() << "reaches nobody";
  } catch (const CORBA::TRANSIENT& refused) {
    EXPECT_EQ(refused.minor(), minor::transient_connect_failed);
    EXPECT_TRUE(has(refused._detail(), "connection refused")) << refused._detail();
  }
}

// In a network namespace of its own, the child does not find the abstract socket name of the reference. If it may not
// make a namespace, it stays in this one, and must reach the local endpoint.
[[noreturn]] void bind_elsewhere(const channel::Tagged& profile) {
  const bool elsewhere = ::unshare(CLONE_NEWNET) == 0 || ::unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0;
  transport::UnixTransport local;
  const auto endpoints = endpoints_of(decode_profile(profile.data));
  const auto connected = local.connect(endpoints.front(), no_deadline, {});
  const bool right = elsewhere ? connected.result.error == ECONNREFUSED : connected.stream != nullptr;
  if (!right) std::fprintf(stderr, "%s\n", connected.detail.c_str());
  std::_Exit(right ? 0 : 1);
}

TEST_F(LocalBinding, AnotherNetworkNamespaceIsNotReached) {
  const auto profile = serve({});
  const pid_t child = ::fork();
  if (child == 0) bind_elsewhere(profile);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(LocalBinding, WaitAndSocketAreTakenWhereTheyCanBeMade) {
  const auto profile = serve({.processing_concurrency = ProcessingConcurrency::null_task,
                              .wait = WaitStrategy::adaptive(std::chrono::microseconds(20)),
                              .socket = {.send_buffer = 30'000}});
  auto qos = dedicated_qos;
  for (const auto wait : {WaitStrategy::spin, WaitStrategy::adaptive(std::chrono::microseconds(20))}) {
    qos.wait = wait;
    const auto channel = client_binder_->bind(profile, qos, no_deadline, {});
    EXPECT_EQ(echo(*channel, "hello"), "hello");
  }
}

}  // namespace
}  // namespace dimma::iiop
