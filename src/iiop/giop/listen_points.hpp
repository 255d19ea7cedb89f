#pragma once
// IIOP::BiDirIIOPServiceContext (CORBA 3.3 part 2, 9.8): a client tells where it listens, so that its server calls
// objects there over the connection that the client opened.

#include "iiop/giop/giop.hpp"
#include "iiop/giop/profile.hpp"

#include <vector>

namespace dimma::iiop {

inline constexpr std::uint32_t context_bidirectional = 5;  // IOP::BI_DIR_IIOP
// The maximum number of points in a context. A client has one for each of its addresses. A longer list is malformed.
inline constexpr std::size_t listen_points_max = 256;

// Receivers compare hosts as text, as spelled in references, except for the brackets of IPv6 addresses.
channel::Octets encode_listen_points(const std::vector<Address>& points);
// Leaves out points without a host or a port, because nothing can connect to them. Throws CORBA::MARSHAL, whose text
// describes the error.
std::vector<Address> decode_listen_points(OctetView data);

}  // namespace dimma::iiop
