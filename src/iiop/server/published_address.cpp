#include "iiop/server/published_address.hpp"

#include "channel/published.hpp"
#include "iiop/resources/reach.hpp"
#include "transport/socket/machine_address.hpp"

#include <algorithm>

namespace dimma::iiop {

std::vector<Address> published_addresses(const channel::ListenOptions& options,
                                         const std::vector<std::uint16_t>& ports) {
  std::vector<Address> addresses;
  for (std::size_t i = 0; i < channel::named(options).size() && !ports.empty(); ++i) {
    for (const auto& named : channel::published(options, i, ports[std::min(i, ports.size() - 1)])) {
      const Address address{named.host, named.port};
      if (std::ranges::find(addresses, address) == addresses.end()) addresses.push_back(address);
    }
  }
  return addresses;
}

std::string loopback_warning(const channel::ListenOptions& options, const std::vector<Address>& published) {
  const auto is_loopback = [](const Address& address) {
    return address.host.starts_with("127.") || address.host == "::1" || address.host == "localhost";
  };
  const auto was_asked_for = [](const channel::ListenAddress& named) {
    return !transport::is_every_address(named.host);
  };
  if (published.empty() || !std::ranges::all_of(published, is_loopback)) return {};
  if (std::ranges::all_of(channel::named(options), was_asked_for)) return {};
  return "references name " + published.front().host +
         ", which only this machine can reach, because the ORB listens at no other address of it; --dimma-publish HOST "
         "sets another address, or confirms this one";
}

std::string link_local_warning(const channel::ListenOptions& options, const std::vector<Address>& published) {
  if (published.empty() || !options.publish.empty()) return {};
  std::string named;
  for (const auto& address : published) {
    if (address.host.find(':') == std::string::npos || reach_of(address.host) != Reach::link) return {};
    named += (named.empty() ? "" : ", ") + to_string(address);
  }
  return "references name " + named +
         " without the zone, which has a meaning on this machine only, and a link-local address cannot be used without "
         "one; listen at another address, or set one by --dimma-publish HOST";
}

}  // namespace dimma::iiop
