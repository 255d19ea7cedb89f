#pragma once
// TLS 1.2 and 1.3 (RFC 5246, RFC 8446) with OpenSSL, over TCP.

#include "transport/secure.hpp"
#include "transport/tls/client_handshakes.hpp"
#include "transport/tls/credential_table.hpp"
#include "transport/tls/session_cache.hpp"

#include <memory>

namespace dimma::transport {

class TlsTransport final : public SecureTransport {
 public:
  TlsTransport(Transport& over, const HandshakeLimits& limits) : over_(over), limits_(limits) {}
  ~TlsTransport() override { end_connecting(); }

  void set_credentials(std::string_view name, const tls::Credentials& credentials) override {
    credentials_->set(name, credentials);
  }
  void reload() override { credentials_->reload(); }
  tls::ClientCertificates client_certificates(std::string_view name) const override;

  std::string_view name() const noexcept override { return "tls"; }
  std::string cannot_have(const StreamOptions& options, End end) const override;

  // Includes the handshake. The error is EKEYREJECTED for a certificate that is refused.
  Connected connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) override;
  void begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& options, ConnectDone done) override;
  void end_connecting() noexcept override;

  // The handshake of an accepted connection is part of its first receives.
  std::unique_ptr<Listener> listen(const Endpoint& at, const StreamOptions& options) override;

 private:
  Transport& over_;
  const HandshakeLimits limits_;
  const std::shared_ptr<CredentialTable> credentials_ = std::make_shared<CredentialTable>();  // shared with listeners
  std::shared_ptr<SessionCache> sessions_ = std::make_shared<SessionCache>();
  ClientHandshakes handshakes_;
};

}  // namespace dimma::transport
