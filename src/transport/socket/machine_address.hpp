#pragma once
// Which address of this machine others may use.

#include <string>

namespace dimma::transport {

// Whether a host to listen at means every address.
bool is_every_address(const std::string& host) noexcept;

// The machine's first address that is not loopback (IPv4 before IPv6), and 127.0.0.1 when it has none.
std::string machine_address();

}  // namespace dimma::transport
