#pragma once
// Keeps the octets that connections transferred most recently, and writes them to a file for Wireshark.

#include "base/sync/sync.hpp"

#include <dimma/qos.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iosfwd>
#include <span>
#include <unordered_map>
#include <vector>

namespace dimma::observe {

// All functions are thread-safe.
class Capture {
 public:
  // Keeps at most that many octets of each send and each receive.
  explicit Capture(std::size_t octets_each) noexcept : octets_each_(octets_each) {}

  std::size_t octets_each() const noexcept { return octets_each_; }

  // Adds a connection and returns its number. `end` is this process's end of it: End::client if this process connected.
  std::uint32_t add_connection(End end);
  // Called when a connection ends. The connection is removed together with its last kept octets.
  void end_connection(std::uint32_t connection) noexcept;
  // Returns the number of connections that are open or still have kept octets.
  std::size_t connections() const noexcept;

  // `octets` is the size of the transfer, and `first` holds its first octets. If no memory is available, they are not
  // kept.
  void add(std::uint32_t connection, bool is_sent, std::span<const std::byte> first, std::size_t octets) noexcept;

  // Writes a pcap file of raw IP packets between 127.0.0.1 (this end) and 127.0.0.2 (the other end). Each connection
  // has its own port number.
  void write(std::ostream& out) const;

 private:
  struct Packet {
    std::chrono::system_clock::time_point at;
    std::uint32_t connection = 0;
    bool is_sent = false;
    std::uint32_t position = 0;  // in the stream of its direction, counted like TCP sequence numbers
    std::size_t octets = 0;
    std::vector<std::byte> first;
    End end = End::client;  // this end of the connection
  };
  struct Connection {
    End end = End::client;
    std::uint32_t sent = 1;
    std::uint32_t received = 1;
    std::size_t packets = 0;  // number of packets kept
    bool has_ended = false;
  };
  using Connections = std::unordered_map<std::uint32_t, Connection>;

  void forget_if_over(Connections::iterator connection) noexcept DIMMA_REQUIRES(mutex_);
  static void write_packet(std::ostream& out, const Packet& packet);

  static constexpr std::size_t octets_max = std::size_t{8} << 20;  // maximum of all kept packets together
  static constexpr std::size_t packet_overhead = 128;

  const std::size_t octets_each_;
  mutable sync::Mutex mutex_;
  Connections connections_ DIMMA_GUARDED_BY(mutex_);
  std::uint32_t next_connection_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::deque<Packet> packets_ DIMMA_GUARDED_BY(mutex_);
  std::size_t kept_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace dimma::observe
