#pragma once
// One connection to a member of etcd: requests and their answers, or a stream of lines. One thread's at a time.

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace dimma::store::etcd {

using Deadline = std::chrono::steady_clock::time_point;

struct Endpoint {
  std::string host;
  std::string port;
  bool is_tls = false;
};

// "http://HOST:PORT" or "https://HOST:PORT", also without "http://" and with an IPv6 address in brackets. Throws
// StoreError `refused`.
Endpoint endpoint_of(const std::string& text);
std::string text_of(const Endpoint& endpoint);

class ConnectionError : public std::runtime_error {
 public:
  enum class Kind {
    not_sent,   // the request can't have arrived
    no_answer,  // it may have
    too_large,  // an answer of more octets than the caller takes
  };
  ConnectionError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

struct Answer {
  unsigned status = 0;
  std::string body;
};

class Tls;

// After a ConnectionError it is of no more use.
class Connection {
 public:
  Connection(const Endpoint& endpoint, Deadline deadline);
  // With TLS to endpoints that have it, whose handshake ends by a deadline of its own. `tls` outlives the connection.
  Connection(const Endpoint& endpoint, Deadline deadline, const Tls* tls, Deadline handshake_deadline);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Later posts are made as the user who has the token.
  void authorize(std::string token);
  const std::string& token() const;

  Answer post(const std::string& path, std::string body, std::size_t octets_max, Deadline deadline);
  // False: the member closes it after its answer.
  bool is_open() const;

  // Posts, and from then on gives the lines of what comes back.
  void open_stream(const std::string& path, std::string body, Deadline deadline);
  // Nothing if none has come by then.
  std::optional<std::string> next_line(Deadline deadline);

 private:
  class Wire;
  const std::unique_ptr<Wire> wire_;
};

}  // namespace dimma::store::etcd
