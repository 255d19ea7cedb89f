#include "services/inspect/http/service.hpp"

#include "transport/socket/socket_stream.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

namespace dimma::inspect {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr unsigned abstract_names_max = 64;  // per process
constexpr std::chrono::milliseconds accept_pause{200};
constexpr int accepted_at_once = 16;  // TLS connections to accept before other work runs

bool is_own_user(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

// Returns true for the file of a socket at which no process listens.
bool is_left_over(const std::string& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode)) return false;
  asio::io_context context;
  asio::local::stream_protocol::socket probe(context);
  error_code error;
  probe.connect(asio::local::stream_protocol::endpoint(path), error);
  return error == asio::error::connection_refused;
}

}  // namespace

Service::Service(const Executor& executor, std::shared_ptr<Served> served)
    : executor_(executor), served_(std::move(served)), pause_(executor), overdue_(executor) {}

Service::~Service() { end(); }

void Service::listen(const Address& address, transport::SecureTransport* tls) {
  try {
    if (address.kind == Address::Kind::path) return listen_at_path(address.host);
    if (address.kind == Address::Kind::abstract) return listen_at_name(address.host);
    if (address.has_tls) return listen_with_tls(address, *tls);
    const tcp::endpoint wanted(asio::ip::make_address(address.host), address.port);
    network_.emplace(executor_, wanted, true);
    port_ = network_->local_endpoint().port();
    address_ = (wanted.address().is_v6() ? '[' + address.host + ']' : address.host) + ':' + std::to_string(port_);
  } catch (const boost::system::system_error& error) {
    throw std::system_error(error.code());
  }
}

void Service::listen_at_path(const std::string& path) {
  if (is_left_over(path)) unlink(path.c_str());
  local_.emplace(executor_);
  local_->open();
  const mode_t before = umask(0177);
  error_code error;
  local_->bind(Local::endpoint(path), error);
  umask(before);
  if (error) throw boost::system::system_error(error);
  path_ = path;
  local_->listen();
  address_ = "unix:" + path;
}

void Service::listen_at_name(const std::string& name) {
  local_.emplace(executor_);
  local_->open();
  error_code error = asio::error::address_in_use;
  for (unsigned number = 1; error == asio::error::address_in_use && number <= abstract_names_max; ++number) {
    const std::string whole = '@' + name + (number == 1 ? "" : '-' + std::to_string(number));
    local_->bind(Local::endpoint('\0' + whole.substr(1)), error);
    address_ = "unix:" + whole;
  }
  if (error) throw boost::system::system_error(error);
  local_->listen();
}

void Service::listen_with_tls(const Address& address, transport::SecureTransport& tls) {
  tls_ = tls.listen({"tls", address.host, address.port}, {});
  port_ = tls_->endpoint().port;
  const bool is_v6 = address.host.find(':') != std::string::npos;
  address_ = "https://" + (is_v6 ? '[' + address.host + ']' : address.host) + ':' + std::to_string(port_);
  tls_descriptor_.emplace(executor_, tls_->handle());
}

void Service::begin() {
  if (network_) accept(*network_);
  if (local_) accept(*local_);
  if (tls_) accept_tls();
}

void Service::end() noexcept {
  error_code ignored;
  pause_.cancel(ignored);
  overdue_.cancel(ignored);
  if (network_) network_->close(ignored);
  if (local_) local_->close(ignored);
  if (tls_descriptor_) tls_descriptor_->release();
  tls_descriptor_.reset();
  if (tls_) tls_->close();
  if (!path_.empty()) unlink(path_.c_str());
  path_.clear();
  served_->places.close_all();
}

// Waits before accepting again, since the process may have run out of descriptors.
template <class Again>
void Service::pause_before(Again again) {
  pause_.expires_after(accept_pause);
  pause_.async_wait([self = shared_from_this(), again](const error_code& stopped) {
    if (!stopped) again();
  });
}

template <class Acceptor>
void Service::accept(Acceptor& acceptor) {
  using Accepted = typename Acceptor::protocol_type::socket;
  acceptor.async_accept([self = shared_from_this(), &acceptor](const error_code& error, Accepted socket) {
    if (error == asio::error::operation_aborted || !acceptor.is_open()) return;
    if (error) return self->pause_before([service = self.get(), &acceptor] { service->accept(acceptor); });
    try {
      self->take_socket(socket);
    } catch (const std::exception&) {
      // Memory has run out: drops this client and keeps the others.
    }
    self->accept(acceptor);
  });
}

void Service::accept_tls() {
  tls_descriptor_->async_wait(asio::posix::descriptor_base::wait_read,
                              [self = shared_from_this()](const error_code& stopped) {
                                if (!stopped) self->take_some_of_tls();
                              });
}

void Service::take_some_of_tls() {
  if (!tls_descriptor_) return;
  int error = 0;
  bool may_be_more = true;
  try {
    for (int count = 0; may_be_more && count < accepted_at_once; ++count) {
      auto stream = tls_->accept(error);
      may_be_more = stream != nullptr;
      if (stream) take(std::move(stream));
    }
  } catch (const std::exception&) {
    // Memory has run out: drops this client and keeps the others.
  }
  end_overdue_handshakes();
  if (error != 0) return pause_before([service = this] { service->accept_tls(); });
  if (!may_be_more) return accept_tls();
  asio::post(executor_, [self = shared_from_this()] { self->take_some_of_tls(); });
}

void Service::end_overdue_handshakes() {
  const auto next = tls_->end_overdue();
  if (next == no_deadline) return;
  overdue_.expires_at(next);
  overdue_.async_wait([self = shared_from_this()](const error_code& stopped) {
    if (!stopped && self->tls_descriptor_) self->end_overdue_handshakes();
  });
}

template <class Socket>
void Service::take_socket(Socket& socket) {
  if (local_ && !is_own_user(socket.native_handle())) return;
  reactor::Descriptor owned(socket.release());
  take(std::make_unique<transport::SocketStream>(std::move(owned), WaitStrategy()));
}

void Service::take(std::unique_ptr<transport::Stream> stream) {
  if (!served_->places.make_room(stream->peer().host, served_->limits)) return;
  std::make_shared<Connection>(executor_, std::move(stream), served_)->begin();
}

}  // namespace dimma::inspect
