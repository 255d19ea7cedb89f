#pragma once
// The components about TLS: SSLIOP::TAG_SSL_SEC_TRANS (CORBA Security 1.8, 3.7), and the transport mechanism of
// CSIv2, CSIIOP::TAG_TLS_SEC_TRANS within TAG_CSI_SEC_MECH_LIST (CORBA 3.3 part 2, 10.5.1).

#include "iiop/giop/profile.hpp"

namespace dimma::iiop {

inline constexpr std::uint32_t component_ssl = 20;
inline constexpr std::uint32_t component_csi_mechanisms = 33;
inline constexpr std::uint32_t component_tls = 36;  // only within a mechanism

// The association options that a target supports or requires (CORBA Security 1.8).
struct Association {
  static constexpr std::uint16_t no_protection = 1;
  static constexpr std::uint16_t integrity = 2;
  static constexpr std::uint16_t confidentiality = 4;
  static constexpr std::uint16_t detect_replay = 8;
  static constexpr std::uint16_t detect_misordering = 0x10;
  static constexpr std::uint16_t trust_in_target = 0x20;
  static constexpr std::uint16_t trust_in_client = 0x40;

  std::uint16_t supports = 0;
  std::uint16_t requirements = 0;

  bool requires_protection() const noexcept {
    constexpr std::uint16_t of_tls =
        integrity | confidentiality | detect_replay | detect_misordering | trust_in_target | trust_in_client;
    return (requirements & of_tls) != 0;
  }
  friend bool operator==(const Association&, const Association&) = default;
};

// The addresses at which a server accepts TLS. SSLIOP can name only one port, at the host of the profile.
struct TlsAddresses {
  Association association;
  std::vector<Address> addresses;
};
channel::Tagged ssl_transport(const Association& association, std::uint16_t port);
channel::Tagged csi_mechanisms(const TlsAddresses& at);

struct SslTransport {
  Association association;
  std::uint16_t port = 0;
};
// Both throw CORBA::INV_OBJREF, whose text names the error and its offset in the component. Mechanisms whose transport
// is not TLS are left out.
SslTransport decode_ssl_transport(const channel::Tagged& component);
std::vector<TlsAddresses> decode_csi_mechanisms(const channel::Tagged& component);

// The support of TLS that a profile announces.
struct TlsOffer {
  bool is_required = false;        // addresses without TLS must not be used
  std::vector<Address> addresses;  // without duplicates
};
// Throws CORBA::INV_OBJREF if a component is malformed, because the requirements of the server are then unknown.
TlsOffer tls_offer(const Profile& profile);

// Human-readable: "TLS at port 4711, required".
std::string describe_ssl_transport(const channel::Tagged& component);
std::string describe_csi_mechanisms(const channel::Tagged& component);

}  // namespace dimma::iiop
