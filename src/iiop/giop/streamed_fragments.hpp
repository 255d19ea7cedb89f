#pragma once
// Determines which peers decode a message in fragments while the fragments arrive, as dimma does. Such a peer is sent a
// long message in fragments, the first of which leaves before the length of the message is known. Other ORBs with GIOP
// 1.2 accept fragments too, but usually assemble the whole message first. They are sent a long message in one piece.
//
// A server announces its type of ORB in its references (IOP::TAG_ORB_TYPE). A client announces its type to a dimma
// server in a dimma-specific service context, in the first request on each connection.

#include "iiop/giop/giop.hpp"
#include "iiop/giop/profile_components.hpp"

#include <vector>

namespace dimma::iiop {

inline constexpr std::uint32_t context_orb_type = 0x64696d01;

// True if the components of a server's profile identify it as dimma.
bool is_dimma(const std::vector<channel::Tagged>& components);
// Decides for a server, by the components of its profile.
bool accepts_streamed_fragments(const std::vector<channel::Tagged>& components, std::uint8_t giop_minor);
// Decides for a client, by the service contexts of its request.
bool accepts_streamed_fragments(const ServiceContexts& contexts);
// Returns the data of the client's service context: an encapsulated ORB type.
channel::Octets encode_own_orb_type();

}  // namespace dimma::iiop
