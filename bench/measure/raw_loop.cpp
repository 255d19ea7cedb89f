#include "measure/raw_loop.hpp"

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <memory>
#include <system_error>

#include <linux/futex.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace measure {
namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void pause_processor() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// One end of a connection.
class RawEnd {
 public:
  virtual ~RawEnd() = default;
  virtual void send(const std::byte* octets, std::size_t count) = 0;
  // Returns false if the peer has closed the connection.
  virtual bool receive(std::byte* octets, std::size_t count) = 0;
};

class SocketEnd final : public RawEnd {
 public:
  SocketEnd(int socket, bool spins) : socket_(socket), flags_(spins ? MSG_DONTWAIT : 0) {}

  void send(const std::byte* octets, std::size_t count) override {
    if (::send(socket_, octets, count, MSG_NOSIGNAL) != static_cast<ssize_t>(count)) fail("send");
  }
  bool receive(std::byte* octets, std::size_t count) override {
    for (std::size_t received = 0; received < count;) {
      const ssize_t got = ::recv(socket_, octets + received, count - received, flags_);
      if (got > 0) {
        received += static_cast<std::size_t>(got);
      } else if (got < 0 && errno == EAGAIN) {
        pause_processor();
      } else {
        return false;
      }
    }
    return true;
  }

 private:
  const int socket_;
  const int flags_;
};

// The message of one direction, in memory that two processes share, with the number of messages so far.
struct SharedMessage {
  alignas(64) std::uint32_t number = 0;
  alignas(64) std::array<std::byte, 4096> octets{};
};
using SharedPair = std::array<SharedMessage, 2>;

class SharedEnd final : public RawEnd {
 public:
  SharedEnd(SharedMessage& out, SharedMessage& in, bool spins) : out_(out), in_(in), spins_(spins) {}

  void send(const std::byte* octets, std::size_t count) override {
    std::memcpy(out_.octets.data(), octets, count);
    __atomic_store_n(&out_.number, ++sent_, __ATOMIC_RELEASE);
    if (!spins_) ::syscall(SYS_futex, &out_.number, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  }
  bool receive(std::byte* octets, std::size_t count) override {
    while (__atomic_load_n(&in_.number, __ATOMIC_ACQUIRE) == received_) {
      if (spins_) {
        pause_processor();
      } else {
        ::syscall(SYS_futex, &in_.number, FUTEX_WAIT, received_, nullptr, nullptr, 0);
      }
    }
    ++received_;
    std::memcpy(octets, in_.octets.data(), count);
    return true;
  }

 private:
  SharedMessage& out_;
  SharedMessage& in_;
  const bool spins_;
  std::uint32_t sent_ = 0;
  std::uint32_t received_ = 0;
};

struct RawEnds {
  std::shared_ptr<RawEnd> client;
  std::shared_ptr<RawEnd> server;
};

RawEnds shared_ends(bool spins) {
  void* const memory = ::mmap(nullptr, sizeof(SharedPair), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("mmap");
  auto& pair = *new (memory) SharedPair;
  return {std::make_shared<SharedEnd>(pair[0], pair[1], spins), std::make_shared<SharedEnd>(pair[1], pair[0], spins)};
}

RawEnds unix_ends(bool spins) {
  int sockets[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) fail("socketpair");
  return {std::make_shared<SocketEnd>(sockets[0], spins), std::make_shared<SocketEnd>(sockets[1], spins)};
}

RawEnds tcp_ends(bool spins) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  if (::bind(listener, any, size) != 0 || ::listen(listener, 1) != 0 || ::getsockname(listener, any, &size) != 0 ||
      ::connect(client, any, size) != 0) {
    fail("connect");
  }
  const int server = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
  if (server < 0) fail("accept");
  ::close(listener);
  const int on = 1;
  for (const int socket : {client, server}) {
    if (::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) fail("TCP_NODELAY");
  }
  return {std::make_shared<SocketEnd>(client, spins), std::make_shared<SocketEnd>(server, spins)};
}

RawEnds make_ends(RawWay way, bool spins) {
  switch (way) {
    case RawWay::tcp:
      return tcp_ends(spins);
    case RawWay::unix_socket:
      return unix_ends(spins);
    case RawWay::shared_memory:
      return shared_ends(spins);
  }
  throw std::invalid_argument("a way of no kind");
}

}  // namespace

RawLoop::RawLoop(RawWay way, bool spins, MessageSizes sizes, const std::string& operation, const Placement& placement) {
  const RawEnds ends = make_ends(way, spins);
  const auto serve = [end = ends.server, sizes] {
    std::vector<std::byte> octets(std::max(sizes.request, sizes.reply));
    while (end->receive(octets.data(), sizes.request)) end->send(octets.data(), sizes.reply);
    return 0;
  };
  server_ = Child::fork("raw server", serve, placement.server);
  const auto take_turns = [end = ends.client, sizes, operation] {
    std::vector<std::byte> octets(std::max(sizes.request, sizes.reply));
    const auto call = [&] {
      end->send(octets.data(), sizes.request);
      if (!end->receive(octets.data(), sizes.reply)) throw std::runtime_error("the raw server is gone");
    };
    return serve_turns({{operation, {call}}});
  };
  client_.emplace(Child::fork("raw client", take_turns, placement.client));
}

}  // namespace measure
