#include "iiop/published_address.hpp"

#include "transport/machine_address.hpp"

#include <algorithm>

namespace dimma::iiop {

namespace {

std::string reachable_host(const std::string& host) {
  return transport::is_every_address(host) ? transport::machine_address() : host;
}

}  // namespace

std::vector<Address> published_addresses(const channel::ListenOptions& options,
                                         const std::vector<std::uint16_t>& ports) {
  std::vector<Address> addresses;
  const auto& said = options.publish.empty() ? options.at : options.publish;
  for (std::size_t i = 0; i < said.size() && !ports.empty(); ++i) {
    const std::uint16_t listening = ports[std::min(i, ports.size() - 1)];
    const bool is_said = !options.publish.empty() && said[i].port != 0;
    Address address{reachable_host(said[i].host), is_said ? said[i].port : listening};
    if (std::find(addresses.begin(), addresses.end(), address) == addresses.end()) {
      addresses.push_back(std::move(address));
    }
  }
  return addresses;
}

}  // namespace dimma::iiop
