// TLS's own features: certificates, versions, renewal, resumption, and peers that break the rules.

#include "transport/tls/tls.hpp"
#include "transport/tcp/tcp.hpp"

#include "common/certificates/certificates.hpp"
#include "transport/tls/tls_stream.hpp"
#include "unit/transport/conformance.hpp"
#include "unit/transport/tls/eager_tls.hpp"
#include "unit/transport/tls/hundred_chain.hpp"

#include <dimma/qos.hpp>

#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <thread>

namespace dimma::transport {
namespace {

using std::chrono::milliseconds;
using test::certificate_file;
using test::credentials_of;

const Endpoint here{"tls", "127.0.0.1", 0};

// The outcome of a connection at both ends: each one's view of the other, or why there is none.
struct Met {
  std::string client_refused;
  int client_error = 0;
  Peer client;  // as the server sees it
  Peer server;
  bool is_resumed = false;
};

// Connects a client and a server, which exchange one octet each way.
Met meet(EagerTls& server, TlsTransport& client, const std::string& host = "127.0.0.1") {
  const auto listener = server.listen({"tls", "", 0}, {});
  Met met;
  const auto connected = client.connect({"tls", host, listener->endpoint().port}, patience(), {});
  met.client_refused = connected.detail;
  met.client_error = connected.result.error;
  if (!connected.stream) return met;
  met.server = connected.stream->identify_peer();
  EXPECT_TRUE(send_all(*connected.stream, pattern(1)));
  if (!becomes_readable(listener->handle())) return met;
  int error = 0;
  const auto accepted = listener->accept(error);
  if (!accepted) return met;
  EXPECT_EQ(receive_all(*accepted, 1), pattern(1));
  EXPECT_TRUE(send_all(*accepted, pattern(1)));
  EXPECT_EQ(receive_all(*connected.stream, 1), pattern(1));
  met.client = accepted->identify_peer();
  met.is_resumed = static_cast<const TlsStream&>(*connected.stream).is_resumed();
  return met;
}

class Tls : public testing::Test {
 protected:
  Met meet_with(const tls::Credentials& at_server, const tls::Credentials& at_client,
                const std::string& host = "127.0.0.1") {
    EagerTls server(at_server);
    client_.set_credentials("", at_client);
    return meet(server, client_, host);
  }
  std::string refusal(const std::string& of_server, const std::string& host = "127.0.0.1") {
    const auto met = meet_with(credentials_of(of_server), credentials_of(""), host);
    EXPECT_EQ(met.client_error, EKEYREJECTED) << met.client_refused;
    return met.client_refused;
  }

  TcpTransport tcp_;
  TlsTransport client_{tcp_, {}};
};

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST_F(Tls, EachSeesWhatTheOtherShows) {
  auto server = credentials_of("server");
  server.client_certificates = tls::ClientCertificates::required;
  const auto met = meet_with(server, credentials_of("client"));
  EXPECT_EQ(met.client_refused, "");
  ASSERT_TRUE(met.server.security && met.server.security->certificate);
  EXPECT_EQ(met.server.transport, "tls");
  EXPECT_EQ(met.server.security->protocol, "TLSv1.3");
  EXPECT_FALSE(met.server.security->cipher.empty());
  const auto& shown = *met.server.security->certificate;
  EXPECT_TRUE(shown.is_verified);
  EXPECT_EQ(shown.subject, "CN=server.example");
  EXPECT_EQ(shown.issuer, "CN=ca");
  EXPECT_EQ(shown.dns_names, std::vector<std::string>{"localhost"});
  EXPECT_EQ(shown.ip_addresses, (std::vector<std::string>{"127.0.0.1", "::1"}));
  EXPECT_EQ(shown.fingerprint.size(), 64U);
  ASSERT_TRUE(met.client.security && met.client.security->certificate);
  EXPECT_EQ(met.client.security->certificate->common_name, "ops-1");
  EXPECT_EQ(met.client.address, "127.0.0.1");
}

TEST_F(Tls, AClientThatIsNotAskedShowsNothing) {
  const auto met = meet_with(credentials_of("server"), credentials_of("client"));
  EXPECT_EQ(met.client_refused, "");
  ASSERT_TRUE(met.client.security);
  EXPECT_FALSE(met.client.security->certificate);
}

TEST_F(Tls, ACertificateThatIsOptionalMayBeLeftOutAndIsVerifiedWhereItIsNot) {
  auto server = credentials_of("server");
  server.client_certificates = tls::ClientCertificates::optional;
  const auto without = meet_with(server, credentials_of(""));
  ASSERT_TRUE(without.client.security);
  EXPECT_FALSE(without.client.security->certificate);
  const auto with = meet_with(server, credentials_of("client"));
  ASSERT_TRUE(with.client.security && with.client.security->certificate);
  EXPECT_TRUE(with.client.security->certificate->is_verified);
}

// In TLS 1.3 the client has done its part by then, and its first receive reports the refusal.
TEST_F(Tls, AClientThatShowsNothingOrSomethingForeignIsRefusedWhereItMust) {
  make_hundred_chain();
  for (const char* name : {"", "foreign", "self-signed", "expired", "revoked", "hundred-chain"}) {
    SCOPED_TRACE(name);
    auto server = credentials_of("server");
    server.revocations = certificate_file("ca.crl");
    server.client_certificates = tls::ClientCertificates::required;
    TlsTransport serving(tcp_, {});
    serving.set_credentials("", server);
    client_.set_credentials("", credentials_of(name));
    const auto listener = serving.listen(here, {});
    std::thread accepting([&] {
      EXPECT_TRUE(becomes_readable(listener->handle()));
      int error = 0;
      const auto accepted = listener->accept(error);
      std::byte octet{};
      const auto result = accepted->receive({&octet, 1}, patience());
      EXPECT_EQ(result.status, Status::failed);
      EXPECT_FALSE(static_cast<const TlsStream&>(*accepted).failure().empty());
    });
    const auto connected = client_.connect(listener->endpoint(), patience(), {});
    if (connected.stream) {
      std::byte octet{};
      const auto result = connected.stream->receive({&octet, 1}, patience());
      EXPECT_EQ(result.status, Status::failed);
      expect_part(static_cast<const TlsStream&>(*connected.stream).failure(), "alert");
    }
    accepting.join();
  }
}

TEST_F(Tls, EachKindOfWrongCertificateIsRefusedInWords) {
  expect_part(refusal("expired"), "certificate has expired");
  expect_part(refusal("foreign"), "unable to get local issuer certificate");
  expect_part(refusal("self-signed"), "self-signed certificate");
  expect_part(refusal("elsewhere"), "the peer's certificate is not for 127.0.0.1 but for elsewhere.example");
  expect_part(refusal("below"), "unable to get local issuer certificate");
}

TEST_F(Tls, ANameIsLookedForAmongNamesAndAnAddressAmongAddresses) {
  for (const char* host : {"localhost", "127.0.0.1"}) {
    EXPECT_EQ(meet_with(credentials_of("server"), credentials_of(""), host).client_refused, "") << host;
  }
  EXPECT_EQ(meet_with(credentials_of("below-chain"), credentials_of("")).client_refused, "");
}

TEST_F(Tls, AnotherNameCanBeSaid) {
  auto client = credentials_of("");
  client.peer_name = "elsewhere.example";
  EXPECT_EQ(meet_with(credentials_of("elsewhere"), client).client_refused, "");
  expect_part(meet_with(credentials_of("server"), client).client_refused,
              "not for elsewhere.example but for localhost");
  client.peer_name = "*";
  EXPECT_EQ(meet_with(credentials_of("elsewhere"), client).client_refused, "");
  expect_part(meet_with(credentials_of("foreign"), client).client_refused, "was rejected");
}

TEST_F(Tls, AListOfRevocationsIsHeeded) {
  EXPECT_EQ(meet_with(credentials_of("revoked"), credentials_of("")).client_refused, "");
  auto client = credentials_of("");
  client.revocations = certificate_file("ca.crl");
  expect_part(meet_with(credentials_of("revoked"), client).client_refused, "certificate revoked");
  EXPECT_EQ(meet_with(credentials_of("server"), client).client_refused, "");
  // The intermediate authority has no list for the certificates that it has signed.
  expect_part(meet_with(credentials_of("below-chain"), client).client_refused, "unable to get certificate CRL");
}

TEST_F(Tls, AChainOfAHundredIsRefused) {
  make_hundred_chain();
  const auto server = credentials_of("hundred-chain");
  auto client = credentials_of("");
  client.authorities = certificate_file("hundred-root.pem");
  const auto met = meet_with(server, client);
  EXPECT_NE(met.client_refused, "");
}

TEST_F(Tls, TwoEndsMeetAtTheHighestVersion) {
  auto strict = credentials_of("server");
  strict.version_min = tls::Version::tls_1_3;
  for (const auto& server : {credentials_of("server"), strict}) {
    EXPECT_EQ(meet_with(server, credentials_of("")).server.security->protocol, "TLSv1.3");
  }
}

TEST_F(Tls, TheNextHandshakeWithAServerIsShort) {
  EagerTls server(credentials_of("server"));
  client_.set_credentials("", credentials_of(""));
  const auto listener = server.listen(here, {});
  std::vector<bool> resumed;
  for (int round = 0; round < 3; ++round) {
    const auto connected = client_.connect(listener->endpoint(), patience(), {});
    ASSERT_TRUE(connected.stream) << connected.detail;
    EXPECT_TRUE(becomes_readable(listener->handle()));
    int error = 0;
    const auto accepted = listener->accept(error);
    EXPECT_TRUE(send_all(*accepted, pattern(1)));
    EXPECT_EQ(receive_all(*connected.stream, 1), pattern(1));
    resumed.push_back(static_cast<const TlsStream&>(*connected.stream).is_resumed());
    EXPECT_TRUE(connected.stream->identify_peer().security->certificate);
  }
  EXPECT_EQ(resumed, (std::vector<bool>{false, true, true}));
}

// The same host and port, but another name to be verified: the first session is not resumed.
TEST_F(Tls, CredentialsThatAreSetAnewResumeNothing) {
  EagerTls server(credentials_of("server"));
  client_.set_credentials("", credentials_of(""));
  EXPECT_EQ(meet(server, client_).client_refused, "");
  auto stricter = credentials_of("");
  stricter.peer_name = "elsewhere.example";
  client_.set_credentials("", stricter);
  expect_part(meet(server, client_).client_refused, "not for elsewhere.example");
}

class Renewal : public Tls {
 protected:
  Renewal() { std::filesystem::create_directory(folder_); }
  ~Renewal() override { std::filesystem::remove_all(folder_); }
  void put(const std::string& name) {
    const auto copy = std::filesystem::copy_options::overwrite_existing;
    std::filesystem::copy_file(certificate_file(name + ".pem"), file("now.pem"), copy);
    std::filesystem::copy_file(certificate_file(name + ".key"), file("now.key"), copy);
  }
  std::string file(const std::string& name) const { return folder_ / name; }

 private:
  const std::filesystem::path folder_ = certificate_file("renewal");
};

TEST_F(Renewal, NewFilesAreForNewConnections) {
  put("server");
  auto credentials = credentials_of("");
  credentials.certificate_chain = file("now.pem");
  credentials.private_key = file("now.key");
  EagerTls server(credentials);
  client_.set_credentials("", credentials_of(""));
  const auto listener = server.listen(here, {});
  const auto first = client_.connect(listener->endpoint(), patience(), {});
  EXPECT_EQ(first.stream->identify_peer().security->certificate->subject, "CN=server.example");
  put("expired");
  server.tls().reload();
  expect_part(client_.connect(listener->endpoint(), patience(), {}).detail, "expired");
  // A file that can't be used changes nothing.
  std::filesystem::resize_file(file("now.key"), 10);
  EXPECT_THROW(server.tls().reload(), CredentialsError);
  expect_part(client_.connect(listener->endpoint(), patience(), {}).detail, "expired");
  put("server");
  EXPECT_TRUE(becomes_true([&] { return client_.connect(listener->endpoint(), patience(), {}).stream != nullptr; }))
      << "read again without being asked";
  EXPECT_TRUE(becomes_readable(listener->handle()));
  int error = 0;
  const auto accepted = listener->accept(error);
  EXPECT_TRUE(send_all(*first.stream, pattern(1)));
  EXPECT_EQ(receive_all(*accepted, 1), pattern(1)) << "a connection that stands goes on";
}

std::string problem_of(const tls::Credentials& credentials) {
  TcpTransport tcp;
  TlsTransport transport(tcp, {});
  try {
    transport.set_credentials("", credentials);
    return {};
  } catch (const CredentialsError& error) {
    return error.what();
  }
}

TEST(TlsCredentials, AnUnusableFileIsNamed) {
  expect_part(problem_of({.certificate_chain = "/nowhere/a.pem"}), "'/nowhere/a.pem': No such file");
  expect_part(problem_of({.certificate_chain = certificate_file("server.key")}),
              "server.key': no certificate in PEM form");
  expect_part(problem_of({.certificate_chain = certificate_file("ca.pem")}),
              "ca.pem': no private key in PEM form; name");
  auto other_key = credentials_of("server");
  other_key.private_key = certificate_file("client.key");
  expect_part(problem_of(other_key), "client.key': not the key of the certificate in '");
  expect_part(problem_of({.private_key = certificate_file("client.key")}), "a key without a certificate");
  expect_part(problem_of({.authorities = certificate_file("server.key")}), "server.key'");
  expect_part(problem_of({.authorities = certificate_file("ca.pem"), .revocations = certificate_file("ca.pem")}),
              "CRL");
  auto asks = credentials_of("server");
  asks.authorities.clear();
  asks.client_certificates = tls::ClientCertificates::required;
  expect_part(problem_of(asks), "no authorities are given");
  EXPECT_EQ(problem_of({.certificate_chain = certificate_file("wide.pem")}), "") << "the key in the same file";
}

TEST(TlsCredentials, ANameThatNobodyGaveIsRefused) {
  TcpTransport tcp;
  TlsTransport transport(tcp, {});
  EXPECT_NE(transport.cannot_have({.credentials = "ops"}, End::client), "");
  EXPECT_NE(transport.cannot_have({}, End::server), "") << "a server without a certificate";
  EXPECT_EQ(transport.cannot_have({}, End::client), "");
  EXPECT_THROW(transport.listen(here, {}), QoSError);
}

class Hostile : public Tls {
 protected:
  explicit Hostile(const HandshakeLimits& limits = {}) : server_(tcp_, limits) {
    server_.set_credentials("", credentials_of("server"));
    client_.set_credentials("", credentials_of(""));
  }
  Endpoint plain(const Listener& listener) const { return {"tcp", "127.0.0.1", listener.endpoint().port}; }
  static std::unique_ptr<Stream> accept(Listener& listener) {
    EXPECT_TRUE(becomes_readable(listener.handle()));
    int error = 0;
    return listener.accept(error);
  }

  TlsTransport server_;
};

TEST_F(Hostile, AClientWithoutTlsIsToldSoInWords) {
  const auto listener = server_.listen(here, {});
  for (const auto& [said, called] :
       {std::pair{"GIOP\1\2\1\0\0\0\0\0", "GIOP without TLS"}, std::pair{"GET / HTTP/1.1\r\n\r\n", "HTTP"}}) {
    const auto connected = tcp_.connect(plain(*listener), patience(), {});
    const std::string text(said, 12);
    EXPECT_TRUE(send_all(*connected.stream, std::as_bytes(std::span(text))));
    const auto accepted = accept(*listener);
    std::byte octet{};
    EXPECT_EQ(accepted->receive({&octet, 1}, patience()).status, Status::failed);
    expect_part(static_cast<const TlsStream&>(*accepted).failure(), called);
  }
}

TEST_F(Hostile, AServerWithoutTlsIsToldSoInWords) {
  const auto listener = tcp_.listen({"tcp", "127.0.0.1", 0}, {});
  std::thread serving([&] {
    const auto accepted = accept(*listener);
    const std::string text = "GIOP\1\2\1\6\0\0\0\0";
    EXPECT_TRUE(send_all(*accepted, std::as_bytes(std::span(text.data(), 12))));
    std::vector<std::byte> octets(4096);
    while (accepted->receive(octets, patience())) {
    }
  });
  const auto connected = client_.connect({"tls", "127.0.0.1", listener->endpoint().port}, patience(), {});
  expect_part(connected.detail, "the peer speaks GIOP without TLS");
  serving.join();
}

TEST_F(Hostile, OctetsOfAnySeedEndTheConnectionAndNothingElse) {
  const auto listener = server_.listen(here, {});
  for (unsigned seed = 0; seed < 300; ++seed) {
    const auto connected = tcp_.connect(plain(*listener), patience(), {});
    auto octets = pattern(1 + seed * 7 % 600, seed);
    if (seed % 3 == 0) octets[0] = std::byte{0x16};  // a handshake's record
    EXPECT_TRUE(send_all(*connected.stream, octets));
    connected.stream->shutdown();
    const auto accepted = accept(*listener);
    std::byte octet{};
    const auto result = accepted->receive({&octet, 1}, patience());
    EXPECT_TRUE(result.status == Status::failed || result.status == Status::end) << describe(result);
  }
}

// A client of TLS 1.2, at a connected socket, that asks for another handshake once it has been served.
std::string renegotiate(int socket) {
  const SslContext context(SSL_CTX_new(TLS_client_method()));
  SSL_CTX_set_max_proto_version(context.get(), TLS1_2_VERSION);
  const Ssl ssl(SSL_new(context.get()));
  EXPECT_EQ(SSL_set_fd(ssl.get(), socket), 1);
  EXPECT_EQ(SSL_connect(ssl.get()), 1) << take_ssl_errors("not connected");
  char octet = 1;
  EXPECT_EQ(SSL_write(ssl.get(), &octet, 1), 1);
  EXPECT_EQ(SSL_read(ssl.get(), &octet, 1), 1);
  EXPECT_EQ(SSL_renegotiate(ssl.get()), 1);
  const bool is_done = SSL_do_handshake(ssl.get()) == 1 && SSL_read(ssl.get(), &octet, 1) == 1;
  return is_done ? "" : take_ssl_errors("refused");
}

TEST_F(Hostile, AnotherHandshakeOverTheSameConnectionIsRefusedAtOnce) {
  const auto listener = server_.listen(here, {});
  const auto connected = tcp_.connect(plain(*listener), patience(), {});
  std::string refused;
  std::thread renegotiating([&] { refused = renegotiate(connected.stream->handle()); });
  const auto accepted = accept(*listener);
  std::byte octet{};
  EXPECT_EQ(accepted->receive({&octet, 1}, patience()).octets, 1U);
  EXPECT_TRUE(send_all(*accepted, pattern(1)));
  const auto result = accepted->receive({&octet, 1}, patience());
  EXPECT_EQ(result.status, Status::failed) << describe(result);
  expect_part(static_cast<const TlsStream&>(*accepted).failure(), "renegotiation");
  renegotiating.join();  // it has been notified, and does not wait
  expect_part(refused, "no renegotiation");
}

// A client whose records arrive in two parts, the first no more than the record's header.
class HaltingClient {
 public:
  explicit HaltingClient(Stream& stream) : stream_(stream), context_(SSL_CTX_new(TLS_client_method())) {
    ssl_ = Ssl(SSL_new(context_.get()));
    SSL_set_bio(ssl_.get(), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
    SSL_set_connect_state(ssl_.get());
  }
  void connect() {
    while (SSL_do_handshake(ssl_.get()) != 1) {
      send();
      std::array<std::byte, 4096> octets;
      const auto received = stream_.receive(octets, patience());
      if (!received) return;
      BIO_write(SSL_get_rbio(ssl_.get()), octets.data(), static_cast<int>(received.octets));
    }
    send();
  }
  void say(std::byte octet) {
    EXPECT_EQ(SSL_write(ssl_.get(), &octet, 1), 1);
    send();
  }

 private:
  void send() {
    std::array<std::byte, 4096> octets;
    const int count = BIO_read(SSL_get_wbio(ssl_.get()), octets.data(), static_cast<int>(octets.size()));
    if (count <= 0) return;
    constexpr std::size_t header_octets = 5;
    const auto all = std::span<const std::byte>(octets).first(static_cast<std::size_t>(count));
    EXPECT_TRUE(send_all(stream_, {all.begin(), all.begin() + header_octets}));
    std::this_thread::sleep_for(milliseconds(20));
    EXPECT_TRUE(send_all(stream_, {all.begin() + header_octets, all.end()}));
  }

  Stream& stream_;
  SslContext context_;
  Ssl ssl_;
};

// OpenSSL before 3.0.14 frees the memory of a record whose header it has read, if it is asked to free what it can.
TEST_F(Hostile, AConnectionThatPausesWithinARecordKeepsItsMemory) {
  const auto listener = server_.listen(here, {});
  const auto connected = tcp_.connect(plain(*listener), patience(), {});
  std::thread halting([&] {
    HaltingClient client(*connected.stream);
    client.connect();
    for (const int octet : {1, 2, 3}) client.say(std::byte(octet));
  });
  const auto accepted = accept(*listener);
  std::vector<std::byte> said;
  for (const auto until = patience(); said.size() < 3 && Clock::now() < until;) {
    std::byte octet{};
    const auto result = accepted->receive({&octet, 1}, Clock::now() + milliseconds(1));
    if (result) said.push_back(octet);
    if (result.status != Status::ok && result.status != Status::timeout) break;
    if (result.status == Status::timeout) accepted->prepare_poll();
  }
  halting.join();
  EXPECT_EQ(said, (std::vector{std::byte{1}, std::byte{2}, std::byte{3}}));
}

class HurriedHostile : public Hostile {
 protected:
  HurriedHostile() : Hostile({.time = milliseconds(200), .at_once = 100}) {}
};

TEST_F(HurriedHostile, AHandshakeThatStallsEndsAtItsTime) {
  const auto listener = server_.listen(here, {});
  const auto connected = tcp_.connect(plain(*listener), patience(), {});
  const auto accepted = accept(*listener);
  EXPECT_NE(listener->end_overdue(), no_deadline);
  std::byte octet{};
  // A receive without a deadline blocks here, but only until the handshake times out.
  const auto result = accepted->receive({&octet, 1}, no_deadline);
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_EQ(result.error, ETIMEDOUT);
  EXPECT_EQ(listener->end_overdue(), no_deadline);
}

TEST_F(HurriedHostile, AThreadThatServesOthersDoesNotWaitForAHandshake) {
  const auto listener = server_.listen(here, {});
  const auto connected = tcp_.connect(plain(*listener), patience(), {});
  const auto accepted = accept(*listener);
  accepted->receive_timeout(milliseconds(100'000));
  std::byte octet{};
  EXPECT_EQ(accepted->receive({&octet, 1}, no_deadline).status, Status::timeout);
  EXPECT_TRUE(becomes_true([&] { return listener->end_overdue() == no_deadline; }));
  EXPECT_EQ(accepted->receive({&octet, 1}, no_deadline).status, Status::closed);
}

TEST_F(HurriedHostile, TheOldestGivesWayAndHonestClientsAreServed) {
  allow_descriptors(2000);
  const auto listener = server_.listen(here, {});
  std::vector<std::unique_ptr<Stream>> stalled;
  std::vector<std::unique_ptr<Stream>> served;
  for (int i = 0; i < 300; ++i) {
    stalled.push_back(tcp_.connect(plain(*listener), patience(), {}).stream);
    served.push_back(accept(*listener));
  }
  std::byte octet{};
  EXPECT_EQ(served.front()->receive({&octet, 1}, no_wait).status, Status::closed);
  std::thread serving([&] {
    const auto accepted = accept(*listener);
    EXPECT_EQ(receive_all(*accepted, 1), pattern(1));
  });
  const auto connected = client_.connect(listener->endpoint(), patience(), {});
  ASSERT_TRUE(connected.stream) << connected.detail;
  EXPECT_TRUE(send_all(*connected.stream, pattern(1)));
  serving.join();
}

}  // namespace
}  // namespace dimma::transport
