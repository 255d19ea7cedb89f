#pragma once
// Interoperable object references (CORBA 3.3 part 2, 7.6.2): their wire format and their stringified form.

#include "channel/channel.hpp"

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace dimma::orb {

// An IOP::IOR. Its profiles are kept in order as opaque octets, which only protocols interpret.
struct Ior {
  std::string type_id;  // repository id; may be empty even if the reference is not nil
  std::vector<channel::Tagged> profiles;

  bool is_nil() const noexcept { return profiles.empty(); }
  friend bool operator==(const Ior&, const Ior&) = default;
};

void write_ior(cdr::Encoder& out, const Ior& ior);
// Throws CORBA::MARSHAL. A reference without profiles is nil, even if it has a type id.
Ior read_ior(cdr::Decoder& in);

// Returns "IOR:" and the hexadecimal octets of an encapsulation (7.6.9).
std::string to_string(const Ior& ior, std::endian order = std::endian::native);

// Parses a stringified reference in either byte order and either case of letters; surrounding blanks are ignored.
// Throws with the position of the error: CORBA::BAD_PARAM if the text does not begin with "IOR:" (OMG minor 7) or is
// not hexadecimal (OMG minor 9), CORBA::INV_OBJREF if the octets are not a reference.
Ior parse_ior(std::string_view text);

// Returns the text in a form for messages: complete if it is short, otherwise its beginning and its length.
std::string quote(std::string_view text);

}  // namespace dimma::orb
