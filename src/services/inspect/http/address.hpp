#pragma once
// Parses the addresses at which an inspection listens.

#include <cstdint>
#include <string>
#include <string_view>

namespace dimma::inspect {

struct Address {
  enum class Kind { tcp, path, abstract };
  Kind kind = Kind::tcp;
  std::string host;  // an IP address for TCP, otherwise the path or the abstract name
  std::uint16_t port = 0;
  bool is_loopback = true;  // for TCP: cannot be reached from other machines
  bool has_tls = false;     // for https://, and for addresses that other machines can reach
};

// Parses an address. Throws std::invalid_argument, which explains the error.
Address read_address(const std::string& text);

// Returns true if a request's Host header names this machine's loopback: "localhost", "127.0.0.1:8680", "[::1]". The
// check rejects requests of a page on another site whose name resolves to 127.0.0.1 (DNS rebinding).
bool is_loopback_host(std::string_view host);

}  // namespace dimma::inspect
