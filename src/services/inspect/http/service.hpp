#pragma once
// Accepts and serves the clients of one address on an executor.

#include "services/inspect/http/address.hpp"
#include "services/inspect/http/connection.hpp"
#include "transport/secure.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <memory>
#include <optional>
#include <string>

namespace dimma::inspect {

class Service : public std::enable_shared_from_this<Service> {
 public:
  using Executor = boost::asio::any_io_executor;

  // `executor` must run one function at a time, such as a strand.
  Service(const Executor& executor, std::shared_ptr<Served> served);
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  // Uses `tls` if the address has TLS. Throws std::system_error if listening fails, and QoSError for credentials that a
  // server cannot use.
  void listen(const Address& address, transport::SecureTransport* tls);
  // Returns the address, with the port that the system has chosen if 0 was requested. Thread-safe.
  const std::string& address() const noexcept { return address_; }
  unsigned port() const noexcept { return port_; }

  void begin();
  // Closes all connections. Called on the executor.
  void end() noexcept;

 private:
  using Local = boost::asio::local::stream_protocol;

  void listen_at_path(const std::string& path);
  void listen_at_name(const std::string& name);
  void listen_with_tls(const Address& address, transport::SecureTransport& tls);
  template <class Acceptor>
  void accept(Acceptor& acceptor);
  void accept_tls();
  void take_some_of_tls();
  void end_overdue_handshakes();
  template <class Again>
  void pause_before(Again again);
  template <class Socket>
  void take_socket(Socket& socket);
  void take(std::unique_ptr<transport::Stream> stream);

  const Executor executor_;
  const std::shared_ptr<Served> served_;
  std::string address_;
  unsigned port_ = 0;
  std::string path_;  // path of the socket to remove at the end, or empty
  boost::asio::steady_timer pause_;
  boost::asio::steady_timer overdue_;
  std::optional<boost::asio::ip::tcp::acceptor> network_;
  std::optional<Local::acceptor> local_;
  std::unique_ptr<transport::Listener> tls_;  // owns tls_descriptor_'s descriptor
  std::optional<boost::asio::posix::stream_descriptor> tls_descriptor_;
};

}  // namespace dimma::inspect
