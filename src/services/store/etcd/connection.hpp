#pragma once
// One connection to a member of etcd: requests and their answers, or a stream of lines. One thread's at a time.

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
