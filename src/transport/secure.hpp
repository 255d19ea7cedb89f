#pragma once
// Provides TLS to an ORB that is not linked with it: the library dimma_tls offers its transport when it is loaded.

#include "transport/transport.hpp"

#include <dimma/tls_credentials.hpp>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace dimma::transport {

// Thrown if credentials cannot be made from a file or a combination of files; what() names it.
class CredentialsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct HandshakeLimits {
  std::chrono::milliseconds time{10'000};  // limit of a server's handshake, from accept()
  std::size_t at_once = 4096;              // per listener; a further handshake ends the oldest one
};

// TLS over another transport.
class SecureTransport : public Transport {
 public:
  SecureTransport* secure() noexcept final { return this; }

  // Throws CredentialsError; the previous credentials then stay.
  virtual void set_credentials(std::string_view name, const tls::Credentials& credentials) = 0;
  // Reads all files again. Throws CredentialsError after it has tried all of them.
  virtual void reload() = 0;
  // Returns whether servers with these credentials request certificates from their clients.
  virtual tls::ClientCertificates client_certificates(std::string_view name) const = 0;
};

// `over` must outlive the transport.
using MakeSecure = std::unique_ptr<SecureTransport> (*)(Transport& over, const HandshakeLimits& limits);

// The reason given if a program has no TLS.
inline constexpr std::string_view no_tls =
    "the program has no TLS: link it with dimma::tls (CMake) or dimma-tls (pkg-config)";

// Called when the library dimma_tls is loaded.
void offer_secure(MakeSecure make) noexcept;
// Returns nullptr if the program is not linked with TLS.
MakeSecure offered_secure() noexcept;

}  // namespace dimma::transport
