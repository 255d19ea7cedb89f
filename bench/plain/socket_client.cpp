// plain_socket_client --reqreply PORT --oneway PORT --turns REQUEST REPLY: calls a plain_socket_server in turns
// (measure/turns.hpp).

#include "plain/plain_turns.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 8) return 2;
  std::vector<char> request(std::strtoul(argv[6], nullptr, 10));
  std::vector<char> reply(std::strtoul(argv[7], nullptr, 10));
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<unsigned short>(std::strtoul(argv[2], nullptr, 10)));
  if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    std::perror("plain_socket_client");
    return 1;
  }
  const int on = 1;
  setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return plain::serve_turns([&] {
    if (send(server, request.data(), request.size(), MSG_NOSIGNAL) < 0 ||
        recv(server, reply.data(), reply.size(), MSG_WAITALL) != static_cast<ssize_t>(reply.size())) {
      std::perror("plain_socket_client");
      std::exit(1);
    }
  });
}
