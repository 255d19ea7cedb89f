#include "iiop/server/published_address.hpp"

#include "channel/published.hpp"

#include <algorithm>

namespace dimma::iiop {

std::vector<Address> published_addresses(const channel::ListenOptions& options,
                                         const std::vector<std::uint16_t>& ports) {
  std::vector<Address> addresses;
  for (std::size_t i = 0; i < channel::named(options).size() && !ports.empty(); ++i) {
    const auto [host, port] = channel::published(options, i, ports[std::min(i, ports.size() - 1)]);
    const Address address{host, port};
    if (std::ranges::find(addresses, address) == addresses.end()) addresses.push_back(address);
  }
  return addresses;
}

}  // namespace dimma::iiop
