#pragma once
// The datagram seam: the interface that datagram transports (udp, multicast, shm; memory for tests) offer to protocols.
//
// A datagram arrives completely or not at all, once or several times, in any order. Every datagram transport passes
// tests/unit/transport/datagram_conformance.hpp.
//
// Threads: at most one thread receives and one thread sends at a time (a protocol holds its own locks); shutdown() may
// be called from any thread at any time. No function calls back into its caller. Errors: as in transport.hpp, failures
// that a peer or a network can cause are a Status in a result, never an exception.

#include "transport/transport.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

namespace dimma::transport {

// Maximum size of a datagram, over IPv4 and IPv6.
inline constexpr std::size_t datagram_octets_max = 65'507;

// The sender of a datagram, in a form that only its transport can interpret.
class PeerAddress {
 public:
  static constexpr std::size_t octets_max = 28;  // sizeof(sockaddr_in6)

  PeerAddress() = default;
  PeerAddress(const void* octets, std::size_t size) noexcept : size_(static_cast<std::uint8_t>(size)) {
    std::memcpy(octets_.data(), octets, size);
  }
  const std::byte* data() const noexcept { return octets_.data(); }
  std::size_t size() const noexcept { return size_; }

  friend bool operator==(const PeerAddress&, const PeerAddress&) = default;

 private:
  std::array<std::byte, octets_max> octets_{};
  std::uint8_t size_ = 0;
};

// A datagram to send: a head, and a body that follows it.
struct Datagram {
  std::span<const std::byte> head;
  std::span<const std::byte> body = {};
  // The id of the sender's arena if the datagram refers to loaned sequences in it, otherwise 0. Such a datagram is sent
  // only to a peer that shares the arena, and is lost if that peer is gone.
  std::uint64_t arena = 0;

  std::size_t octets() const noexcept { return head.size() + body.size(); }
};

// A datagram that has arrived. The receiver provides the room; the other members are filled in.
struct Arrival {
  std::span<std::byte> room = {};
  std::size_t octets = 0;  // at the beginning of room
  std::size_t each = 0;    // if not 0, several datagrams of this length follow each other; the last may be shorter
  bool cut = false;        // the datagram was longer than room
  PeerAddress from = {};
  std::shared_ptr<dimma::LoanArena> loans =
      {};  // the arena of the sender's loaned sequences, if shared with this process; otherwise nullptr
};

// Calls `use` with each datagram of an arrival.
template <class Use>
void for_each_datagram(const Arrival& arrival, Use&& use) {
  const std::span<const std::byte> all = arrival.room.first(arrival.octets);
  if (arrival.each == 0 || all.size() <= arrival.each) return use(all);
  for (auto rest = all; !rest.empty(); rest = rest.subspan(std::min(arrival.each, rest.size()))) {
    use(rest.first(std::min(arrival.each, rest.size())));
  }
}

// The number of datagrams of a batch that were sent or received, and the reason for stopping.
struct Moved {
  Status status = Status::ok;
  std::size_t datagrams = 0;
  int error = 0;
  bool unreachable = false;  // an earlier datagram was reported to have reached no socket
};

class DatagramSocket {
 public:
  virtual ~DatagramSocket() = default;
  DatagramSocket(const DatagramSocket&) = delete;
  DatagramSocket& operator=(const DatagramSocket&) = delete;

  enum class NoRoom : std::uint8_t { wait, give_up };

  // Sends to the connected peer, in order, in as few system calls as possible. Never waits for the peer. If this
  // machine has no room for a datagram, waits for room or stops (Status::timeout). An absent peer is not a failure.
  virtual Moved send(std::span<const Datagram> batch, NoRoom no_room) = 0;

  // Sends one datagram to the sender of a received datagram, without waiting.
  virtual Moved reply(const PeerAddress& to, std::span<const std::byte> octets) = 0;

  // Waits until at least one datagram has arrived, and receives those that have arrived, in order of arrival.
  virtual Moved receive(std::span<Arrival> into, Deadline deadline = no_deadline) = 0;

  // Lets one arrival hold several datagrams of equal length, if the system supports that; each room then has to be
  // large enough for the longest datagram. Returns false if the system does not support it.
  virtual bool join_arrivals() noexcept { return false; }

  // Returns the arena for loaned sequences that is shared with the peer; nullptr if there is none. Connects if
  // necessary, as send() does. With `asks`, checks with a system call that the peer still exists. Thread safe.
  virtual std::shared_ptr<dimma::LoanArena> loans(bool asks) {
    static_cast<void>(asks);
    return nullptr;
  }
  // Returns the arenas of all current connections. Thread safe.
  virtual std::vector<std::shared_ptr<dimma::LoanArena>> known_loans() const { return {}; }

  // Returns a descriptor that polls readable when receive() would not wait. Owned by the socket.
  virtual int handle() const noexcept = 0;

  // Returns the number of datagrams that were dropped on arrival because this end had no room, as far as the system
  // reports it.
  virtual std::uint64_t overflowed() const noexcept = 0;

  // Returns the maximum size of a datagram that reaches the peer unfragmented; without a peer, the maximum size of any
  // datagram.
  virtual std::size_t octets_in_one_piece() const noexcept = 0;

  // Makes a waiting receive or send, and all later ones, return Status::closed.
  virtual void shutdown() noexcept = 0;

  virtual Endpoint local() const = 0;
  virtual Endpoint peer() const = 0;  // empty if there is no peer

  // Returns the known facts about the sender of a datagram, whose address may be forged. Thread safe.
  virtual Peer identify(const PeerAddress& from) const {
    static_cast<void>(from);
    Peer known;
    known.transport = local().transport;
    return known;
  }

 protected:
  DatagramSocket() = default;
};

class DatagramTransport {
 public:
  virtual ~DatagramTransport() = default;

  virtual std::string_view name() const noexcept = 0;

  // Makes a socket whose peer is the first of the host's addresses to which this machine has a route. Does not contact
  // the peer. Returns nullptr if there is no such address; `problem` then gives the reason for each address.
  virtual std::unique_ptr<DatagramSocket> connect(const Endpoint& to, const StreamOptions& options,
                                                  std::string& problem) = 0;

  // Makes a socket to which datagrams can be sent. Port 0 selects a free port; an empty host means every local address.
  // Throws std::system_error, which names the endpoint, if it fails, and QoSError for an option.
  virtual std::unique_ptr<DatagramSocket> bind(const Endpoint& at, const StreamOptions& options) = 0;
};

}  // namespace dimma::transport
