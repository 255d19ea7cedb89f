// TLS with one thread: handshakes are part of the loop, at either end, and nothing else waits for them.

#include "common/certificates/certificates.hpp"
#include "transport/tcp/tcp.hpp"
#include "unit/single_threaded/single_threaded_fixture.hpp"

#include <dimma/tls.hpp>

namespace dimma::test {
namespace {

using OrbRef = CORBA::object_reference<CORBA::ORB>;

class NotedCounter final : public CounterServant {
 public:
  void note(const std::string& text) override {
    CounterServant::note(text);
    if (on_note) on_note();
  }
  std::function<void()> on_note;
};

// Two ORBs that have nothing but TLS between them, each with a counter.
class AloneTls : public testing::Test {
 protected:
  ~AloneTls() override {
    for (const auto& orb : {client_, server_}) orb->destroy();
  }
  static OrbRef make_orb(const std::string& id) {
    std::vector<std::string> arguments{"--dimma-endpoint",
                                       "ssliop://localhost:0",
                                       "--dimma-tls-certificate",
                                       certificate_file("wide.pem"),
                                       "--dimma-tls-authorities",
                                       certificate_file("ca.pem"),
                                       "--dimma-tls-clients",
                                       "required",
                                       "--dimma-tls-handshake-timeout",
                                       "1s",
                                       "--dimma-qos",
                                       "transport=tls"};
    return CORBA::ORB_init(arguments, id);
  }
  static CORBA::object_reference<Sample::Counter> activate(const OrbRef& orb,
                                                           const CORBA::servant_reference<CounterServant>& servant) {
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    return IDL::traits<Sample::Counter>::narrow(root->id_to_reference(root->activate_object(servant)));
  }
  static CORBA::object_reference<Sample::Counter> as_seen_by(const OrbRef& client, const OrbRef& server,
                                                             const CORBA::object_reference<Sample::Counter>& object) {
    return IDL::traits<Sample::Counter>::narrow(client->string_to_object(server->object_to_string(object)));
  }
  std::uint16_t port() const {
    const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    const std::string before = "with TLS as localhost:";
    const auto described = dimma::describe(root).to_string();
    return static_cast<std::uint16_t>(std::stoi(described.substr(described.find(before) + before.size())));
  }

  const OrbRef server_ = make_orb("server");
  const OrbRef client_ = make_orb("client");
  const CORBA::servant_reference<CounterServant> servant_ = CORBA::make_reference<CounterServant>();
  const CORBA::servant_reference<NotedCounter> own_ = CORBA::make_reference<NotedCounter>();
  const CORBA::object_reference<Sample::Counter> served_ = activate(server_, servant_);
  const CORBA::object_reference<Sample::Counter> callback_ = activate(client_, own_);
  const CORBA::object_reference<Sample::Counter> object_ = as_seen_by(client_, server_, served_);
};

TEST_F(AloneTls, CallsAndCallbacksBetweenOrbsOfOneThread) {
  for (int i = 1; i <= 20; ++i) EXPECT_EQ(object_->add(1), i);
  for (int depth = 0; depth < 20; ++depth) EXPECT_EQ(object_->call_back(callback_, depth), depth);
}

TEST_F(AloneTls, ACallWithinAHandshakeOfTheSameBindingHasAConnectionOfItsOwn) {
  own_->on_note = [&] { EXPECT_NO_THROW(EXPECT_EQ(object_->add(1), 1)); };
  as_seen_by(server_, client_, callback_)->note("is served while the client connects");
  EXPECT_EQ(own_->notes, 0);
  EXPECT_EQ(object_->add(1), 2);
  EXPECT_EQ(own_->notes, 1);
  EXPECT_EQ(object_->add(1), 3);
}

TEST_F(AloneTls, EachQoS) {
  for (const char* qos : {"transport=tls", "transport=tls,processing=nullTask,messages=1",
                          "transport=tls,connection=dedicated", "transport=tls,deadline=30s"}) {
    SCOPED_TRACE(qos);
    const auto bound = dimma::bind(object_, EngineeringQoS::parse(qos));
    const auto before = bound->add(0);
    for (int i = 1; i <= 5; ++i) EXPECT_EQ(bound->add(1), before + i);
  }
}

TEST_F(AloneTls, HandshakesThatStallHoldUpNobodyAndEndAtTheirTime) {
  EXPECT_EQ(object_->add(1), 1);
  transport::TcpTransport tcp;
  std::vector<std::unique_ptr<transport::Stream>> stalled;
  for (int i = 0; i < 50; ++i) {
    auto connected = tcp.connect({"tcp", "localhost", port()}, Clock::now() + std::chrono::seconds(20), {});
    ASSERT_TRUE(connected.stream) << connected.detail;
    std::string begun("\x16\x03\x01\x02", 4);
    iovec piece{begun.data(), begun.size()};
    if (i % 2 == 0) connected.stream->send({&piece, 1}, no_deadline);
    stalled.push_back(std::move(connected.stream));
  }
  EXPECT_EQ(object_->add(1), 2);
  EXPECT_EQ(dimma::bind(object_, EngineeringQoS::parse("transport=tls,connection=dedicated"))->add(1), 3);
  // The loop serves the timer too: calls continue until each stalled connection has been closed.
  const auto until = Clock::now() + std::chrono::seconds(20);
  while (!stalled.empty()) {
    ASSERT_LT(Clock::now(), until) << stalled.size() << " are still open";
    EXPECT_GE(object_->add(1), 4);
    std::byte octet{};
    std::erase_if(stalled, [&octet](const auto& stream) {
      const auto result = stream->receive({&octet, 1}, no_wait);
      return result.status != transport::Status::timeout;
    });
  }
}

TEST_F(AloneTls, AWrongCertificateIsRefused) {
  std::vector<std::string> arguments{"--dimma-tls-authorities", certificate_file("foreign-ca.pem")};
  const auto other = CORBA::ORB_init(arguments, "other");
  const auto object = as_seen_by(other, server_, served_);
  EXPECT_THROW(dimma::bind(object, EngineeringQoS::parse("transport=tls"))->add(1), CORBA::NO_PERMISSION);
  other->destroy();
  EXPECT_EQ(object_->add(1), 1);
}

}  // namespace
}  // namespace dimma::test
