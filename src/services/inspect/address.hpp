#pragma once
// The addresses at which an inspection can listen.

#include <cstdint>
#include <string>
#include <string_view>

namespace dimma::inspect {

struct Address {
  enum class Kind { tcp, path, abstract };
  Kind kind = Kind::tcp;
  std::string host;  // for TCP an IP address; for the others the path or the name
  std::uint16_t port = 0;
  bool is_loopback = true;  // for TCP: only this machine reaches it
  bool has_tls = false;     // required by https://, or by an address that other machines reach
};

// Throws std::invalid_argument, which says what is wrong.
Address read_address(const std::string& text);

// Returns true if a request's Host header names this machine's loopback: "localhost", "127.0.0.1:8680", "[::1]". The
// check keeps out a page of another site whose name resolves to 127.0.0.1.
bool is_loopback_host(std::string_view host);

}  // namespace dimma::inspect
