#pragma once
/// The certificates that one end of TLS presents and trusts: plain values, without an ORB. A dimma extension;
/// <dimma/tls.hpp> sets them in an ORB.

#include <dimma/generated/cxx20.hpp>

#include <cstdint>
#include <string>

namespace dimma::tls {

/// Versions of TLS.
enum class Version : std::uint8_t { tls_1_2, tls_1_3 };

/// Determines whether a server requests certificates from its clients. A certificate is always verified; with
/// `required` a client that presents none is refused.
enum class ClientCertificates : std::uint8_t { none, optional, required };

/// The certificates that one end presents and trusts. Files are in PEM format. They are read when the credentials are
/// set, and again for a new connection if they have changed since (checked at most once a second); existing connections
/// continue. If the new contents cannot be used, this is logged, and the old contents stay in use.
struct Credentials {
  std::string certificate_chain = {};  ///< file: the certificate and any intermediates; required for a server
  std::string private_key = {};        ///< file; empty if the key is in the certificate's file
  std::string passphrase = {};         ///< for an encrypted key
  std::string authorities = {};        ///< file, or directory made by `openssl rehash`; empty: the system's
  /// File with revocation lists. With it, a certificate whose issuer's list is missing is refused; intermediate
  /// authorities are refused only if they are on a list.
  std::string revocations = {};
  Version version_min = Version::tls_1_2;                             ///< two ends that both have 1.3 use 1.3
  ClientCertificates client_certificates = ClientCertificates::none;  ///< for a server
  /// For a client: the name that its servers' certificates must have, as a DNS name or an IP address. Empty for the
  /// host of the reference, "*" for any name, from a trusted authority.
  std::string peer_name = {};

  friend bool operator==(const Credentials&, const Credentials&) = default;
};

}  // namespace dimma::tls
