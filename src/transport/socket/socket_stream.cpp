#include "transport/socket/socket_stream.hpp"

#include "base/deadline.hpp"
#include "reactor/spin.hpp"
#include "transport/pieces.hpp"
#include "transport/socket/address.hpp"
#include "transport/socket/peer_process.hpp"
#include "transport/socket/plain_call.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <system_error>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>

namespace dimma::transport {
namespace {

bool would_block(int error) noexcept { return error == EAGAIN || error == EWOULDBLOCK; }

ssize_t send_some(int socket, std::span<iovec> pieces, int flags) noexcept {
  if (pieces.size() == 1) return ::send(socket, pieces[0].iov_base, pieces[0].iov_len, flags);
  msghdr message{};
  message.msg_iov = pieces.data();
  message.msg_iovlen = std::min<std::size_t>(pieces.size(), IOV_MAX);
  return ::sendmsg(socket, &message, flags);
}

}  // namespace

Result SocketStream::failed(std::size_t octets, int error) const noexcept {
  if (shut()) return {Status::closed, octets, 0};
  return {Status::failed, octets, error};
}

Result SocketStream::receive(std::span<std::byte> into, Deadline deadline) {
  const OneAtATime::Use receiving(receiving_);
  if (special_.load(std::memory_order_relaxed) == 0 && deadline == no_deadline) {
    const ssize_t count = plain_recv(socket_.get(), into.data(), into.size(), 0);
    if (count > 0) return {Status::ok, static_cast<std::size_t>(count), 0};
  }
  if (deadline == no_wait) return receive_now(into);
  return receive_specially(into, deadline);
}

Result SocketStream::receive_specially(std::span<std::byte> into, Deadline deadline) {
  if (shut()) return {Status::closed, 0, 0};
  if (into.empty()) return {};
  if (!blocks_at_once()) return receive_asking(into, deadline);
  return deadline == no_deadline ? receive_blocking(into) : receive_before(into, deadline);
}

Result SocketStream::receive_now(std::span<std::byte> into) {
  if (shut()) return {Status::closed, 0, 0};
  if (into.empty()) return {};
  for (;;) {
    const ssize_t count = ::recv(socket_.get(), into.data(), into.size(), MSG_DONTWAIT);
    if (count > 0) return {Status::ok, static_cast<std::size_t>(count), 0};
    if (count == 0) return {shut() ? Status::closed : Status::end, 0, 0};
    if (errno == EINTR) continue;
    if (would_block(errno)) return {Status::timeout, 0, 0};
    return failed(0, errno);
  }
}

Result SocketStream::receive_blocking(std::span<std::byte> into) {
  if (system_timeout_ != receive_timeout_) set_system_timeout(receive_timeout_);
  for (;;) {
    const ssize_t count = ::recv(socket_.get(), into.data(), into.size(), 0);
    if (count > 0) return {Status::ok, static_cast<std::size_t>(count), 0};
    if (count == 0) return {shut() ? Status::closed : Status::end, 0, 0};
    if (errno == EINTR) continue;
    if (would_block(errno)) return {Status::timeout, 0, 0};
    return failed(0, errno);
  }
}

Result SocketStream::receive_asking(std::span<std::byte> into, Deadline deadline) {
  const bool limited = deadline == no_deadline && receive_timeout_ != Wait::zero();
  const Deadline until = limited ? Clock::now() + receive_timeout_ : deadline;
  reactor::Spin spin(wait_, until, octets_gaps_);
  do {
    const ssize_t count = ::recv(socket_.get(), into.data(), into.size(), MSG_DONTWAIT);
    if (count > 0) return {Status::ok, static_cast<std::size_t>(count), 0};
    if (count == 0) return {shut() ? Status::closed : Status::end, 0, 0};
    if (errno != EINTR && !would_block(errno)) return failed(0, errno);
  } while (spin.again());
  if (passed(until)) return {Status::timeout, 0, 0};
  return deadline == no_deadline ? receive_blocking(into) : receive_before(into, deadline);
}

Result SocketStream::receive_before(std::span<std::byte> into, Deadline deadline) {
  // The system rounds SO_RCVTIMEO up to its ticks, of up to 10 ms, and adds one tick. ppoll() is precise.
  constexpr Wait polled_below = std::chrono::milliseconds(40);
  for (;;) {
    const auto left = std::chrono::ceil<Wait>(deadline - Clock::now());
    const bool late = left <= Wait::zero();
    const bool polls = left < polled_below;
    if (late) {
      // Octets that have already arrived are still received.
    } else if (polls) {
      wait_until_readable(left);
    } else {
      const bool fits = system_timeout_ <= left && system_timeout_ >= left / 2 && system_timeout_ != Wait::zero();
      if (!fits) set_system_timeout(left - left / 4);
    }
    const ssize_t count = ::recv(socket_.get(), into.data(), into.size(), polls ? MSG_DONTWAIT : 0);
    if (count > 0) return {Status::ok, static_cast<std::size_t>(count), 0};
    if (count == 0) return {shut() ? Status::closed : Status::end, 0, 0};
    if (errno != EINTR && !would_block(errno)) return failed(0, errno);
    if (late && would_block(errno)) return {Status::timeout, 0, 0};
  }
}

int SocketStream::send_flags(Deadline deadline) const noexcept {
  const bool may_block = deadline == no_deadline && blocks_at_once();
  return may_block ? MSG_NOSIGNAL : MSG_NOSIGNAL | MSG_DONTWAIT;
}

// Separate from send_on(), which needs more registers.
Result SocketStream::send(std::span<iovec> pieces, Deadline deadline) {
  const OneAtATime::Use sending(sending_);
  if (pieces.size() != 1 || shut()) return send_on(pieces, 0, deadline);
  const std::size_t octets = pieces[0].iov_len;
  const ssize_t count = plain_send(socket_.get(), pieces[0].iov_base, octets, send_flags(deadline));
  if (count == static_cast<ssize_t>(octets)) return {Status::ok, octets, 0};
  return send_on(pieces, count > 0 ? static_cast<std::size_t>(count) : 0, deadline);
}

Result SocketStream::send_on(std::span<iovec> pieces, std::size_t sent, Deadline deadline) {
  if (shut()) return {Status::closed, sent, 0};
  const int flags = send_flags(deadline);
  pieces = drop_octets(pieces, sent);
  while (!pieces.empty()) {
    const ssize_t count = send_some(socket_.get(), pieces, flags);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
      pieces = drop_octets(pieces, static_cast<std::size_t>(count));
    } else if (would_block(errno)) {
      if (deadline == no_wait || !wait_until_writable(deadline)) return {Status::timeout, sent, 0};
    } else if (errno != EINTR) {
      return failed(sent, errno);
    }
  }
  return {Status::ok, sent, 0};
}

void SocketStream::wait_until_readable(Wait limit) const noexcept {
  constexpr long nanoseconds_each = 1000;
  pollfd waiting{socket_.get(), POLLIN, 0};
  const auto seconds = std::chrono::floor<std::chrono::seconds>(limit);
  const timespec time{static_cast<time_t>(seconds.count()),
                      static_cast<long>((limit - seconds).count()) * nanoseconds_each};
  static_cast<void>(::ppoll(&waiting, 1, &time, nullptr));  // may end early, as the caller expects
}

bool SocketStream::wait_until_writable(Deadline deadline) noexcept {
  pollfd waiting{socket_.get(), POLLOUT, 0};
  reactor::Spin spin(wait_, deadline, room_gaps_);
  while (!blocks_at_once()) {
    if (::poll(&waiting, 1, 0) > 0) return true;
    if (!spin.again()) break;
  }
  while (::poll(&waiting, 1, poll_timeout(deadline)) <= 0) {
    if (passed(deadline)) return false;
  }
  return true;
}

void SocketStream::receive_timeout(std::chrono::milliseconds limit) {
  const OneAtATime::Use receiving(receiving_);
  constexpr std::chrono::milliseconds longest = std::chrono::hours(24 * 365);
  receive_timeout_ = std::clamp(limit, std::chrono::milliseconds::zero(), longest);
  set_system_timeout(receive_timeout_);
}

void SocketStream::set_system_timeout(Wait wait) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(wait);
  timeval value{};
  value.tv_sec = static_cast<time_t>(seconds.count());
  value.tv_usec = static_cast<suseconds_t>((wait - seconds).count());
  if (::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &value, sizeof value) != 0) {
    throw std::system_error(errno, std::generic_category(), "receive timeout");
  }
  system_timeout_ = wait;
  if (system_timeout_ == receive_timeout_) {
    special_.fetch_and(~unsigned{other_timeout}, std::memory_order_relaxed);
  } else {
    special_.fetch_or(other_timeout, std::memory_order_relaxed);
  }
}

bool SocketStream::octets_wait() const noexcept {
  int octets = 0;
  return ::ioctl(socket_.get(), FIONREAD, &octets) == 0 && octets > 0;
}

bool SocketStream::peer_is_silent() const noexcept {
  // Retransmissions in a row. The third is at least 1.4 s after the first transmission: the system waits 200 ms, then
  // each time twice as long.
  constexpr unsigned retransmissions_min = 3;
  tcp_info info{};
  socklen_t size = sizeof info;
  return ::getsockopt(socket_.get(), IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
         info.tcpi_retransmits >= retransmissions_min;
}

void SocketStream::shutdown() noexcept {
  special_.fetch_or(is_shut, std::memory_order_relaxed);
  ::shutdown(socket_.get(), SHUT_RDWR);
}

void SocketStream::end_sending() noexcept {
  if (!shut()) special_.fetch_or(ends_in_order, std::memory_order_relaxed);
  ::shutdown(socket_.get(), SHUT_WR);
}

Endpoint SocketStream::local() const { return endpoint_of(local_address(socket_.get())); }

void SocketStream::peer_is(const Address& peer) noexcept {
  if (peer.family() == AF_INET || peer.family() == AF_INET6) {
    std::memcpy(&known_peer_, &peer.storage, sizeof known_peer_);
  }
}

Endpoint SocketStream::peer() const {
  Address address = peer_address(socket_.get());
  if (address.family() == AF_UNSPEC) std::memcpy(&address.storage, &known_peer_, sizeof known_peer_);
  return endpoint_of(address);
}

Peer SocketStream::identify_peer() const {
  Peer known = Stream::identify_peer();
  if (known.transport == "unix") known.process = process_of_peer(socket_.get());
  return known;
}

}  // namespace dimma::transport
