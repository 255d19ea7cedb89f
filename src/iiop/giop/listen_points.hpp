#pragma once
// IIOP::BiDirIIOPServiceContext (CORBA 3.3 part 2, 9.8): a client says where it listens, so that its server calls
// objects there over the client's own connection.

#include "iiop/giop/giop.hpp"
#include "iiop/giop/profile.hpp"

#include <vector>

namespace dimma::iiop {

inline constexpr std::uint32_t context_bidirectional = 5;  // IOP::BI_DIR_IIOP
// The most points in a context. A client has one for each of its addresses; a context with more is malformed.
inline constexpr std::size_t listen_points_max = 256;

// Names and addresses compare as text, as they stand in references, but for the brackets of IPv6 addresses.
channel::Octets encode_listen_points(const std::vector<Address>& points);
// Points without a host or a port are left out: nothing can be reached there. Throws CORBA::MARSHAL that says what is
// wrong.
std::vector<Address> decode_listen_points(OctetView data);

}  // namespace dimma::iiop
