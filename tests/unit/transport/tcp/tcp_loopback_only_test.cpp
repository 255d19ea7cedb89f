// A machine (or a container) that has no interface but its loopback reaches itself by each of its names.

#include "reactor/descriptor.hpp"
#include "transport/tcp/tcp.hpp"
#include "unit/transport/conformance.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace dimma::transport {
namespace {

// Moves this process to a network of its own, with only a loopback. If the system does not allow that, the network
// stays the same, and the test tells less.
void leave_the_network() {
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0 && ::unshare(CLONE_NEWNET) != 0) return;
  const reactor::Descriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  std::memcpy(request.ifr_name, "lo", sizeof "lo");
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  if (::ioctl(socket.get(), SIOCSIFFLAGS, &request) != 0) std::perror("loopback");
}

bool reaches(const std::string& listen_host, const std::string& connect_host) {
  TcpTransport tcp;
  const auto listener = tcp.listen({"tcp", listen_host, 0}, {});
  const Connected connected = tcp.connect({"tcp", connect_host, listener->endpoint().port}, patience(), {});
  int error = 0;
  const bool reached = connected.stream && becomes_readable(listener->handle()) && listener->accept(error);
  if (!reached)
    std::fprintf(stderr, "%s from %s: %s\n", listen_host.c_str(), connect_host.c_str(), connected.detail.c_str());
  return reached;
}

[[noreturn]] void reach_itself() {
  leave_the_network();
  bool all = reaches("127.0.0.1", "127.0.0.1") && reaches("localhost", "localhost") && reaches("", "localhost") &&
             reaches("", "127.0.0.1") && reaches("", "");
  const bool has_ipv6 =
      ::access("/proc/net/if_inet6", R_OK) == 0 && reactor::Descriptor(::socket(AF_INET6, SOCK_STREAM, 0));
  if (has_ipv6) all = all && reaches("::1", "::1") && reaches("", "::1");
  std::exit(all ? 0 : 1);
}

TEST(TcpLoopbackOnlyDeathTest, AMachineWithoutInterfacesReachesItself) {
  EXPECT_EXIT(reach_itself(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace dimma::transport
