#pragma once
// Socket addresses: made from host names and the names of local sockets, and converted back to endpoints.

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
  connect,  // an empty host means this machine's loopback
  listen,   // an empty host means every local address
};

struct Resolved {
  std::vector<Address> addresses;  // without duplicates, in the order to try them
  std::string problem;             // the reason if there are no addresses
};

// Resolves a host. For a name, blocks as long as the system's resolver does; an address needs no resolver.
Resolved resolve(const std::string& host, std::uint16_t port, Purpose purpose);

// Resolves a host to connect to if that needs no resolver: an address, even one with an invalid zone, or an empty host.
// Returns nullopt for a name. Never blocks.
std::optional<Resolved> resolve_at_once(const std::string& host, std::uint16_t port);

// Resolves the name of a host to connect to; may block for any time.
using ResolveName = std::function<Resolved(const std::string& host, std::uint16_t port)>;

// Returns the address of a local socket: abstract for "@name", otherwise a file. Returns nullopt if the name is too
// long.
std::optional<Address> local_socket_address(const std::string& name);

// Returns a tcp endpoint, in which an IPv4 address of an IPv6 socket is written as IPv4; or a unix endpoint, in which a
// socket without a name has an empty host.
Endpoint endpoint_of(const Address& address);

Address local_address(int socket) noexcept;
Address peer_address(int socket) noexcept;

}  // namespace dimma::transport
