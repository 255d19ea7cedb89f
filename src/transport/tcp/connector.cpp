#include "transport/tcp/connector.hpp"

#include "base/deadline.hpp"
#include "base/sync/assert.hpp"
#include "execution/task.hpp"
#include "transport/tcp/race.hpp"
#include "transport/tcp/tcp_socket.hpp"

#include <set>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

namespace dimma::transport {
namespace {

namespace asio = boost::asio;

}  // namespace

// The state of one begin_connect(). After start(), its timers and sockets are used only by the loop's thread.
class Connector::Connecting {
 public:
  Connecting(const Endpoint& endpoint, Deadline until, const StreamOptions& stream_options, Transport::ConnectDone call)
      : to(endpoint), deadline(until), options(stream_options), done(std::move(call)) {}

  void make_race(const Resolved& resolved, const std::shared_ptr<LingeringSockets>& lingering) {
    DIMMA_ASSERT(!race);
    race.emplace(to, interleaved(resolved.addresses), deadline, options, lingering);
  }

  // Calls `done`; this object is not used afterwards.
  void finish(Connected connected) {
    DIMMA_ASSERT(done != nullptr);
    limit.reset();
    lookup.reset();
    std::exchange(done, nullptr)(std::move(connected));
    race.reset();
  }

  const Endpoint to;
  const Deadline deadline;
  const StreamOptions options;
  Transport::ConnectDone done;
  std::optional<asio::steady_timer> limit;  // time limit of resolving
  std::unique_ptr<NameResolver::Lookup> lookup;
  std::optional<Race> race;
};

struct Connector::Loop : std::enable_shared_from_this<Loop> {
  asio::io_context context{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{context.get_executor()};
  std::size_t handed_over = 0;                    // guarded by the connector's mutex
  std::set<std::shared_ptr<Connecting>> started;  // used only by the loop's thread
};

bool Connector::enter() {
  const sync::LockGuard lock(mutex_);
  if (!ended_) ++in_progress_;
  return !ended_;
}

void Connector::leave() {
  const sync::LockGuard lock(mutex_);
  DIMMA_ASSERT(in_progress_ != 0);
  --in_progress_;
  left_.notify_all();
}

void Connector::begin(const Endpoint& to, Deadline deadline, const StreamOptions& options,
                      Transport::ConnectDone done) {
  if (!enter()) return done(failed_connect(to, {Status::closed, 0, 0}));
  std::optional<Connected> decided;
  std::shared_ptr<Connecting> connecting;
  try {
    connecting = std::make_shared<Connecting>(to, deadline, options, std::move(done));
    decided = try_at_once(*connecting);
  } catch (...) {
    leave();
    throw;
  }
  if (!decided) decided = hand_over(connecting);
  if (!decided) return;
  connecting->finish(std::move(*decided));
  connecting.reset();
  leave();
}

// Returns nullopt if the outcome is not decided yet. Without threads it is always decided.
std::optional<Connected> Connector::try_at_once(Connecting& connecting) {
  auto resolved = resolve_at_once(connecting.to.host, connecting.to.port);
  if (!resolved && !sync::has_threads) {
    resolved = resolver_.resolve(connecting.to.host, connecting.to.port, connecting.deadline);
  }
  if (!resolved) {
    require_connection_options(connecting.options);
    if (passed(connecting.deadline)) return unresolved(connecting.to, {});
    return {};
  }
  if (resolved->addresses.empty()) return unresolved(connecting.to, resolved);
  connecting.make_race(*resolved, lingering_);
  auto decided = connecting.race->begin();
  if (!decided && !sync::has_threads) decided = connecting.race->finish();
  return decided;
}

// Returns nullopt if the loop has taken over the connect.
std::optional<Connected> Connector::hand_over(const std::shared_ptr<Connecting>& connecting) {
  const sync::LockGuard lock(mutex_);
  if (ended_) return failed_connect(connecting->to, {Status::closed, 0, 0});
  try {
    if (!loop_) {
      const auto loop = std::make_shared<Loop>();
      if (thread_.joinable()) thread_.join();  // its loop has returned
      thread_ = execution::start_thread({}, execution::thread_name::connecting, [loop] { loop->context.run(); });
      loop_ = loop;
    }
    asio::post(loop_->context, [this, &loop = *loop_, connecting] { start(loop, connecting); });
    ++loop_->handed_over;
  } catch (const boost::system::system_error& error) {
    return failed_connect(connecting->to, {Status::failed, 0, error.code().value()});
  } catch (const std::exception& error) {
    return failed_connect(connecting->to, error);
  }
  return {};
}

void Connector::start(Loop& loop, const std::shared_ptr<Connecting>& connecting) {
  try {
    loop.started.insert(connecting);
    connecting->race ? race(loop, connecting) : resolve(loop, connecting);
  } catch (const std::exception& error) {
    finish(loop, connecting, failed_connect(connecting->to, error));
  }
}

void Connector::resolve(Loop& loop, const std::shared_ptr<Connecting>& connecting) {
  if (connecting->deadline != no_deadline) {
    connecting->limit.emplace(loop.context, connecting->deadline);
    connecting->limit->async_wait([this, &loop, connecting](boost::system::error_code error) {
      if (!error) finish(loop, connecting, unresolved(connecting->to, {}));
    });
  }
  // The resolver may return after this connect, the loop and the connector are gone.
  const std::weak_ptr<Loop> weak_loop = loop.weak_from_this();
  connecting->lookup = resolver_.begin(
      connecting->to.host, connecting->to.port, [this, weak_loop, weak = std::weak_ptr(connecting)](Resolved result) {
        const auto waiting = weak_loop.lock();
        if (!waiting) return;
        asio::post(waiting->context, [this, &waiting = *waiting, weak, result = std::move(result)] {
          if (const auto found = weak.lock()) resolved(waiting, found, result);
        });
      });
}

void Connector::resolved(Loop& loop, const std::shared_ptr<Connecting>& connecting, const Resolved& resolved) {
  if (!connecting->done) return;
  connecting->limit.reset();
  if (resolved.addresses.empty()) return finish(loop, connecting, unresolved(connecting->to, resolved));
  try {
    connecting->make_race(resolved, lingering_);
    auto decided = connecting->race->begin();
    decided ? finish(loop, connecting, std::move(*decided)) : race(loop, connecting);
  } catch (const std::exception& error) {
    finish(loop, connecting, failed_connect(connecting->to, error));
  }
}

void Connector::race(Loop& loop, const std::shared_ptr<Connecting>& connecting) {
  connecting->race->start(
      loop.context, [this, &loop, connecting](Connected connected) { finish(loop, connecting, std::move(connected)); });
}

void Connector::finish(Loop& loop, const std::shared_ptr<Connecting>& connecting, Connected connected) {
  if (!connecting->done) return;
  connecting->finish(std::move(connected));
  loop.started.erase(connecting);
  const sync::LockGuard lock(mutex_);
  DIMMA_ASSERT(loop.handed_over != 0);
  DIMMA_ASSERT(in_progress_ != 0);
  if (--loop.handed_over == 0) {
    loop.work.reset();
    loop_.reset();
  }
  --in_progress_;
  left_.notify_all();
}

void Connector::stop_all(Loop& loop) {
  const auto all = loop.started;
  for (const auto& connecting : all) {
    if (connecting->race) {
      connecting->race->stop();
    } else {
      finish(loop, connecting, failed_connect(connecting->to, {Status::closed, 0, 0}));
    }
  }
}

void Connector::end() noexcept {
  sync::Thread ended;
  {
    sync::UniqueLock lock(mutex_);
    ended_ = true;
    if (loop_) asio::post(loop_->context, [this, &loop = *loop_] { stop_all(loop); });
    left_.wait(lock, [this]() DIMMA_REQUIRES(mutex_) { return in_progress_ == 0; });
    if (loop_) loop_->work.reset();  // nothing was handed over to this loop
    loop_.reset();
    ended = std::move(thread_);
  }
  if (ended.joinable()) ended.join();
}

}  // namespace dimma::transport
