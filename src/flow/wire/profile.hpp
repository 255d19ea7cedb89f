#pragma once
// The profile of a reference that says that its object takes a flow (docs/reference/flow-protocol.md).

#include "channel/channel.hpp"

namespace dimma::flow {

inline constexpr std::uint32_t tag_flow = 0x444d0001;

struct Profile {
  transport::Endpoint endpoint;
  channel::Octets object_key;
};

channel::Octets encode(const Profile& profile);
// Throws CORBA::INV_OBJREF, which says what is wrong and where.
Profile decode_profile(std::span<const std::byte> data);

}  // namespace dimma::flow
