#include "services/inspect/connection.hpp"

#include "services/inspect/address.hpp"

#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <chrono>

namespace dimma::inspect {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

constexpr std::uint32_t head_octets_max = 8192;
constexpr std::size_t drained_octets_max = 65'536;
constexpr std::chrono::seconds request_time_max{30};  // between two, and of one
constexpr std::chrono::seconds reply_time_max{30};
constexpr std::chrono::seconds drain_time_max{1};

// Nothing is run or loaded but the page's own files.
constexpr std::string_view content_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

template <class Message>
void set_head(Message& message, const Answer& answer, bool keeps_open) {
  message.set(http::field::content_type, answer.type);
  message.set(http::field::cache_control, "no-store");
  message.set("X-Content-Type-Options", "nosniff");
  message.set("Content-Security-Policy", content_policy);
  message.set("Cross-Origin-Resource-Policy", "same-origin");
  message.set("Referrer-Policy", "no-referrer");
  if (!answer.file_name.empty()) {
    message.set(http::field::content_disposition, "attachment; filename=\"" + answer.file_name + '"');
  }
  if (answer.status == 405) message.set(http::field::allow, "GET, HEAD");
  message.content_length(answer.body.size());
  message.keep_alive(keeps_open);
}

bool is_of_http(const error_code& error) { return error.category() == http::make_error_code(http::error{}).category(); }

}  // namespace

Connection::Connection(Socket socket, bool is_of_network, const Answering& answering, Connections& others)
    : stream_(std::move(socket)),
      is_of_network_(is_of_network),
      answering_(answering),
      others_(others),
      place_(others.insert(others.end(), this)) {}

Connection::~Connection() { others_.erase(place_); }

void Connection::close() noexcept {
  error_code ignored;
  is_waiting_ = false;
  stream_.socket().close(ignored);
}

void Connection::read_head() {
  is_waiting_ = true;
  others_.splice(others_.end(), others_, place_);
  parser_.emplace();
  parser_->header_limit(head_octets_max);
  stream_.expires_after(request_time_max);
  http::async_read_header(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](const error_code& error, std::size_t) { self->take_head(error); });
}

void Connection::take_head(const error_code& error) {
  is_waiting_ = false;
  if (error == http::error::end_of_stream) return finish();
  if (error == http::error::header_limit) {
    return reply(refusal(431, "the request's head is longer than " + std::to_string(head_octets_max) + " octets"),
                 false);
  }
  if (is_of_http(error)) return reply(refusal(400, "this is no HTTP request: " + error.message()), false);
  if (error) return;
  if (const auto refused = refuse()) return reply(*refused, false);
  const auto target = parser_->get().target();
  reply(answering_({target.data(), target.size()}), parser_->get().keep_alive());
}

std::optional<Answer> Connection::refuse() const {
  const auto& request = parser_->get();
  if (request.method() != http::verb::get && request.method() != http::verb::head) {
    return refusal(405, "only GET and HEAD are answered: nothing can be changed here");
  }
  if (!parser_->is_done()) return refusal(400, "the request has a body, which none has here");
  const auto hosts = request.count(http::field::host);
  if (hosts > 1) return refusal(400, "the request has several Host headers");
  if (hosts == 0 && request.version() > 10) return refusal(400, "the request has no Host header");
  const auto host = request[http::field::host];
  if (is_of_network_ && hosts == 1 && !is_loopback_host({host.data(), host.size()})) {
    return refusal(403, "the Host header is none of this machine's: ask for localhost or 127.0.0.1");
  }
  return std::nullopt;
}

void Connection::reply(const Answer& answer, bool keeps_open) {
  const bool is_head = parser_->is_header_done() && parser_->get().method() == http::verb::head;
  const auto make = [&]() -> http::message_generator {
    if (is_head) {
      http::response<http::empty_body> message(http::int_to_status(answer.status), 11);
      set_head(message, answer, keeps_open);
      return message;
    }
    http::response<http::string_body> message(http::int_to_status(answer.status), 11);
    set_head(message, answer, keeps_open);
    message.body() = answer.body;
    return message;
  };
  stream_.expires_after(reply_time_max);
  beast::async_write(stream_, make(), [self = shared_from_this(), keeps_open](const error_code& error, std::size_t) {
    if (error) return;
    if (keeps_open) {
      self->read_head();
    } else {
      self->finish();
    }
  });
}

// What has been received and not read would have the system reset the connection, and the answer lost.
void Connection::finish() {
  error_code ignored;
  stream_.socket().shutdown(Socket::shutdown_send, ignored);
  stream_.expires_after(drain_time_max);
  drain();
}

void Connection::drain() {
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(4096),
                          [self = shared_from_this()](const error_code& error, std::size_t octets) {
                            self->drained_ += octets;
                            if (!error && self->drained_ < drained_octets_max) self->drain();
                          });
}

}  // namespace dimma::inspect
