#pragma once
// A UDP socket. Sends and receives many datagrams with one system call, with segmentation offload if they have the same
// size and the system supports it.

#include "base/sync/one_at_a_time.hpp"
#include "base/sync/sync.hpp"
#include "reactor/descriptor.hpp"
#include "reactor/gaps.hpp"
#include "transport/datagram.hpp"
#include "transport/socket/address.hpp"

#include <sys/socket.h>

namespace dimma::transport {

class UdpSocket final : public DatagramSocket {
 public:
  enum class Kind : std::uint8_t {
    connected,
    bound,
    member,  // a member of a group, bound to the group's address
    sender,  // sends to a group, whose members reply from their own addresses
  };

  UdpSocket(reactor::Descriptor socket, int family, Kind kind, WaitStrategy wait);
  // Makes a sender to a group.
  UdpSocket(reactor::Descriptor socket, const Address& group, std::size_t in_one_piece, WaitStrategy wait);

  // Sends replies from another socket, since members on one machine share the group's address, and their replies could
  // not be told apart.
  void reply_from(reactor::Descriptor socket) noexcept { replies_ = std::move(socket); }

  // Returns the maximum size of an unfragmented datagram on a connected socket: the currently known path MTU, less
  // headers.
  static std::size_t path_octets(int socket, int family) noexcept;

  // Takes one send(2) for one datagram; one sendmsg(2) with UDP_SEGMENT for datagrams of equal size, as many as fit
  // into a datagram's maximum length, of which the last may be shorter; sendmmsg(2) for the others.
  Moved send(std::span<const Datagram> batch, NoRoom no_room) override;
  Moved reply(const PeerAddress& to, std::span<const std::byte> octets) override;
  // Takes recvmmsg(2), or recvmsg(2) for one datagram; preceded by poll(2) if there is a deadline.
  Moved receive(std::span<Arrival> into, Deadline deadline) override;

  // Enables UDP_GRO.
  bool join_arrivals() noexcept override;
  int handle() const noexcept override { return socket_.get(); }

  // The system reports the number with the next datagram that it accepts.
  std::uint64_t overflowed() const noexcept override { return overflowed_.load(std::memory_order_relaxed); }
  // Returns the currently known path MTU, less the headers of IP and UDP.
  std::size_t octets_in_one_piece() const noexcept override;
  void shutdown() noexcept override;

  Endpoint local() const override;
  Endpoint peer() const override;
  Peer identify(const PeerAddress& from) const override;

 private:
  static constexpr std::size_t batch_max = 64;

  bool shut() const noexcept { return shut_.load(std::memory_order_relaxed); }
  // Returns the number of datagrams, from the first on, that one system call can send with segmentation; 0 or 1 means
  // none.
  std::size_t segments(std::span<const Datagram> batch) const noexcept;
  int send_segments(std::span<const Datagram> run, int flags) noexcept;
  int send_each(std::span<const Datagram> batch, int flags) noexcept;
  int send_some(std::span<const Datagram> batch, int flags) noexcept;
  void hear(const cmsghdr& told, Arrival& arrival) noexcept;
  int receive_batch(std::span<Arrival> into, int flags) noexcept;
  bool wait_until_readable(Deadline deadline) const noexcept;

  const char* name() const noexcept { return kind_ == Kind::member || kind_ == Kind::sender ? "multicast" : "udp"; }
  void aim(msghdr& message) noexcept;

  reactor::Descriptor socket_;
  reactor::Descriptor replies_;  // if replies use another socket
  const Kind kind_;
  Address group_{};  // used by a sender
  const WaitStrategy wait_;
  reactor::Gaps gaps_;
  const std::size_t in_one_piece_;
  bool segmentation_ = true;  // until the system refuses; used only by the sending thread
  sync::Atomic<bool> shut_{false};
  sync::Atomic<std::uint64_t> overflowed_{0};
  [[no_unique_address]] OneAtATime receiving_;
  [[no_unique_address]] OneAtATime sending_;
};

}  // namespace dimma::transport
