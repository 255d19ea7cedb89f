#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

/// A port of this machine to which clients can connect, and that never answers.
class SilentServer {
 public:
  SilentServer() : socket_(socket(AF_INET, SOCK_STREAM, 0)), port_(0) {
    sockaddr_in address = sockaddr_in();
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sockaddr* const any = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    if (socket_ < 0 || bind(socket_, any, size) != 0 || listen(socket_, 16) != 0 ||
        getsockname(socket_, any, &size) != 0) {
      throw std::runtime_error("cannot listen");
    }
    port_ = ntohs(address.sin_port);
  }
  ~SilentServer() { close(socket_); }
  SilentServer(const SilentServer&) = delete;
  SilentServer& operator=(const SilentServer&) = delete;

  /// Returns the URL of an object there.
  std::string url() const { return "corbaloc::127.0.0.1:" + std::to_string(port_) + "/silent"; }

 private:
  const int socket_;
  unsigned short port_;
};
