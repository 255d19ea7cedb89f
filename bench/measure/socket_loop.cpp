#include "measure/socket_loop.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

namespace measure {
namespace {

// The first octet of a request that needs a reply although the requests of its client have none.
constexpr std::byte wants_answer{1};

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void no_delay(int socket) {
  const int on = 1;
  if (::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) fail("TCP_NODELAY");
}

// Returns false if the peer has closed the connection.
bool receive_all(int socket, std::byte* into, std::size_t octets) {
  std::size_t received = 0;
  while (received < octets) {
    const ssize_t got = ::recv(socket, into + received, octets - received, 0);
    if (got == 0) return false;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("recv");
    received += static_cast<std::size_t>(got);
  }
  return true;
}

void send_all(int socket, const std::byte* from, std::size_t octets) {
  std::size_t sent = 0;
  while (sent < octets) {
    const ssize_t took = ::send(socket, from + sent, octets - sent, MSG_NOSIGNAL);
    if (took < 0 && errno == EINTR) continue;
    if (took < 0) fail("send");
    sent += static_cast<std::size_t>(took);
  }
}

void serve_connection(int socket) {
  no_delay(socket);
  MessageSizes sizes;
  if (!receive_all(socket, reinterpret_cast<std::byte*>(&sizes), sizeof sizes)) return;
  std::vector<std::byte> request(sizes.request);
  std::vector<std::byte> copy(sizes.is_copied != 0 ? sizes.request : 0);
  const std::vector<std::byte> reply(sizes.reply);
  const std::array<std::byte, 1> answer{};
  while (receive_all(socket, request.data(), request.size())) {
    std::copy_n(request.begin(), copy.size(), copy.begin());
    if (!reply.empty()) {
      send_all(socket, reply.data(), reply.size());
    } else if (request[0] == wants_answer) {
      send_all(socket, answer.data(), answer.size());
    }
  }
  ::close(socket);
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

int serve() {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  if (listener < 0 || ::bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::listen(listener, 64) != 0 || ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    fail("listen");
  }
  const std::string line = std::to_string(ntohs(address.sin_port)) + '\n';
  if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) fail("write");
  while (true) {
    const int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) fail("accept");
    std::thread(serve_connection, socket).detach();
  }
}

}  // namespace

SocketServer::SocketServer(std::optional<int> processor) : child_(Child::fork("socket server", serve, processor)) {
  port_ = static_cast<std::uint16_t>(std::stoul(child_.read_line(std::chrono::seconds(20))));
}

SocketClient::SocketClient(std::uint16_t port, MessageSizes sizes)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
      sizes_(sizes),
      octets_(std::max<std::size_t>({sizes.request, sizes.reply, 1})) {
  if (sizes.request == 0) throw std::invalid_argument("a request of no octets");
  const sockaddr_in address = loopback(port);
  if (socket_ < 0 || ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    fail("connect");
  no_delay(socket_);
  send_all(socket_, reinterpret_cast<const std::byte*>(&sizes_), sizeof sizes_);
}

SocketClient::~SocketClient() { ::close(socket_); }

void SocketClient::call() {
  send_all(socket_, octets_.data(), sizes_.request);
  if (sizes_.reply != 0 && !receive_all(socket_, octets_.data(), sizes_.reply)) {
    throw std::runtime_error("the socket server closed");
  }
}

void SocketClient::drain() {
  if (sizes_.reply != 0) return;
  octets_[0] = wants_answer;
  send_all(socket_, octets_.data(), sizes_.request);
  const bool answered = receive_all(socket_, octets_.data(), 1);
  octets_[0] = std::byte{0};
  if (!answered) throw std::runtime_error("the socket server closed");
}

}  // namespace measure
