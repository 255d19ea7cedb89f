#pragma once
// The state that the connections of one server endpoint share: its rules, the threads that serve the connections, and
// the list of the connections.

#include "base/sync/sync.hpp"
#include "channel/channel.hpp"
#include "execution/threads.hpp"
#include "execution/usage.hpp"
#include "execution/worker_pool.hpp"
#include "iiop/bidirectional/divided_connection.hpp"
#include "iiop/server/core/connection_list.hpp"
#include "iiop/server/core/idle_sweep.hpp"
#include "iiop/server/core/long_memory.hpp"
#include "iiop/server/core/serving_rules.hpp"
#include "iiop/server/core/servings.hpp"
#include "iiop/server/core/upcall_monitor.hpp"

#include <functional>
#include <memory>
#include <utility>

namespace dimma::iiop {

class SealedRequests;

// Counts of an endpoint's events, for describe().
struct ServerCounters {
  sync::Atomic<std::uint64_t> messages_waits{0};
  sync::Atomic<std::uint64_t> messages_refused{0};
  sync::Atomic<std::uint64_t> accepts_waited{0};    // accepts that waited for a thread to end
  sync::Atomic<std::uint64_t> closed_as_unread{0};  // connections whose clients did not take their replies
};

// Owned by shared_ptr: connections and threads keep it alive. Thread-safe.
class ServerCore : public std::enable_shared_from_this<ServerCore> {
 public:
  ServerCore(channel::Dispatcher& to, const Settings& settings, const EngineeringQoS& qos);
  ~ServerCore();

  const std::unique_ptr<SealedRequests> sealed;  // set only with memory=sealed
  channel::Dispatcher& dispatcher;               // `sealed` if that is set
  const ServingRules rules;
  ServerCounters counters;
  sync::Atomic<bool> carries_callbacks{false};       // for connections that are accepted from now on
  sync::Atomic<std::uint32_t> streamed_requests{0};  // requests that are being decoded while they arrive
  // The monitor's clock. Reading it to stamp an upcall costs one load.
  sync::Atomic<std::uint32_t> tick{1};
  // Serves the listener and, unless each connection has a thread of its own, reads the connections.
  const std::shared_ptr<execution::WorkerPool> workers;

  // The bidirectional connections.
  const std::shared_ptr<DividedConnections> divided;
  ConnectionList connections;

  // Adds a connection, which the sweep watches from now on, and starts it. Throws what ServedConnection::start()
  // throws; the connection is then not added.
  void serve(std::shared_ptr<ServedConnection> connection);
  // Removes a connection whose stream has ended.
  void forget(ServedConnection& connection) noexcept;
  // Ends the monitor and the sweep: from now on they watch no connection.
  void end_watching() noexcept;
  // Waits until no connection and no thread of a connection is left.
  void await_empty();

  // Called before and after a thread of the pool serves a connection; the monitor ticks in between.
  void begin_serving() noexcept { monitor_.begin_serving(); }
  void end_serving() noexcept { monitor_.end_serving(); }
  // Called when a client has left replies untaken, and when it has taken all; the monitor ticks in between.
  void begin_sending() noexcept { monitor_.begin_sending(); }
  void end_sending() noexcept { monitor_.end_sending(); }
  // Called before and after a pool thread waits for a call of its own. begin_nested() throws CORBA::NO_RESOURCES if no
  // thread is left that could serve the requests on which the call depends. Without a pool, they do nothing.
  void begin_nested() {
    if (rules.has_pool()) workers->begin_nested();
  }
  void end_nested() noexcept {
    if (rules.has_pool()) workers->end_nested();
  }

  // Runs `body` on a thread of its own, which keeps the core alive. Returns false if the system has no thread.
  template <class Body>
  bool start_thread(const char* name, Body body) noexcept {
    try {
      threads_.start(rules.scheduling, name, shared_from_this(), std::move(body));
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }
  // Usage of the threads, which serve connections or requests.
  execution::Usage threads() const { return threads_.usage(); }
  // True if one more connection may be accepted: with nullTask, while there are fewer threads than its limit.
  bool may_accept() const {
    return rules.threads_max == execution::no_limit || threads_.existing() < rules.threads_max;
  }
  // Sets a function that is called, on any thread, when may_accept() may have become true. Must be set before any
  // connection is accepted.
  void when_thread_ends(std::function<void()> call) { thread_ended_ = std::move(call); }

  // See Servings.
  std::unique_ptr<Serving> take_serving(ServedConnection* watched = nullptr) { return servings_.take(watched); }
  void give_back(std::unique_ptr<Serving> serving) noexcept {
    if (servings_.give_back(std::move(serving))) idle_sweep_.begin_to_age();
  }
  void discard(std::unique_ptr<Serving> serving) noexcept { servings_.discard(std::move(serving)); }

  std::uint64_t closed_as_idle() const noexcept { return idle_sweep_.closed(); }

 private:
  std::function<void()> thread_ended_;
  execution::Threads threads_;  // for connections or requests
  Servings servings_;
  LongMemory long_memory_;
  UpcallMonitor monitor_;
  IdleSweep idle_sweep_;
};

}  // namespace dimma::iiop
