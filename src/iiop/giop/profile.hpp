#pragma once
// IIOP profiles (CORBA 3.3 part 2, 9.7.2): the address of an object, for TCP.

#include "channel/channel.hpp"

#include <dimma/exception.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::iiop {

inline constexpr std::uint32_t tag_internet_iop = 0;         // IOP::TAG_INTERNET_IOP
inline constexpr std::uint32_t tag_multiple_components = 1;  // IOP::TAG_MULTIPLE_COMPONENTS

// The longest object key that is accepted, so that a foreign reference cannot make every request a long one.
inline constexpr std::size_t object_key_octets_max = std::size_t{1} << 20;

struct Address {
  std::string host;
  std::uint16_t port = 0;

  friend bool operator==(const Address&, const Address&) = default;
};
// Returns "localhost:2809" or "[::1]:2809".
std::string to_string(const Address& address);

// Returns a host without the brackets that some ORBs publish around an IPv6 address.
std::string without_brackets(std::string_view host);

// The body of a profile. A minor version above 2 is stored as 2, because such a profile can be used as one of IIOP 1.2.
struct Profile {
  std::uint8_t minor = 2;
  Address address;
  channel::Octets object_key;
  std::vector<channel::Tagged> components;  // since IIOP 1.1; all of them, in order
};

// encode() returns the octets of a TaggedProfile without its tag, which are an encapsulation. It leaves out the
// components in IIOP 1.0. decode_profile() throws CORBA::INV_OBJREF, whose text names the error and its offset in the
// profile. Both throw CORBA::IMP_LIMIT for a key above the limit.
channel::Octets encode(const Profile& profile, std::endian order = std::endian::native);
Profile decode_profile(std::span<const std::byte> data);

// Returns the components of a profile that consists only of components (tag_multiple_components). Throws
// CORBA::INV_OBJREF.
std::vector<channel::Tagged> decode_multiple_components(std::span<const std::byte> data);

// Returns only the key, as a view into `data`, with no allocation: for requests that are addressed by profile.
// Throws CORBA::MARSHAL with the completion status given.
std::span<const std::byte> object_key_view(std::span<const std::byte> data, CORBA::CompletionStatus completed);

}  // namespace dimma::iiop
