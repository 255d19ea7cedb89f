// Describes the security parts of a reference: SSLIOP (CORBA Security 1.8, 3.7) and CSIv2 (CORBA 3.3 part 2, 10.5).
#include "services/tools/common/words.hpp"
#include "services/tools/ior/parts.hpp"

#include <boost/json.hpp>

#include <cstdint>

namespace dimma::tools::ior {

namespace {

struct Bit {
  std::uint32_t bit;
  const char* name;
};

constexpr Bit associations[] = {{1, "no protection"},
                                {2, "integrity"},
                                {4, "confidentiality"},
                                {8, "detection of replays"},
                                {0x10, "detection of misordering"},
                                {0x20, "trust in the server"},
                                {0x40, "trust in the client"},
                                {0x80, "no delegation"},
                                {0x100, "simple delegation"},
                                {0x200, "composite delegation"},
                                {0x400, "identity assertion"},
                                {0x800, "delegation by the client"}};
constexpr Bit identities[] = {
    {1, "anonymous"}, {2, "principal name"}, {4, "certificate chain"}, {8, "distinguished name"}};

template <std::size_t Count>
boost::json::array names_of(std::uint32_t bits, const Bit (&table)[Count]) {
  boost::json::array names;
  for (const Bit& each : table) {
    if ((bits & each.bit) != 0) names.push_back(each.name);
    bits &= ~each.bit;
  }
  if (bits != 0) names.push_back(boost::json::string(hexadecimal(bits)));
  return names;
}

std::string joined(const boost::json::array& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + std::string(name.get_string());
  return text.empty() ? "nothing" : text;
}

// Reads the options that the server supports and requires. Adds them to the JSON as arrays of words, and returns a
// text.
std::string read_association(Reader& in, boost::json::object& json) {
  auto supports = names_of(in.number<std::uint16_t>("the options that the server supports"), associations);
  auto requires_ = names_of(in.number<std::uint16_t>("the options that the server requires"), associations);
  const std::string text = "supports " + joined(supports) + "; requires " + joined(requires_);
  json["supports"] = std::move(supports);
  json["requires"] = std::move(requires_);
  return text;
}

// Returns a DER-encoded object identifier as text, for example "2.23.130.1.1.1".
std::string object_identifier(OctetsView octets) {
  if (octets.size() < 3 || octets[0] != std::byte{6} || std::to_integer<std::size_t>(octets[1]) != octets.size() - 2) {
    return octets_text(octets);
  }
  std::string text;
  std::uint64_t number = 0;
  for (const std::byte octet : octets.subspan(2)) {
    if (number >> 57U != 0) return octets_text(octets);
    number = (number << 7U) | std::to_integer<std::uint64_t>(octet & std::byte{0x7f});
    if ((octet & std::byte{0x80}) != std::byte{0}) continue;
    if (text.empty()) {
      const std::uint64_t first = number < 40 ? 0 : number < 80 ? 1 : 2;
      text = std::to_string(first) + "." + std::to_string(number - 40 * first);
    } else {
      text += "." + std::to_string(number);
    }
    number = 0;
  }
  return text;
}

std::string mechanism_name(OctetsView octets) {
  const std::string identifier = object_identifier(octets);
  if (identifier == "2.23.130.1.1.1") return "user name and password (GSSUP, 2.23.130.1.1.1)";
  if (identifier == "1.2.840.113554.1.2.2") return "Kerberos 5 (1.2.840.113554.1.2.2)";
  return identifier;
}

// Reads a GSS exported name: 04 01, the length and octets of the mechanism, the length and octets of the name.
std::string target_name(OctetsView octets) {
  const auto octet = [octets](std::size_t at) { return std::to_integer<std::size_t>(octets[at]); };
  if (octets.size() >= 4 && octet(0) == 4 && octet(1) == 1) {
    const std::size_t mechanism = octet(2) * 256 + octet(3);
    const std::size_t name = 4 + mechanism + 4;
    if (octets.size() >= name) return ascii(octets.subspan(name));
  }
  return ascii(octets);
}

void describe_tls(const Stretch& data, Described& into) {
  Reader in(data);
  into.json["transport"] = "TLS";
  const std::string association = read_association(in, into.json);
  into.text = "TLS";
  boost::json::array addresses;
  for (auto left = in.count("the addresses", 8); left > 0; --left) {
    const std::string_view host = in.text("a host");
    const auto port = in.number<std::uint16_t>("a port");
    into.text += (addresses.empty() ? " at " : " and ") + address_text(host, port);
    addresses.push_back({{"host", printable(host)}, {"port", port}});
  }
  into.json["addresses"] = std::move(addresses);
  into.text += "; " + association;
}

Described describe_transport(std::uint32_t tag, const Stretch& data) {
  constexpr std::uint32_t tag_null = 34;
  constexpr std::uint32_t tag_tls = 36;
  Described transport{.text = "transport"};
  transport.json["tag"] = tag;
  try {
    if (tag == tag_tls) {
      describe_tls(data, transport);
    } else if (tag == tag_null) {
      transport.text = "no protected transport";
      transport.json["transport"] = nullptr;
    } else {
      transport.text =
          std::string(tag == 35 ? "SECIOP" : "transport " + std::to_string(tag)) + ", " + octets_text(data.octets);
      transport.json["octets"] = hexadecimal(data.octets);
    }
  } catch (const Damage& damage) {
    transport.add_damage(damage.what());
  }
  return transport;
}

// Reads and describes CSIIOP::AS_ContextSec: how the client authenticates itself.
Described read_authentication(Reader& in) {
  Described part;
  part.json["layer"] = "authentication";
  const std::string association = read_association(in, part.json);
  const Stretch mechanism = in.octets("the authentication mechanism");
  const Stretch target = in.octets("the target's name");
  if (mechanism.octets.empty()) {
    part.text = "no authentication of the client above the transport";
    part.json["mechanism"] = nullptr;
    return part;
  }
  const std::string name = mechanism_name(mechanism.octets);
  part.json["mechanism"] = name;
  part.json["target"] = target_name(target.octets);
  part.text = "authentication by " + name + ", for \"" + target_name(target.octets) + "\"; " + association;
  return part;
}

// Reads and describes CSIIOP::SAS_ContextSec: the identities that the client may assert.
Described read_attributes(Reader& in) {
  Described part;
  part.json["layer"] = "attributes";
  const std::string association = read_association(in, part.json);
  const auto authorities = in.count("the privilege authorities", 8);
  for (auto left = authorities; left > 0; --left) {
    in.number<std::uint32_t>("a privilege authority's syntax");
    in.octets("a privilege authority");
  }
  boost::json::array names;
  for (auto left = in.count("the naming mechanisms", 4); left > 0; --left) {
    names.push_back(boost::json::string(mechanism_name(in.octets("a naming mechanism").octets)));
  }
  auto kinds = names_of(in.number<std::uint32_t>("the identity types"), identities);
  if (kinds.empty() && names.empty()) {
    part.text = "no identity is asserted";
  } else {
    part.text = "identities as " + joined(kinds) + "; names by " + joined(names) + "; " + association;
  }
  part.json["privilege_authorities"] = authorities;
  part.json["naming_mechanisms"] = std::move(names);
  part.json["identities"] = std::move(kinds);
  return part;
}

}  // namespace

void describe_ssl(const Stretch& data, Described& into) {
  Reader in(data);
  const std::string association = read_association(in, into.json);
  const auto port = in.number<std::uint16_t>("the port");
  into.text = "TLS at port " + std::to_string(port) + "; " + association;
  into.json["port"] = port;
}

void describe_security_mechanisms(const Stretch& data, Described& into) {
  Reader in(data);
  const bool is_stateful = in.boolean("whether it is stateful");
  into.json["is_stateful"] = is_stateful;
  into.parts_name = "mechanisms";
  std::size_t number = 0;
  for (auto left = in.count("the mechanisms", 40); left > 0; --left) {
    Described mechanism;
    auto required = names_of(in.number<std::uint16_t>("the options that the target requires"), associations);
    mechanism.text = "mechanism " + std::to_string(++number) + ", requires " + joined(required);
    mechanism.json["requires"] = std::move(required);
    mechanism.parts_name = "layers";
    const auto tag = in.number<std::uint32_t>("the transport's tag");
    mechanism.parts.push_back(describe_transport(tag, in.octets("the transport")));
    mechanism.parts.push_back(read_authentication(in));
    mechanism.parts.push_back(read_attributes(in));
    into.parts.push_back(std::move(mechanism));
  }
  into.text = "security mechanisms (CSIv2), " + std::string(is_stateful ? "stateful" : "stateless");
}

}  // namespace dimma::tools::ior
