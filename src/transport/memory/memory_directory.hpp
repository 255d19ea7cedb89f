#pragma once
// State shared by the transports, listeners and streams of one in-memory network.

#include "base/sync/sync.hpp"
#include "reactor/event_flag.hpp"
#include "transport/memory/memory_faults.hpp"
#include "transport/transport.hpp"

#include <deque>
#include <map>
#include <memory>
#include <string>

namespace dimma::transport {

// The connections waiting for a listener's accept().
class MemoryQueue {
 public:
  // Returns false if the queue is closed.
  bool put(std::unique_ptr<Stream> stream);
  std::unique_ptr<Stream> take();
  void close() noexcept;
  int handle() const noexcept { return flag_.handle(); }

 private:
  sync::Mutex mutex_;
  std::deque<std::unique_ptr<Stream>> waiting_ DIMMA_GUARDED_BY(mutex_);
  reactor::EventFlag flag_;  // set with the mutex held
  bool closed_ DIMMA_GUARDED_BY(mutex_) = false;
};

struct MemoryCounters {
  sync::Atomic<std::uint64_t> to_listeners{0};
  sync::Atomic<std::uint64_t> to_connectors{0};
};

class MemoryDirectory {
 public:
  // Registers a listener and returns its endpoint with the actual port. Throws std::system_error if the endpoint is in
  // use.
  Endpoint enter(const Endpoint& at, std::shared_ptr<MemoryQueue> queue);
  void detach(const Endpoint& at) noexcept;
  std::shared_ptr<MemoryQueue> find(const Endpoint& to) const;
  std::uint16_t free_port();

  void plan(const ConnectionPlan& plan);
  void plan_next(const ConnectionPlan& plan);
  // Returns the plan for the next connection, with a seed of its own.
  ConnectionPlan take_plan();

  MemoryCounters counters;

 private:
  using Listeners = std::map<std::string, std::shared_ptr<MemoryQueue>>;  // the key is the host

  std::uint16_t next_free_port() DIMMA_REQUIRES(mutex_);

  mutable sync::Mutex mutex_;
  std::map<std::uint16_t, Listeners> ports_ DIMMA_GUARDED_BY(mutex_);
  std::uint16_t last_port_ DIMMA_GUARDED_BY(mutex_) = 0;
  ConnectionPlan plan_ DIMMA_GUARDED_BY(mutex_);
  std::deque<ConnectionPlan> next_plans_ DIMMA_GUARDED_BY(mutex_);
  std::uint64_t connections_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace dimma::transport
