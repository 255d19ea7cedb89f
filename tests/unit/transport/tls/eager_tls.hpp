#pragma once
// TLS whose listeners complete the handshake of each accepted stream on a thread of their own before they return the
// stream: for tests that connect and accept in one thread.

#include "transport/tcp/tcp.hpp"
#include "transport/tls/tls.hpp"

#include <memory>

namespace dimma::transport {

class EagerTls final : public Transport {
 public:
  explicit EagerTls(const tls::Credentials& credentials) { tls_.set_credentials("", credentials); }

  std::string_view name() const noexcept override { return tls_.name(); }
  Connected connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) override {
    return tls_.connect(to, deadline, options);
  }
  void begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& options, ConnectDone done) override {
    tls_.begin_connect(to, deadline, options, std::move(done));
  }
  void end_connecting() noexcept override { tls_.end_connecting(); }
  std::unique_ptr<Listener> listen(const Endpoint& at, const StreamOptions& options) override;

  TlsTransport& tls() noexcept { return tls_; }

 private:
  TcpTransport tcp_;
  TlsTransport tls_{tcp_, {}};
};

}  // namespace dimma::transport
