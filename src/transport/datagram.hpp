#pragma once
// The datagram seam: what a transport of datagrams (udp; memory for tests) offers to protocols.
//
// A datagram arrives whole or not at all, once or more than once, in any order. Every transport of datagrams passes
// tests/unit/transport/datagram_conformance.hpp.
//
// Threads: at most one thread receives and one thread sends at a time (a protocol holds its own locks); shutdown() may
// come from any thread at any time. No function here calls back into its caller.
// Errors: as in transport.hpp, what a peer or a network can cause is a Status in a result, never an exception.

#include "transport/transport.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

namespace dimma::transport {

// The most that one datagram holds, over IPv4 and IPv6.
inline constexpr std::size_t datagram_octets_max = 65'507;

// The sender of a datagram, in a form that only its transport reads.
class PeerAddress {
 public:
  static constexpr std::size_t octets_max = 28;  // the size of a sockaddr_in6

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

// A datagram to be sent: its head, and the body that follows.
struct Datagram {
  std::span<const std::byte> head;
  std::span<const std::byte> body = {};
  // The id of the sender's memory for loaned sequences to which the datagram refers. It is sent only to a peer that has
  // that memory, and is lost with it. 0: it refers to no such memory.
  std::uint64_t arena = 0;

  std::size_t octets() const noexcept { return head.size() + body.size(); }
};

// A datagram that has arrived. The receiver provides the room, and the rest is filled in.
struct Arrival {
  std::span<std::byte> room = {};
  std::size_t octets = 0;  // at the beginning of the room
  std::size_t each = 0;    // several of this length in a row, the last one perhaps shorter; 0: one
  bool cut = false;        // it was longer than the room
  PeerAddress from = {};
  std::shared_ptr<dimma::LoanArena> loans =
      {};  // the memory of the sender's loaned sequences; nullptr if there is none
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

// The number of datagrams of a batch that were moved, and what stopped the rest.
struct Moved {
  Status status = Status::ok;
  std::size_t datagrams = 0;
  int error = 0;
  bool unreachable = false;  // the network reported for an earlier datagram that no socket is there
};

class DatagramSocket {
 public:
  virtual ~DatagramSocket() = default;
  DatagramSocket(const DatagramSocket&) = delete;
  DatagramSocket& operator=(const DatagramSocket&) = delete;

  enum class NoRoom : std::uint8_t { wait, give_up };

  // Sends to the connected peer, in order, in as few system calls as possible. Never waits for the peer. If this
  // machine has no room for a datagram, waits for room, or gives up (Status::timeout). A peer that is not there is not
  // a failure.
  virtual Moved send(std::span<const Datagram> batch, NoRoom no_room) = 0;

  // Sends one datagram to the sender of another, without waiting.
  virtual Moved reply(const PeerAddress& to, std::span<const std::byte> octets) = 0;

  // Waits until at least one datagram is there, and takes those that are there, in order of arrival.
  virtual Moved receive(std::span<Arrival> into, Deadline deadline = no_deadline) = 0;

  // Lets one arrival hold several datagrams of one length from now on, if the system supports that: rooms have to be
  // for the longest datagram then. Returns false if it does not.
  virtual bool join_arrivals() noexcept { return false; }

  // The memory for loaned sequences that the peer has too; nullptr if there is none. Connects, as send() does. With
  // `asks`, asks the system if the peer is still there. Thread safe.
  virtual std::shared_ptr<dimma::LoanArena> loans(bool asks) {
    static_cast<void>(asks);
    return nullptr;
  }
  // The memories of all connections that exist at the moment. Thread safe.
  virtual std::vector<std::shared_ptr<dimma::LoanArena>> known_loans() const { return {}; }

  // Polls readable while receive() would not wait. Belongs to the socket.
  virtual int handle() const noexcept = 0;

  // The number of datagrams that this end had no room for when they arrived, as far as the system tells.
  virtual std::uint64_t overflowed() const noexcept = 0;

  // The longest datagram that goes to the peer in one piece; for a socket without a peer, the longest of all.
  virtual std::size_t octets_in_one_piece() const noexcept = 0;

  // Ends a receive or send that waits, and any later one, with Status::closed.
  virtual void shutdown() noexcept = 0;

  virtual Endpoint local() const = 0;
  virtual Endpoint peer() const = 0;  // empty without one

  // The known facts about the sender of a datagram, which may have forged its address. Thread safe.
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

  // Makes a socket whose peer is at the first address of the name that this machine has a route to. Does not ask the
  // peer. Returns nullptr if there is no such address; `problem` then says why, naming each address.
  virtual std::unique_ptr<DatagramSocket> connect(const Endpoint& to, const StreamOptions& options,
                                                  std::string& problem) = 0;

  // Makes a socket that datagrams can be sent to. Port 0 picks a free one; an empty host means every local address.
  // Throws std::system_error naming the endpoint if it can't, QoSError for an option.
  virtual std::unique_ptr<DatagramSocket> bind(const Endpoint& at, const StreamOptions& options) = 0;
};

}  // namespace dimma::transport
