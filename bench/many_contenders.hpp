#pragma once
// The contenders of dimma-bench many: many_client, and the bare server that dimma's is compared with.

#include "measure/process.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace bench {

// The most connections that a process may have: its limit of descriptors, less those that it needs for itself.
std::size_t connections_max();

// Clients with `connections` connections; `server` are many_client's flags for the server's address.
measure::Child many_clients(const std::vector<std::string>& server, std::size_t connections,
                            std::optional<int> processor);

struct BareServer {
  measure::Child process;
  std::vector<std::string> where;  // the flags for many_clients()
};
// A bare server whose requests have `octets` octets each.
BareServer many_bare_server(std::size_t octets, std::size_t threads, std::optional<int> processor);

}  // namespace bench
