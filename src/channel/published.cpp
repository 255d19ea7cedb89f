#include "channel/published.hpp"

#include "base/text/ipv6_literal.hpp"
#include "transport/socket/machine_address.hpp"

#include <algorithm>

namespace dimma::channel {

namespace {

constexpr std::string_view every_ipv6 = "::";

// Returns true if the endpoint may listen on IPv4 for this address. A host name that has addresses of both families
// counts, since the endpoint then listens on IPv4.
bool may_be_ipv4(const ListenAddress& address) {
  return !address.host.empty() && address.host.find(':') == std::string::npos;
}

// Returns true if "::" must be IPv6 only, because another address uses IPv4 with the same port.
bool is_beside_ipv4(const ListenOptions& options, const ListenAddress& at) {
  if (at.host != every_ipv6 || at.port == 0) return false;
  return std::ranges::any_of(options.at, [&at](const auto& other) {  //
    return other.port == at.port && may_be_ipv4(other);
  });
}

transport::Families families_of(const ListenOptions& options, const ListenAddress& at) {
  if (at.host == "0.0.0.0") return transport::Families::ipv4;
  return is_beside_ipv4(options, at) ? transport::Families::ipv6 : transport::Families::both;
}

}  // namespace

std::string host_to_listen(const ListenOptions& options, const ListenAddress& at) {
  return at.host == every_ipv6 && !is_beside_ipv4(options, at) ? std::string() : at.host;
}

std::vector<ListenAddress> published(const ListenOptions& options, std::size_t index, std::uint16_t listening) {
  const ListenAddress& said = named(options)[index];
  const bool is_port_said = !options.publish.empty() && said.port != 0;
  const std::uint16_t port = is_port_said ? said.port : listening;
  if (!transport::is_every_address(said.host)) return {{without_zone(said.host), port, said.has_tls}};
  std::vector<ListenAddress> addresses;
  for (auto& host : transport::machine_addresses(families_of(options, said))) {
    addresses.push_back({std::move(host), port, said.has_tls});
  }
  return addresses;
}

}  // namespace dimma::channel
