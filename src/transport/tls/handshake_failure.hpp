#pragma once
// Explains why a handshake has failed, to the person who has to fix it.

#include "transport/tls/openssl.hpp"
#include "transport/transport.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace dimma::transport {

// Explains OpenSSL's last failure. `received` has the octets that the peer sent last; the first ones matter if it
// speaks another protocol.
std::string handshake_failure(SSL& ssl, std::span<const std::byte> received);

// Returns why an established connection has failed, and takes OpenSSL's errors. A server of TLS 1.3 refuses a client's
// certificate only when the client considers the handshake done.
std::string connection_failure();

// Keeps the certificate whose verification has failed for handshake_failure().
void keep_refused_certificate(X509_STORE_CTX& check) noexcept;

// True if it is this end that refuses the peer's certificate.
bool is_refusal(const SSL& ssl) noexcept;

// Writes a warning to the log of a server.
void log_handshake_failure(const Endpoint& peer, const std::string& why, const Result& result) noexcept;

}  // namespace dimma::transport
