#include "iiop/giop/profile.hpp"

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <string_view>

namespace dimma::iiop {

namespace {

void check_key(std::size_t octets) {
  if (octets <= object_key_octets_max) return;
  throw CORBA::IMP_LIMIT(minor::imp_limit_object_key, CORBA::COMPLETED_NO,
                         "an object key of " + std::to_string(octets) + " octets, above the limit of " +
                             std::to_string(object_key_octets_max));
}

// Returns a decoder for an encapsulation, positioned after its byte order.
cdr::Decoder open(std::span<const std::byte> data, CORBA::CompletionStatus completed) {
  cdr::Decoder in(data, std::endian::big, completed);
  const bool little = in.get_boolean();
  cdr::Decoder ordered(data, little ? std::endian::little : std::endian::big, completed);
  ordered.skip(1);
  return ordered;
}

// The fields in front of the key, which are the same in all versions.
struct Start {
  std::uint8_t minor = 0;
  std::string_view host;
  std::uint16_t port = 0;
};

Start read_start(cdr::Decoder& in) {
  Start start;
  if (in.get<std::uint8_t>() != 1) in.malformed("an IIOP version other than 1.x before the octet");
  start.minor = std::min<std::uint8_t>(in.get<std::uint8_t>(), 2);
  start.host = in.get_string_view();
  start.port = in.get<std::uint16_t>();
  return start;
}

std::vector<channel::Tagged> read_components(cdr::Decoder& in) {
  constexpr std::size_t component_octets_min = 8;
  const std::uint32_t count = in.get_length(component_octets_min);
  std::vector<channel::Tagged> components(count);
  for (auto& component : components) {
    component.tag = in.get<std::uint32_t>();
    const auto data = in.get_octets(in.get_length(1));
    component.data.assign(data.begin(), data.end());
  }
  return components;
}

// Runs `read` and turns its MARSHAL into INV_OBJREF.
template <class Read>
auto as_reference(const char* what, Read read) {
  try {
    return read();
  } catch (const CORBA::MARSHAL& malformed) {
    throw CORBA::INV_OBJREF(minor::inv_objref_profile, CORBA::COMPLETED_NO,
                            std::string("malformed ") + what + ": " + malformed._detail());
  }
}

}  // namespace

std::string without_brackets(std::string_view host) {
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  return std::string(host);
}

std::string to_string(const Address& address) {
  const bool is_ipv6 = address.host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

channel::Octets encode(const Profile& profile, std::endian order) {
  check_key(profile.object_key.size());
  cdr::Buffer buffer(256);
  cdr::Encoder out(buffer, order);
  out.put(order == std::endian::little);
  out.put(std::uint8_t{1});
  out.put(profile.minor);
  out.put_string(profile.address.host);
  out.put(profile.address.port);
  out.put_length(profile.object_key.size());
  out.put_octets(profile.object_key);
  if (profile.minor >= 1) {
    out.put_length(profile.components.size());
    for (const auto& component : profile.components) {
      out.put(component.tag);
      out.put_length(component.data.size());
      out.put_octets(component.data);
    }
  }
  return {out.octets().begin(), out.octets().end()};
}

Profile decode_profile(std::span<const std::byte> data) {
  return as_reference("IIOP profile", [data] {
    cdr::Decoder in = open(data, CORBA::COMPLETED_NO);
    const Start start = read_start(in);
    Profile profile;
    profile.minor = start.minor;
    profile.address = {without_brackets(start.host), start.port};
    const auto key = in.get_octets(in.get_length(1));
    check_key(key.size());
    profile.object_key.assign(key.begin(), key.end());
    if (profile.minor >= 1) profile.components = read_components(in);
    return profile;
  });
}

std::vector<channel::Tagged> decode_multiple_components(std::span<const std::byte> data) {
  return as_reference("profile of components", [data] {
    cdr::Decoder in = open(data, CORBA::COMPLETED_NO);
    return read_components(in);
  });
}

std::span<const std::byte> object_key_view(std::span<const std::byte> data, CORBA::CompletionStatus completed) {
  cdr::Decoder in = open(data, completed);
  read_start(in);
  return in.get_octets(in.get_length(1));
}

}  // namespace dimma::iiop
