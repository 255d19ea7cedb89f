#include "iiop/giop/profile_endpoints.hpp"

#include "iiop/giop/profile_components.hpp"
#include "iiop/giop/security_components.hpp"

#include <dimma/exception.hpp>

#include <utility>

namespace dimma::iiop {

namespace {
bool can_be_connected_to(const Address& address) { return !address.host.empty() && address.port != 0; }
}  // namespace

std::vector<Address> addresses_of(const Profile& profile) {
  std::vector<Address> all;
  if (can_be_connected_to(profile.address)) all.push_back(profile.address);
  for (const auto& component : profile.components) {
    if (component.tag != component_alternate_iiop_address) continue;
    try {
      Address alternate = decode_alternate_address(component);
      if (can_be_connected_to(alternate)) all.push_back(std::move(alternate));
    } catch (const CORBA::INV_OBJREF&) {
      continue;  // the other addresses may be usable
    }
  }
  return all;
}

std::vector<transport::Endpoint> endpoints_of(const Profile& profile) {
  std::vector<transport::Endpoint> endpoints;
  for (const auto& component : profile.components) {
    if (component.tag != component_local_endpoints) continue;
    try {
      const auto local = decode_local_endpoints(component);
      endpoints.insert(endpoints.end(), local.begin(), local.end());
    } catch (const CORBA::INV_OBJREF&) {
      continue;  // the other endpoints may be usable
    }
  }
  const auto [is_tls_required, tls] = tls_offer(profile);
  for (const auto& [host, port] : tls) endpoints.push_back({"tls", host, port});
  if (is_tls_required) return endpoints;
  for (const auto& [host, port] : addresses_of(profile)) endpoints.push_back({"tcp", host, port});
  return endpoints;
}

}  // namespace dimma::iiop
