#include "transport/local/local_socket.hpp"
#include "transport/socket/address.hpp"
#include "transport/socket/socket_options.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <system_error>

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dimma::transport {
namespace {

[[noreturn]] void fail(int error, const std::string& where) {
  throw std::system_error(error, std::generic_category(), where);
}

bool is_file(const std::string& name) { return !name.starts_with('@'); }

std::string random_name() {
  std::array<unsigned char, 16> bits{};
  if (::getrandom(bits.data(), bits.size(), 0) != static_cast<ssize_t>(bits.size())) {
    throw std::system_error(errno, std::generic_category(), "random bits");
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string name = "@dimma-";
  for (const unsigned char octet : bits) {
    name += digits[octet >> 4U];
    name += digits[octet & 15U];
  }
  return name;
}

// Held while a socket's file is created or taken over, so that if two processes find the same stale file, only one
// removes it.
class FolderLock {
 public:
  explicit FolderLock(const std::string& path)
      : folder_(::open(path.substr(0, path.rfind('/') + 1).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    // The wait is limited, in case another program has locked the folder for its own purposes.
    for (int attempt = 0; folder_ && ::flock(folder_.get(), LOCK_EX | LOCK_NB) != 0 && attempt < 100; ++attempt) {
      sync::sleep_for(std::chrono::milliseconds(10));
    }
  }

 private:
  const reactor::Descriptor folder_;  // closing it releases the lock
};

// Returns true if the file is a socket of this user on which no process is listening.
bool is_stale(const std::string& path, const Address& address) noexcept {
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0 || !S_ISSOCK(found.st_mode) || found.st_uid != ::geteuid()) return false;
  const reactor::Descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  return probe && ::connect(probe.get(), address.get(), address.length) != 0 && errno == ECONNREFUSED;
}

}  // namespace

LocalListener::LocalListener(const Endpoint& at, const StreamOptions& options, const PeerUsers& users)
    : endpoint_(at),
      users_(users),
      closed_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      handle_(::epoll_create1(EPOLL_CLOEXEC)) {
  if (endpoint_.host.empty()) endpoint_.host = random_name();
  const std::string where = "listen at " + to_string(endpoint_);
  if (!closed_event_ || !handle_) fail(errno, where);
  bind(options, where);
  for (const int watched : {socket_.get(), closed_event_.get()}) {
    epoll_event event{};
    event.events = EPOLLIN;
    if (::epoll_ctl(handle_.get(), EPOLL_CTL_ADD, watched, &event) != 0) fail(errno, where);
  }
}

void LocalListener::bind(const StreamOptions& options, const std::string& where) {
  const auto address = local_socket_address(endpoint_.host);
  if (!address) fail(ENAMETOOLONG, where);
  socket_ = reactor::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket_) fail(errno, where);
  set_stream_options(socket_.get(), AF_UNIX, options);
  const auto try_to_bind = [&] { return ::bind(socket_.get(), address->get(), address->length) == 0; };
  if (is_file(endpoint_.host)) {
    const FolderLock lock(endpoint_.host);
    // bind() creates the file with the mode of the socket, so that other users cannot connect before chmod().
    const mode_t others = users_.have_others() ? S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH : 0;
    if (::fchmod(socket_.get(), S_IRUSR | S_IWUSR | others) != 0) fail(errno, where);
    if (!try_to_bind()) {
      if (errno != EADDRINUSE || !is_stale(endpoint_.host, *address)) fail(EADDRINUSE, where);
      ::unlink(endpoint_.host.c_str());
      if (!try_to_bind()) fail(errno, where);
    }
    // The process's umask may have removed these permissions.
    if (others != 0 && ::chmod(endpoint_.host.c_str(), S_IRUSR | S_IWUSR | others) != 0) fail(errno, where);
    struct stat made {};
    if (::lstat(endpoint_.host.c_str(), &made) == 0) file_ = made.st_ino;
    if (::listen(socket_.get(), SOMAXCONN) != 0) fail(errno, where);
  } else if (!try_to_bind() || ::listen(socket_.get(), SOMAXCONN) != 0) {
    fail(errno, where);
  }
}

reactor::Descriptor LocalListener::accept(int& error) noexcept {
  error = 0;
  while (!closed_.load(std::memory_order_relaxed)) {
    reactor::Descriptor peer(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!peer) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      if (errno != EAGAIN && errno != EWOULDBLOCK && !closed_.load(std::memory_order_relaxed)) error = errno;
      break;
    }
    if (users_.have(users_.of(peer.get()))) return peer;
  }
  return {};
}

void LocalListener::close() noexcept {
  if (closed_.exchange(true)) return;
  forget_file();
  ::eventfd_write(closed_event_.get(), 1);
  // If a thread is in accept() with this number, the number then refers to a descriptor that accepts nothing, and
  // never to an unrelated socket. A plain system call, since the thread sanitizer would report the C library's dup3 as
  // closing a descriptor that is in use.
  ::syscall(SYS_dup3, closed_event_.get(), socket_.get(), O_CLOEXEC);
}

void LocalListener::forget_file() noexcept {
  if (file_ == 0) return;
  try {
    const FolderLock lock(endpoint_.host);
    struct stat found {};
    if (::lstat(endpoint_.host.c_str(), &found) == 0 && found.st_ino == file_) ::unlink(endpoint_.host.c_str());
  } catch (const std::exception&) {
    // The next listener takes over the file.
  }
}

}  // namespace dimma::transport
