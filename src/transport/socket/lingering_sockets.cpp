#include "transport/socket/lingering_sockets.hpp"

#include "execution/task.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <utility>

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace dimma::transport {
namespace {

bool counts_octets(int socket, unsigned long request) noexcept {
  int octets = 0;
  return ::ioctl(socket, request, &octets) == 0 && octets > 0;
}
// Returns true if sent octets, or the end of the stream, have not been acknowledged.
bool has_unacknowledged(int socket) noexcept { return counts_octets(socket, SIOCOUTQ); }
// Returns true if octets have not been transmitted yet, since the peer has no room for them.
bool has_unsent(int socket) noexcept { return counts_octets(socket, SIOCOUTQNSD); }
bool has_unread(int socket) noexcept { return counts_octets(socket, SIOCINQ); }

// Discards the octets that the peer has sent in the meantime. Returns true if it may send more.
bool discard_received(int socket) noexcept {
  std::array<std::byte, 4096> octets;
  for (;;) {
    const auto count = ::recv(socket, octets.data(), octets.size(), MSG_DONTWAIT);
    if (count == 0) return false;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
  }
}

bool is_done(int socket) noexcept { return !discard_received(socket) || !has_unacknowledged(socket); }

// Polls at growing intervals, since no descriptor reports an acknowledgement.
class Interval {
 public:
  std::chrono::milliseconds next() noexcept {
    return std::exchange(interval_, std::min(2 * interval_, std::chrono::milliseconds(50)));
  }
  void begin_anew() noexcept { interval_ = std::chrono::milliseconds(1); }

 private:
  std::chrono::milliseconds interval_{1};
};

}  // namespace

LingeringSockets::~LingeringSockets() {
  {
    const sync::LockGuard lock(mutex_);
    end_ = Clock::now() + end_max;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void LingeringSockets::close(reactor::Descriptor socket, Peer peer) noexcept {
  if (!socket || !has_unacknowledged(socket.get())) return;
  const int number = socket.get();
  if (peer == Peer::answers && !has_unsent(number) && !has_unread(number)) return;
  ::shutdown(socket.get(), SHUT_WR);
  if constexpr (!sync::has_threads) {
    Interval interval;
    const auto until = Clock::now() + end_max;
    while (!is_done(socket.get()) && Clock::now() < until) sync::sleep_for(interval.next());
    return;
  }
  try {
    keep({std::move(socket), Clock::now() + linger_max});
  } catch (const std::exception&) {
    // If there is no memory or thread, only the system sends the remaining octets.
  }
}

void LingeringSockets::keep(Lingering lingering) {
  const sync::LockGuard lock(mutex_);
  sockets_.push_back(std::move(lingering));
  changed_.notify_all();
  if (std::exchange(has_thread_, true)) return;
  if (thread_.joinable()) thread_.join();  // run() has returned
  try {
    thread_ = execution::start_thread({}, execution::thread_name::closing, [this] { run(); });
  } catch (...) {
    has_thread_ = false;
    sockets_.clear();
    throw;
  }
}

void LingeringSockets::run() noexcept {
  Interval interval;
  sync::UniqueLock lock(mutex_);
  for (std::size_t seen = 0;; seen = sockets_.size()) {
    if (sockets_.size() > seen) interval.begin_anew();
    close_those_done(Clock::now());
    if (sockets_.empty()) break;
    changed_.wait_until(lock, Clock::now() + interval.next());
  }
  has_thread_ = false;
}

void LingeringSockets::close_those_done(Deadline now) {
  std::erase_if(sockets_, [&](const Lingering& each) DIMMA_REQUIRES(mutex_) {
    return is_done(each.socket.get()) || now >= std::min(each.until, end_);
  });
}

}  // namespace dimma::transport
