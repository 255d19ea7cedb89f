#pragma once
// Extracts the TLS addresses of a profile: SSLIOP (CORBA Security 1.8, 3.7) and CSIv2's transport (CORBA 3.3 part 2,
// 10.5.1).

#include "services/naming/reference/ior.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dimma::naming {

struct TlsAddress {
  std::string host;
  std::uint16_t port = 0;
  Tagged component;  // TAG_SSL_SEC_TRANS with this port, for a profile with this host
};

struct TlsAddresses {
  bool is_required = false;  // clients must not connect without TLS
  std::vector<TlsAddress> addresses = {};
};

bool is_of_tls(const Tagged& component) noexcept;
// Returns the addresses without duplicates. Throws CORBA::MARSHAL for malformed octets.
TlsAddresses tls_addresses_of(const IiopProfile& profile);

}  // namespace dimma::naming
