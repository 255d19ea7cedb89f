// plain_socket_server --ior-dir DIR REQUEST REPLY: answers each REQUEST octets of a connection over TCP with REPLY
// octets. The port stands where a server of the Time example has a reference.

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const std::string folder = argv[2];
  std::vector<char> request(std::strtoul(argv[3], nullptr, 10));
  const std::vector<char> reply(std::strtoul(argv[4], nullptr, 10));
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  socklen_t length = sizeof address;
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), length) != 0 || listen(listener, 1) != 0 ||
      getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length) != 0) {
    std::perror("plain_socket_server");
    return 1;
  }
  for (const char* const name : {"/reqreply.ior", "/oneway.ior"}) {
    std::FILE* const file = std::fopen((folder + name).c_str(), "w");
    if (file == nullptr) return 1;
    std::fprintf(file, "%d\n", ntohs(address.sin_port));
    std::fclose(file);
  }
  std::puts("ready");
  std::fflush(stdout);
  const int peer = accept(listener, nullptr, nullptr);
  const int on = 1;
  setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  while (recv(peer, request.data(), request.size(), MSG_WAITALL) == static_cast<ssize_t>(request.size())) {
    if (send(peer, reply.data(), reply.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(reply.size())) return 1;
  }
  return 0;
}
