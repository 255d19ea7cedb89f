#pragma once
// The properties of each transport that decide what a channel over it can have, one row a transport. Code above the
// transports asks for a property, and not which transport it is.

#include <dimma/qos.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace dimma::qos {

struct TransportTraits {
  std::string_view name;  // in the text of a QoS, in endpoints, and in Peer::transport
  TransportKind kind = TransportKind::any;
  bool carries_streams = false;    // iiop can use it
  bool carries_datagrams = false;  // flow can use it
  bool is_within_host = false;     // addresses are names on one host, without ports; otherwise a host and a port
  bool encrypts = false;
  bool shares_memory = false;  // loaned sequences are not copied
  bool has_groups = false;     // an address is that of a group of receivers
  bool has_receive_buffer = true;
  bool carries_callbacks = false;  // a stream can carry requests in both directions

  // True if an address is a host and a port that plain IIOP names, without a component of its own.
  constexpr bool is_plain_network() const noexcept { return !is_within_host && !encrypts; }
};

// In the order of the enumeration TransportKind.
inline constexpr std::array<TransportTraits, 7> transport_table{{
    {.name = "any", .carries_streams = true, .carries_datagrams = true, .carries_callbacks = true},
    {.name = "tcp", .kind = TransportKind::tcp, .carries_streams = true, .carries_callbacks = true},
    {.name = "unix",
     .kind = TransportKind::unix_socket,
     .carries_streams = true,
     .is_within_host = true,
     .has_receive_buffer = false,  // queued octets count against the peer's send buffer
     .carries_callbacks = true},
    {.name = "shm",
     .kind = TransportKind::shm,
     .carries_streams = true,
     .carries_datagrams = true,
     .is_within_host = true,
     .shares_memory = true},
    {.name = "tls", .kind = TransportKind::tls, .carries_streams = true, .encrypts = true, .carries_callbacks = true},
    {.name = "udp", .kind = TransportKind::udp, .carries_datagrams = true},
    {.name = "multicast", .kind = TransportKind::multicast, .carries_datagrams = true, .has_groups = true},
}};

// The names of all transports, without "any".
inline constexpr auto transport_names = [] {
  std::array<std::string_view, transport_table.size() - 1> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = transport_table[i + 1].name;
  return names;
}();

constexpr const TransportTraits& traits_of(TransportKind kind) noexcept {
  static_assert([] {
    for (std::size_t i = 0; i < transport_table.size(); ++i) {
      if (transport_table[i].kind != static_cast<TransportKind>(i)) return false;
    }
    return true;
  }());
  return transport_table[static_cast<std::size_t>(kind)];
}

// Returns the properties of TransportKind::any for a name that is not in the table, which are those of a transport over
// a network.
constexpr const TransportTraits& traits_of(std::string_view name) noexcept {
  for (const auto& each : transport_table) {
    if (each.name == name) return each;
  }
  return traits_of(TransportKind::any);
}

}  // namespace dimma::qos
