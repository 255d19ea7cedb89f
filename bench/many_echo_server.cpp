// many_echo_server --octets N [--threads N]: does the least that a server of many connections can do. Each thread has
// an epoll instance of its own, and the connections are distributed among them. Requests have N octets; the 24 octets
// of a reply have the request's octets 12 to 15. The replies to all requests that one recv() has returned are sent by
// one send(). Prints its port, then "ready"; ends with its input.

#include "many_messages.hpp"
#include "measure/command_line.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t threads_max = 64;
constexpr std::size_t received_max = std::size_t{64} << 10;
// The received part of a request; there is one for each descriptor. A descriptor is used by one thread at a time.
struct Part {
  std::array<char, bench::request_octets_max> octets{};
  std::size_t size = 0;
};
constexpr std::size_t descriptors_max = std::size_t{1} << 16;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void watch(int poller, int socket) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = socket;
  if (::epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event) != 0) fail("epoll_ctl");
}

// Sends all octets, and retries while the client is slow to receive them.
bool send_all(int socket, const char* from, std::size_t size) {
  while (size != 0) {
    const ssize_t sent = ::send(socket, from, size, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
    if (sent < 0) {
      std::this_thread::yield();
      continue;
    }
    from += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

class Server {
 public:
  Server(std::size_t octets, std::size_t threads) : octets_(octets), parts_(descriptors_max) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (listener_ < 0 || ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::listen(listener_, SOMAXCONN) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      fail("listen");
    }
    port_ = ntohs(address.sin_port);
    for (std::size_t i = 0; i < threads; ++i) pollers_.push_back(::epoll_create1(EPOLL_CLOEXEC));
    watch(pollers_.front(), listener_);
  }
  std::uint16_t port() const { return port_; }

  [[noreturn]] void work(std::size_t thread) {
    std::vector<char> received(received_max);
    std::vector<char> replies;
    while (true) {
      epoll_event event{};
      const int count = ::epoll_wait(pollers_[thread], &event, 1, -1);
      if (count < 0 && errno != EINTR) fail("epoll_wait");
      if (count <= 0) continue;
      if (event.data.fd == listener_) {
        accept_all();
      } else if (!serve(event.data.fd, received, replies)) {
        parts_[static_cast<std::size_t>(event.data.fd)].size = 0;
        ::close(event.data.fd);
      }
    }
  }

 private:
  // Runs only in the first thread.
  void accept_all() {
    while (true) {
      const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
      if (socket < 0) return;
      const int on = 1;
      ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      watch(pollers_[accepted_++ % pollers_.size()], socket);
    }
  }
  // Serves requests until there are no more to receive. Returns false if the client has gone.
  bool serve(int socket, std::vector<char>& received, std::vector<char>& replies) {
    Part& part = parts_.at(static_cast<std::size_t>(socket));
    while (true) {
      std::memcpy(received.data(), part.octets.data(), part.size);
      const ssize_t got = ::recv(socket, received.data() + part.size, received.size() - part.size, 0);
      if (got < 0) return errno == EAGAIN || errno == EINTR;
      if (got == 0) return false;
      const std::size_t all = part.size + static_cast<std::size_t>(got);
      const std::size_t requests = all / octets_;
      replies.assign(requests * bench::reply_octets, 0);
      for (std::size_t i = 0; i < requests; ++i) {
        std::memcpy(replies.data() + i * bench::reply_octets + bench::number_at,
                    received.data() + i * octets_ + bench::number_at, bench::number_octets);
      }
      part.size = all % octets_;
      std::memcpy(part.octets.data(), received.data() + requests * octets_, part.size);
      if (!send_all(socket, replies.data(), replies.size())) return false;
      if (all < received.size()) return true;
    }
  }

  const std::size_t octets_;  // the length of a request
  const int listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  std::vector<int> pollers_;  // one for each thread
  std::size_t accepted_ = 0;
  std::uint16_t port_ = 0;
  std::vector<Part> parts_;
};

int run(int argc, char** argv) {
  std::size_t octets = 0, threads = 1;
  measure::CommandLine command_line("many_echo_server --octets N [--threads N]",
                                    "Answers requests of many connections, for dimma-bench many.");
  command_line.count("octets", octets, "of a request", bench::request_octets_max)
      .count("threads", threads, "among which the connections are shared out (1)", threads_max);
  if (!command_line.parse(argc, argv)) return 0;
  if (octets < bench::reply_octets) throw measure::UsageError("--octets: a request has 24 or more");
  Server server(octets, threads);
  for (std::size_t i = 0; i < threads; ++i) std::thread([&server, i] { server.work(i); }).detach();
  std::cout << server.port() << "\nready" << std::endl;
  for (std::string line; std::getline(std::cin, line);) continue;
  std::_Exit(0);  // the server's threads never end
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("many_echo_server", [&] { return run(argc, argv); });
}
