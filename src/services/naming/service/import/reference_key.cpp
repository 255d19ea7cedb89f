#include "services/naming/service/import/reference_key.hpp"

#include <dimma/generated/cdr/codec.hpp>

#include <span>
#include <vector>

namespace dimma::naming {
namespace {

constexpr std::uint32_t tag_iiop = 0;

// Returns a decoder that is positioned after the octet with the byte order.
cdr::Decoder opened(std::string_view encapsulation) {
  const std::span<const std::byte> octets(reinterpret_cast<const std::byte*>(encapsulation.data()),
                                          encapsulation.size());
  cdr::Decoder order(octets, std::endian::big);
  const bool is_little = order.get<std::uint8_t>() != 0;
  cdr::Decoder in(octets, is_little ? std::endian::little : std::endian::big);
  in.get<std::uint8_t>();
  return in;
}

std::string octets_in(cdr::Decoder& in) {
  std::vector<std::uint8_t> octets;
  cdr::read(in, octets);
  return {octets.begin(), octets.end()};
}

ReferenceKey key_in_profile(std::string_view body) {
  cdr::Decoder in = opened(body);
  in.get<std::uint8_t>();  // skips the version
  in.get<std::uint8_t>();
  ReferenceKey key;
  cdr::read(in, key.host);
  key.port = in.get<std::uint16_t>();
  key.object_key = octets_in(in);
  return key;
}

}  // namespace

std::optional<ReferenceKey> key_in_reference(std::string_view reference) {
  try {
    cdr::Decoder in = opened(reference);
    std::string type;
    cdr::read(in, type);
    for (auto left = in.get<std::uint32_t>(); left > 0; --left) {
      const auto tag = in.get<std::uint32_t>();
      const std::string body = octets_in(in);
      if (tag == tag_iiop) return key_in_profile(body);
    }
  } catch (const CORBA::MARSHAL&) {
    // The octets are not a valid reference.
  }
  return std::nullopt;
}

}  // namespace dimma::naming
