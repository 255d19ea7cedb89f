#pragma once
// The components about TLS: SSLIOP::TAG_SSL_SEC_TRANS (CORBA Security 1.8, 3.7), and the transport mechanism of
// CSIv2, CSIIOP::TAG_TLS_SEC_TRANS within TAG_CSI_SEC_MECH_LIST (CORBA 3.3 part 2, 10.5.1).

#include "iiop/giop/profile.hpp"

namespace dimma::iiop {

inline constexpr std::uint32_t component_ssl = 20;
inline constexpr std::uint32_t component_csi_mechanisms = 33;
inline constexpr std::uint32_t component_tls = 36;  // within a mechanism only

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

// A server with TLS at each of the addresses. SSLIOP has room only for one port, at the host of the profile.
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
// Both throw CORBA::INV_OBJREF that says what is wrong and at which offset of the component. Mechanisms whose transport
// is not TLS are left out.
SslTransport decode_ssl_transport(const channel::Tagged& component);
std::vector<TlsAddresses> decode_csi_mechanisms(const channel::Tagged& component);

// A profile's offer of TLS.
struct TlsOffer {
  bool is_required = false;        // addresses without TLS must not be used
  std::vector<Address> addresses;  // each once
};
// Throws CORBA::INV_OBJREF if a component is malformed: what the server requires is then unknown, and not guessed.
TlsOffer tls_offer(const Profile& profile);

// For people: "TLS at port 4711, required".
std::string describe_ssl_transport(const channel::Tagged& component);
std::string describe_csi_mechanisms(const channel::Tagged& component);

}  // namespace dimma::iiop
