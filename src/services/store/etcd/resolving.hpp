#pragma once
// Finds the addresses of a member that is named by its host.

#include "services/store/etcd/endpoint.hpp"

#include <functional>
#include <string>
#include <vector>

#include <netdb.h>

namespace dimma::store::etcd {

// Like getaddrinfo().
using LookUp = std::function<int(const char*, const char*, const addrinfo*, addrinfo**)>;

// Returns numeric addresses, in the resolver's order, at least one. Throws ConnectionError `not_sent`, also at the
// deadline: a thread then continues for as long as the resolver does.
std::vector<std::string> resolve(const Endpoint& endpoint, Deadline deadline, const LookUp& look_up = ::getaddrinfo);

}  // namespace dimma::store::etcd
