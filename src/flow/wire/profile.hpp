#pragma once
// The profile with which a reference offers a flow to its object (docs/reference/flow-protocol.md).

#include "channel/channel.hpp"

namespace dimma::flow {

inline constexpr std::uint32_t tag_flow = 0x444d0001;

struct Profile {
  transport::Endpoint endpoint;
  channel::Octets object_key;
};

channel::Octets encode(const Profile& profile);
// Throws CORBA::INV_OBJREF, which names the fault and its offset.
Profile decode_profile(std::span<const std::byte> data);

}  // namespace dimma::flow
