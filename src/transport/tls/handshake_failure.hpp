#pragma once
// Explains why a handshake has failed, for the person who has to fix it.

#include "transport/tls/ssl/openssl.hpp"
#include "transport/transport.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace dimma::transport {

// Explains OpenSSL's last failure. `received` has the octets last received from the peer; the first ones matter if the
// peer uses another protocol.
std::string handshake_failure(SSL& ssl, std::span<const std::byte> received);

// Returns why an established connection has failed, and clears OpenSSL's errors. A TLS 1.3 server refuses a client's
// certificate only when the client already considers the handshake done.
std::string connection_failure();

// Stores the certificate whose verification has failed, for the text of handshake_failure().
void keep_refused_certificate(X509_STORE_CTX& check) noexcept;

// Returns true if this end refuses the peer's certificate.
bool is_refusal(const SSL& ssl) noexcept;

// Logs a warning for a server.
void log_handshake_failure(const Endpoint& peer, const std::string& why, const Result& result) noexcept;

}  // namespace dimma::transport
