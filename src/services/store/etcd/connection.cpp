#include "services/store/etcd/connection.hpp"

#include "base/text/ipv6_literal.hpp"
#include "services/store/etcd/resolving.hpp"
#include "services/store/etcd/tls.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>

#include <vector>

namespace dimma::store::etcd {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::size_t read_octets = 65'536;
constexpr std::size_t line_octets_max = std::size_t{64} << 20;

}  // namespace

class Connection::Wire {
 public:
  Wire(const Endpoint& endpoint, Deadline deadline, const Tls* tls, Deadline handshake_deadline);

  void authorize(std::string token) { token_ = std::move(token); }
  const std::string& token() const { return token_; }

  Answer post(const std::string& path, std::string body, std::size_t octets_max, Deadline deadline);

  bool is_open() const { return is_open_; }

  // Sends a request. From then on next_line() returns the lines of the response.
  void open_stream(const std::string& path, std::string body, Deadline deadline);
  // Returns nullopt if no line arrives before the deadline.
  std::optional<std::string> next_line(Deadline deadline);

 private:
  using Kind = ConnectionError::Kind;
  using Parser = boost::beast::http::response_parser<boost::beast::http::string_body>;

  template <class Start>
  boost::system::error_code run(Deadline deadline, Start&& start);
  // Calls `work` with the stream to use: with or without TLS.
  template <class Work>
  void with_stream(Work&& work) {
    if (secure_) {
      work(*secure_);
    } else {
      work(stream_);
    }
  }
  void shake_hands(const Endpoint& endpoint, Deadline deadline);
  void send(const std::string& path, std::string body, Deadline deadline);
  [[noreturn]] void fail(Kind kind, const char* doing, const boost::system::error_code& error) const;
  [[noreturn]] void fail_first(const boost::system::error_code& error) const;
  boost::system::error_code reason_for(const boost::system::error_code& error, Deadline deadline);
  // Checks the header of a streamed response, which may not be from etcd.
  void check_head() const;
  void parse(std::size_t octets);
  std::optional<std::string> take_line();

  const std::string name_;
  const std::string host_;              // value of the Host header: without a zone (RFC 6874, 4)
  const Tls* const tls_;                // nullptr without TLS
  std::string token_;                   // the user's token; empty if there is none
  boost::asio::io_context context_{1};  // declared before the members that use it
  boost::beast::flat_buffer buffer_;
  std::unique_ptr<Parser> streamed_;
  boost::system::error_code stream_error_;
  bool is_reading_ = false;
  bool is_open_ = true;
  bool has_answered_ = false;
  std::size_t searched_ = 0;  // octets of the stream that contain no end of line
  boost::beast::tcp_stream stream_{context_};
  std::optional<boost::beast::ssl_stream<boost::beast::tcp_stream&>> secure_;
};

// Runs an operation to its end or the deadline, and returns its result.
template <class Start>
error_code Connection::Wire::run(Deadline deadline, Start&& start) {
  error_code result = asio::error::would_block;
  stream_.expires_at(deadline);
  start([&](const error_code& error, auto&&...) { result = error; });
  context_.restart();
  context_.run();
  stream_.expires_never();
  return result;
}

Connection::Wire::Wire(const Endpoint& endpoint, Deadline deadline, const Tls* tls, Deadline handshake_deadline)
    : name_(text_of(endpoint)),
      host_(text_of(Endpoint{without_zone(endpoint.host), endpoint.port})),
      tls_(endpoint.is_tls ? tls : nullptr) {
  const auto port = static_cast<std::uint16_t>(std::stoul(endpoint.port));
  std::vector<asio::ip::tcp::endpoint> addresses;
  for (const std::string& address : resolve(endpoint, deadline)) {
    addresses.emplace_back(asio::ip::make_address(address), port);
  }
  error_code error = run(deadline, [&](auto&& done) { stream_.async_connect(addresses, done); });
  if (error) fail(Kind::not_sent, "connecting to", error);
  stream_.socket().set_option(asio::ip::tcp::no_delay(true), error);
  stream_.socket().set_option(asio::socket_base::keep_alive(true), error);
  if (tls_ != nullptr) shake_hands(endpoint, handshake_deadline);
}

void Connection::Wire::shake_hands(const Endpoint& endpoint, Deadline deadline) {
  secure_.emplace(stream_, tls_->context());
  tls_->expect(*secure_->native_handle(), endpoint);
  const error_code error =
      run(deadline, [&](auto&& done) { secure_->async_handshake(asio::ssl::stream_base::client, done); });
  if (!error) return;
  throw ConnectionError(
      Kind::not_sent, "TLS with " + name_ + ": " + tls_->handshake_failure(*secure_->native_handle(), endpoint, error));
}

void Connection::Wire::fail(Kind kind, const char* doing, const error_code& error) const {
  throw ConnectionError(kind, std::string(doing) + ' ' + name_ + ": " + error.message() +
                                  (tls_ == nullptr ? std::string() : tls_->remedy(error)));
}

// A TLS port closes a connection that uses plain HTTP, or answers with something that is not HTTP.
void Connection::Wire::fail_first(const error_code& error) const {
  const bool is_other = error == http::error::end_of_stream || error == http::error::bad_version ||
                        error == asio::error::connection_reset;
  throw ConnectionError(Kind::no_answer, "waiting for the answer of " + name_ + ": " + error.message() +
                                             (is_other ? "; does the port speak TLS (https://)?" : ""));
}

// A member that rejects the client's certificate sends a TLS alert and closes the connection. After a failed request,
// the alert may still be readable.
error_code Connection::Wire::reason_for(const error_code& error, Deadline deadline) {
  if (tls_ == nullptr || has_answered_) return error;
  const error_code said = run(deadline, [&](auto&& done) { secure_->async_read_some(buffer_.prepare(1), done); });
  return tls_->remedy(said).empty() ? error : said;
}

void Connection::Wire::send(const std::string& path, std::string body, Deadline deadline) {
  http::request<http::string_body> request{http::verb::post, path, 11};
  request.set(http::field::host, host_);
  request.set(http::field::content_type, "application/json");
  if (!token_.empty()) request.set(http::field::authorization, token_);
  request.set("Grpc-Metadata-hasleader", "true");  // makes a member without a leader refuse at once
  request.body() = std::move(body);
  request.prepare_payload();
  const error_code error =
      run(deadline, [&](auto&& done) { with_stream([&](auto& stream) { http::async_write(stream, request, done); }); });
  if (error) fail(Kind::no_answer, "sending to", reason_for(error, deadline));
}

Answer Connection::Wire::post(const std::string& path, std::string body, std::size_t octets_max, Deadline deadline) {
  send(path, std::move(body), deadline);
  Parser parser;
  parser.body_limit(octets_max);
  const error_code error = run(deadline, [&](auto&& done) {
    with_stream([&](auto& stream) { http::async_read(stream, buffer_, parser, done); });
  });
  if (error == http::error::body_limit) fail(Kind::too_large, "an answer of", error);
  if (error && tls_ == nullptr && !has_answered_) fail_first(error);
  if (error) fail(Kind::no_answer, "waiting for the answer of", error);
  has_answered_ = true;
  is_open_ = parser.keep_alive();
  return {parser.get().result_int(), std::move(parser.get().body())};
}

void Connection::Wire::open_stream(const std::string& path, std::string body, Deadline deadline) {
  send(path, std::move(body), deadline);
  streamed_ = std::make_unique<Parser>();
  streamed_->body_limit(boost::none);
  streamed_->eager(true);
}

std::optional<std::string> Connection::Wire::take_line() {
  std::string& octets = streamed_->get().body();
  const auto end = octets.find('\n', searched_);
  if (end == std::string::npos) {
    searched_ = octets.size();
    if (searched_ > line_octets_max) throw ConnectionError(Kind::too_large, "a line of " + name_ + " is too long");
    return std::nullopt;
  }
  std::string line = octets.substr(0, end);
  octets.erase(0, end + 1);
  searched_ = 0;
  return line;
}

// Parses incrementally: Beast's own read functions would wait for the next chunk before returning this one.
void Connection::Wire::parse(std::size_t octets) {
  buffer_.commit(octets);
  while (buffer_.size() != 0 && !streamed_->is_done()) {
    const std::size_t used = streamed_->put(buffer_.data(), stream_error_);
    buffer_.consume(used);
    if (stream_error_ == http::error::need_more) stream_error_ = {};
    if (stream_error_ || used == 0) return;
  }
}

void Connection::Wire::check_head() const {
  if (!streamed_->is_header_done() || streamed_->get().result_int() == 200) return;
  throw ConnectionError(Kind::no_answer,
                        name_ + " answers a watch with HTTP status " + std::to_string(streamed_->get().result_int()));
}

std::optional<std::string> Connection::Wire::next_line(Deadline deadline) {
  for (;;) {
    check_head();
    if (auto line = take_line()) return line;
    if (stream_error_) fail(Kind::no_answer, "watching", stream_error_);
    if (streamed_->is_done()) throw ConnectionError(Kind::no_answer, name_ + " has ended the watch");
    if (!is_reading_) {
      is_reading_ = true;
      const auto take = [this](const error_code& error, std::size_t octets) {
        is_reading_ = false;
        stream_error_ = error;
        if (!error) parse(octets);
      };
      with_stream([&](auto& stream) { stream.async_read_some(buffer_.prepare(read_octets), take); });
    }
    context_.restart();
    context_.poll();
    while (is_reading_ && context_.run_one_until(deadline) != 0) {
    }
    if (is_reading_) return std::nullopt;
  }
}

Connection::Connection(const Endpoint& endpoint, Deadline deadline)
    : Connection(endpoint, deadline, nullptr, deadline) {}
Connection::Connection(const Endpoint& endpoint, Deadline deadline, const Tls* tls, Deadline handshake_deadline)
    : wire_(std::make_unique<Wire>(endpoint, deadline, tls, handshake_deadline)) {}
Connection::~Connection() = default;

Answer Connection::post(const std::string& path, std::string body, std::size_t octets_max, Deadline deadline) {
  return wire_->post(path, std::move(body), octets_max, deadline);
}

void Connection::authorize(std::string token) { wire_->authorize(std::move(token)); }

const std::string& Connection::token() const { return wire_->token(); }

bool Connection::is_open() const { return wire_->is_open(); }

void Connection::open_stream(const std::string& path, std::string body, Deadline deadline) {
  wire_->open_stream(path, std::move(body), deadline);
}

std::optional<std::string> Connection::next_line(Deadline deadline) { return wire_->next_line(deadline); }

}  // namespace dimma::store::etcd
