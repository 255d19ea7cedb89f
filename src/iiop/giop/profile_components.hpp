#pragma once
// The components of a profile that dimma knows, and profiles and components in words (CORBA 3.3 part 2, 7.6.6).

#include "iiop/giop/profile.hpp"

namespace dimma::iiop {

inline constexpr std::uint32_t component_orb_type = 0;
inline constexpr std::uint32_t component_code_sets = 1;
inline constexpr std::uint32_t component_alternate_iiop_address = 3;

// A component of dimma's own, which other ORBs ignore. It names the Unix sockets and the shared memory where the server
// listens on its own machine. An encapsulation of: octet version (1); sequence of struct { string transport; string
// name }. Later versions may add more, which is not read.
inline constexpr std::uint32_t component_local_endpoints = 0x64696d01;  // "dim", 1

// The functions called decode_... throw CORBA::INV_OBJREF that says what is wrong and at which offset of the component.

channel::Tagged alternate_address(const Address& address);
Address decode_alternate_address(const channel::Tagged& component);

inline constexpr std::uint32_t orb_type_dimma = 0x64696d00;  // "dim", which the OMG has not assigned
channel::Tagged orb_type(std::uint32_t type);
std::uint32_t decode_orb_type(const channel::Tagged& component);

channel::Tagged local_endpoints(const std::vector<transport::Endpoint>& endpoints);
// Returns only endpoints that may be connected to: a reference may come from anywhere, and must not make this process
// talk to some local service that is not dimma's. So names begin with "@dimma-", or are files whose name begins with
// "dimma-".
std::vector<transport::Endpoint> decode_local_endpoints(const channel::Tagged& component);

// CONV_FRAME::CodeSetComponentInfo (9.3.5.5), numbers as the OSF registry has them.
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

// For people: "IIOP 1.2 localhost:2809, key of 12 octets, ORB type 0x54414f00 (TAO), alternate backup:2809".
std::string describe(const Profile& profile);
// "alternate backup:2809", "component 33, 16 octets". Never throws INV_OBJREF: what is malformed is described as such.
std::string describe_component(const channel::Tagged& component);

}  // namespace dimma::iiop
