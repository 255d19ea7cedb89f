#pragma once
// Describes the parts of a reference in words. The description of a damaged part contains the error and its position.
// These functions do not throw for invalid octets.

#include "services/tools/ior/described.hpp"
#include "services/tools/ior/reader.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace dimma::tools::ior {

// Describes a whole reference, whose octets are those after "IOR:".
Described describe_reference(OctetsView octets);
// Like describe_reference(), but for "IOR:" and hexadecimal digits, up to the first other character. Throws
// CORBA::BAD_PARAM if the text does not begin with "IOR:".
Described describe_text(std::string_view text);

Described describe_component(std::uint32_t tag, const Stretch& data);
// Describe TAG_SSL_SEC_TRANS and TAG_CSI_SEC_MECH_LIST. Both throw Damage.
void describe_ssl(const Stretch& data, Described& into);
void describe_security_mechanisms(const Stretch& data, Described& into);

// Describes an object key if the format of the ORB is known. `orb_type` is from the profile's component TAG_ORB_TYPE.
void describe_object_key(const Stretch& key, std::optional<std::uint32_t> orb_type, Described& into);

// Returns "host:port", with an IPv6 address in brackets; printable.
std::string address_text(std::string_view host, std::uint16_t port);
// Returns the name of the ORB; empty for an unknown type.
std::string_view orb_name(std::uint32_t type) noexcept;

inline constexpr std::uint32_t orb_type_omniorb = 0x41545400;  // "ATT"
inline constexpr std::uint32_t orb_type_jacorb = 0x4a414300;   // "JAC"
inline constexpr std::uint32_t orb_type_tao = 0x54414f00;      // "TAO"

}  // namespace dimma::tools::ior
