#pragma once
// A connection to a member of etcd, for requests and their answers or a stream of lines. For one thread at a time.

#include "services/store/etcd/endpoint.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace dimma::store::etcd {

struct Answer {
  unsigned status = 0;
  std::string body;
};

class Tls;

// Can't be used after a ConnectionError.
class Connection {
 public:
  Connection(const Endpoint& endpoint, Deadline deadline);
  // Uses TLS for endpoints that have it, with a separate deadline for the handshake. `tls` outlives the connection.
  Connection(const Endpoint& endpoint, Deadline deadline, const Tls* tls, Deadline handshake_deadline);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Makes later posts as the user who has the token.
  void authorize(std::string token);
  const std::string& token() const;

  Answer post(const std::string& path, std::string body, std::size_t octets_max, Deadline deadline);
  // Returns false if the member closes it after its answer.
  bool is_open() const;

  // Posts, and from then on returns the lines of the response.
  void open_stream(const std::string& path, std::string body, Deadline deadline);
  // Returns nullopt if no line has come by then.
  std::optional<std::string> next_line(Deadline deadline);

 private:
  class Wire;
  const std::unique_ptr<Wire> wire_;
};

}  // namespace dimma::store::etcd
