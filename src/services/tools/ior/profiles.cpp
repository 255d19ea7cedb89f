// Describes the profiles of a reference (CORBA 3.3 part 2, 7.6.2 and 9.7.2).
#include "services/tools/common/words.hpp"
#include "services/tools/ior/parts.hpp"

#include <dimma/iop.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <vector>

namespace dimma::tools::ior {

namespace {

constexpr std::uint32_t tag_uipmc = 3;

struct Component {
  std::uint32_t tag = 0;
  Stretch data;
};

// Reads the following components. An error becomes a part of `into`.
std::vector<Component> read_components(Reader& in, Described& into) {
  std::vector<Component> components;
  try {
    constexpr std::size_t octets_min = 8;
    for (auto left = in.count("the components", octets_min); left > 0; --left) {
      const auto tag = in.number<std::uint32_t>("a component's tag");
      std::string shortened;
      components.push_back({tag, in.octets("a component", &shortened)});
      if (!shortened.empty()) throw Damage(shortened);
    }
  } catch (const Damage& damage) {
    into.add_damage(damage.what());
  }
  return components;
}

void add_components(const std::vector<Component>& components, Described& into) {
  into.parts_name = "components";
  for (const Component& component : components) into.parts.push_back(describe_component(component.tag, component.data));
}

std::optional<std::uint32_t> orb_type_of(const std::vector<Component>& components) {
  for (const Component& component : components) {
    if (component.tag != IOP::TAG_ORB_TYPE) continue;
    try {
      return Reader(component.data).number<std::uint32_t>("the type");
    } catch (const Damage&) {
      return {};
    }
  }
  return {};
}

void add_rest(const Reader& in, Described& into) {
  if (in.left() == 0) return;
  into.add(std::to_string(in.left()) + " unexpected octets at octet " + std::to_string(in.offset()))
      .json["octets_more"] = in.left();
}

void describe_iiop(const Stretch& data, Described& into) {
  Reader in(data);
  const unsigned major = in.number<std::uint8_t>("the version");
  const unsigned minor = in.number<std::uint8_t>("the version");
  const std::string version = std::to_string(major) + "." + std::to_string(minor);
  into.text = "IIOP " + version;
  into.json["protocol"] = "IIOP";
  into.json["version"] = version;
  into.json["is_little_endian"] = in.is_little_endian();
  if (major != 1) throw Damage("IIOP " + version + " is an unknown version");
  const std::string_view host = in.text("the host");
  const auto port = in.number<std::uint16_t>("the port");
  into.text += " at " + address_text(host, port) + (in.is_little_endian() ? ", little endian" : ", big endian");
  if (port == 0) into.text += ", without plain IIOP";
  into.json["host"] = printable(host);
  into.json["port"] = port;
  std::string shortened;
  const Stretch key = in.octets("the object key", &shortened);
  std::vector<Component> components;
  if (shortened.empty() && minor >= 1) {
    components = read_components(in, into);
    add_rest(in, into);
  }
  Described key_description;
  describe_object_key(key, orb_type_of(components), key_description);
  into.json["object_key"] = json_of(key_description);
  key_description.json.clear();  // already in the JSON of the profile
  into.parts.insert(into.parts.begin(), std::move(key_description));
  if (!shortened.empty()) into.add_damage(shortened);
  add_components(components, into);
}

void describe_multicast(const Stretch& data, Described& into) {
  Reader in(data);
  const unsigned major = in.number<std::uint8_t>("the version");
  const unsigned minor = in.number<std::uint8_t>("the version");
  const std::string_view group = in.text("the group's address");
  const auto port = in.number<std::uint16_t>("the group's port");
  const std::string version = std::to_string(major) + "." + std::to_string(minor);
  into.text = "UIPMC " + version + ", GIOP by multicast to " + address_text(group, port);
  into.json["protocol"] = "UIPMC";
  into.json["version"] = version;
  into.json["host"] = printable(group);
  into.json["port"] = port;
  add_components(read_components(in, into), into);
  add_rest(in, into);
}

void describe_multiple_components(const Stretch& data, Described& into) {
  into.text = "components for all profiles";
  into.json["protocol"] = "multiple components";
  Reader in(data);
  add_components(read_components(in, into), into);
  add_rest(in, into);
}

std::string protocol_name(std::uint32_t tag) {
  switch (tag) {
    case 2:
      return "SCCP";
    case 0x54414f00:
      return "TAO's UIOP (Unix sockets)";
    case 0x54414f02:
      return "TAO's SHMIOP (shared memory)";
    case 0x54414f04:
      return "TAO's DIOP (UDP)";
    case 0x54414f05:
      return "TAO's COIOP";
    default:
      return {};
  }
}

Described describe_profile(std::uint32_t tag, const Stretch& data) {
  Described profile;
  profile.json["tag"] = tag;
  try {
    switch (tag) {
      case IOP::TAG_INTERNET_IOP:
        describe_iiop(data, profile);
        break;
      case IOP::TAG_MULTIPLE_COMPONENTS:
        describe_multiple_components(data, profile);
        break;
      case tag_uipmc:
        describe_multicast(data, profile);
        break;
      default: {
        const std::string name = protocol_name(tag);
        profile.text =
            "profile " + hexadecimal(tag) + (name.empty() ? "" : ", " + name) + ", " + octets_text(data.octets);
        if (!name.empty()) profile.json["protocol"] = name;
        profile.json["octets"] = hexadecimal(data.octets);
      }
    }
  } catch (const Damage& damage) {
    if (profile.text.empty()) profile.text = "profile " + std::to_string(tag);
    profile.add_damage(damage.what());
    profile.add(octets_text(data.octets));
    profile.json["octets"] = hexadecimal(data.octets);
  }
  return profile;
}

void describe_parts(OctetsView octets, Described& reference) {
  Reader in(Stretch{octets, 0});
  const std::string_view type = in.text("the interface's repository id");
  reference.text = type.empty() ? "an object of an unnamed interface" : printable(type);
  reference.json["type_id"] = printable(type);
  reference.json["is_little_endian"] = in.is_little_endian();
  constexpr std::size_t octets_min = 8;
  const auto count = in.count("the profiles", octets_min);
  if (count == 0) {
    reference.add("no profile: " + std::string(type.empty() ? "a nil reference" : "the reference has no address"));
    reference.json["is_nil"] = type.empty();
  }
  for (std::uint32_t index = 0; index < count; ++index) {
    const auto tag = in.number<std::uint32_t>("a profile's tag");
    std::string shortened;
    const Stretch data = in.octets("a profile", &shortened);
    reference.parts.push_back(describe_profile(tag, data));
    if (!shortened.empty()) throw Damage(shortened);
  }
  add_rest(in, reference);
}

int hexadecimal_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string address_text(std::string_view host, std::uint16_t port) {
  const bool is_ipv6 = host.find(':') != std::string_view::npos && !host.starts_with('[');
  const std::string shown = host.empty() ? "(no host)" : printable(host);
  return (is_ipv6 ? "[" + shown + "]" : shown) + ":" + std::to_string(port);
}

Described describe_reference(OctetsView octets) {
  Described reference{.text = "a reference", .parts_name = "profiles"};
  try {
    describe_parts(octets, reference);
  } catch (const Damage& damage) {
    reference.add_damage(damage.what());
  }
  return reference;
}

Described describe_text(std::string_view text) {
  constexpr std::size_t scheme_size = 4;
  if (text.size() < scheme_size || (text[0] | 0x20) != 'i' || (text[1] | 0x20) != 'o' || (text[2] | 0x20) != 'r' ||
      text[3] != ':') {
    throw CORBA::BAD_PARAM(minor::bad_param_scheme_specific, CORBA::COMPLETED_NO, "a reference begins with \"IOR:\"");
  }
  std::string_view rest = text.substr(scheme_size);
  const auto is_digit = [](char c) { return hexadecimal_digit(c) >= 0; };
  const auto good = static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_digit) - rest.begin());
  std::vector<std::byte> octets;
  octets.reserve(good / 2);
  for (std::size_t at = 0; at + 1 < good; at += 2) {
    octets.push_back(static_cast<std::byte>(hexadecimal_digit(rest[at]) * 16 + hexadecimal_digit(rest[at + 1])));
  }
  Described reference = describe_reference(octets);
  if (good < rest.size()) {
    reference.add_damage("character " + std::to_string(scheme_size + good + 1) + " of the text, '" +
                         printable(rest.substr(good, 1)) + "', is not a hexadecimal digit; the rest is ignored");
  } else if (good % 2 != 0) {
    reference.add_damage("the text has an odd number of hexadecimal digits: the last one is ignored");
  }
  return reference;
}

}  // namespace dimma::tools::ior
