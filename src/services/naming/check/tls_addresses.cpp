#include "services/naming/check/tls_addresses.hpp"

#include <dimma/iop.hpp>

#include <algorithm>
#include <utility>

namespace dimma::naming {

namespace {

constexpr std::uint32_t tag_tls_transport = 36;
constexpr std::uint16_t protection = 0x7e;  // all options that require TLS, from integrity to trust in the client

struct Association {
  std::uint16_t supports = 0;
  std::uint16_t requires_ = 0;
};

Association read_association(cdr::Decoder& in) {
  Association association;
  association.supports = in.get<std::uint16_t>();
  association.requires_ = in.get<std::uint16_t>();
  return association;
}

Octets read_octets(cdr::Decoder& in) {
  const auto octets = in.get_octets(in.get_length(1));
  return {octets.begin(), octets.end()};
}

void add(TlsAddresses& all, const Association& association, const std::string& host, std::uint16_t port) {
  all.is_required = all.is_required || (association.requires_ & protection) != 0;
  if (host.empty() || port == 0) return;
  const auto is_same = [&](const TlsAddress& known) { return known.host == host && known.port == port; };
  if (std::any_of(all.addresses.begin(), all.addresses.end(), is_same)) return;
  all.addresses.push_back({host, port, {IOP::TAG_SSL_SEC_TRANS, encapsulation([&](cdr::Encoder& out) {
                                          out.put(association.supports);
                                          out.put(association.requires_);
                                          out.put(port);
                                        })}});
}

// Skips CSIIOP::AS_ContextSec and SAS_ContextSec, which contain no addresses.
void skip_identity(cdr::Decoder& in) {
  read_association(in);
  read_octets(in);
  read_octets(in);
  read_association(in);
  constexpr std::size_t authority_octets_min = 8;
  for (auto left = in.get_length(authority_octets_min); left > 0; --left) {
    in.get<std::uint32_t>();
    read_octets(in);
  }
  constexpr std::size_t name_octets_min = 4;
  for (auto left = in.get_length(name_octets_min); left > 0; --left) read_octets(in);
  in.get<std::uint32_t>();
}

void read_mechanisms(const Octets& component, TlsAddresses& all) {
  cdr::Decoder in = opened(component);
  in.get_boolean();
  constexpr std::size_t mechanism_octets_min = 40;
  for (auto left = in.get_length(mechanism_octets_min); left > 0; --left) {
    const auto target_requires = in.get<std::uint16_t>();
    const auto tag = in.get<std::uint32_t>();
    const Octets transport = read_octets(in);
    skip_identity(in);
    if (tag != tag_tls_transport) continue;
    cdr::Decoder tls = opened(transport);
    Association association = read_association(tls);
    association.requires_ = static_cast<std::uint16_t>(association.requires_ | target_requires);
    constexpr std::size_t address_octets_min = 8;
    for (auto addresses = tls.get_length(address_octets_min); addresses > 0; --addresses) {
      const std::string host(tls.get_string_view());
      add(all, association, host, tls.get<std::uint16_t>());
    }
  }
}

}  // namespace

bool is_of_tls(const Tagged& component) noexcept {
  return component.tag == IOP::TAG_SSL_SEC_TRANS || component.tag == IOP::TAG_CSI_SEC_MECH_LIST;
}

TlsAddresses tls_addresses_of(const IiopProfile& profile) {
  TlsAddresses all;
  for (const Tagged& component : profile.components) {
    if (component.tag == IOP::TAG_SSL_SEC_TRANS) {
      cdr::Decoder in = opened(component.data);
      const Association association = read_association(in);
      add(all, association, profile.host, in.get<std::uint16_t>());
    } else if (component.tag == IOP::TAG_CSI_SEC_MECH_LIST) {
      read_mechanisms(component.data, all);
    }
  }
  return all;
}

}  // namespace dimma::naming
