#pragma once
// One connection to a collector, over the transports of the ORB: TCP, and TLS if the program is linked with it.

#include "base/sync/sync.hpp"
#include "services/trace/settings.hpp"
#include "transport/secure.hpp"
#include "transport/tcp/tcp.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace dimma::trace_export {

// Thrown if the collector could not be reached, or did not answer. what() says which, and names it.
class PostError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Answer {
  unsigned status = 0;
  std::string body;
  std::optional<std::chrono::seconds> retry_after;  // as the collector has asked, in seconds or by a date
};

// post() is for one thread; end() is thread safe.
class Collector {
 public:
  // Throws std::invalid_argument for a URL with TLS in a program without it, and for certificates that can't be read.
  explicit Collector(const Settings& settings);
  ~Collector();
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  // Connects if there is no connection. Connects again, once, if the collector has closed the connection meanwhile.
  // Throws PostError, also at the deadline, and then has closed the connection.
  Answer post(const std::string& body, Deadline deadline);
  // Has a post() in progress end with PostError soon, and later ones at once.
  void end() noexcept;

 private:
  std::shared_ptr<transport::Stream> open_stream() const;
  std::shared_ptr<transport::Stream> connect(Deadline deadline);
  void send(transport::Stream& stream, const std::string& request, Deadline deadline);
  Answer receive(transport::Stream& stream, Deadline deadline);
  [[noreturn]] void fail(const std::string& why) const;
  std::string request_of(const std::string& body) const;

  const Settings settings_;
  transport::TcpTransport tcp_;
  std::unique_ptr<transport::SecureTransport> tls_;
  mutable sync::Mutex mutex_;
  std::shared_ptr<transport::Stream> stream_ DIMMA_GUARDED_BY(mutex_);  // used without the lock
  bool has_ended_ DIMMA_GUARDED_BY(mutex_) = false;
};

}  // namespace dimma::trace_export
