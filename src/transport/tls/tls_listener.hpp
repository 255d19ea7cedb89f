#pragma once
// Accepts TLS connections.

#include "transport/tls/credential_table.hpp"
#include "transport/tls/memory_tide.hpp"
#include "transport/tls/server_handshakes.hpp"

#include <memory>
#include <string>

namespace dimma::transport {

class TlsListener final : public Listener {
 public:
  // The listener may outlive its transport.
  TlsListener(std::unique_ptr<Listener> under, std::shared_ptr<CredentialTable> credentials,
              std::string credentials_name, const HandshakeLimits& limits)
      : under_(std::move(under)),
        credentials_(std::move(credentials)),
        credentials_name_(std::move(credentials_name)),
        handshakes_(std::make_shared<ServerHandshakes>(limits)),
        tide_(std::make_shared<MemoryTide>()) {}

  std::unique_ptr<Stream> accept(int& error) override;
  int handle() const noexcept override { return under_->handle(); }
  Endpoint endpoint() const override;
  void close() noexcept override { under_->close(); }
  Deadline end_overdue() noexcept override { return handshakes_->end_overdue(); }

 private:
  const std::unique_ptr<Listener> under_;
  const std::shared_ptr<CredentialTable> credentials_;
  const std::string credentials_name_;
  const std::shared_ptr<ServerHandshakes> handshakes_;
  const std::shared_ptr<MemoryTide> tide_;
};

}  // namespace dimma::transport
