#include "iiop/giop/security_components.hpp"

#include "iiop/giop/encapsulated.hpp"

#include <algorithm>

namespace dimma::iiop {

namespace {

Association read_association(cdr::Decoder& in) {
  Association association;
  association.supports = in.get<std::uint16_t>();
  association.requirements = in.get<std::uint16_t>();
  return association;
}

void write_association(cdr::Encoder& out, const Association& association) {
  out.put(association.supports);
  out.put(association.requirements);
}

TlsAddresses decode_tls(const channel::Tagged& component) {
  return decoded(component, "TLS transport", [](cdr::Decoder& in) {
    TlsAddresses tls;
    tls.association = read_association(in);
    constexpr std::size_t address_octets_min = 8;
    for (auto count = in.get_length(address_octets_min); count > 0; --count) {
      Address address;
      address.host = without_brackets(in.get_string_view());
      address.port = in.get<std::uint16_t>();
      tls.addresses.push_back(std::move(address));
    }
    return tls;
  });
}

channel::Tagged tls_transport(const TlsAddresses& at) {
  return encapsulated(component_tls, [&at](cdr::Encoder& out) {
    write_association(out, at.association);
    out.put_length(at.addresses.size());
    for (const auto& address : at.addresses) {
      out.put_string(address.host);
      out.put(address.port);
    }
  });
}

void skip_octet_sequences(cdr::Decoder& in) {
  constexpr std::size_t length_octets = 4;
  for (auto count = in.get_length(length_octets); count > 0; --count) in.get_octets(in.get_length(1));
}

// Skips CSIIOP::AS_ContextSec and SAS_ContextSec, which identify the client in a layer above the transport.
void skip_identity(cdr::Decoder& in) {
  read_association(in);
  in.get_octets(in.get_length(1));  // the authentication mechanism
  in.get_octets(in.get_length(1));  // the name of the target
  read_association(in);
  constexpr std::size_t authority_octets_min = 8;
  for (auto count = in.get_length(authority_octets_min); count > 0; --count) {
    in.get<std::uint32_t>();
    in.get_octets(in.get_length(1));
  }
  skip_octet_sequences(in);  // naming mechanisms
  in.get<std::uint32_t>();   // identity types
}

std::string describe(const Association& association) {
  std::string text;
  if (association.requires_protection()) {
    text += ", required";
  } else if ((association.supports & Association::no_protection) != 0) {
    text += ", plain IIOP as well";
  }
  if ((association.requirements & Association::trust_in_client) != 0) text += " with a certificate of the client";
  return text;
}

void add(std::vector<Address>& addresses, const Address& address) {
  if (address.host.empty() || address.port == 0) return;
  if (std::ranges::find(addresses, address) == addresses.end()) addresses.push_back(address);
}

}  // namespace

channel::Tagged ssl_transport(const Association& association, std::uint16_t port) {
  return encapsulated(component_ssl, [&](cdr::Encoder& out) {
    write_association(out, association);
    out.put(port);
  });
}

SslTransport decode_ssl_transport(const channel::Tagged& component) {
  return decoded(component, "SSL transport", [](cdr::Decoder& in) {
    SslTransport ssl;
    ssl.association = read_association(in);
    ssl.port = in.get<std::uint16_t>();
    return ssl;
  });
}

channel::Tagged csi_mechanisms(const TlsAddresses& at) {
  const auto transport = tls_transport(at);
  return encapsulated(component_csi_mechanisms, [&](cdr::Encoder& out) {
    out.put(false);  // stateful
    out.put_length(1);
    out.put(at.association.requirements);
    out.put(transport.tag);
    out.put_length(transport.data.size());
    out.put_octets(transport.data);
    constexpr Association none;
    write_association(out, none);  // AS_ContextSec
    out.put_length(0);
    out.put_length(0);
    write_association(out, none);  // SAS_ContextSec
    out.put_length(0);
    out.put_length(0);
    out.put(std::uint32_t{0});
  });
}

std::vector<TlsAddresses> decode_csi_mechanisms(const channel::Tagged& component) {
  return decoded(component, "security mechanisms", [](cdr::Decoder& in) {
    in.get_boolean();  // stateful
    std::vector<TlsAddresses> found;
    constexpr std::size_t mechanism_octets_min = 40;
    for (auto count = in.get_length(mechanism_octets_min); count > 0; --count) {
      const auto requirements = in.get<std::uint16_t>();
      channel::Tagged transport;
      transport.tag = in.get<std::uint32_t>();
      const auto octets = in.get_octets(in.get_length(1));
      transport.data.assign(octets.begin(), octets.end());
      skip_identity(in);
      if (transport.tag != component_tls) continue;
      found.push_back(decode_tls(transport));
      found.back().association.requirements |= requirements;
    }
    return found;
  });
}

TlsOffer tls_offer(const Profile& profile) {
  TlsOffer offer;
  for (const auto& component : profile.components) {
    if (component.tag == component_ssl) {
      const auto ssl = decode_ssl_transport(component);
      offer.is_required |= ssl.association.requires_protection();
      add(offer.addresses, {profile.address.host, ssl.port});
    } else if (component.tag == component_csi_mechanisms) {
      for (const auto& tls : decode_csi_mechanisms(component)) {
        offer.is_required |= tls.association.requires_protection();
        for (const auto& address : tls.addresses) add(offer.addresses, address);
      }
    }
  }
  return offer;
}

std::string describe_ssl_transport(const channel::Tagged& component) {
  const auto ssl = decode_ssl_transport(component);
  return "TLS at port " + std::to_string(ssl.port) + describe(ssl.association);
}

std::string describe_csi_mechanisms(const channel::Tagged& component) {
  std::string text = "CSIv2";
  for (const auto& tls : decode_csi_mechanisms(component)) {
    for (const auto& address : tls.addresses) text += " TLS at " + to_string(address) + describe(tls.association);
  }
  return text;
}

}  // namespace dimma::iiop
