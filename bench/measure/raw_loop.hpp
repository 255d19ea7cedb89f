#pragma once
// The least that a call can cost over each of the ways between two processes: so many octets there and so many back,
// without anything that an ORB does, and without care for a peer that dies or lies.

#include "measure/pinning.hpp"
#include "measure/process.hpp"
#include "measure/socket_loop.hpp"
#include "measure/turns.hpp"

#include <string>

namespace measure {

enum class RawWay { tcp, unix_socket, shared_memory };

// A serving process and a calling one, and one conversation between them. Waiting is blocked in the system (for shared
// memory a futex), or asking on and on.
class RawLoop {
 public:
  // To be called while this process has one thread only. `operation` is the name under which the client takes turns.
  RawLoop(RawWay way, bool spins, MessageSizes sizes, const std::string& operation, const Placement& placement);

  Contender& client() noexcept { return *client_; }
  Child& server() noexcept { return server_; }

 private:
  Child server_;
  std::optional<Contender> client_;
};

}  // namespace measure
