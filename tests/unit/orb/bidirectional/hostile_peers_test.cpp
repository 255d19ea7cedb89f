// Peers that lie about their addresses, or that break the rules of a bidirectional connection: they lose their
// connection or get an exception, and others are not affected.

#include "unit/orb/bidirectional/bidirectional_fixture.hpp"
#include "unit/orb/bidirectional/raw_peer.hpp"

#include <thread>

namespace callbacks {
namespace {

void write_name(dimma::cdr::Encoder& out) { out.put_string("x"); }

// A hub, a listener that it calls back, and another client, which has only the hub's reference.
class HostileClient : public testing::Test {
 protected:
  HostileClient() {
    at_->keep("victim", listener_.object);
    EXPECT_TRUE(victim_is_called());
  }
  bool victim_is_called() {
    const int before = listener_.servant->heard();
    return at_->call_kept("victim", 3) == 4 && listener_.servant->heard() == before + 1;
  }
  dimma::iiop::Profile hub_profile() const { return profile_of(*hub_.object); }
  Message forget(const RequestParts& parts) const { return request(hub_profile().object_key, parts, write_name); }
  // A request that makes the hub call `listener`.
  Message call(const RequestParts& parts, const CORBA::object_reference<CORBA::Object>& listener) const {
    auto asked = parts;
    asked.operation = "call";
    return request(hub_profile().object_key, asked, [&](dimma::cdr::Encoder& out) {
      dimma::cdr::write_object(out, listener);
      out.put(std::int32_t{1});
    });
  }

  const HubEnd hub_ = make_hub(Way::both, "transport=tcp");
  const ListenerEnd listener_ = make_listener(Way::both);
  const HubRef at_ = hub_at(listener_, hub_);
};

TEST_F(HostileClient, AForgedListenPointTakesNobodysCalls) {
  const auto victim = profile_of(*listener_.object).address;
  const auto forged = victim.host + ":" + std::to_string(victim.port);
  // A complete ORB that pretends to be the victim, and a raw peer that does.
  ListenerEnd forger;
  make(forger, {"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-publish", forged, "--dimma-qos", "transport=tcp"},
       Way::both, "", [] { return CORBA::make_reference<Listener>(); });
  EXPECT_EQ(hub_at(forger, hub_)->call(forger.object, 1), 2);
  RawPeer raw(hub_profile().address);
  raw.send(forget({.id = 0, .listen_points = {victim}}));
  EXPECT_FALSE(raw.receive().empty());
  const int before = forger.servant->heard();
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(victim_is_called());
  const auto other = make_listener(Way::normal);
  EXPECT_EQ(hub_at(other, hub_, Way::normal)->call_kept("victim", 3), 4);
  EXPECT_EQ(forger.servant->heard(), before);
}

TEST_F(HostileClient, ACallGoesOnlyToAnAddressThatItsConnectionHasNamed) {
  RawPeer raw(hub_profile().address);
  raw.send(call({.id = 0, .listen_points = {{"10.1.2.3", 7}}}, listener_.object));
  const auto reply = raw.receive();
  ASSERT_FALSE(reply.empty());
  EXPECT_EQ(raw.header.type, MessageType::reply);  // Lost: the victim's own address was tried
  EXPECT_EQ(raw.id_of(reply), 0U);
}

TEST_F(HostileClient, MalformedListenPointsAreAsNone) {
  RawPeer raw(hub_profile().address);
  const std::vector<dimma::channel::Octets> contexts{
      {}, {std::byte{1}}, {std::byte{2}, std::byte{0}}, dimma::channel::Octets(64, std::byte{0xff})};
  std::uint32_t id = 0;
  for (const auto& context : contexts) {
    raw.send(forget({.id = id, .context = context}));
    const auto reply = raw.receive();
    ASSERT_FALSE(reply.empty());
    EXPECT_EQ(raw.id_of(reply), id);
    id += 2;
  }
  EXPECT_TRUE(victim_is_called());
}

TEST_F(HostileClient, RepliesBeforeAnyCallAreRefused) {
  for (const bool is_negotiated : {false, true}) {
    RawPeer raw(hub_profile().address);
    RequestParts parts{.id = 0};
    if (is_negotiated) parts.listen_points = {{"10.1.2.3", 7}};
    raw.send(forget(parts));
    ASSERT_FALSE(raw.receive().empty());
    raw.send_reply(1, 0);
    ASSERT_FALSE(raw.receive().empty());
    EXPECT_EQ(raw.header.type, MessageType::message_error);
    EXPECT_TRUE(raw.is_closed());
  }
  EXPECT_TRUE(victim_is_called());
}

// A client that is being called back, and whose answers the test makes.
class CalledClient : public HostileClient {
 protected:
  CalledClient() : raw_(hub_profile().address) {
    raw_.send(call({.id = 0, .listen_points = {profile_of(*listener_.object).address}}, listener_.object));
    const auto callback = raw_.receive();
    EXPECT_EQ(raw_.header.type, MessageType::request);
    id_ = raw_.id_of(callback);
    EXPECT_EQ(id_ % 2, 1U) << "the ids of the end that has accepted the connection are odd";
  }
  RawPeer raw_;
  std::uint32_t id_ = 0;
};

TEST_F(CalledClient, RepliesThatNobodyAskedForAreDropped) {
  for (const std::uint32_t id : {id_ + 2, id_ + 1, 0U, 0xffff'ffffU}) raw_.send_reply(id, 77);
  raw_.send_reply(id_, 5);
  const auto reply = raw_.receive();
  EXPECT_EQ(raw_.header.type, MessageType::reply);
  EXPECT_EQ(raw_.id_of(reply), 0U);
  EXPECT_TRUE(victim_is_called());
}

TEST_F(CalledClient, RepliesThatNobodyReadsKeepNoRequestUnread) {
  raw_.send_reply(id_, 5);
  EXPECT_EQ(raw_.id_of(raw_.receive()), 0U);  // no call is in progress now
  Message many;
  while (many.size() < (std::size_t{4} << 20)) {
    const auto reply = raw_.reply(0xffff'ffffU, 77);
    many.insert(many.end(), reply.begin(), reply.end());
  }
  raw_.send(many);
  raw_.send(forget({.id = 2}));
  EXPECT_EQ(raw_.id_of(raw_.receive()), 2U);
}

TEST_F(CalledClient, ARequestWithTheOtherEndsIdEndsTheConnection) {
  raw_.send(forget({.id = 3}));
  // The outstanding call has failed, which its caller cannot be told now.
  Message last;
  for (auto message = raw_.receive(); !message.empty(); message = raw_.receive()) last = message;
  EXPECT_TRUE(last.empty() || raw_.header.type == MessageType::message_error);
  EXPECT_TRUE(victim_is_called());
}

TEST_F(CalledClient, ARequestAfterCloseConnectionIsNotServed) {
  at_->keep("x", listener_.object);
  dimma::cdr::Buffer buffer(32);
  dimma::cdr::Encoder out(buffer);
  dimma::iiop::write_close_connection(out, 2);
  Message both(out.octets().begin(), out.octets().end());
  const auto forgotten = forget({.id = 2});
  both.insert(both.end(), forgotten.begin(), forgotten.end());
  raw_.send(both);
  while (!raw_.receive().empty()) EXPECT_NE(raw_.header.type, MessageType::message_error);
  EXPECT_EQ(at_->call_kept("x", 1), 2);
  EXPECT_TRUE(victim_is_called());
}

TEST_F(CalledClient, ItsEndFailsTheCallAtOnce) {
  raw_.close();
  EXPECT_TRUE(victim_is_called());
}

TEST_F(CalledClient, NestedRequestsAreServedMeanwhile) {
  raw_.send(forget({.id = 2}));
  EXPECT_EQ(raw_.id_of(raw_.receive()), 2U);
  raw_.send_reply(id_, 5);
  EXPECT_EQ(raw_.id_of(raw_.receive()), 0U);
}

// A server that makes the calls of the test over the connection that a dimma has opened to it.
class HostileServer : public testing::Test {
 protected:
  HostileServer() : listener_(make_listener(Way::both)) {
    dimma::transport::TcpTransport tcp;
    accepting_ = tcp.listen({"tcp", "127.0.0.1", 0}, {});
  }
  ~HostileServer() override {
    if (server_.joinable()) server_.join();
  }
  // Serves one connection.
  void serve(const std::function<void(RawPeer&)>& serve) {
    server_ = std::thread([this, serve] {
      std::unique_ptr<dimma::transport::Stream> stream;
      for (int error = 0; !stream; std::this_thread::yield()) stream = accepting_->accept(error);
      RawPeer peer(std::move(stream));
      serve(peer);
    });
  }
  HubRef hub(Way way) const {
    const auto url = "corbaloc:iiop:1.2@127.0.0.1:" + std::to_string(accepting_->endpoint().port) + "/hub";
    auto object = listener_.orb->string_to_object(url);
    if (way == Way::both) {
      object = object->_set_policy_overrides({both(*listener_.orb)}, CORBA::SetOverrideType::ADD_OVERRIDE);
    }
    return CORBA::ObjectAccess::make_stub<Callbacks::Hub>(CORBA::ObjectAccess::reference(*object));
  }
  Message hear(const RequestParts& parts) const {
    auto asked = parts;
    asked.operation = "hear";
    return request(profile_of(*listener_.object).object_key, asked,
                   [](dimma::cdr::Encoder& out) { out.put(std::int32_t{1}); });
  }

  const ListenerEnd listener_;
  std::unique_ptr<dimma::transport::Listener> accepting_;
  std::thread server_;
};

TEST_F(HostileServer, CallsBackWithAnOddIdWithinTheCall) {
  serve([this](RawPeer& peer) {
    const auto asked = peer.receive();
    EXPECT_EQ(peer.id_of(asked) % 2, 0U);
    peer.send(hear({.id = 1}));
    EXPECT_EQ(peer.id_of(peer.receive()), 1U);
    peer.send_reply(peer.id_of(asked), 9);
    peer.is_closed();
  });
  auto at = hub(Way::both);
  EXPECT_EQ(at->call_kept("x", 1), 9);
  EXPECT_EQ(listener_.servant->heard(), 1);
  at = {};
}

TEST_F(HostileServer, RequestsThatItMayNotSendEndTheConnection) {
  struct Case {
    Way way;
    RequestParts parts;
  };
  for (const auto& each : {Case{Way::both, {.id = 2}}, Case{Way::both, {.id = 1, .minor = 1}},
                           Case{Way::both, {.id = 1, .minor = 0}}, Case{Way::normal, {.id = 1}}}) {
    serve([&](RawPeer& peer) {
      peer.receive();
      peer.send(hear(each.parts));
      while (!peer.receive().empty()) EXPECT_EQ(peer.header.type, MessageType::message_error);
    });
    try {
      hub(each.way)->call_kept("x", 1);
      ADD_FAILURE() << "answered";
    } catch (const CORBA::COMM_FAILURE& failure) {
      EXPECT_FALSE(failure._detail().empty());
    }
    server_.join();
  }
  EXPECT_EQ(listener_.servant->heard(), 0);
}

TEST_F(HostileServer, StrayRepliesAndItsCloseReachTheClient) {
  serve([&](RawPeer& peer) {
    const auto asked = peer.receive();
    for (const std::uint32_t id : {1U, 3U, 0xffff'fffeU}) peer.send_reply(id, 1);
    peer.send_reply(peer.id_of(asked), 4);
    peer.receive();
    peer.close();
  });
  const auto at = hub(Way::both);
  EXPECT_EQ(at->call_kept("x", 1), 4);
  EXPECT_THROW(at->call_kept("x", 1), CORBA::SystemException);
}

}  // namespace
}  // namespace callbacks
