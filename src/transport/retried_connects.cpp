#include "transport/retried_connects.hpp"

#include "base/deadline.hpp"
#include "base/sync/assert.hpp"
#include "execution/task.hpp"

namespace dimma::transport {
void RetriedConnects::begin(const Endpoint& to, Deadline deadline, Attempt attempt, Transport::ConnectDone done) {
  {
    const sync::LockGuard lock(mutex_);
    if (!ended_) ++in_progress_;
    if (ended_) attempt = nullptr;
  }
  if (!attempt) return done(failed_connect(to, {Status::closed, 0, 0}));
  Connecting connecting{to, deadline, std::move(attempt), std::move(done)};
  std::optional<Connected> decided;
  try {
    decided = try_once(connecting);
    while (!decided && !sync::has_threads) {
      sync::sleep_for(interval);
      decided = try_once(connecting);
    }
  } catch (...) {
    leave();
    throw;
  }
  if (!decided) decided = hand_over(connecting);
  if (decided) finish(connecting, std::move(*decided));
}

// Returns nullopt if the outcome is not decided yet.
std::optional<Connected> RetriedConnects::try_once(const Connecting& connecting) {
  Connected connected = connecting.attempt();
  if (connected.result.status == Status::timeout && !passed(connecting.deadline)) return {};
  return connected;
}

std::optional<Connected> RetriedConnects::try_again(const Connecting& connecting) noexcept {
  try {
    return try_once(connecting);
  } catch (const std::exception& error) {
    return failed_connect(connecting.to, error);
  }
}

// Returns nullopt if the thread has taken over the connect.
std::optional<Connected> RetriedConnects::hand_over(Connecting& connecting) {
  const sync::LockGuard lock(mutex_);
  if (ended_) return failed_connect(connecting.to, {Status::closed, 0, 0});
  try {
    if (!running_) {
      if (thread_.joinable()) thread_.join();  // run() has returned
      thread_ = execution::start_thread({}, execution::thread_name::connecting, [this] { run(); });
      running_ = true;
    }
    arrived_.push_back(std::move(connecting));
  } catch (const std::exception& error) {
    return failed_connect(connecting.to, error);
  }
  return {};
}

void RetriedConnects::run() {
  std::list<Connecting> mine;
  for (;;) {
    bool ended = false;
    {
      sync::UniqueLock lock(mutex_);
      mine.splice(mine.end(), arrived_);
      if (mine.empty()) {
        running_ = false;
        return;
      }
      ended = changed_.wait_for(lock, interval, [this]() DIMMA_REQUIRES(mutex_) { return ended_; });
    }
    for (auto next = mine.begin(); next != mine.end();) {
      auto decided = ended ? failed_connect(next->to, {Status::closed, 0, 0}) : try_again(*next);
      if (decided) finish(*next, std::move(*decided));
      next = decided ? mine.erase(next) : std::next(next);
    }
  }
}

void RetriedConnects::finish(Connecting& connecting, Connected connected) {
  connecting.done(std::move(connected));
  connecting = {};  // destroys its contents before end() returns
  leave();
}

void RetriedConnects::leave() {
  const sync::LockGuard lock(mutex_);
  DIMMA_ASSERT(in_progress_ != 0);
  --in_progress_;
  changed_.notify_all();
}

void RetriedConnects::end() noexcept {
  sync::Thread ended;
  {
    sync::UniqueLock lock(mutex_);
    ended_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this]() DIMMA_REQUIRES(mutex_) { return in_progress_ == 0; });
    ended = std::move(thread_);
  }
  if (ended.joinable()) ended.join();
}

}  // namespace dimma::transport
