#pragma once
// Resolves the host name of a member.

#include "services/store/etcd/endpoint.hpp"

#include <functional>
#include <string>
#include <vector>

#include <netdb.h>

namespace dimma::store::etcd {

// Has the signature of getaddrinfo().
using LookUp = std::function<int(const char*, const char*, const addrinfo*, addrinfo**)>;

// Returns at least one numeric address, in the resolver's order. Throws ConnectionError `not_sent` on failure and at
// the deadline. After the deadline, a thread continues until the resolver returns.
std::vector<std::string> resolve(const Endpoint& endpoint, Deadline deadline, const LookUp& look_up = ::getaddrinfo);

}  // namespace dimma::store::etcd
