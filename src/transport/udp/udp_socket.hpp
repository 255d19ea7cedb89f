#pragma once
// A UDP socket. Sends and takes many datagrams with one system call, by segmentation offload if they are of one size
// and the system has it.

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
    member,  // a member of a group, bound to its address
    sender,  // to a group, whose members answer from addresses of their own
  };

  UdpSocket(reactor::Descriptor socket, int family, Kind kind, WaitStrategy wait);
  // Makes a sender to the group.
  UdpSocket(reactor::Descriptor socket, const Address& group, std::size_t in_one_piece, WaitStrategy wait);

  // Sends replies from another socket: members on one machine share one address, by which they can't be told apart.
  void reply_from(reactor::Descriptor socket) noexcept { replies_ = std::move(socket); }

  // The most octets of a datagram on the way of a connected socket: the path's MTU as the system knows it now, less
  // headers.
  static std::size_t path_octets(int socket, int family) noexcept;

  // One send(2) for one datagram; sendmsg(2) with UDP_SEGMENT for as many of a size as a datagram's length allows, of
  // which the last one may be shorter; sendmmsg(2) for the rest.
  Moved send(std::span<const Datagram> batch, NoRoom no_room) override;
  Moved reply(const PeerAddress& to, std::span<const std::byte> octets) override;
  // recvmmsg(2), or recvmsg(2) for one datagram; poll(2) before it if there is a deadline.
  Moved receive(std::span<Arrival> into, Deadline deadline) override;

  // Uses UDP_GRO.
  bool join_arrivals() noexcept override;
  int handle() const noexcept override { return socket_.get(); }

  // The system tells of it with the next datagram that it does take.
  std::uint64_t overflowed() const noexcept override { return overflowed_.load(std::memory_order_relaxed); }
  // The path's MTU as the system knows it now, less the headers of IP and UDP.
  std::size_t octets_in_one_piece() const noexcept override;
  void shutdown() noexcept override;

  Endpoint local() const override;
  Endpoint peer() const override;
  Peer identify(const PeerAddress& from) const override;

 private:
  static constexpr std::size_t batch_max = 64;

  bool shut() const noexcept { return shut_.load(std::memory_order_relaxed); }
  // The number of datagrams, from the first on, that go by segmentation in one system call; 0 or 1: none do.
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
  reactor::Descriptor replies_;  // if it is not the same
  const Kind kind_;
  Address group_{};  // for a sender
  const WaitStrategy wait_;
  reactor::Gaps gaps_;
  const std::size_t in_one_piece_;
  bool segmentation_ = true;  // until the system says otherwise; owned by the thread that sends
  sync::Atomic<bool> shut_{false};
  sync::Atomic<std::uint64_t> overflowed_{0};
  [[no_unique_address]] OneAtATime receiving_;
  [[no_unique_address]] OneAtATime sending_;
};

}  // namespace dimma::transport
