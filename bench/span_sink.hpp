#pragma once
// A collector of spans that keeps nothing: it reads HTTP requests, and answers each with status 200.

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <thread>

namespace bench {

// Runs on its own threads, from begin() until it is destroyed.
class SpanSink {
 public:
  // Listens, but starts no thread, so that the process can still fork. Throws std::system_error.
  SpanSink();
  ~SpanSink();
  SpanSink(const SpanSink&) = delete;
  SpanSink& operator=(const SpanSink&) = delete;

  void begin();
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/v1/traces"; }
  std::uint64_t requests() const noexcept { return requests_.load(); }
  std::uint64_t octets() const noexcept { return octets_.load(); }

 private:
  void accept_all();
  void serve(int connection);

  int listening_;
  std::uint16_t port_ = 0;
  std::atomic<std::uint64_t> requests_{0};
  std::atomic<std::uint64_t> octets_{0};
  std::mutex mutex_;  // guards the members below
  std::list<int> connections_;
  std::list<std::thread> serving_;
  bool has_ended_ = false;
  std::thread accepting_;
};

}  // namespace bench
