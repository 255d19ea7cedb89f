#pragma once
// A connection over a blocking socket, TCP or local.

#include "base/sync/one_at_a_time.hpp"
#include "base/sync/sync.hpp"
#include "reactor/descriptor.hpp"
#include "reactor/gaps.hpp"
#include "transport/socket/address.hpp"
#include "transport/socket/lingering_sockets.hpp"
#include "transport/transport.hpp"

#include <netinet/in.h>

namespace dimma::transport {

class SocketStream final : public Stream {
 public:
  // Takes a connected, blocking socket. If `lingering` is not nullptr, it closes the socket.
  SocketStream(reactor::Descriptor socket, WaitStrategy wait, std::shared_ptr<LingeringSockets> lingering = nullptr,
               LingeringSockets::Peer peer = LingeringSockets::Peer::answers) noexcept
      : lingering_(std::move(lingering)),
        peer_(peer),
        socket_(std::move(socket)),
        wait_(wait),
        special_(blocks_at_once() ? 0U : asks_first) {}
  // Closes at once a stream that was shut down without an orderly end. If octets of the peer are unread, the system
  // then resets the connection, so that the peer notices immediately.
  ~SocketStream() override {
    if (lingering_ && !is_given_up()) lingering_->close(std::move(socket_), peer_);
  }

  // Polls with a non-blocking recv(2) as long as the strategy permits; then, or at once with `block`, calls a blocking
  // one. With a deadline, SO_RCVTIMEO is kept below the remaining time, so that calls with a similar remaining time
  // also take one recv(2); it is set again only if the remaining time has changed much. The last 40 ms take a ppoll(2)
  // and a non-blocking recv(2), since SO_RCVTIMEO is late by up to two system ticks.
  Result receive(std::span<std::byte> into, Deadline deadline) override;

  // Takes one send(2) or sendmsg(2) if the socket's buffer has room for everything. With a deadline and a full buffer,
  // calls poll(2) and retries.
  Result send(std::span<iovec> pieces, Deadline deadline) override;

  // Called by the receiving thread.
  void receive_timeout(std::chrono::milliseconds limit) override;

  int handle() const noexcept override { return socket_.get(); }
  int send_handle() const noexcept override { return socket_.get(); }
  bool shows_edges() const noexcept override { return true; }
  bool octets_wait() const noexcept override;
  bool peer_is_silent() const noexcept override;

  // The descriptor stays open until the destructor, so that its number cannot be reused while a thread is blocked on
  // it.
  void shutdown() noexcept override;
  void end_sending() noexcept override;

  // Sets the address that accept(2) has returned or that was connected to, since the system forgets it when the peer
  // resets the connection. Called before the stream is used.
  void peer_is(const Address& peer) noexcept;

  Endpoint local() const override;
  Endpoint peer() const override;
  Peer identify_peer() const override;

 private:
  using Wait = std::chrono::microseconds;  // zero means no limit

  bool blocks_at_once() const noexcept { return wait_.kind() == WaitStrategy::Kind::block; }
  int send_flags(Deadline deadline) const noexcept;
  // Sends the octets after the first `sent`.
  [[gnu::noinline]] Result send_on(std::span<iovec> pieces, std::size_t sent, Deadline deadline);
  Result receive_specially(std::span<std::byte> into, Deadline deadline);
  Result receive_now(std::span<std::byte> into);
  Result receive_blocking(std::span<std::byte> into);
  Result receive_asking(std::span<std::byte> into, Deadline deadline);
  Result receive_before(std::span<std::byte> into, Deadline deadline);
  Result failed(std::size_t octets, int error) const noexcept;
  bool shut() const noexcept { return (special_.load(std::memory_order_relaxed) & is_shut) != 0; }
  bool is_given_up() const noexcept {
    return (special_.load(std::memory_order_relaxed) & (is_shut | ends_in_order)) == is_shut;
  }
  void set_system_timeout(Wait wait);
  void wait_until_readable(Wait limit) const noexcept;
  bool wait_until_writable(Deadline deadline) noexcept;

  const std::shared_ptr<LingeringSockets> lingering_;
  const LingeringSockets::Peer peer_;
  reactor::Descriptor socket_;
  const WaitStrategy wait_;
  reactor::Gaps octets_gaps_;
  reactor::Gaps room_gaps_;
  [[no_unique_address]] OneAtATime receiving_;
  [[no_unique_address]] OneAtATime sending_;
  // Conditions that a call has to check before it makes a system call; usually none is set.
  enum Special : unsigned { is_shut = 1, asks_first = 2, other_timeout = 4, ends_in_order = 8 };
  sync::Atomic<unsigned> special_;
  Wait receive_timeout_{0};
  Wait system_timeout_{0};     // current value of SO_RCVTIMEO
  sockaddr_in6 known_peer_{};  // an IPv4 or IPv6 address; zeros if not known
};

}  // namespace dimma::transport
