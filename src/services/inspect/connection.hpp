#pragma once
// One client: its requests, one after the other.

#include "services/inspect/listening.hpp"

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message_generator.hpp>
#include <boost/beast/http/parser.hpp>

#include <list>
#include <memory>
#include <optional>

namespace dimma::inspect {

// How many there may be. When there are as many, the one that has asked nothing for the longest gives way to a new one.
inline constexpr std::size_t connections_max = 64;

class Connection;
using Connections = std::list<Connection*>;  // those that were served last at the end

// Exists as long as it has something to wait for.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Socket = boost::asio::generic::stream_protocol::socket;

  // What is referred to outlives it.
  Connection(Socket socket, bool is_of_network, const Answering& answering, Connections& others);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void begin() { read_head(); }
  bool is_waiting() const noexcept { return is_waiting_; }
  void close() noexcept;

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::empty_body>;

  void read_head();
  void take_head(const boost::system::error_code& error);
  // What is wrong with the request, if anything.
  std::optional<Answer> refuse() const;
  void reply(const Answer& answer, bool keeps_open);
  void finish();
  void drain();

  boost::beast::basic_stream<boost::asio::generic::stream_protocol> stream_;
  const bool is_of_network_;
  const Answering& answering_;
  Connections& others_;
  const Connections::iterator place_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  bool is_waiting_ = true;
  std::size_t drained_ = 0;
};

}  // namespace dimma::inspect
