#pragma once
// Sends requests to a collector over one connection. Uses the ORB's transports: TCP, and TLS if the program is linked
// with it.

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

// Thrown if the collector could not be reached or did not answer. The message contains the reason and the collector.
class PostError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Answer {
  unsigned status = 0;
  std::string body;
  std::optional<std::chrono::seconds> retry_after;  // requested by the collector, in seconds or as a date
};

// post() must be called by one thread at a time; end() is thread-safe.
class Collector {
 public:
  // Throws std::invalid_argument for a URL with TLS in a program without TLS, and for certificates that cannot be read.
  explicit Collector(const Settings& settings);
  ~Collector();
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  // Sends a request and returns its answer. Connects if there is no connection. Retries once if the collector has
  // closed an idle connection. On failure, or at the deadline, closes the connection and throws PostError.
  Answer post(const std::string& body, Deadline deadline);
  // Makes a post() in progress throw PostError soon, and later calls at once.
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
  std::shared_ptr<transport::Stream> stream_ DIMMA_GUARDED_BY(mutex_);  // used without holding the lock
  bool has_ended_ DIMMA_GUARDED_BY(mutex_) = false;
};

}  // namespace dimma::trace_export
