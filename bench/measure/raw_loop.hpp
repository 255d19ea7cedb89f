#pragma once
// The least that a call can cost over each transport: a request and a reply of given sizes, without anything that an
// ORB does, and without checks for a peer that fails.

#include "measure/pinning.hpp"
#include "measure/process.hpp"
#include "measure/socket_loop.hpp"
#include "measure/turns.hpp"

#include <string>

namespace measure {

enum class RawWay { tcp, unix_socket, shared_memory };

// A server process and a client process with one connection between them. They wait in a blocking system call (for
// shared memory, on a futex), or spin.
class RawLoop {
 public:
  // This process must have one thread only. `operation` is the name under which the client takes turns.
  RawLoop(RawWay way, bool spins, MessageSizes sizes, const std::string& operation, const Placement& placement);

  Contender& client() noexcept { return *client_; }
  Child& server() noexcept { return server_; }

 private:
  Child server_;
  std::optional<Contender> client_;
};

}  // namespace measure
