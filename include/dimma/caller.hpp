#pragma once
/// The caller: the peer that sent the request which a servant is serving. A dimma extension.
///
///   void start() override {
///     const auto caller = dimma::caller();
///     if (caller->security && caller->security->certificate) log(caller->security->certificate->subject);
///   }
///
/// For rules about callers see <dimma/access.hpp>.

#include <dimma/generated/cxx20.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dimma {

/// A process on this machine, as identified by the system when it connected. The ids are those in this process's
/// namespaces: a user without an id there appears as the system's overflow user, usually 65534.
struct PeerProcess {
  std::uint32_t uid = 0;  ///< the effective user
  std::uint32_t gid = 0;  ///< the effective group
  std::int32_t pid = 0;   ///< 0: not visible here. For reports only, since the system may have reused the id
};

/// An X.509 certificate (RFC 5280) that the peer has presented, and whose private key it holds.
struct PeerCertificate {
  /// True if the chain leads to an authority that this end trusts, and was valid when the connection began. If false,
  /// all other members are only the peer's claim, and access rules ignore them.
  bool is_verified = false;
  std::string subject;                    ///< in the form of RFC 4514: "CN=ops-1,O=Plant,C=DE"
  std::string common_name;                ///< the last CN in the certificate; empty if there is none
  std::string issuer;                     ///< in the form of RFC 4514
  std::string serial;                     ///< upper-case hexadecimal digits, two per octet
  std::string fingerprint;                ///< SHA-256 of the DER form: 64 lower-case hexadecimal digits
  std::vector<std::string> dns_names;     ///< from subjectAltName, as are the members below
  std::vector<std::string> ip_addresses;  ///< in the form of inet_ntop(3)
  std::vector<std::string> uris;
  std::vector<std::string> email_names;
};

/// The TLS protection of a connection.
struct PeerSecurity {
  std::string protocol;                        ///< "TLSv1.3"
  std::string cipher;                          ///< "TLS_AES_256_GCM_SHA384"
  std::optional<PeerCertificate> certificate;  ///< nullopt if the peer has presented none
};

/// The known facts about a peer. They do not change while its connection lasts.
struct Peer {
  /// The kind of connection: "tcp", "tls", "unix", "shm"; "udp" or "multicast" for messages of the flow protocol,
  /// "collocated" for a call within this process.
  std::string transport;
  /// The numeric network address, in IPv4 form for IPv4 through an IPv6 socket; empty within this machine. Not verified
  /// for "udp" and "multicast".
  std::string address;
  std::uint16_t port = 0;
  std::optional<PeerProcess> process;    ///< if the system identifies it: "unix", "shm", "collocated"
  std::optional<PeerSecurity> security;  ///< only for "tls"

  /// True if the caller is in this process, without a transport in between.
  bool is_collocated() const noexcept { return transport == "collocated"; }
};

/// Returns one line for people: "tls 10.0.0.7:50112 CN=ops-1,O=Plant", "unix uid=33 pid=4711". Does not escape
/// anything: the names in a certificate may contain any octets.
std::string to_string(const Peer& peer);

/// Returns the peer whose request the calling thread is serving. Works in operations of servants of every kind:
/// generated, dynamic, replying later, or coroutines (up to the first suspension, so keep the result); in the servant
/// managers, adapter activators and server request interceptors that the request passes; and while a deferred reply is
/// made. The innermost request counts: while an operation calls an object of its own process, the caller is that
/// process ("collocated"), and afterwards again the outer caller. A servant that is dynamic, replies later or runs on
/// an executor is called over a connection even within its process; the result then has that connection's transport.
///
/// Returns nullptr outside of such functions, and if a deferred reply no longer has a caller. The first call for a
/// connection may make system calls; later ones take a lock. The result may be kept, and may be read by any thread.
std::shared_ptr<const Peer> caller();

}  // namespace dimma
