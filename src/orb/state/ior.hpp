#pragma once
// Interoperable object references (CORBA 3.3 part 2, 7.6.2): the form of an object on the wire, and its text form.

#include "channel/channel.hpp"

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace dimma::orb {

// IOP::IOR. Profiles are kept in order, as the octets in which they came; only protocols look into them.
struct Ior {
  std::string type_id;  // repository id; may be empty even if it is not nil
  std::vector<channel::Tagged> profiles;

  bool is_nil() const noexcept { return profiles.empty(); }
  friend bool operator==(const Ior&, const Ior&) = default;
};

void write_ior(cdr::Encoder& out, const Ior& ior);
// Throws CORBA::MARSHAL. A reference without profiles is nil, of any type.
Ior read_ior(cdr::Decoder& in);

// "IOR:" and the octets of an encapsulation in hexadecimal (7.6.9).
std::string to_string(const Ior& ior, std::endian order = std::endian::native);

// Converts back, from either byte order and either case of letters; blanks around it are left out. Throws, naming the
// place: CORBA::BAD_PARAM (OMG minor 7) if it does not begin with "IOR:", (OMG minor 9) if it is not hexadecimal,
// CORBA::INV_OBJREF if its octets are not a reference.
Ior parse_ior(std::string_view text);

// For people and logs: the text itself if short, otherwise its beginning and its length.
std::string quote(std::string_view text);

}  // namespace dimma::orb
