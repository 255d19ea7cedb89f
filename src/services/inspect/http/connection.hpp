#pragma once
// Serves the requests of one client, one after the other.

#include "services/inspect/answers/answers.hpp"
#include "services/inspect/http/client_stream.hpp"
#include "services/inspect/http/guard.hpp"
#include "services/inspect/http/places.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message_generator.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace dimma::inspect {

// State that the connections of one address share.
struct Served {
  std::function<Answer(std::string_view target)> answer;
  std::optional<Guard> guard;
  bool is_of_loopback = false;  // for TCP: the Host header must name this machine
  Limits limits = {};
  Places places = {};
};

// Keeps itself alive while an asynchronous operation is pending.
class Connection final : public std::enable_shared_from_this<Connection>, public Occupant {
 public:
  // `executor` must run one function at a time, such as a strand.
  Connection(const ClientStream::executor_type& executor, std::unique_ptr<transport::Stream> stream,
             std::shared_ptr<Served> served);
  ~Connection();

  void begin() { read_head(); }
  MakesRoom makes_room() const noexcept override;
  const std::string& address() const noexcept override { return address_; }
  void close() noexcept override;

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  using Error = boost::system::error_code;

  // An answer that is sent in pieces.
  struct LongReply {
    boost::beast::http::response<boost::beast::http::empty_body> head;
    Pieces more;
    std::string piece;  // the piece that is being sent; otherwise empty
    bool is_chunked;
    bool keeps_open;
    std::optional<boost::beast::http::response_serializer<boost::beast::http::empty_body>> head_text = {};
  };

  void read_head();
  void take_head(const Error& error);
  // Returns the refusal of an invalid request; nullopt for a valid one.
  std::optional<Answer> refuse() const;
  bool is_login() const;
  void read_login();
  void take_login(const Error& error);
  bool needs_no_token() const;
  bool has_shown_token() const;
  Answer refuse_stranger(const char* why) const;
  void reply(const Answer& answer, bool keeps_open);
  void reply_in_pieces(const Answer& answer, bool keeps_open);
  void send_piece();
  void end_long_reply();
  void go_on(bool keeps_open);
  void finish();
  void drain();
  // Closes the connection after `time`. Each call replaces the previous timeout.
  void expire_after(std::chrono::milliseconds time);
  std::string header(boost::beast::http::field name) const;

  ClientStream stream_;
  boost::asio::steady_timer timer_;
  const std::shared_ptr<Served> served_;
  const std::string address_;
  std::optional<Places::Place> place_;  // nullopt once the connection is closed
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  std::optional<LongReply> long_;
  bool is_waiting_ = true;
  bool is_known_ = false;  // the last request had the token
  unsigned long time_number_ = 0;
  std::size_t drained_ = 0;
};

}  // namespace dimma::inspect
