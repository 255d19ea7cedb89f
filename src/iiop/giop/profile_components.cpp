#include "iiop/giop/profile_components.hpp"

#include "iiop/giop/encapsulated.hpp"
#include "iiop/giop/security_components.hpp"

#include <cstdio>

namespace dimma::iiop {

namespace {

CodeSets::Component read_code_set(cdr::Decoder& in) {
  CodeSets::Component component;
  component.native = in.get<std::uint32_t>();
  cdr::read(in, component.conversions);
  return component;
}

void write_code_set(cdr::Encoder& out, const CodeSets::Component& component) {
  out.put(component.native);
  cdr::write(out, component.conversions);
}

std::string hexadecimal(std::uint32_t number) {
  char text[11];
  std::snprintf(text, sizeof text, "0x%08x", number);
  return text;
}

constexpr std::uint8_t local_endpoints_version = 1;

bool is_name_of_ours(std::string_view name) {
  constexpr std::string_view beginning = "dimma-";
  if (name.starts_with('@')) return name.substr(1).starts_with(beginning);
  return name.starts_with('/') && name.substr(name.rfind('/') + 1).starts_with(beginning);
}

std::string describe(const std::vector<transport::Endpoint>& endpoints) {
  std::string text = "on the server's machine";
  for (const auto& endpoint : endpoints) text += " " + to_string(endpoint);
  return text;
}

struct Known {
  std::uint32_t number;
  const char* name;
};

std::string named(std::uint32_t number, std::span<const Known> table) {
  for (const auto& entry : table) {
    if (entry.number == number) return hexadecimal(number) + " (" + entry.name + ")";
  }
  return hexadecimal(number);
}

constexpr Known orb_types[] = {
    {0x41545400, "omniORB"}, {0x4a414300, "JacORB"}, {0x54414f00, "TAO"}, {orb_type_dimma, "dimma"}};
constexpr Known code_set_names[] = {{0x00010001, "ISO 8859-1"}, {0x0001000f, "ISO 8859-15"}, {0x00010020, "ISO 646"},
                                    {0x00010100, "UCS-2"},      {0x00010109, "UTF-16"},      {0x05010001, "UTF-8"}};

std::string describe(const CodeSets::Component& component) {
  std::string text = named(component.native, code_set_names);
  for (const auto conversion : component.conversions) text += " or " + named(conversion, code_set_names);
  return text;
}

}  // namespace

channel::Tagged alternate_address(const Address& address) {
  return encapsulated(component_alternate_iiop_address, [&address](cdr::Encoder& out) {
    out.put_string(address.host);
    out.put(address.port);
  });
}

Address decode_alternate_address(const channel::Tagged& component) {
  return decoded(component, "alternate address", [](cdr::Decoder& in) {
    Address address;
    address.host = without_brackets(in.get_string_view());
    address.port = in.get<std::uint16_t>();
    return address;
  });
}

channel::Tagged local_endpoints(const std::vector<transport::Endpoint>& endpoints) {
  return encapsulated(component_local_endpoints, [&endpoints](cdr::Encoder& out) {
    out.put(local_endpoints_version);
    out.put_length(endpoints.size());
    for (const auto& endpoint : endpoints) {
      out.put_string(endpoint.transport);
      out.put_string(endpoint.host);
    }
  });
}

std::vector<transport::Endpoint> decode_local_endpoints(const channel::Tagged& component) {
  return decoded(component, "local endpoints", [](cdr::Decoder& in) {
    if (in.get<std::uint8_t>() < local_endpoints_version) in.malformed("a version of 0 before the octet");
    constexpr std::size_t endpoint_octets_min = 2 * 5;
    std::vector<transport::Endpoint> endpoints;
    for (auto count = in.get_length(endpoint_octets_min); count > 0; --count) {
      transport::Endpoint endpoint;
      endpoint.transport = in.get_string_view();
      endpoint.host = in.get_string_view();
      if (is_local(endpoint) && is_name_of_ours(endpoint.host)) endpoints.push_back(std::move(endpoint));
    }
    return endpoints;
  });
}

channel::Tagged orb_type(std::uint32_t type) {
  return encapsulated(component_orb_type, [type](cdr::Encoder& out) { out.put(type); });
}

std::uint32_t decode_orb_type(const channel::Tagged& component) {
  return decoded(component, "ORB type", [](cdr::Decoder& in) { return in.get<std::uint32_t>(); });
}

channel::Tagged code_sets(const CodeSets& sets) {
  return encapsulated(component_code_sets, [&sets](cdr::Encoder& out) {
    write_code_set(out, sets.for_char);
    write_code_set(out, sets.for_wchar);
  });
}

CodeSets decode_code_sets(const channel::Tagged& component) {
  return decoded(component, "code sets", [](cdr::Decoder& in) {
    CodeSets sets;
    sets.for_char = read_code_set(in);
    sets.for_wchar = read_code_set(in);
    return sets;
  });
}

std::string describe(const Profile& profile) {
  std::string text = "IIOP 1." + std::to_string(profile.minor) + " " + to_string(profile.address) + ", key of " +
                     std::to_string(profile.object_key.size()) + " octets";
  for (const auto& component : profile.components) text += ", " + describe_component(component);
  return text;
}

std::string describe_component(const channel::Tagged& component) {
  try {
    switch (component.tag) {
      case component_orb_type:
        return "ORB type " + named(decode_orb_type(component), orb_types);
      case component_code_sets: {
        const CodeSets sets = decode_code_sets(component);
        return "char " + describe(sets.for_char) + ", wchar " + describe(sets.for_wchar);
      }
      case component_alternate_iiop_address:
        return "alternate " + to_string(decode_alternate_address(component));
      case component_local_endpoints:
        return describe(decode_local_endpoints(component));
      case component_ssl:
        return describe_ssl_transport(component);
      case component_csi_mechanisms:
        return describe_csi_mechanisms(component);
      default:
        return "component " + std::to_string(component.tag) + ", " + std::to_string(component.data.size()) + " octets";
    }
  } catch (const CORBA::INV_OBJREF& malformed) {
    return malformed._detail();
  }
}

}  // namespace dimma::iiop
