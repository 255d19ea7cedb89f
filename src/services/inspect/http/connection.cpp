#include "services/inspect/http/connection.hpp"

#include "base/log/log.hpp"
#include "services/inspect/http/address.hpp"
#include "services/inspect/page/page.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

namespace dimma::inspect {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

constexpr std::uint32_t head_octets_max = 8192;
constexpr std::uint64_t login_octets_max = 4096;
constexpr std::size_t drained_octets_max = 65'536;
constexpr std::chrono::seconds drain_time_max{1};

// The page may run and load nothing except its own files.
constexpr std::string_view content_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'";

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
  if (!answer.cookie.empty()) message.set(http::field::set_cookie, answer.cookie);
  if (answer.status == 303) message.set(http::field::location, "/");
  if (answer.status == 401) message.set(http::field::www_authenticate, "Bearer realm=\"dimma\"");
  if (answer.status == 405) message.set(http::field::allow, "GET, HEAD");
  if (!answer.more) {
    message.content_length(answer.body.size());
  } else if (message.version() > 10) {
    message.chunked(true);
  }
  message.keep_alive(keeps_open);
}

bool is_of_http(const error_code& error) { return error.category() == http::make_error_code(http::error{}).category(); }

}  // namespace

Connection::Connection(const ClientStream::executor_type& executor, std::unique_ptr<transport::Stream> stream,
                       std::shared_ptr<Served> served)
    : stream_(executor, std::move(stream)),
      timer_(executor),
      served_(std::move(served)),
      address_(stream_.stream().peer().host),
      place_(served_->places.take(*this)) {}

Connection::~Connection() { close(); }

void Connection::close() noexcept {
  if (!place_) return;
  served_->places.leave(*place_);
  place_.reset();
  stream_.close();
}

// Without a token, connections whose request is being answered are closed last. With a token, they are never closed if
// the client has sent it; connections of clients that have not sent it are closed first.
MakesRoom Connection::makes_room() const noexcept {
  if (!served_->guard) return is_waiting_ ? MakesRoom::first : MakesRoom::afterwards;
  if (!is_known_) return MakesRoom::first;
  return is_waiting_ ? MakesRoom::afterwards : MakesRoom::never;
}

void Connection::expire_after(std::chrono::milliseconds time) {
  timer_.expires_after(time);
  timer_.async_wait([weak = weak_from_this(), number = ++time_number_](const error_code& error) {
    if (error) return;
    if (const auto self = weak.lock(); self && self->time_number_ == number) self->close();
  });
}

std::string Connection::header(http::field name) const { return std::string(parser_->get()[name]); }

void Connection::read_head() {
  if (!place_) return;
  is_waiting_ = true;
  served_->places.renew(*place_);
  parser_.emplace();
  parser_->header_limit(head_octets_max);
  parser_->body_limit(boost::none);  // no limit, since the body is not read
  const Limits& limits = served_->limits;
  expire_after(served_->guard && !is_known_ ? limits.first_head_time : limits.head_time);
  http::async_read_header(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](const error_code& error, std::size_t) { self->take_head(error); });
}

void Connection::take_head(const error_code& error) {
  is_waiting_ = false;
  if (error == http::error::end_of_stream) return finish();
  if (error == http::error::header_limit) {
    return reply(
        refusal(431, "the header of the request is longer than " + std::to_string(head_octets_max) + " octets"), false);
  }
  if (is_of_http(error)) return reply(refusal(400, "not an HTTP request: " + error.message()), false);
  if (error) return;
  if (const auto refused = refuse()) return reply(*refused, false);
  if (is_login()) return read_login();
  const auto target = parser_->get().target();
  is_known_ = has_shown_token();
  if (!is_known_ && !needs_no_token()) return reply(refuse_stranger("without the token"), parser_->get().keep_alive());
  reply(served_->answer({target.data(), target.size()}), parser_->get().keep_alive());
}

std::optional<Answer> Connection::refuse() const {
  const auto& request = parser_->get();
  const auto hosts = request.count(http::field::host);
  if (!is_login()) {
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
      return refusal(405, "only GET and HEAD are supported: nothing can be changed here");
    }
    if (!parser_->is_done()) return refusal(400, "the request has a body, which is not supported");
  }
  if (hosts > 1) return refusal(400, "the request has several Host headers");
  if (hosts == 0 && request.version() > 10) return refusal(400, "the request has no Host header");
  if (served_->is_of_loopback && hosts == 1 && !is_loopback_host(header(http::field::host))) {
    return refusal(403, "the Host header does not name this machine: use localhost or 127.0.0.1");
  }
  return std::nullopt;
}

bool Connection::is_login() const {
  return served_->guard && parser_->get().method() == http::verb::post && parser_->get().target() == "/login";
}

void Connection::read_login() {
  const auto length = parser_->content_length();
  if (!length || *length > login_octets_max) {
    return reply(refusal(413, "a login has " + std::to_string(login_octets_max) + " octets at most"), false);
  }
  parser_->body_limit(login_octets_max);
  expire_after(served_->limits.body_time);
  http::async_read(stream_, buffer_, *parser_,
                   [self = shared_from_this()](const error_code& error, std::size_t) { self->take_login(error); });
}

void Connection::take_login(const error_code& error) {
  if (is_of_http(error)) return reply(refusal(400, "not a login: " + error.message()), false);
  if (error) return;
  const bool keeps_open = parser_->get().keep_alive();
  is_known_ = served_->guard->is_token_in_form(parser_->get().body());
  if (!is_known_) {
    return reply(refuse_stranger("with a wrong token"), keeps_open);
  }
  Answer admitted = refusal(303, "see /");
  admitted.cookie = served_->guard->cookie();
  reply(admitted, keeps_open);
}

bool Connection::needs_no_token() const {
  return !served_->guard || parser_->get().target() == "/page.css";  // the login page uses the style sheet too
}

bool Connection::has_shown_token() const {
  return served_->guard && served_->guard->admits(header(http::field::authorization), header(http::field::cookie));
}

// Returns the login form to a browser, recognised by accepting HTML; a plain refusal to other clients.
Answer Connection::refuse_stranger(const char* why) const {
  const std::string given = header(http::field::authorization);
  if (!given.empty()) why = "with a wrong token";
  log::write(log::Event::inspection_refused, [&] {
    const std::string peer = to_string(stream_.stream().peer());
    return log::Entry{peer + " asks to inspect the ORB " + why, peer};
  });
  if (header(http::field::accept).find("text/html") != std::string::npos) {
    Answer form{401, "text/html; charset=utf-8", std::string(login_page())};
    return form;
  }
  return refusal(401, "the token is missing or wrong: Authorization: Bearer TOKEN");
}

void Connection::reply(const Answer& answer, bool keeps_open) {
  const bool is_head = parser_->is_header_done() && parser_->get().method() == http::verb::head;
  if (answer.more && !is_head) return reply_in_pieces(answer, keeps_open);
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
  expire_after(served_->limits.reply_time);
  beast::async_write(stream_, make(), [self = shared_from_this(), keeps_open](const error_code& error, std::size_t) {
    if (!error) self->go_on(keeps_open);
  });
}

void Connection::go_on(bool keeps_open) {
  if (keeps_open) {
    read_head();
  } else {
    finish();
  }
}

// Sends chunks (RFC 9112, 7.1). HTTP/1.0 has no chunks: the end of the connection ends the answer.
void Connection::reply_in_pieces(const Answer& answer, bool keeps_open) {
  const unsigned version = parser_->get().version();
  long_.emplace(LongReply{{http::int_to_status(answer.status), version},
                          answer.more,
                          answer.body,
                          version > 10,
                          keeps_open && version > 10});
  set_head(long_->head, answer, long_->keeps_open);
  long_->head_text.emplace(long_->head);
  expire_after(served_->limits.reply_time);
  http::async_write_header(stream_, *long_->head_text,
                           [self = shared_from_this()](const error_code& error, std::size_t) {
                             if (!error) self->send_piece();
                           });
}

void Connection::send_piece() {
  LongReply& reply = *long_;
  const auto sent = [self = shared_from_this()](const error_code& error, std::size_t) {
    if (error) return;
    self->long_->piece.clear();
    self->send_piece();
  };
  if (reply.piece.empty() && !reply.more(reply.piece)) {
    if (!reply.is_chunked) return end_long_reply();
    return asio::async_write(stream_, http::make_chunk_last(),
                             [self = shared_from_this()](const error_code& error, std::size_t) {
                               if (!error) self->end_long_reply();
                             });
  }
  if (reply.piece.empty()) return send_piece();
  expire_after(served_->limits.reply_time);
  if (!reply.is_chunked) return asio::async_write(stream_, asio::buffer(reply.piece), sent);
  asio::async_write(stream_, http::make_chunk(asio::buffer(reply.piece)), sent);
}

void Connection::end_long_reply() {
  const bool keeps_open = long_->keeps_open;
  long_.reset();
  go_on(keeps_open);
}

// Drains the connection before closing: with unread octets the system would reset it, and the answer would be lost.
void Connection::finish() {
  if (!stream_.end_sending()) return;
  expire_after(drain_time_max);
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
