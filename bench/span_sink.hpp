#pragma once
// A collector of spans that keeps nothing: it reads requests of HTTP, and answers each with 200.

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <thread>

namespace bench {

// On threads of its own, from begin() on and until it goes.
class SpanSink {
 public:
  // Listens, and has no thread yet, so that the process can be forked. Throws std::system_error.
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
