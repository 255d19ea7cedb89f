#pragma once
// The TLS options of profiles, derived from the QoS.

#include "iiop/giop/security_components.hpp"

#include <dimma/tls_credentials.hpp>

namespace dimma::iiop {

// The options that a server with TLS alone supports and requires, depending on its demands on client certificates.
// Clients of other ORBs decide by trust_in_client whether to present a certificate.
inline Association association_of_tls(tls::ClientCertificates clients) noexcept {
  constexpr std::uint16_t protection = Association::integrity | Association::confidentiality;
  constexpr std::uint16_t always =
      protection | Association::detect_replay | Association::detect_misordering | Association::trust_in_target;
  const bool may_show = clients != tls::ClientCertificates::none;
  const bool has_to_show = clients == tls::ClientCertificates::required;
  return {.supports = static_cast<std::uint16_t>(always | (may_show ? Association::trust_in_client : 0)),
          .requirements = static_cast<std::uint16_t>(protection | (has_to_show ? Association::trust_in_client : 0))};
}

// The options of the same server if it accepts plain IIOP as well.
inline Association beside_plain_iiop(Association association) noexcept {
  return {.supports = static_cast<std::uint16_t>(association.supports | Association::no_protection), .requirements = 0};
}

}  // namespace dimma::iiop
