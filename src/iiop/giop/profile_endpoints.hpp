#pragma once
// The endpoints that a profile names, in its address and in its components.

#include "iiop/giop/profile.hpp"

namespace dimma::iiop {

// Returns every address that can be connected to: the profile's own first, then the alternates in order. Leaves out
// malformed alternates, and addresses without a host or port, which ORBs publish if they do not listen there.
std::vector<Address> addresses_of(const Profile& profile);

// Returns all endpoints of the object's server: those for the server's own machine, then those with TLS, and then
// addresses_of(), unless the server requires TLS. Throws CORBA::INV_OBJREF if a component about TLS is malformed.
std::vector<transport::Endpoint> endpoints_of(const Profile& profile);

}  // namespace dimma::iiop
