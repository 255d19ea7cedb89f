#include "services/inspect/listening.hpp"

#include "services/inspect/address.hpp"
#include "services/inspect/connection.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>

#include <pthread.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <optional>
#include <system_error>
#include <thread>

namespace dimma::inspect {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Local = asio::local::stream_protocol;

constexpr unsigned abstract_names_max = 64;  // of one process
constexpr std::chrono::milliseconds accept_pause{200};

bool is_own_user(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

// A socket's file that no process listens at.
bool is_left_over(const std::string& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode)) return false;
  asio::io_context context;
  Local::socket probe(context);
  error_code error;
  probe.connect(Local::endpoint(path), error);
  return error == asio::error::connection_refused;
}

// Signals are the application's; the processor is whoever's wants it.
void become_idle() {
  sched_param none{};
  pthread_setschedparam(pthread_self(), SCHED_IDLE, &none);
  pthread_setname_np(pthread_self(), "dimma-inspect");
}

class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

class Server::Listening::Loop {
 public:
  Loop(const std::string& address, Answering answering) : answering_(std::move(answering)) {
    try {
      listen(read_address(address));
    } catch (const boost::system::system_error& error) {
      throw std::system_error(error.code());
    }
    const WithoutSignals blocked;
    thread_ = std::thread([this] {
      become_idle();
      run();
    });
  }
  ~Loop() {
    context_.stop();
    thread_.join();
    if (!path_.empty()) unlink(path_.c_str());
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  const std::string& address() const noexcept { return address_; }

 private:
  void listen(const Address& address);
  void listen_at_path(const std::string& path);
  void listen_at_name(const std::string& name);
  template <class Acceptor>
  void accept(Acceptor& acceptor);
  void take(Connection::Socket socket);
  bool has_room();
  void run();

  const Answering answering_;
  Connections connections_;  // outlives the context, which ends them
  std::string address_;
  std::string path_;  // to be removed in the end
  asio::io_context context_{1};
  asio::steady_timer pause_{context_};
  std::optional<tcp::acceptor> network_;
  std::optional<Local::acceptor> local_;
  std::thread thread_;
};

void Server::Listening::Loop::listen(const Address& address) {
  if (address.kind == Address::Kind::path) return listen_at_path(address.host);
  if (address.kind == Address::Kind::abstract) return listen_at_name(address.host);
  const tcp::endpoint wanted(asio::ip::make_address(address.host), address.port);
  network_.emplace(context_, wanted, true);
  const auto port = std::to_string(network_->local_endpoint().port());
  address_ = (wanted.address().is_v6() ? '[' + address.host + ']' : address.host) + ':' + port;
  accept(*network_);
}

void Server::Listening::Loop::listen_at_path(const std::string& path) {
  if (is_left_over(path)) unlink(path.c_str());
  local_.emplace(context_);
  local_->open();
  const mode_t before = umask(0177);
  error_code error;
  local_->bind(Local::endpoint(path), error);
  umask(before);
  if (error) throw boost::system::system_error(error);
  path_ = path;
  local_->listen();
  address_ = "unix:" + path;
  accept(*local_);
}

void Server::Listening::Loop::listen_at_name(const std::string& name) {
  local_.emplace(context_);
  local_->open();
  error_code error = asio::error::address_in_use;
  for (unsigned number = 1; error == asio::error::address_in_use && number <= abstract_names_max; ++number) {
    const std::string whole = '@' + name + (number == 1 ? "" : '-' + std::to_string(number));
    local_->bind(Local::endpoint('\0' + whole.substr(1)), error);
    address_ = "unix:" + whole;
  }
  if (error) throw boost::system::system_error(error);
  local_->listen();
  accept(*local_);
}

template <class Acceptor>
void Server::Listening::Loop::accept(Acceptor& acceptor) {
  using Accepted = typename Acceptor::protocol_type::socket;
  acceptor.async_accept([this, &acceptor](const error_code& error, Accepted socket) {
    if (error == asio::error::operation_aborted) return;
    if (!error) {
      take(Connection::Socket(std::move(socket)));
      return accept(acceptor);
    }
    // Of descriptors there may be none for a while.
    pause_.expires_after(accept_pause);
    pause_.async_wait([this, &acceptor](const error_code& stopped) {
      if (!stopped) accept(acceptor);
    });
  });
}

bool Server::Listening::Loop::has_room() {
  if (connections_.size() < connections_max) return true;
  const auto idle = std::find_if(connections_.begin(), connections_.end(), [](auto* one) { return one->is_waiting(); });
  if (idle == connections_.end()) return false;
  (*idle)->close();  // and goes when its operation has ended
  return true;
}

void Server::Listening::Loop::take(Connection::Socket socket) {
  if (local_ && !is_own_user(socket.native_handle())) return;
  if (!has_room()) return;
  std::make_shared<Connection>(std::move(socket), network_.has_value(), answering_, connections_)->begin();
}

// A client that can't be served for want of memory goes; the others stay.
void Server::Listening::Loop::run() {
  for (;;) {
    try {
      context_.run();
      return;
    } catch (const std::exception&) {
      continue;
    }
  }
}

Server::Listening::Listening(const std::string& address, Answering answering)
    : loop_(std::make_unique<Loop>(address, std::move(answering))) {}
Server::Listening::~Listening() = default;
const std::string& Server::Listening::address() const noexcept { return loop_->address(); }

}  // namespace dimma::inspect
