#pragma once
// Peers on the loopback for tests of connecting, and resolvers that tests block.

#include "reactor/descriptor.hpp"
#include "transport/socket/address.hpp"
#include "unit/transport/conformance.hpp"

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include <poll.h>
#include <sys/socket.h>

namespace dimma::transport {

inline Address address_of(const std::string& host, std::uint16_t port) {
  return resolve_at_once(host, port).value().addresses.at(0);
}

// A socket at a loopback address.
class Peer {
 public:
  explicit Peer(const std::string& host = "127.0.0.1") {
    const Address any = address_of(host, 0);
    socket_ = reactor::Descriptor(::socket(any.family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    EXPECT_EQ(::bind(socket_.get(), any.get(), any.length), 0);
  }

  virtual ~Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  Address address() const { return local_address(socket_.get()); }
  Endpoint endpoint() const { return endpoint_of(address()); }
  std::string text() const { return to_string(endpoint()).substr(4); }
  int socket() const { return socket_.get(); }

  // Accepts the next connection of a peer that listens; blocks.
  reactor::Descriptor accept() const {
    EXPECT_TRUE(becomes_readable(socket()));
    return reactor::Descriptor(::accept(socket(), nullptr, nullptr));
  }

 private:
  reactor::Descriptor socket_;
};

// Nothing listens at its address, and no other socket can.
using RefusingPeer = Peer;

// A listener whose backlog is full drops connection attempts, like a host that is down, until drain().
class SilentPeer : public Peer {
 public:
  explicit SilentPeer(const std::string& host = "127.0.0.1") : Peer(host) {
    EXPECT_EQ(::listen(socket(), 0), 0);
    for (bool is_full = false; !is_full && waiting_.size() < 10;) {
      waiting_.emplace_back(::socket(address().family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      pollfd answer{waiting_.back().get(), POLLOUT, 0};
      is_full = ::connect(answer.fd, address().get(), address().length) != 0 && ::poll(&answer, 1, 20) == 0;
    }
  }

  // Accepts new attempts, and the retries of earlier ones.
  void drain() {
    waiting_.clear();
    EXPECT_EQ(::listen(socket(), SOMAXCONN), 0);
    while (reactor::Descriptor(::accept(socket(), nullptr, nullptr))) continue;
  }

 private:
  std::vector<reactor::Descriptor> waiting_;
};

class ListeningPeer : public Peer {
 public:
  explicit ListeningPeer(const std::string& host = "127.0.0.1") : Peer(host) {
    EXPECT_EQ(::listen(socket(), SOMAXCONN), 0);
  }
};

// Blocks the threads that pass, until it is opened.
class Gate {
 public:
  void pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
    --waiting_;
    ++passed_;
    changed_.notify_all();
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  bool await_waiting(std::size_t count) { return await(count, waiting_); }
  bool await_passed(std::size_t count) { return await(count, passed_); }
  std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_;
  }
  std::size_t passed() const {
    const std::lock_guard lock(mutex_);
    return passed_;
  }

 private:
  bool await(std::size_t count, const std::size_t& counted) {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, patience(), [&] { return counted >= count; });
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  std::size_t waiting_ = 0;
  std::size_t passed_ = 0;
};

inline ResolveName gives(std::vector<Address> addresses) {
  return [addresses = std::move(addresses)](const std::string&, std::uint16_t) { return Resolved{addresses, {}}; };
}

// Soon enough for a test to wait for it.
inline Deadline soon() { return Clock::now() + std::chrono::milliseconds(300); }

// The peer's address, or the reason why there is no connection.
inline std::string reached(const Connected& connected) {
  return connected.stream ? to_string(connected.stream->peer()) : connected.detail;
}

// How many descriptors this process has open.
inline std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

}  // namespace dimma::transport
