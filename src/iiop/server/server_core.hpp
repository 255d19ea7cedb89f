#pragma once
// Shared by the connections of one server endpoint: the threads that serve them, and the list of all connections.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "channel/channel.hpp"
#include "execution/threads.hpp"
#include "execution/usage.hpp"
#include "execution/worker_pool.hpp"
#include "iiop/bidirectional/divided_connection.hpp"
#include "iiop/message/giop_reader.hpp"
#include "iiop/message/settings.hpp"
#include "iiop/resources/options.hpp"
#include "iiop/server/idle_sweep.hpp"
#include "iiop/server/upcall_monitor.hpp"

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <vector>

namespace dimma::iiop {

class RequestTask;
class SealedRequests;
class ServerConnection;

// The buffers and state that a thread needs to serve a connection, kept for the next one.
struct Serving {
  Serving(std::size_t octets_first, std::size_t octets_max) : reply(octets_first, octets_max) {}

  cdr::Buffer reply;
  DispatchMemo memo;
  std::optional<MessageReader::Kept> kept;  // the request, when the reading side was given away during its upcall
  std::optional<cdr::Buffer> spare;         // then used by the reading side
  std::uint32_t eager_since = 0;            // the tick when it was given away before the upcall; 0: it was not
  bool old = false;                         // nobody has had it since age()
  bool is_new = true;                       // if requests are sealed: none has been served with it
  ServerConnection* connection = nullptr;   // for the monitor to look at; may be nullptr
  std::size_t place = 0;                    // the index in the core's list

  // Ends the request that was kept.
  void release_kept() noexcept {
    DIMMA_ASSERT(kept.has_value());
    if (auto buffer = kept->take_ordinary()) spare = std::move(buffer);
    kept.reset();
  }
};

// Owned by shared_ptr: connections and threads keep it alive.
class ServerCore {
 public:
  enum class Mode : std::uint8_t { pool, thread_per_connection, thread_per_request };

  ServerCore(channel::Dispatcher& to, const Settings& with, const EngineeringQoS& qos);
  ~ServerCore();

  const std::unique_ptr<SealedRequests> sealed;  // with memory=sealed only
  channel::Dispatcher& dispatcher;               // the sealed one, if there is one
  const Settings settings;
  const Mode mode;
  const ReaderOptions reading;
  const Scheduling scheduling;
  // How many requests of a connection are served at once, and whether more are refused rather than left unread.
  const std::size_t messages_max;
  const bool limits_messages;  // beyond what the threads do by themselves
  const bool serves_in_turn;   // each request on the thread that has read it, without a limit
  const bool refuses_more;
  const std::size_t threads_max;  // one for each connection, with nullTask
  const std::size_t packets_max;
  const bool sends_parts;                // sends parts of a long reply before it is complete
  const std::size_t reply_octets_first;  // the first size of a reply's buffer, and its limit
  const std::size_t reply_octets_max;
  sync::Atomic<bool> carries_callbacks{false};  // connections that are accepted from now on do
  sync::Atomic<std::uint64_t> messages_waits{0};
  sync::Atomic<std::uint64_t> messages_refused{0};
  sync::Atomic<std::uint64_t> accepts_waited{0};     // for a thread to end
  sync::Atomic<std::uint64_t> closed_as_unread{0};   // connections whose clients did not take their replies
  sync::Atomic<std::uint32_t> streamed_requests{0};  // that are being decoded while they arrive
  // The monitor's clock: upcalls are stamped with it, which costs a load.
  sync::Atomic<std::uint32_t> tick{1};
  // Serves the listener and, but for thread_per_connection, reads the connections.
  const std::shared_ptr<execution::WorkerPool> workers;

  // The connections that carry requests both ways.
  const std::shared_ptr<DividedConnections> divided;

  void add(std::shared_ptr<ServerConnection> connection);
  void forget(const ServerConnection& connection) noexcept;
  // Ends the monitor and the sweep: from now on they watch no connection.
  void end_watching() noexcept;
  // Called when no thread serves the connections, except perhaps one that is still in an upcall.
  void abandon_all() noexcept;
  template <class Visit>
  void for_each(Visit visit) {
    const sync::LockGuard lock(mutex_);
    for (const auto& connection : connections_) visit(*connection);
  }
  // Visits the connections that threads serve right now; one that several threads serve is visited as often.
  template <class Visit>
  void for_each_served(Visit visit) {
    const sync::LockGuard lock(mutex_);
    for (const Serving* const serving : servings_) {
      if (serving->connection != nullptr) visit(*serving->connection);
    }
  }
  std::vector<std::shared_ptr<ServerConnection>> connections() const;
  std::size_t connection_count() const;

  // Called around the serving of a connection by a thread of the pool; the monitor ticks meanwhile.
  void begin_serving() noexcept;
  void end_serving() noexcept;
  // Called around the time in which a client has not taken all replies; the monitor ticks then too.
  void begin_sending() noexcept { monitor_.begin_sending(); }
  void end_sending() noexcept { monitor_.end_sending(); }

  // Runs serve() of the connection on a thread of its own. Returns false if the system has no thread.
  bool start_thread(const std::shared_ptr<ServerConnection>& connection) noexcept;
  // The same for a request. The core lives until it has ended.
  bool start_thread(std::shared_ptr<RequestTask> request) noexcept;
  // The same for requests that had to wait.
  bool start_thread_for_held(const std::shared_ptr<ServerConnection>& connection) noexcept;
  // Usage of the threads, which serve connections or requests.
  execution::Usage threads() const { return threads_.usage(); }
  // True if one more connection may be accepted: with nullTask, while there are fewer threads than its limit.
  bool may_accept() const { return threads_max == execution::no_limit || threads_.existing() < threads_max; }
  // Sets what to call, on any thread, when that may have become true. To be set before any connection is accepted.
  void when_thread_ends(std::function<void()> call) { thread_ended_ = std::move(call); }

  // `watched` is the connection that the monitor looks at until this is given back; nullptr: it looks at none.
  std::unique_ptr<Serving> take_serving(ServerConnection* watched = nullptr);
  void give_back(std::unique_ptr<Serving> serving) noexcept;
  // Drops one that an exception has left half done.
  void discard(std::unique_ptr<Serving> serving) noexcept;

  // Releases the memory of long messages that was not used since the last call. Returns true if any is left.
  bool age();
  bool keeps_memory() const noexcept;

  std::uint64_t closed_as_idle() const noexcept { return idle_sweep_.closed(); }

  // Waits until there is no connection and no connection's thread left.
  void await_empty() DIMMA_EXCLUDES(mutex_);

 private:
  // Forgets one that is about to be destroyed.
  void forget_locked(const Serving& serving) noexcept DIMMA_REQUIRES(mutex_);
  bool age_what_is_kept();
  // Returns zero for a buffer of an ordinary size.
  std::size_t long_reply_octets(const Serving& serving) const noexcept;
  bool start_thread(const std::shared_ptr<ServerCore>& self, const char* name, std::function<void()> body) noexcept;

  mutable sync::Mutex mutex_;
  sync::Condition changed_;
  std::list<std::shared_ptr<ServerConnection>> connections_ DIMMA_GUARDED_BY(mutex_);
  std::function<void()> thread_ended_;
  execution::Threads threads_;  // for connections or requests
  std::vector<std::unique_ptr<Serving>> idle_servings_ DIMMA_GUARDED_BY(mutex_);
  std::vector<Serving*> servings_ DIMMA_GUARDED_BY(mutex_);       // all that there are
  std::size_t long_replies_octets_ DIMMA_GUARDED_BY(mutex_) = 0;  // the octets of all large buffers for replies
  UpcallMonitor monitor_;
  IdleSweep idle_sweep_;
};

}  // namespace dimma::iiop
