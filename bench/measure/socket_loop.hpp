#pragma once
// The least that a call can cost: a request and a reply over a blocking TCP socket, with as many octets as the ORB's
// messages have. The rest of an ORB's time is its net time.

#include "measure/pinning.hpp"
#include "measure/process.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace measure {

struct MessageSizes {
  std::uint32_t request = 0;
  std::uint32_t reply = 0;      // 0: none, as for a oneway
  std::uint32_t is_copied = 0;  // 1: the server copies a request once, as a decoder must
};

// The server, a process of its own with one thread for each connection: receives a request, sends a reply.
class SocketServer {
 public:
  // This process must have one thread only.
  explicit SocketServer(std::optional<int> processor);
  std::uint16_t port() const noexcept { return port_; }
  void stop() { child_.stop(); }

 private:
  Child child_;
  std::uint16_t port_ = 0;
};

// The client's end of a connection. Errors are reported as std::system_error.
class SocketClient {
 public:
  SocketClient(std::uint16_t port, MessageSizes sizes);
  ~SocketClient();
  SocketClient(const SocketClient&) = delete;
  SocketClient& operator=(const SocketClient&) = delete;

  // Sends a request, and receives the reply if there is one.
  void call();
  // Waits until the server has received all that was sent.
  void drain();

 private:
  int socket_ = -1;
  MessageSizes sizes_;
  std::vector<std::byte> octets_;
};

}  // namespace measure
