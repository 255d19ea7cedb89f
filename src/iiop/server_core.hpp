#pragma once
// What the connections of one server endpoint share: the threads that serve them, and the list of all.

#include "base/sync.hpp"
#include "channel/channel.hpp"
#include "iiop/giop_reader.hpp"
#include "iiop/settings.hpp"
#include "iiop/upcall_monitor.hpp"
#include "iiop/worker_pool.hpp"

#include <list>
#include <memory>
#include <vector>

namespace dimma::iiop {

class ServerConnection;

// What one thread needs to serve a connection, kept for the next one.
struct Serving {
  explicit Serving(std::size_t octets_max) : reply(1024, octets_max) {}

  cdr::Buffer reply;
  DispatchMemo memo;
  std::unique_ptr<MessageReader::Kept> kept;  // the request, when the reading side was given away during its upcall
};

// Owned by shared_ptr: connections and threads keep it alive.
class ServerCore {
 public:
  enum class Mode : std::uint8_t { pool, thread_per_connection };

  ServerCore(channel::Dispatcher& to, const Settings& with, Mode mode, const ReaderOptions& reading);

  channel::Dispatcher& dispatcher;
  const Settings settings;
  const Mode mode;
  const ReaderOptions reading;
  // The monitor's clock: upcalls are stamped with it, which costs a load.
  sync::Atomic<std::uint32_t> tick{1};
  // Serves the listener and, in pool mode, the connections.
  const std::shared_ptr<WorkerPool> workers;

  void add(std::shared_ptr<ServerConnection> connection);
  void forget(const ServerConnection& connection) noexcept;
  // When no thread serves them any more, but for one that is in an upcall still.
  void abandon_all() noexcept;
  template <class Visit>
  void for_each(Visit visit) {
    const std::lock_guard lock(mutex_);
    for (const auto& connection : connections_) visit(*connection);
  }
  std::vector<std::shared_ptr<ServerConnection>> connections() const;
  std::size_t connection_count() const;

  // Held while a connection is served by a thread of the pool; the monitor ticks while any is.
  void begin_serving() noexcept;
  void end_serving() noexcept;

  // Runs serve() of the connection on a thread of its own. False when the system has none.
  bool start_thread(const std::shared_ptr<ServerConnection>& connection) noexcept;
  std::size_t connection_threads() const;

  std::unique_ptr<Serving> take_serving();
  void give_back(std::unique_ptr<Serving> serving) noexcept;

  // Until there is no connection and no connection's thread any more.
  void await_empty();

 private:
  mutable sync::Mutex mutex_;
  sync::Condition changed_;
  std::list<std::shared_ptr<ServerConnection>> connections_;
  std::size_t connection_threads_ = 0;
  std::vector<std::unique_ptr<Serving>> idle_servings_;
  UpcallMonitor monitor_;
};

}  // namespace dimma::iiop
