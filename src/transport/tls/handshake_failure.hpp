#pragma once
// The reason why a handshake has failed, in words for the person who has to mend it.

#include "transport/tls/openssl.hpp"
#include "transport/transport.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace dimma::transport {

// The words for OpenSSL's last failure. `received`: the octets that the peer sent last, of which the first ones matter
// if it speaks another protocol.
std::string handshake_failure(SSL& ssl, std::span<const std::byte> received);

// Returns why an established connection has failed, and takes OpenSSL's errors. A server of TLS 1.3 refuses a client's
// certificate only when the client takes the handshake for done.
std::string connection_failure();

// For handshake_failure(): of a verification that has failed.
void keep_refused_certificate(X509_STORE_CTX& check) noexcept;

// True if it is this end that does not accept the peer's certificate.
bool is_refusal(const SSL& ssl) noexcept;

// At a server: a warning in the log.
void log_handshake_failure(const Endpoint& peer, const std::string& why, const Result& result) noexcept;

}  // namespace dimma::transport
