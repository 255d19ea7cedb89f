#pragma once
// A connection to an etcd member, for single requests or for a streamed response. Not thread-safe.

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

// Must not be used after it has thrown a ConnectionError.
class Connection {
 public:
  Connection(const Endpoint& endpoint, Deadline deadline);
  // Uses TLS for endpoints with TLS, with a deadline of its own for the handshake. `tls` must outlive the connection.
  Connection(const Endpoint& endpoint, Deadline deadline, const Tls* tls, Deadline handshake_deadline);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Makes the following requests as the user of the token.
  void authorize(std::string token);
  const std::string& token() const;

  Answer post(const std::string& path, std::string body, std::size_t octets_max, Deadline deadline);
  // Returns false if the member has closed the connection after its answer.
  bool is_open() const;

  // Sends a request. From then on next_line() returns the lines of the response.
  void open_stream(const std::string& path, std::string body, Deadline deadline);
  // Returns nullopt if no line arrives before the deadline.
  std::optional<std::string> next_line(Deadline deadline);

 private:
  class Wire;
  const std::unique_ptr<Wire> wire_;
};

}  // namespace dimma::store::etcd
