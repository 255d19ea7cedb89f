#pragma once
// The profile components that dimma supports, and descriptions of profiles and components (CORBA 3.3 part 2, 7.6.6).

#include "iiop/giop/profile.hpp"

namespace dimma::iiop {

inline constexpr std::uint32_t component_orb_type = 0;
inline constexpr std::uint32_t component_code_sets = 1;
inline constexpr std::uint32_t component_alternate_iiop_address = 3;

// A dimma-specific component, which other ORBs ignore. It names the Unix sockets and the shared memory where the server
// listens on its own machine. It is an encapsulation of: octet version (1); sequence of struct { string transport;
// string name }. Later versions may add data, which is ignored.
inline constexpr std::uint32_t component_local_endpoints = 0x64696d01;  // "dim", 1

// The decode_...() functions throw CORBA::INV_OBJREF, whose text names the error and its offset in the component.

channel::Tagged alternate_address(const Address& address);
Address decode_alternate_address(const channel::Tagged& component);

inline constexpr std::uint32_t orb_type_dimma = 0x64696d00;  // "dim", a value that the OMG has not assigned
channel::Tagged orb_type(std::uint32_t type);
std::uint32_t decode_orb_type(const channel::Tagged& component);

channel::Tagged local_endpoints(const std::vector<transport::Endpoint>& endpoints);
// Returns only endpoints whose name begins with "@dimma-", or is a file name that begins with "dimma-". A reference may
// come from anywhere, and must not make this process connect to a local service that is not dimma's.
std::vector<transport::Endpoint> decode_local_endpoints(const channel::Tagged& component);

// CONV_FRAME::CodeSetComponentInfo (9.3.5.5), with the numbers of the OSF registry.
struct CodeSets {
  struct Component {
    std::uint32_t native = 0;
    std::vector<std::uint32_t> conversions;

    friend bool operator==(const Component&, const Component&) = default;
  };
  Component for_char;
  Component for_wchar;

  friend bool operator==(const CodeSets&, const CodeSets&) = default;
};
channel::Tagged code_sets(const CodeSets& sets);
CodeSets decode_code_sets(const channel::Tagged& component);

// Human-readable: "IIOP 1.2 localhost:2809, key of 12 octets, ORB type 0x54414f00 (TAO), alternate backup:2809".
std::string describe(const Profile& profile);
// Human-readable: "alternate backup:2809", "component 33, 16 octets". Describes a malformed component as such and does
// not throw INV_OBJREF.
std::string describe_component(const channel::Tagged& component);

}  // namespace dimma::iiop
