#pragma once
/// The caller: lets a servant find out which peer's request it serves. dimma's own.
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

/// A process of this machine, as the system identified it when it connected. The ids are those of this process's
/// namespaces: a user without a number here is the system's overflow user, usually 65534.
struct PeerProcess {
  std::uint32_t uid = 0;  ///< the effective user
  std::uint32_t gid = 0;  ///< the effective group
  std::int32_t pid = 0;   ///< 0: not visible here. For reports only: another process may have the number by now
};

/// An X.509 certificate (RFC 5280) that the peer has shown, and whose key it has.
struct PeerCertificate {
  /// True if the chain leads to an authority that this end trusts, and was valid when the connection began. If it is
  /// false, everything else is the peer's own claim, and counts for nothing in access rules.
  bool is_verified = false;
  std::string subject;                    ///< as RFC 4514 writes it: "CN=ops-1,O=Plant,C=DE"
  std::string common_name;                ///< the subject's last CN in the order of the certificate; empty: none
  std::string issuer;                     ///< as RFC 4514 writes it
  std::string serial;                     ///< upper-case hexadecimal digits, two an octet
  std::string fingerprint;                ///< SHA-256 of the DER form: 64 lower-case hexadecimal digits
  std::vector<std::string> dns_names;     ///< from subjectAltName, as are the members below
  std::vector<std::string> ip_addresses;  ///< as inet_ntop(3) writes them
  std::vector<std::string> uris;
  std::vector<std::string> email_names;
};

/// The protection of a connection.
struct PeerSecurity {
  std::string protocol;                        ///< "TLSv1.3"
  std::string cipher;                          ///< "TLS_AES_256_GCM_SHA384"
  std::optional<PeerCertificate> certificate;  ///< none: the peer has shown none
};

/// The known facts about a peer. They do not change while its connection lasts.
struct Peer {
  /// "tcp", "tls", "unix", "shm"; "udp", "multicast" for messages of the flow protocol, and "collocated" for a call
  /// within this process.
  std::string transport;
  /// The network address in digits, in IPv4 form if it came as IPv4 through an IPv6 socket; empty within this machine.
  /// It is not verified for "udp" and "multicast".
  std::string address;
  std::uint16_t port = 0;
  std::optional<PeerProcess> process;    ///< if the system tells: "unix", "shm", "collocated"
  std::optional<PeerSecurity> security;  ///< "tls" alone

  /// True if the caller is in this process, without a transport in between.
  bool is_collocated() const noexcept { return transport == "collocated"; }
};

/// Returns one line for people: "tls 10.0.0.7:50112 CN=ops-1,O=Plant", "unix uid=33 pid=4711". Escapes nothing: the
/// names in a certificate may hold any octets.
std::string to_string(const Peer& peer);

/// Returns the peer whose request the calling thread serves. Works in the operation of a servant, whether that is
/// generated or dynamic, replies later or is a coroutine (up to its first suspension, so keep the result); in the
/// servant managers, adapter activators and server request interceptors that the request passes; and while a deferred
/// reply is made. The innermost request counts: within a call that an operation makes to an object of its own process
/// the caller is that process ("collocated"), and after it the outer caller again. A servant that is dynamic, replies
/// later or runs on an executor is called over a connection even within its process; the result then has that
/// connection's transport.
///
/// Returns nullptr outside of such functions, and if a deferred reply no longer has a caller. The first call for a
/// connection may make system calls; later ones take a lock. The result may be kept, and read by any thread.
std::shared_ptr<const Peer> caller();

}  // namespace dimma
