#pragma once
// Socket addresses: from the names of hosts and of local sockets, and back to endpoints.

#include "transport/transport.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/socket.h>

namespace dimma::transport {

struct Address {
  sockaddr_storage storage{};
  socklen_t length = sizeof(sockaddr_storage);

  int family() const noexcept { return storage.ss_family; }
  sockaddr* get() noexcept { return reinterpret_cast<sockaddr*>(&storage); }
  const sockaddr* get() const noexcept { return reinterpret_cast<const sockaddr*>(&storage); }

  friend bool operator==(const Address& one, const Address& other) noexcept;
};

enum class Purpose : std::uint8_t {
  connect,  // an empty host is this machine's loopback
  listen,   // an empty host is every local address
};

struct Resolved {
  std::vector<Address> addresses;  // each once, in the order to be tried
  std::string problem;             // why there are none
};

// Blocks as long as the system's resolver does if the host is a name. An address costs nothing.
Resolved resolve(const std::string& host, std::uint16_t port, Purpose purpose);

// The same to connect, if that needs no resolver: for an address, also one whose zone is wrong, or no host. Returns
// nothing if the host is a name. Never blocks.
std::optional<Resolved> resolve_at_once(const std::string& host, std::uint16_t port);

// Resolves the names of hosts to connect to them; may block for any time.
using ResolveName = std::function<Resolved(const std::string& host, std::uint16_t port)>;

// The address of a local socket: "@name" is abstract, anything else a file. Empty if the name is too long.
std::optional<Address> local_socket_address(const std::string& name);

// Returns a tcp endpoint, in which an IPv4 address that came through an IPv6 socket is written as IPv4; or a unix one,
// in which a socket without a name has an empty host.
Endpoint endpoint_of(const Address& address);

Address local_address(int socket) noexcept;
Address peer_address(int socket) noexcept;

}  // namespace dimma::transport
