#include "flow/wire/profile.hpp"

#include <dimma/minor.hpp>

namespace dimma::flow {

namespace {

constexpr std::uint8_t major = 1;

Profile read_profile(std::span<const std::byte> data) {
  cdr::Decoder order(data);
  const auto endian = order.get_boolean() ? std::endian::little : std::endian::big;
  cdr::Decoder in(data, endian);
  in.skip(1);
  if (in.get<std::uint8_t>() != major) in.malformed("an unknown version");
  in.skip(1);
  Profile profile;
  in.get_string(profile.endpoint.transport);
  in.get_string(profile.endpoint.host);
  profile.endpoint.port = in.get<std::uint16_t>();
  const auto key = in.get_octets(in.get_length(1));
  profile.object_key.assign(key.begin(), key.end());
  return profile;
}

}  // namespace

channel::Octets encode(const Profile& profile) {
  cdr::Buffer buffer(256);
  cdr::Encoder out(buffer);
  out.put(std::endian::native == std::endian::little);
  out.put(major);
  out.put(std::uint8_t{0});
  out.put_string(profile.endpoint.transport);
  out.put_string(profile.endpoint.host);
  out.put(profile.endpoint.port);
  out.put_length(profile.object_key.size());
  out.put_octets(profile.object_key);
  out.put_length(0);
  return {out.octets().begin(), out.octets().end()};
}

Profile decode_profile(std::span<const std::byte> data) {
  try {
    return read_profile(data);
  } catch (const CORBA::MARSHAL& malformed) {
    throw CORBA::INV_OBJREF(minor::inv_objref_profile, CORBA::COMPLETED_NO, "flow profile: " + malformed._detail());
  }
}

}  // namespace dimma::flow
