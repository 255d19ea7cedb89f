#pragma once
// The address of an etcd member, and the errors of connections to it.

#include <chrono>
#include <stdexcept>
#include <string>

namespace dimma::store::etcd {

using Deadline = std::chrono::steady_clock::time_point;

struct Endpoint {
  std::string host;
  std::string port;
  bool is_tls = false;
};

// Parses "http://HOST:PORT" or "https://HOST:PORT". "http://" is optional; an IPv6 address is in brackets. Throws
// StoreError `refused`.
Endpoint endpoint_of(const std::string& text);
std::string text_of(const Endpoint& endpoint);

class ConnectionError : public std::runtime_error {
 public:
  enum class Kind {
    not_sent,   // the request cannot have arrived
    no_answer,  // the request may have arrived
    too_large,  // the answer is longer than `octets_max`
  };
  ConnectionError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

}  // namespace dimma::store::etcd
