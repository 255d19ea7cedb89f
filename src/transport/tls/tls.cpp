#include "transport/tls/tls.hpp"

#include "base/deadline.hpp"
#include "base/text/ipv6_literal.hpp"
#include "reactor/loop.hpp"
#include "transport/tls/tls_listener.hpp"
#include "transport/tls/tls_stream.hpp"

#include <cerrno>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include <arpa/inet.h>
#include <openssl/x509v3.h>

namespace dimma::transport {
namespace {

bool is_address(const std::string& host) {
  in6_addr ignored{};
  return ::inet_pton(AF_INET, host.c_str(), &ignored) == 1 || ::inet_pton(AF_INET6, host.c_str(), &ignored) == 1;
}

// Sends the server's name, so that it can choose its certificate (RFC 6066, 3). OpenSSL's macro uses old-style casts.
void name_server(SSL& ssl, std::string host) {
  SSL_ctrl(&ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, host.data());
}

void require_name(SSL& ssl, const std::string& name) {
  const bool is_done = is_address(name) ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(&ssl), name.c_str()) == 1
                                        : SSL_set1_host(&ssl, name.c_str()) == 1;
  if (!is_done) throw CredentialsError("'" + name + "' is not a name that a certificate can have");
  SSL_set_hostflags(&ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
}

// Returns the options of the connection below TLS.
StreamOptions below_tls(StreamOptions options) {
  options.peer_speaks_unasked = true;  // session tickets
  return options;
}

// Prepares the handshake of a connect, once the TCP connection exists.
std::unique_ptr<TlsStream> begin_tls(std::unique_ptr<Stream> under, std::shared_ptr<const Contexts> contexts,
                                     const std::shared_ptr<SessionCache>& sessions, const Endpoint& to) {
  Ssl ssl(SSL_new(contexts->client.get()));
  if (!ssl) throw std::bad_alloc();
  SSL_set_connect_state(ssl.get());
  const std::string host = to.host.empty() ? "localhost" : without_zone(to.host);
  const auto& said = contexts->credentials.peer_name;
  if (said != "*") require_name(*ssl, said.empty() ? host : said);
  if (!is_address(host)) name_server(*ssl, host);
  resume(*ssl, sessions, std::to_string(contexts->generation) + " " + to_string(to));
  return std::make_unique<TlsStream>(std::move(under), std::move(ssl), std::move(contexts));
}

// Used if there is only one thread, which serves other events during the handshake: the peer, or this process itself,
// may wait for them.
Result handshake_among_others(TlsStream& stream, Deadline deadline) {
  if constexpr (sync::has_threads) return stream.handshake(deadline);
  for (;;) {
    if (const Result result = stream.handshake(no_wait); result.status != Status::timeout) return result;
    switch (reactor::Loop::instance().await(stream, deadline)) {
      case reactor::Loop::Awaited::receive:
        return stream.handshake(deadline);
      case reactor::Loop::Awaited::timeout:
      case reactor::Loop::Awaited::too_deep:
        return {Status::timeout, 0, 0};
      case reactor::Loop::Awaited::readable:
      case reactor::Loop::Awaited::served:
        break;
    }
  }
}

Connected as_connected(std::unique_ptr<TlsStream> stream, const Endpoint& to, const Result& result) {
  if (result) return {std::move(stream), result, {}};
  if (result.status == Status::timeout) return failed_connect(to, result, "the TLS handshake timed out");
  const auto why = stream->failure();
  if (result.status == Status::end) return failed_connect(to, {Status::failed, 0, ECONNRESET}, why);
  return why.empty() ? failed_connect(to, result) : failed_connect(to, result, why);
}

}  // namespace

tls::ClientCertificates TlsTransport::client_certificates(std::string_view name) const {
  return credentials_->credentials(name).client_certificates;
}

std::string TlsTransport::cannot_have(const StreamOptions& options, End end) const {
  try {
    const auto credentials = credentials_->credentials(options.credentials);
    if (end == End::server && credentials.certificate_chain.empty()) {
      return "a tls server needs a certificate (--dimma-tls-certificate FILE, or dimma::tls::set_credentials())";
    }
  } catch (const CredentialsError& error) {
    return error.what();
  }
  return over_.cannot_have(options, end);
}

Connected TlsTransport::connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) {
  auto connected = over_.connect(to, deadline, below_tls(options));
  if (!connected.stream) return connected;  // its text names the endpoint as it is given
  try {
    auto contexts = credentials_->current(options.credentials);
    auto stream = begin_tls(std::move(connected.stream), std::move(contexts), sessions_, to);
    const Result result = handshake_among_others(*stream, deadline);
    return as_connected(std::move(stream), to, result);
  } catch (const CredentialsError& error) {
    return failed_connect(to, {Status::failed, 0, EKEYREJECTED}, error.what());
  }
}

void TlsTransport::begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& options,
                                 ConnectDone done) {
  if constexpr (!sync::has_threads) return done(connect(to, deadline, options));
  auto contexts = credentials_->current(options.credentials);
  over_.begin_connect(
      to, deadline, below_tls(options),
      [this, to, deadline, contexts = std::move(contexts), done = std::move(done)](Connected connected) mutable {
        if (!connected.stream) return done(std::move(connected));
        try {
          auto stream = begin_tls(std::move(connected.stream), std::move(contexts), sessions_, to);
          handshakes_.begin(std::move(stream), deadline, [to, done](std::unique_ptr<TlsStream> ended, Result result) {
            done(as_connected(std::move(ended), to, result));
          });
        } catch (const std::exception& error) {
          done(failed_connect(to, error));
        }
      });
}

void TlsTransport::end_connecting() noexcept {
  over_.end_connecting();
  handshakes_.end();
}

std::unique_ptr<Listener> TlsTransport::listen(const Endpoint& at, const StreamOptions& options) {
  if (auto why = cannot_have(options, End::server); !why.empty()) throw QoSError(Field::transport, why);
  try {
    return std::make_unique<TlsListener>(over_.listen(at, below_tls(options)), credentials_, options.credentials,
                                         limits_);
  } catch (const std::system_error& error) {
    throw std::system_error(error.code(), "listen at " + to_string(at));
  }
}

namespace {

std::unique_ptr<SecureTransport> make_tls(Transport& over, const HandshakeLimits& limits) {
  return std::make_unique<TlsTransport>(over, limits);
}

[[maybe_unused]] const bool is_offered = (offer_secure(make_tls), true);

}  // namespace

}  // namespace dimma::transport

// Programs that link with the library refer to this symbol, which makes the linker include this file.
extern "C" {
extern const char dimma_tls_is_linked;
const char dimma_tls_is_linked = 1;
}
