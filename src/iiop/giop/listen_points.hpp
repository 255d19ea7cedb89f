#pragma once
// IIOP::BiDirIIOPServiceContext (CORBA 3.3 part 2, 9.8): a client announces the addresses at which it listens, so that
// its server calls objects there over the connection that the client opened.

#include "iiop/giop/giop.hpp"
#include "iiop/giop/profile.hpp"

#include <vector>

namespace dimma::iiop {

inline constexpr std::uint32_t context_bidirectional = 5;  // IOP::BI_DIR_IIOP
// The maximum number of points in a context. A client has one for each of its addresses. A longer list is malformed.
inline constexpr std::size_t listen_points_max = 256;

// Hosts must be spelled as in references, because receivers compare them as text. Brackets around IPv6 are ignored.
channel::Octets encode_listen_points(const std::vector<Address>& points);
// Leaves out points without a host or a port, because nothing can connect to them. Throws CORBA::MARSHAL, whose text
// describes the error.
std::vector<Address> decode_listen_points(OctetView data);

}  // namespace dimma::iiop
