#pragma once
// Gives an ORB TLS without being linked with it: the library dimma_tls offers its transport when it is loaded.

#include "transport/transport.hpp"

#include <dimma/tls_credentials.hpp>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace dimma::transport {

// Thrown for a file, or a combination of files, that credentials can't be made of; what() names it.
class CredentialsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct HandshakeLimits {
  std::chrono::milliseconds time{10'000};  // for a server's handshake, counted from accepting
  std::size_t at_once = 4096;              // for a listener; the oldest is ended for one more
};

// TLS over another transport.
class SecureTransport : public Transport {
 public:
  // Throws CredentialsError, and then keeps the previous ones.
  virtual void set_credentials(std::string_view name, const tls::Credentials& credentials) = 0;
  // Reads all files again. Throws CredentialsError, after all have been tried.
  virtual void reload() = 0;
  // Tells if servers with these credentials ask their clients for certificates.
  virtual tls::ClientCertificates client_certificates(std::string_view name) const = 0;
};

// `over` must outlive it.
using MakeSecure = std::unique_ptr<SecureTransport> (*)(Transport& over, const HandshakeLimits& limits);

// The reason why a program has no TLS.
inline constexpr std::string_view no_tls =
    "the program has no TLS: link it with dimma::tls (CMake) or dimma-tls (pkg-config)";

// Called while the program is loaded.
void offer_secure(MakeSecure make) noexcept;
// nullptr if the program is not linked with TLS.
MakeSecure offered_secure() noexcept;

}  // namespace dimma::transport
