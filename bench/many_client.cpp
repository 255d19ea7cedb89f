// many_client --reference IOR | --port PORT --octets N, --connections N: many clients of a server, in one thread, with
// the same octets for a dimma server and for many_echo_server. Prints "ready", then for each line
//   "run pipelined-DEPTH CALLS"  DEPTH calls in progress on each connection
//   "run round-WINDOW CALLS"     WINDOW calls in progress altogether, on one connection after the other
//   "run at-RATE CALLS"          RATE calls begin per second, on one connection after the other, without waiting for
//                                the earlier ones; a call's time is from its scheduled beginning to its reply
// the figures of a Summary (measure/turns.hpp). It keeps nothing of a turn, so that the answer to "forget TURN" is
// always "forgotten".

#include "many_messages.hpp"
#include "measure/command_line.hpp"
#include "measure/giop_sizes.hpp"
#include "measure/statistics.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <iostream>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace {

using measure::now_ns;
using Request = std::vector<char>;

constexpr std::uint64_t second_ns = 1'000'000'000;
constexpr std::uint64_t silence_max_ns = 30 * second_ns;
constexpr std::uint64_t sleep_least_ns = 2'000'000;  // spins if the next call begins sooner
constexpr std::size_t received_max = std::size_t{64} << 10;
constexpr std::size_t events_max = 256;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

// A GIOP 1.2 request of test_no_param, in this machine's byte order (CORBA 3.3 part 2, 9.4.2). Each call sets its own
// request id.
Request request_to(const std::vector<std::uint8_t>& object_key) {
  std::string text;
  const auto number = [&text](std::uint32_t value) {
    char octets[sizeof value];
    std::memcpy(octets, &value, sizeof value);
    text.append(octets, sizeof octets);
  };
  const auto align = [&text] { text.append((4 - text.size() % 4) % 4, '\0'); };
  const std::string operation = "test_no_param";
  constexpr std::size_t header_octets = 12;
  constexpr char little_endian = 1;
  constexpr char answer_expected = 3;
  text.append({'G', 'I', 'O', 'P', 1, 2, little_endian, 0});
  number(0);  // the octets after this header; set below
  number(0);  // the request id
  text.append({answer_expected, 0, 0, 0});
  number(0);  // the target is an object key
  number(static_cast<std::uint32_t>(object_key.size()));
  text.append(object_key.begin(), object_key.end());
  align();
  number(static_cast<std::uint32_t>(operation.size() + 1));
  text.append(operation).push_back('\0');
  align();
  number(0);  // no service contexts
  const auto body = static_cast<std::uint32_t>(text.size() - header_octets);
  std::memcpy(text.data() + header_octets - sizeof body, &body, sizeof body);
  return {text.begin(), text.end()};
}

struct Connection {
  int socket = -1;
  std::vector<char> unsent = {};
  std::array<char, bench::reply_octets> part = {};  // the beginning of a reply
  std::size_t part_size = 0;
};

class Clients {
 public:
  Clients(const std::string& host, std::uint16_t port, Request request, std::size_t count)
      : request_(std::move(request)), received_(received_max), connections_(count) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (::inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1) {
      throw measure::UsageError("--reference: the host is no IPv4 address: " + host);
    }
    for (std::size_t i = 0; i < count; ++i) connect(i, address);
  }
  Clients(const Clients&) = delete;
  Clients& operator=(const Clients&) = delete;
  ~Clients() {
    for (const Connection& one : connections_) ::close(one.socket);
  }

  std::size_t count() const { return connections_.size(); }

  // Keeps `depth` calls in progress on each connection: each reply is followed by the next call on its connection.
  measure::Summary pipelined(std::size_t depth, std::size_t calls) {
    begin(calls);
    for (std::size_t i = 0; i < depth * count() && begun_ < calls; ++i) call(i % count(), now_ns());
    return run([this](std::size_t connection) { call(connection, now_ns()); }, [] { return std::uint64_t{0}; });
  }
  // Keeps `window` calls in progress altogether: each reply is followed by a call on the next connection.
  measure::Summary round(std::size_t window, std::size_t calls) {
    begin(calls);
    std::size_t next = 0;
    for (; next < window && next < calls; ++next) call(next % count(), now_ns());
    return run([this, &next](std::size_t) { call(next++ % count(), now_ns()); }, [] { return std::uint64_t{0}; });
  }
  // Begins `rate` calls per second. `due` begins the calls whose time has come, and returns the time of the next one.
  measure::Summary at_rate(std::size_t rate, std::size_t calls) {
    begin(calls);
    const std::uint64_t start = now_ns();
    const auto time_of = [start, rate](std::size_t i) { return start + i * second_ns / rate; };
    const auto due = [this, calls, time_of]() -> std::uint64_t {
      const std::uint64_t now = now_ns();
      while (begun_ < calls && time_of(begun_) <= now) call(begun_ % count(), time_of(begun_));
      return begun_ < calls ? time_of(begun_) : 0;
    };
    return run([](std::size_t) {}, due);
  }

 private:
  void connect(std::size_t i, const sockaddr_in& address) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0 || ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      fail("connect");
    }
    connections_[i].socket = socket;
    const int on = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = i;
    if (::epoll_ctl(poller_, EPOLL_CTL_ADD, socket, &event) != 0) fail("epoll_ctl");
  }

  void begin(std::size_t calls) {
    calls_ = calls;
    begun_ = 0;
    begun_at_ns_.assign(calls, 0);
    took_us_.clear();
    took_us_.reserve(calls);
  }
  void call(std::size_t connection, std::uint64_t at_ns) {
    if (begun_ == calls_) return;
    Connection& one = connections_[connection];
    if (one.unsent.empty()) to_send_.push_back(connection);
    const auto number = static_cast<std::uint32_t>(begun_);
    std::memcpy(request_.data() + bench::number_at, &number, sizeof number);
    one.unsent.insert(one.unsent.end(), request_.begin(), request_.end());
    begun_at_ns_[begun_++] = at_ns;
  }

  // Runs until all calls have been answered.
  template <class Answered, class Due>
  measure::Summary run(Answered answered, Due due) {
    const std::uint64_t begin_ns = now_ns();
    std::uint64_t heard_ns = begin_ns;
    while (took_us_.size() < calls_) {
      const std::uint64_t next_ns = due();
      send_all();
      if (receive(timeout(next_ns), answered)) {
        heard_ns = now_ns();
      } else if (now_ns() - heard_ns > silence_max_ns) {
        throw std::runtime_error("the server has not replied for 30 s");
      }
    }
    return summarise(now_ns() - begin_ns);
  }
  // The timeout of epoll_wait(), in milliseconds.
  int timeout(std::uint64_t next_ns) const {
    constexpr int usual = 1000;
    if (!to_send_.empty()) return 1;
    if (next_ns == 0) return usual;
    const std::uint64_t now = now_ns();
    if (next_ns < now + sleep_least_ns) return 0;
    return static_cast<int>(std::min<std::uint64_t>((next_ns - now) / 1'000'000 - 1, usual));
  }

  // Sends as much as the system accepts now; the rest stays in `unsent`.
  void send_all() {
    std::size_t left = 0;
    for (const std::size_t i : to_send_) {
      Connection& one = connections_[i];
      const ssize_t sent = ::send(one.socket, one.unsent.data(), one.unsent.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent < 0 && errno != EAGAIN && errno != EINTR) fail("send");
      one.unsent.erase(one.unsent.begin(), one.unsent.begin() + std::max<ssize_t>(sent, 0));
      if (!one.unsent.empty()) to_send_[left++] = i;
    }
    to_send_.resize(left);
  }

  template <class Answered>
  bool receive(int timeout_ms, Answered answered) {
    std::array<epoll_event, events_max> events{};
    const int count = ::epoll_wait(poller_, events.data(), events_max, timeout_ms);
    if (count < 0 && errno != EINTR) fail("epoll_wait");
    for (int i = 0; i < count; ++i) {
      const auto connection = static_cast<std::size_t>(events[static_cast<std::size_t>(i)].data.u64);
      for (std::size_t replies = take_replies(connections_[connection]); replies > 0; --replies) answered(connection);
    }
    return count > 0;
  }
  // Returns the number of replies.
  std::size_t take_replies(Connection& one) {
    std::memcpy(received_.data(), one.part.data(), one.part_size);
    const ssize_t got =
        ::recv(one.socket, received_.data() + one.part_size, received_.size() - one.part_size, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
    if (got < 0) fail("recv");
    if (got == 0) throw std::runtime_error("the server has closed a connection");
    const std::uint64_t now = now_ns();
    const std::size_t all = one.part_size + static_cast<std::size_t>(got);
    const std::size_t replies = all / bench::reply_octets;
    for (std::size_t i = 0; i < replies; ++i) note_reply(received_.data() + i * bench::reply_octets, now);
    one.part_size = all % bench::reply_octets;
    std::memcpy(one.part.data(), received_.data() + replies * bench::reply_octets, one.part_size);
    return replies;
  }
  void note_reply(const char* reply, std::uint64_t now) {
    std::uint32_t number = 0, status = 0;
    std::memcpy(&number, reply + bench::number_at, sizeof number);
    std::memcpy(&status, reply + bench::status_at, sizeof status);
    if (number >= begun_ || begun_at_ns_[number] == 0 || status != 0) {
      throw std::runtime_error("the server has replied with an exception, or twice, or to no call");
    }
    took_us_.push_back(static_cast<double>(now - begun_at_ns_[number]) / 1000);
    begun_at_ns_[number] = 0;
  }

  measure::Summary summarise(std::uint64_t elapsed_ns) {
    measure::Summary summary;
    const auto all = static_cast<double>(took_us_.size());
    summary.mean_us = std::accumulate(took_us_.begin(), took_us_.end(), 0.0) / all;
    summary.p50_us = measure::quantile(took_us_, 0.5);
    summary.p99_us = measure::quantile(took_us_, 0.99);
    summary.p999_us = measure::quantile(took_us_, 0.999);
    summary.p9999_us = measure::quantile(took_us_, 0.9999);
    summary.max_us = took_us_.back();  // quantile() has sorted the times
    summary.calls_per_s = all * 1e9 / static_cast<double>(elapsed_ns);
    return summary;
  }

  Request request_;
  const int poller_ = ::epoll_create1(EPOLL_CLOEXEC);
  std::vector<char> received_;
  std::vector<Connection> connections_;
  std::vector<std::size_t> to_send_;  // connections with unsent octets
  std::size_t calls_ = 0;
  std::size_t begun_ = 0;
  std::vector<std::uint64_t> begun_at_ns_;  // indexed by request id; 0: the reply has come
  std::vector<double> took_us_;
};

measure::Summary take_turn(Clients& clients, const std::string& turn, std::size_t calls) {
  const auto dash = turn.find('-');
  const std::string way = turn.substr(0, dash);
  const std::size_t number = dash == std::string::npos ? 0 : std::stoul(turn.substr(dash + 1));
  if (number == 0 || calls == 0 || calls > UINT32_MAX) throw std::runtime_error("no such turn: " + turn);
  if (way == "pipelined") return clients.pipelined(number, calls);
  if (way == "round") return clients.round(number, calls);
  if (way == "at") return clients.at_rate(number, calls);
  throw std::runtime_error("no such turn: " + turn);
}

int run(int argc, char** argv) {
  std::string reference;
  std::size_t port = 0, octets = 0, connections = 1;
  measure::CommandLine command_line("many_client --reference IOR | --port PORT --octets N [--connections N]",
                                    "Many clients of one server, for dimma-bench many.");
  command_line.text("reference", reference, "a TestReqReply at a server over TCP")
      .count("port", port, "of many_echo_server", 65535)
      .count("octets", octets, "of a request to it", bench::request_octets_max)
      .count("connections", connections, "how many (1)", 100'000);
  if (!command_line.parse(argc, argv)) return 0;
  if (reference.empty() == (port == 0) || reference.empty() == (octets == 0)) {
    throw measure::UsageError("either --reference is needed or both --port and --octets");
  }
  const auto address = reference.empty() ? measure::IiopAddress{"127.0.0.1", static_cast<std::uint16_t>(port), {}}
                                         : measure::iiop_address(reference);
  Clients clients(address.host, address.port, reference.empty() ? Request(octets) : request_to(address.object_key),
                  connections);
  std::cout << "ready" << std::endl;
  std::string word, turn;
  while (std::cin >> word >> turn) {
    if (word == "forget") {
      std::cout << "forgotten" << std::endl;
      continue;
    }
    std::size_t calls = 0;
    if (!(std::cin >> calls)) break;
    const auto summary = take_turn(clients, turn, calls);
    for (const auto figure : measure::figures) std::cout << summary.*figure << ' ';
    std::cout << std::endl;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("many_client", [&] { return run(argc, argv); });
}
