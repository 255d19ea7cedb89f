#pragma once
// Those who take part where many clients call at once: many_client, and the bare server that it is compared at.

#include "measure/process.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace bench {

// How many connections a process may have, less the descriptors that it needs for itself.
std::size_t connections_max();

// Clients with so many connections; `server` are many_client's words for where they go.
measure::Child many_clients(const std::vector<std::string>& server, std::size_t connections,
                            std::optional<int> processor);

struct BareServer {
  measure::Child process;
  std::vector<std::string> where;  // for many_clients()
};
// Its requests have so many octets.
BareServer many_bare_server(std::size_t octets, std::size_t threads, std::optional<int> processor);

}  // namespace bench
