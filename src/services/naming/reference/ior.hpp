#pragma once
// Parses and builds interoperable object references and IIOP profiles (CORBA 3.3 part 2, 7.6.2 and 9.7.2).

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::naming {

using Octets = std::vector<std::byte>;
using OctetsView = std::span<const std::byte>;

// A tagged profile or component.
struct Tagged {
  std::uint32_t tag = 0;
  Octets data;
};

struct IorParts {
  std::string type_id;
  std::vector<Tagged> profiles;
};

struct IiopProfile {
  std::uint8_t minor = 0;
  std::string host;
  std::uint16_t port = 0;
  Octets key;
  std::vector<Tagged> components;  // since IIOP 1.1
};

// Returns a decoder for the contents of an encapsulation, after the octet with the byte order. Throws CORBA::MARSHAL.
cdr::Decoder opened(OctetsView encapsulation);
template <class Write>
Octets encapsulation(Write write) {
  cdr::Buffer buffer(512);
  cdr::Encoder out(buffer);
  out.put(std::endian::native == std::endian::little);
  write(out);
  return {out.octets().begin(), out.octets().end()};
}

// Convert between "IOR:..." and its octets. Throw CORBA::BAD_PARAM for a text that is not an IOR.
Octets octets_of_ior(std::string_view text);
std::string ior_text(OctetsView octets);

// Throw CORBA::MARSHAL for malformed octets.
IorParts read_ior(OctetsView octets);
IiopProfile read_iiop_profile(OctetsView octets);

Octets written_ior(const IorParts& parts);
Octets written_iiop_profile(const IiopProfile& profile);

// Returns a component TAG_ALTERNATE_IIOP_ADDRESS.
Tagged alternate_address(const std::string& host, std::uint16_t port);

// Adds dimma's code sets to a reference ("IOR:...") to an object of a dimma ORB. A reference that was made from a
// corbaloc URL has no code sets: clients would send only ISO 8859-1 (CORBA 3.3 part 2, 7.10.2.5), although every dimma
// ORB accepts UTF-8. Throws the exceptions of octets_of_ior() and read_ior().
std::string with_code_sets_of_dimma(const std::string& reference);
// Like with_code_sets_of_dimma(), but adds the code sets of another object of the same ORB. Returns the reference
// unchanged if that object's reference has none either.
std::string with_code_sets_of(const std::string& reference, const std::string& other);

}  // namespace dimma::naming
