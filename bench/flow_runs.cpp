#include "flow_runs.hpp"

#include "measure/clock.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iostream>
#include <new>
#include <span>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace bench {

struct BareSender::Counted {
  std::uint64_t datagrams = 0;
};

namespace {

constexpr std::size_t offload_segments_max = 64;
constexpr std::size_t offload_octets_max = 65'507;
constexpr auto patience = std::chrono::seconds(60);

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

int loopback_socket(std::uint16_t& port) {
  const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  socklen_t length = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (socket < 0) fail("socket");
  if (port != 0) {
    if (::connect(socket, generic, length) != 0) fail("connect");
    return socket;
  }
  if (::bind(socket, generic, length) != 0 || ::getsockname(socket, generic, &length) != 0) fail("bind");
  port = ntohs(address.sin_port);
  return socket;
}

// Receives as a flow's consumer does: many datagrams by one call, coalesced if the system supports it.
void count_for_ever(int socket, std::size_t octets, std::uint64_t& datagrams) {
  constexpr std::size_t batch = 16;
  constexpr std::size_t room = 65'536;
  const int on = 1;
  ::setsockopt(socket, SOL_UDP, UDP_GRO, &on, sizeof on);
  std::vector<std::byte> rooms(batch * room);
  std::array<mmsghdr, batch> messages{};
  std::array<iovec, batch> pieces{};
  for (std::size_t i = 0; i < batch; ++i) {
    pieces[i] = {rooms.data() + i * room, room};
    messages[i].msg_hdr.msg_iov = &pieces[i];
    messages[i].msg_hdr.msg_iovlen = 1;
  }
  for (;;) {
    const int came = ::recvmmsg(socket, messages.data(), batch, MSG_WAITFORONE, nullptr);
    std::uint64_t count = 0;
    for (int i = 0; i < came; ++i) count += messages[static_cast<std::size_t>(i)].msg_len / octets;
    __atomic_fetch_add(&datagrams, count, __ATOMIC_RELAXED);
  }
}

void send_one_by_one(int socket, std::span<const std::byte> datagram, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (::send(socket, datagram.data(), datagram.size(), 0) < 0 && errno != ECONNREFUSED) fail("send");
  }
}

void send_by_offload(int socket, std::size_t octets, std::size_t count) {
  const std::size_t together = std::clamp<std::size_t>(offload_octets_max / octets, 1, offload_segments_max);
  const std::vector<std::byte> all(together * octets);
  const int size = static_cast<int>(octets);
  if (::setsockopt(socket, SOL_UDP, UDP_SEGMENT, &size, sizeof size) != 0) fail("UDP_SEGMENT");
  while (count > 0) {
    const std::size_t now = std::min(together, count);
    if (::send(socket, all.data(), now * octets, 0) < 0 && errno != ECONNREFUSED) fail("send");
    count -= now;
  }
}

int serve_turns(BareSender::Way way, std::size_t octets, std::uint16_t port) {
  const int socket = loopback_socket(port);
  const std::vector<std::byte> datagram(octets);
  std::size_t count = 0;
  while (std::cin >> count) {
    const std::uint64_t begin = measure::now_ns();
    way == BareSender::Way::one_by_one ? send_one_by_one(socket, datagram, count)
                                       : send_by_offload(socket, octets, count);
    std::cout << static_cast<double>(count) * 1e9 / static_cast<double>(measure::now_ns() - begin) << std::endl;
  }
  return 0;
}

double number_in(const std::string& line, std::size_t at) {
  std::istringstream in(line);
  double number = 0;
  for (std::size_t i = 0; i <= at; ++i) {
    if (!(in >> number)) throw std::runtime_error("a sender answered '" + line + "' to its turn");
  }
  return number;
}

}  // namespace

BareSender::BareSender(Way way, std::size_t octets, const measure::Placement& placement)
    : counted_([] {
        void* const memory =
            ::mmap(nullptr, sizeof(Counted), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) fail("mmap");
        return new (memory) Counted;
      }()) {
  std::uint16_t port = 0;
  const int socket = loopback_socket(port);
  receiver_ = measure::Child::fork(
      "bare receiver",
      [&] {
        count_for_ever(socket, octets, counted_->datagrams);
        return 0;
      },
      placement.server);
  sender_ = measure::Child::fork(
      "bare sender", [&] { return serve_turns(way, octets, port); }, placement.client);
  ::close(socket);
}

BareSender::~BareSender() { ::munmap(counted_, sizeof(Counted)); }

std::uint64_t BareSender::settled() const {
  constexpr auto quiet = std::chrono::milliseconds(5);
  std::uint64_t before = 0;
  std::uint64_t now = __atomic_load_n(&counted_->datagrams, __ATOMIC_RELAXED);
  do {
    before = now;
    std::this_thread::sleep_for(quiet);
    now = __atomic_load_n(&counted_->datagrams, __ATOMIC_RELAXED);
  } while (now != before);
  return now;
}

FlowTurn BareSender::run(std::size_t messages) {
  const std::uint64_t before = settled();
  sender_.write_line(std::to_string(messages));
  const double per_s = number_in(sender_.read_line(patience), 0);
  return {per_s, static_cast<double>(settled() - before) / static_cast<double>(messages)};
}

FlowSender::FlowSender(std::size_t octets, const measure::Placement& placement) {
  const std::string program = measure::program_folder() + "/flow_stream";
  consumer_ = measure::Child::start({program, "--consume"}, placement.server);
  const std::string reference = consumer_.read_line(patience);
  producer_ =
      measure::Child::start({program, "--produce", reference, "--octets", std::to_string(octets)}, placement.client);
}

FlowTurn FlowSender::run(const std::string& qos, std::size_t messages) {
  producer_.write_line(std::to_string(messages) + ' ' + qos);
  const std::string line = producer_.read_line(patience);
  return {number_in(line, 0), number_in(line, 1)};
}

}  // namespace bench
