#pragma once
// Tells which peers decode a message in fragments while these arrive, as dimma does. They get a long message in
// fragments, the first of which is sent before the message's length is known. Any other ORB that speaks GIOP 1.2 takes
// fragments too, but as a rule puts them together first. It gets a long message in one piece.
//
// A server says so by the type of its ORB in its references (IOP::TAG_ORB_TYPE). A client says so to such a server in a
// service context of dimma's own, in the first request on each connection.

#include "iiop/giop/giop.hpp"
#include "iiop/giop/profile_components.hpp"

#include <vector>

namespace dimma::iiop {

inline constexpr std::uint32_t context_orb_type = 0x64696d01;

// True if the components of the server's profile say that it is dimma.
bool is_dimma(const std::vector<channel::Tagged>& components);
// Decided by the components of the server's profile.
bool accepts_streamed_fragments(const std::vector<channel::Tagged>& components, std::uint8_t giop_minor);
// Decided by the service contexts of the client's request.
bool accepts_streamed_fragments(const ServiceContexts& contexts);
// The data of that context: an encapsulated ORB type.
channel::Octets encode_own_orb_type();

}  // namespace dimma::iiop
