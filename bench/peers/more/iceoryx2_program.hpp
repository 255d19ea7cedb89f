#pragma once
// The common part of both ends of iceoryx2: the functions of iceoryx2/src/lib.rs, and the removal of its files.

#include "measure/command_line.hpp"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

extern "C" {

struct Iceoryx2Server;
struct Iceoryx2Client;

struct Iceoryx2Asked {
  const char* service;
  std::size_t octets_max;
  bool responds;  // true: request-response; false: publish-subscribe
  bool spins;     // false: the ends sleep until they are notified
};

// The reason why one of the functions below failed on the same thread. A failure is null, false, or the return of
// iceoryx2_serve().
const char* iceoryx2_failure();
Iceoryx2Server* iceoryx2_listen(const Iceoryx2Asked* asked);
void iceoryx2_serve(const Iceoryx2Server* server);
Iceoryx2Client* iceoryx2_connect(const Iceoryx2Asked* asked);
bool iceoryx2_call(const Iceoryx2Client* client, std::size_t octets, std::size_t wanted);
void iceoryx2_disconnect(Iceoryx2Client* client);
bool iceoryx2_clean_up();

}  // extern "C"

namespace iceoryx2_peer {

[[noreturn]] inline void fail() { throw std::runtime_error(std::string("iceoryx2: ") + iceoryx2_failure()); }

// The flags that both ends have.
struct Request {
  std::string pattern = "publish-subscribe";
  std::string wait = "block";

  void declare(measure::CommandLine& command_line) {
    command_line.text("pattern", pattern, "publish-subscribe or request-response (publish-subscribe)")
        .text("wait", wait, "block or spin (block)");
  }
  Iceoryx2Asked at(const std::string& service, std::size_t octets_max) const {
    return {service.c_str(), octets_max, chosen("pattern", pattern, "publish-subscribe", "request-response"),
            chosen("wait", wait, "block", "spin")};
  }

 private:
  static bool chosen(const std::string& flag, const std::string& given, const std::string& one,
                     const std::string& other) {
    if (given != one && given != other) {
      throw measure::UsageError("--" + flag + ": '" + given + "' is neither " + one + " nor " + other);
    }
    return given == other;
  }
};

// The files of iceoryx2 in /dev/shm and in its folder outlive a process that is killed, as dimma-bench kills its
// children. Forks a process that waits for the end of this one and then removes them. If that process is killed too,
// the next one that starts removes them. This process must have one thread only.
inline void clean_up_behind() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const pid_t id = ::fork();
  if (id < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (id != 0) {
    ::close(ends[0]);  // the end of this process closes the other one
    return;
  }
  ::setsid();  // signals to the process group do not end it
  ::close(ends[1]);
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int each : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, each);
  char octet = 0;
  while (::read(ends[0], &octet, 1) < 0 && errno == EINTR) {
  }
  ::_exit(iceoryx2_clean_up() ? 0 : 1);
}

}  // namespace iceoryx2_peer
