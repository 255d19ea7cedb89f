// bare_tls_client --reqreply PORT --oneway PORT --authorities FILE [--operation NAME --request N --reply N]: calls a
// bare_tls_server as the clients of the Time example call their servers (measure/time_report.hpp), under any name, or
// does handshakes with any server at the port: the operations "full" and "resumed". A handshake ends when the server's
// session ticket arrives, which is the last message of it.

#include "bare_tls.hpp"
#include "measure/command_line.hpp"
#include "measure/time_report.hpp"
#include "numbers.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>

namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

class Connection {
 public:
  Connection(SSL_CTX& context, std::uint16_t port, SSL_SESSION* session) : ssl_(SSL_new(&context)) {
    if (!ssl_ || (session != nullptr && SSL_set_session(ssl_.get(), session) != 1)) bench::fail_of_tls("SSL_new");
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail("connect");
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    SSL_set1_host(ssl_.get(), "localhost");
    if (SSL_set_fd(ssl_.get(), socket_) != 1 || SSL_connect(ssl_.get()) != 1) bench::fail_of_tls("SSL_connect");
  }
  ~Connection() {
    // Otherwise OpenSSL would not resume the session.
    SSL_set_shutdown(ssl_.get(), SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
    ssl_.reset();
    ::close(socket_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  SSL& ssl() const noexcept { return *ssl_; }

  void wait_for_ticket() const {
    char first = 0;
    if (::recv(socket_, &first, 1, MSG_PEEK) != 1) fail("the server's ticket");
  }
  // Returns the session of the ticket, which has arrived.
  bench::BareSession take_session() const {
    // The server sends nothing else: SSL_read() processes the ticket and then times out.
    const timeval quickly{.tv_sec = 0, .tv_usec = 50'000};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &quickly, sizeof quickly);
    char none = 0;
    SSL_read(ssl_.get(), &none, 1);
    ERR_clear_error();
    bench::BareSession session(SSL_get1_session(ssl_.get()));
    if (!session || SSL_SESSION_is_resumable(session.get()) != 1) bench::fail_of_tls("no session to resume");
    return session;
  }

 private:
  bench::BareSsl ssl_;
  int socket_ = -1;
};

class Client {
 public:
  Client(SSL_CTX& context, std::uint16_t port, bench::BareSizes sizes)
      : context_(context), port_(port), sizes_(sizes), request_(sizes.request), reply_(sizes.reply) {}

  // Not inlined, so that callgrind finds it by its name.
  [[gnu::noinline]] void call() {
    if (!connection_) {
      connection_.emplace(context_, port_, nullptr);
      bench::write_all(connection_->ssl(), &sizes_, sizeof sizes_);
    }
    bench::write_all(connection_->ssl(), request_.data(), request_.size());
    if (!bench::read_all(connection_->ssl(), reply_.data(), reply_.size())) bench::fail_of_tls("SSL_read");
  }
  void full() { Connection(context_, port_, nullptr).wait_for_ticket(); }
  void resumed() {
    if (!session_) {
      const Connection first(context_, port_, nullptr);
      first.wait_for_ticket();
      session_ = first.take_session();
    }
    const Connection again(context_, port_, session_.get());
    again.wait_for_ticket();
    if (SSL_session_reused(&again.ssl()) != 1) throw std::runtime_error("the server has not resumed the session");
  }

 private:
  SSL_CTX& context_;
  const std::uint16_t port_;
  const bench::BareSizes sizes_;
  std::vector<std::byte> request_;
  std::vector<std::byte> reply_;
  std::optional<Connection> connection_;
  bench::BareSession session_;
};

std::uint16_t port_of(const std::string& text) {
  const auto ports = bench::numbers("--reqreply", text, 65'535);
  if (ports.size() != 1) throw measure::UsageError("--reqreply: one port, not '" + text + "'");
  return static_cast<std::uint16_t>(ports.front());
}

int run(int argc, char** argv) {
  measure::TimeRequest time;
  time.operations = {"rpc_null_param"};
  std::size_t request = 1;
  std::size_t reply = 1;
  std::string authorities;
  measure::CommandLine command_line(
      "bare_tls_client --reqreply PORT --oneway PORT --authorities FILE [--operation NAME --request N --reply N]",
      "Calls over TLS without an ORB, under whatever name but full and resumed, which are handshakes.");
  measure::declare(command_line, time);
  command_line.required("authorities", authorities, "whose certificates are trusted, in PEM form")
      .count("request", request, "octets of a request (1)", std::size_t{1} << 30)
      .count("reply", reply, "octets of a reply (1)", std::size_t{1} << 30);
  if (!command_line.parse(argc, argv)) return 0;
  if (time.all_threads() != 1) throw measure::UsageError("bare_tls_client has one thread");
  if (!time.operation.empty()) time.operations = {time.operation};
  const auto context = bench::bare_context(TLS_client_method());
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  if (SSL_CTX_load_verify_file(context.get(), authorities.c_str()) != 1) bench::fail_of_tls(authorities);
  Client client(*context, port_of(time.reqreply),
                {static_cast<std::uint32_t>(request), static_cast<std::uint32_t>(reply)});
  // If --operation has the name of a handshake, the handshake is used.
  return measure::time_as_asked({{{"full", {[&] { client.full(); }}},
                                  {"resumed", {[&] { client.resumed(); }}},
                                  {time.operations.front(), {[&] { client.call(); }}}}},
                                time);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  return measure::run_program("bare_tls_client", [&] { return run(argc, argv); });
}
