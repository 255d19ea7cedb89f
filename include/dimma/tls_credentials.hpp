#pragma once
/// The certificates that one end of TLS shows and trusts: values, without an ORB. dimma's own; <dimma/tls.hpp> gives
/// them to an ORB.

#include <dimma/generated/cxx20.hpp>

#include <cstdint>
#include <string>

namespace dimma::tls {

/// Versions of TLS.
enum class Version : std::uint8_t { tls_1_2, tls_1_3 };

/// Decides if a server asks its clients for a certificate. A certificate is always verified; with `required` a client
/// that shows none is refused.
enum class ClientCertificates : std::uint8_t { none, optional, required };

/// The certificates that one end shows and trusts. Files are in PEM form. They are read when the credentials are set,
/// and again for a new connection if they have changed since (this is checked at most once a second); existing
/// connections go on. If the new contents can't be used, the log says so, and the old ones stay in use.
struct Credentials {
  std::string certificate_chain = {};  ///< file: the certificate, then those that lead to an authority; a server's must
  std::string private_key = {};        ///< file; empty: in the same file
  std::string passphrase = {};         ///< for an encrypted key
  std::string authorities = {};        ///< file, or directory as `openssl rehash` makes it; empty: the system's
  /// File with revocation lists. With it, a certificate whose issuer's list is missing is refused; authorities in the
  /// middle of a chain are refused only if they are on a list.
  std::string revocations = {};
  Version version_min = Version::tls_1_2;                             ///< two ends that both have 1.3 use that
  ClientCertificates client_certificates = ClientCertificates::none;  ///< for a server
  /// For a client: the name that its servers' certificates must have, as a DNS name or an IP address. Empty: the host
  /// of the reference. "*": any name, from a trusted authority.
  std::string peer_name = {};

  friend bool operator==(const Credentials&, const Credentials&) = default;
};

}  // namespace dimma::tls
