#include "services/naming/check/addresses.hpp"

#include "services/naming/check/tls_addresses.hpp"
#include "services/naming/reference/ior.hpp"

#include <dimma/iop.hpp>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace dimma::naming {

namespace {

constexpr std::uint32_t component_local_endpoints = 0x64696d01;  // dimma's own component: docs/reference/transports.md

std::string reference_with(const std::string& type_id, const IiopProfile& profile) {
  return ior_text(written_ior({type_id, {{IOP::TAG_INTERNET_IOP, written_iiop_profile(profile)}}}));
}

bool is_of_an_address(const Tagged& component) noexcept {
  return component.tag == IOP::TAG_ALTERNATE_IIOP_ADDRESS || component.tag == component_local_endpoints;
}

std::string address_text(const std::string& host, std::uint16_t port) {
  const bool is_ipv6 = host.find(':') != std::string::npos && !host.starts_with('[');
  return (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

// Extracts the addresses of one profile, in order.
class ProfileReader {
 public:
  ProfileReader(const std::string& type_id, IiopProfile profile, TlsAddressing tls,
                std::vector<ObjectAddress>& addresses)
      : type_id_(type_id), profile_(std::move(profile)), tls_(tls), addresses_(addresses), bare_(profile_) {
    std::erase_if(bare_.components, [tls](const Tagged& component) {
      return is_of_an_address(component) || (tls == TlsAddressing::apart && is_of_tls(component));
    });
  }

  void read() {
    if (tls_ == TlsAddressing::apart) read_tls();
    add_network(profile_.host, profile_.port);
    for (const Tagged& component : profile_.components) {
      if (!is_of_an_address(component)) continue;
      try {
        cdr::Decoder in = opened(component.data);
        if (component.tag == component_local_endpoints) {
          read_local(in);
        } else {
          const std::string host(in.get_string_view());
          add_network(host, in.get<std::uint16_t>());
        }
      } catch (const CORBA::MARSHAL& malformed) {
        addresses_.push_back({.text = "component " + std::to_string(component.tag) + ": " + malformed._detail()});
      }
    }
  }

 private:
  // If the server requires TLS, the profile's addresses without TLS are not checked.
  void read_tls() {
    try {
      const TlsAddresses tls = tls_addresses_of(profile_);
      is_tls_required_ = tls.is_required;
      for (const TlsAddress& address : tls.addresses) {
        IiopProfile alone = bare_;
        alone.host = address.host;
        alone.port = 0;
        alone.components.push_back(address.component);
        addresses_.push_back({"tls:" + address_text(address.host, address.port), reference_with(type_id_, alone),
                              address.host, is_loopback(address.host)});
      }
    } catch (const CORBA::MARSHAL& malformed) {
      is_tls_required_ = true;
      addresses_.push_back({.text = "malformed TLS address: " + malformed._detail()});
    }
  }

  // A profile without a port has no address of its own. ORBs publish such profiles if they listen only at other
  // addresses.
  void add_network(const std::string& host, std::uint16_t port) {
    if (host.empty() || port == 0 || is_tls_required_) return;
    IiopProfile alone = bare_;
    alone.host = host;
    alone.port = port;
    addresses_.push_back({address_text(host, port), reference_with(type_id_, alone), host, is_loopback(host)});
  }

  // The encoding is: octet version; sequence of struct { string transport; string name }.
  void read_local(cdr::Decoder& in) {
    const auto version = in.get<std::uint8_t>();
    constexpr std::size_t octets_min = 10;
    for (auto count = in.get_length(octets_min); count > 0; --count) {
      const std::string transport(in.get_string_view());
      const std::string name(in.get_string_view());
      IiopProfile alone = bare_;
      alone.minor = std::max<std::uint8_t>(alone.minor, 1);
      alone.host.clear();
      alone.port = 0;
      alone.components.push_back({component_local_endpoints, encapsulation([&](cdr::Encoder& out) {
                                    out.put(version);
                                    out.put_length(1);
                                    out.put_string(transport);
                                    out.put_string(name);
                                  })});
      addresses_.push_back({transport + ":" + name, reference_with(type_id_, alone), {}, true});
    }
  }

  const std::string& type_id_;
  const IiopProfile profile_;
  const TlsAddressing tls_;
  std::vector<ObjectAddress>& addresses_;
  IiopProfile bare_;
  bool is_tls_required_ = false;
};

// Returns the host in lower case, without brackets and without a final dot.
std::string plain(const std::string& host) {
  std::string name;
  for (const char c : host) {
    if (c != '[' && c != ']') name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (name.ends_with('.')) name.pop_back();
  return name;
}

}  // namespace

std::vector<ObjectAddress> addresses_of(const std::string& reference, TlsAddressing tls) {
  std::vector<ObjectAddress> addresses;
  const Octets octets = octets_of_ior(reference);
  try {
    const IorParts parts = read_ior(octets);
    for (const Tagged& profile : parts.profiles) {
      if (profile.tag == IOP::TAG_MULTIPLE_COMPONENTS) continue;  // applies to the other profiles
      if (profile.tag != IOP::TAG_INTERNET_IOP) {
        addresses.push_back({.text = "profile of protocol " + std::to_string(profile.tag)});
        continue;
      }
      try {
        ProfileReader(parts.type_id, read_iiop_profile(profile.data), tls, addresses).read();
      } catch (const CORBA::MARSHAL& malformed) {
        addresses.push_back({.text = "malformed IIOP profile: " + malformed._detail()});
      }
    }
  } catch (const CORBA::MARSHAL& malformed) {
    addresses.push_back({.text = "malformed reference: " + malformed._detail()});
  }
  return addresses;
}

bool is_loopback(const std::string& host) {
  std::string name = plain(host);
  constexpr std::string_view names[] = {
      "localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback", "::1", "0:0:0:0:0:0:0:1", "::", "0.0.0.0"};
  if (std::find(std::begin(names), std::end(names), name) != std::end(names)) return true;
  if (name.starts_with("::ffff:")) name.erase(0, 7);
  return name.starts_with("127.") && name.find_first_not_of("0123456789.") == std::string::npos;
}

std::string_view reach_remark(const std::string& host) {
  std::string name = plain(host);
  if (name.starts_with("::ffff:")) name.erase(0, 7);
  if (name == "0.0.0.0" || name == "::")
    return "means all addresses of a machine, and leads clients to their own machine";
  if (is_loopback(host)) return "only its own host reaches it";
  const bool is_number = name.find_first_not_of("0123456789.") == std::string::npos;
  const bool is_ipv6 = name.find(':') != std::string::npos;
  if ((is_number && name.starts_with("169.254.")) || (is_ipv6 && name.starts_with("fe80:"))) {
    return "only hosts on the same link reach it";
  }
  if (is_number && name.starts_with("172.17.")) {
    return "looks like Docker's own network: only its host and the containers there reach it";
  }
  if (is_number && name.starts_with("10.88.")) {
    return "looks like Podman's own network: only its host and the containers there reach it";
  }
  if (is_number && name.starts_with("192.168.122.")) {
    return "looks like libvirt's own network: only its host and the virtual machines there reach it";
  }
  constexpr std::size_t container_id_size = 12;
  if (name.size() == container_id_size && name.find_first_not_of("0123456789abcdef") == std::string::npos) {
    return "looks like a container's id: only its host and the containers of its network reach it";
  }
  return {};
}

}  // namespace dimma::naming
