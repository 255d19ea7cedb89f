#include "transport/udp/udp_socket.hpp"

#include "base/deadline.hpp"
#include "reactor/spin.hpp"
#include "transport/pieces.hpp"
#include "transport/socket/address.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <netinet/in.h>
#include <netinet/udp.h>
#include <poll.h>
#include <sys/socket.h>

namespace dimma::transport {
namespace {

constexpr std::size_t headers_v4 = 28;
constexpr std::size_t headers_v6 = 48;

// Returns true if the network reports, for an earlier datagram or this one, that the peer is currently unreachable.
bool is_unreachable(int error) noexcept {
  switch (error) {
    case ECONNREFUSED:
    case ENETUNREACH:
    case EHOSTUNREACH:
    case ENETDOWN:
    case EHOSTDOWN:
    case EPERM:
      return true;
    default:
      return false;
  }
}

bool asks_to_wait(int error) noexcept { return error == EAGAIN || error == EWOULDBLOCK || error == ENOBUFS; }

const void* end_of(const iovec& piece) noexcept {
  return static_cast<const std::byte*>(piece.iov_base) + piece.iov_len;
}

// Space for the control messages of an arrival.
struct Control {
  alignas(cmsghdr) char octets[CMSG_SPACE(sizeof(std::uint32_t)) + CMSG_SPACE(sizeof(int))];
};

}  // namespace

std::size_t UdpSocket::path_octets(int socket, int family) noexcept {
  int mtu = 0;
  socklen_t length = sizeof mtu;
  const bool is_v6 = family == AF_INET6;
  const int got = is_v6 ? ::getsockopt(socket, IPPROTO_IPV6, IPV6_MTU, &mtu, &length)
                        : ::getsockopt(socket, IPPROTO_IP, IP_MTU, &mtu, &length);
  const std::size_t headers = is_v6 ? headers_v6 : headers_v4;
  constexpr std::size_t smallest = 576;  // accepted by every IPv4 host
  if (got != 0) return datagram_octets_max;
  return std::min(std::max(static_cast<std::size_t>(mtu), smallest) - headers, datagram_octets_max);
}

UdpSocket::UdpSocket(reactor::Descriptor socket, int family, Kind kind, WaitStrategy wait)
    : socket_(std::move(socket)),
      kind_(kind),
      wait_(wait),
      in_one_piece_(kind == Kind::connected ? path_octets(socket_.get(), family) : datagram_octets_max) {}

UdpSocket::UdpSocket(reactor::Descriptor socket, const Address& group, std::size_t in_one_piece, WaitStrategy wait)
    : socket_(std::move(socket)), kind_(Kind::sender), group_(group), wait_(wait), in_one_piece_(in_one_piece) {}

void UdpSocket::aim(msghdr& message) noexcept {
  if (kind_ != Kind::sender) return;
  message.msg_name = group_.get();
  message.msg_namelen = group_.length;
}

std::size_t UdpSocket::octets_in_one_piece() const noexcept { return in_one_piece_; }

std::size_t UdpSocket::segments(std::span<const Datagram> batch) const noexcept {
  const std::size_t size = batch.front().octets();
  if (!segmentation_ || size == 0 || size > in_one_piece_) return 0;
  std::size_t count = 1;
  std::size_t octets = size;
  while (count < batch.size() && count < batch_max) {
    const std::size_t next = batch[count].octets();
    if (next > size || next == 0 || octets + next > datagram_octets_max) break;
    octets += next;
    ++count;
    if (next < size) break;  // only the last datagram may be shorter
  }
  return count;
}

int UdpSocket::send_segments(std::span<const Datagram> run, int flags) noexcept {
  std::array<iovec, 2 * batch_max> pieces;
  std::size_t count = 0;
  for (const Datagram& datagram : run) {
    // Datagrams that are adjacent in memory form one piece.
    if (count != 0 && end_of(pieces[count - 1]) == datagram.head.data()) {
      pieces[count - 1].iov_len += datagram.head.size();
    } else {
      pieces[count++] = piece_of(datagram.head);
    }
    if (!datagram.body.empty()) pieces[count++] = piece_of(datagram.body);
  }
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(std::uint16_t))] = {};
  msghdr message{};
  aim(message);
  message.msg_iov = pieces.data();
  message.msg_iovlen = count;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_UDP;
  header->cmsg_type = UDP_SEGMENT;
  header->cmsg_len = CMSG_LEN(sizeof(std::uint16_t));
  const auto size = static_cast<std::uint16_t>(run.front().octets());
  std::memcpy(CMSG_DATA(header), &size, sizeof size);
  return ::sendmsg(socket_.get(), &message, flags) < 0 ? -1 : static_cast<int>(run.size());
}

int UdpSocket::send_each(std::span<const Datagram> batch, int flags) noexcept {
  std::array<mmsghdr, batch_max> messages;
  std::array<iovec, 2 * batch_max> pieces;
  const std::size_t count = std::min(batch.size(), batch_max);
  for (std::size_t i = 0; i < count; ++i) {
    pieces[2 * i] = piece_of(batch[i].head);
    pieces[2 * i + 1] = piece_of(batch[i].body);
    messages[i] = {};
    aim(messages[i].msg_hdr);
    messages[i].msg_hdr.msg_iov = &pieces[2 * i];
    messages[i].msg_hdr.msg_iovlen = batch[i].body.empty() ? 1 : 2;
  }
  return ::sendmmsg(socket_.get(), messages.data(), static_cast<unsigned>(count), flags);
}

// Returns the number of datagrams sent; -1 and errno on failure.
int UdpSocket::send_some(std::span<const Datagram> batch, int flags) noexcept {
  if (batch.size() == 1 && batch.front().body.empty() && kind_ != Kind::sender) {
    const auto head = batch.front().head;
    return ::send(socket_.get(), head.data(), head.size(), flags) < 0 ? -1 : 1;
  }
  const std::size_t run = segments(batch);
  if (run < 2) return send_each(batch.first(std::min(batch.size(), batch_max)), flags);
  const int sent = send_segments(batch.first(run), flags);
  if (sent >= 0 || (errno != EINVAL && errno != EIO && errno != EMSGSIZE && errno != EOPNOTSUPP)) return sent;
  segmentation_ = false;
  return send_each(batch, flags);
}

Moved UdpSocket::send(std::span<const Datagram> batch, NoRoom no_room) {
  const OneAtATime::Use sending(sending_);
  Moved moved;
  const int flags = MSG_NOSIGNAL | (no_room == NoRoom::give_up ? MSG_DONTWAIT : 0);
  bool again = true;
  // The system does not report shutdown() to a socket without a peer.
  if (kind_ == Kind::sender && shut()) return {Status::closed, 0, 0, false};
  while (moved.datagrams < batch.size()) {
    const int sent = send_some(batch.subspan(moved.datagrams), flags);
    if (sent >= 0) {
      moved.datagrams += static_cast<std::size_t>(sent);
      again = true;
      continue;
    }
    if (errno == EINTR) continue;
    if (shut()) return {Status::closed, moved.datagrams, 0, moved.unreachable};
    if (is_unreachable(errno)) {
      moved.unreachable = true;
      // The first error concerns an earlier datagram, and this one has not been tried. After the second error this one
      // is lost.
      if (!again) ++moved.datagrams;
      again = !again;
      continue;
    }
    if (!asks_to_wait(errno)) return {Status::failed, moved.datagrams, errno, moved.unreachable};
    if (no_room == NoRoom::give_up) return {Status::timeout, moved.datagrams, 0, moved.unreachable};
    pollfd room{socket_.get(), POLLOUT, 0};
    ::poll(&room, 1, 1);
  }
  return moved;
}

Moved UdpSocket::reply(const PeerAddress& to, std::span<const std::byte> octets) {
  Address address;
  std::memcpy(&address.storage, to.data(), to.size());
  const int from = replies_ ? replies_.get() : socket_.get();
  const auto sent = ::sendto(from, octets.data(), octets.size(), MSG_NOSIGNAL | MSG_DONTWAIT, address.get(),
                             static_cast<socklen_t>(to.size()));
  if (sent >= 0) return {Status::ok, 1, 0, false};
  return {shut() ? Status::closed : asks_to_wait(errno) ? Status::timeout : Status::failed, 0, errno, false};
}

void UdpSocket::hear(const cmsghdr& told, Arrival& arrival) noexcept {
  if (told.cmsg_level == SOL_SOCKET && told.cmsg_type == SO_RXQ_OVFL) {
    std::uint32_t total = 0;
    std::memcpy(&total, CMSG_DATA(&told), sizeof total);
    // The system's counter wraps around at 2^32.
    const auto known = overflowed_.load(std::memory_order_relaxed);
    overflowed_.store(known + (total - static_cast<std::uint32_t>(known)), std::memory_order_relaxed);
  } else if (told.cmsg_level == SOL_UDP && told.cmsg_type == UDP_GRO) {
    int each = 0;
    std::memcpy(&each, CMSG_DATA(&told), sizeof each);
    arrival.each = static_cast<std::size_t>(std::max(each, 0));
  }
}

bool UdpSocket::join_arrivals() noexcept {
  const int on = 1;
  return ::setsockopt(socket_.get(), SOL_UDP, UDP_GRO, &on, sizeof on) == 0;
}

int UdpSocket::receive_batch(std::span<Arrival> into, int flags) noexcept {
  std::array<mmsghdr, batch_max> messages;
  std::array<iovec, batch_max> rooms;
  std::array<sockaddr_in6, batch_max> peers;  // large enough for both families
  std::array<Control, batch_max> controls;
  const std::size_t count = std::min(into.size(), batch_max);
  for (std::size_t i = 0; i < count; ++i) {
    rooms[i] = {into[i].room.data(), into[i].room.size()};
    msghdr& header = messages[i].msg_hdr;
    header = {};
    header.msg_name = &peers[i];
    header.msg_namelen = sizeof peers[i];
    header.msg_iov = &rooms[i];
    header.msg_iovlen = 1;
    header.msg_control = controls[i].octets;
    header.msg_controllen = sizeof controls[i].octets;
  }
  const int came = ::recvmmsg(socket_.get(), messages.data(), static_cast<unsigned>(count), flags, nullptr);
  for (int i = 0; i < came; ++i) {
    const auto at = static_cast<std::size_t>(i);
    msghdr& header = messages[at].msg_hdr;
    into[at].octets = messages[at].msg_len;
    into[at].cut = (header.msg_flags & MSG_TRUNC) != 0;
    into[at].from = {&peers[at], std::min<std::size_t>(header.msg_namelen, PeerAddress::octets_max)};
    into[at].each = 0;
    for (cmsghdr* told = CMSG_FIRSTHDR(&header); told != nullptr; told = CMSG_NXTHDR(&header, told)) {
      hear(*told, into[at]);
    }
  }
  return came;
}

bool UdpSocket::wait_until_readable(Deadline deadline) const noexcept {
  pollfd readable{socket_.get(), POLLIN, 0};
  for (;;) {
    const int ready = ::poll(&readable, 1, poll_timeout(deadline));
    if (ready > 0) return true;
    if (ready == 0 && passed(deadline)) return false;
  }
}

Moved UdpSocket::receive(std::span<Arrival> into, Deadline deadline) {
  const OneAtATime::Use receiving(receiving_);
  reactor::Spin spin(wait_, deadline, gaps_);
  const bool may_block = deadline == no_deadline && wait_.kind() == WaitStrategy::Kind::block;
  int flags = may_block ? MSG_WAITFORONE : MSG_DONTWAIT;
  for (;;) {
    const int came = receive_batch(into, flags);
    if (shut()) return {Status::closed, 0, 0, false};
    if (came > 0) return {Status::ok, static_cast<std::size_t>(came), 0, false};
    if (came < 0 && is_unreachable(errno)) return {Status::ok, 0, 0, true};
    if (came < 0 && !asks_to_wait(errno) && errno != EINTR) return {Status::failed, 0, errno, false};
    if (flags == MSG_WAITFORONE || spin.again()) continue;
    if (passed(deadline) || !wait_until_readable(deadline)) return {Status::timeout, 0, 0, false};
  }
}

void UdpSocket::shutdown() noexcept {
  shut_.store(true, std::memory_order_relaxed);
  // Wakes the receiver, even if the call fails because a socket without a peer is not connected.
  ::shutdown(socket_.get(), SHUT_RDWR);
}

Endpoint UdpSocket::local() const {
  Endpoint endpoint = endpoint_of(local_address(socket_.get()));
  endpoint.transport = name();
  return endpoint;
}

Peer UdpSocket::identify(const PeerAddress& from) const {
  Address address;
  std::memcpy(&address.storage, from.data(), from.size());
  address.length = static_cast<socklen_t>(from.size());
  const Endpoint endpoint = endpoint_of(address);
  Peer known;
  known.transport = name();
  known.address = endpoint.host;
  known.port = endpoint.port;
  return known;
}

Endpoint UdpSocket::peer() const {
  if (kind_ == Kind::bound || kind_ == Kind::member) return {name(), {}, 0};
  Endpoint endpoint = endpoint_of(kind_ == Kind::sender ? group_ : peer_address(socket_.get()));
  endpoint.transport = name();
  return endpoint;
}

}  // namespace dimma::transport
