#pragma once
// Describes the certificate of a peer.

#include "transport/tls/ssl/openssl.hpp"

#include <dimma/caller.hpp>

#include <string>
#include <vector>

namespace dimma::transport {

// Describes the peer of an SSL object whose handshake has ended.
PeerSecurity security_of(const SSL& ssl);

PeerCertificate read_certificate(const X509& certificate);

}  // namespace dimma::transport
