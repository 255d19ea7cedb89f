#include "iiop/client/watch/reply_watch.hpp"

#include "execution/task.hpp"
#include "reactor/descriptor.hpp"
#include "reactor/timer.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>

namespace dimma::iiop {

namespace {

// Makes a connection send its kept octets when there is room. Watches a duplicate of the stream's descriptor, because
// the original is armed for reading. If no descriptor shows room (shared memory), tries at intervals.
class Flusher final : public reactor::Waiter {
 public:
  Flusher(std::shared_ptr<reactor::EventLoop> loop, std::weak_ptr<WatchedConnection> connection,
          const transport::Stream& stream)
      : loop_(std::move(loop)), connection_(std::move(connection)) {
    if (stream.send_handle() >= 0) {
      same_ = reactor::Descriptor(::fcntl(stream.send_handle(), F_DUPFD_CLOEXEC, 0));
      if (!same_) throw std::system_error(errno, std::generic_category(), "a descriptor to send");
      loop_->poller().add(same_.get(), *this);
    } else {
      timer_.emplace(*loop_, [this] { readable(); });
    }
  }

  void begin() noexcept {
    if (!is_waiting_.exchange(true)) wait();
  }
  void remove() noexcept {
    if (same_) loop_->poller().remove(same_.get());
    if (timer_) timer_->remove();
  }

  void readable() noexcept override {
    const auto connection = connection_.lock();
    if (!connection) return;
    if (connection->flush()) return wait();
    is_waiting_.store(false);
    // A thread that kept octets just before this may have relied on the wait that has ended.
    if (connection->flush()) begin();
  }

 private:
  static constexpr std::chrono::milliseconds look_interval{1};

  void wait() noexcept {
    if (same_) {
      loop_->poller().arm_writable(same_.get(), *this);
    } else {
      timer_->set(look_interval);
    }
  }

  const std::shared_ptr<reactor::EventLoop> loop_;
  const std::weak_ptr<WatchedConnection> connection_;
  reactor::Descriptor same_;
  std::optional<reactor::Timer> timer_;
  sync::Atomic<bool> is_waiting_{false};
};

}  // namespace

class ReplyWatch::Place final : public reactor::Waiter, public std::enable_shared_from_this<Place> {
 public:
  Place(std::shared_ptr<reactor::EventLoop> loop, std::weak_ptr<WatchedConnection> connection,
        transport::Stream& stream)
      : loop_(std::move(loop)), connection_(std::move(connection)), stream_(stream) {
    loop_->poller().add(stream_.handle(), *this);
  }

  // See ReplyWatch::look().
  void watch(bool has_received) noexcept {
    if (!has_received && stream_.prepare_poll()) {
      loop_->poller().arm(stream_.handle(), *this);
    } else {
      loop_->post(*this, shared_from_this());
    }
  }
  void remove() noexcept {
    loop_->poller().remove(stream_.handle());
    const sync::LockGuard lock(mutex_);
    if (!flusher_) return;
    flusher_->remove();
    loop_->retire(std::move(flusher_));
  }
  // See ReplyWatch::flush().
  void flush() noexcept {
    try {
      const sync::LockGuard lock(mutex_);
      if (!flusher_) flusher_ = std::make_shared<Flusher>(loop_, connection_, stream_);
      flusher_->begin();
    } catch (const std::exception&) {
      // Without a Flusher, the connection would never send the rest.
      if (const auto connection = connection_.lock()) connection->shut_down();
    }
  }
  std::shared_ptr<WatchedConnection> connection() const noexcept { return connection_.lock(); }

  void readable() noexcept override {
    if (const auto connection = connection_.lock()) connection->read_for_watch();
  }

 private:
  const std::shared_ptr<reactor::EventLoop> loop_;
  const std::weak_ptr<WatchedConnection> connection_;
  transport::Stream& stream_;  // owned by the connection; used only while the connection exists
  sync::Mutex mutex_;
  std::shared_ptr<Flusher> flusher_ DIMMA_GUARDED_BY(mutex_);
};

// The state of the watch, which its timer shares.
class ReplyWatch::State : public std::enable_shared_from_this<State> {
 public:
  ~State() {
    if (!timer_) return;
    timer_->remove();
    loop_->retire(std::move(timer_));
  }

  void run_by(std::shared_ptr<reactor::EventLoop> loop) noexcept { loop_ = std::move(loop); }

  std::shared_ptr<Place> settle(std::weak_ptr<WatchedConnection> connection, transport::Stream& stream) {
    const sync::LockGuard lock(mutex_);
    try {
      start_locked();
      return places_.emplace_back(std::make_shared<Place>(loop_, std::move(connection), stream));
    } catch (const std::system_error& error) {
      throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                                std::string("cannot wait for replies: ") + error.what());
    }
  }

  void attend(std::weak_ptr<Expiring> waiting) {
    const sync::LockGuard lock(mutex_);
    start_locked();
    std::erase_if(waiting_, [](const auto& each) { return each.expired(); });
    waiting_.push_back(std::move(waiting));
  }

  void detach(const std::shared_ptr<Place>& place) noexcept {
    place->remove();
    {
      const sync::LockGuard lock(mutex_);
      std::erase(places_, place);
    }
    loop_->retire(place);
  }

  bool is_stopped() const noexcept { return stopped_.load(std::memory_order_seq_cst); }

  void expire_at(Deadline deadline) noexcept {
    const sync::LockGuard lock(mutex_);
    expire_at_locked(deadline);
  }

  void stop() noexcept {
    {
      const sync::LockGuard lock(mutex_);
      stopped_.store(true, std::memory_order_seq_cst);
    }
    if (thread_.joinable()) {
      loop_->stop();
      thread_.join();
      loop_->call_owned();  // breaks the cycle of the loop and a place posted to it
    }
    const auto why = ended();
    for (const auto& each : all()) each->fail_begun(why);
  }

 private:
  void start_locked() DIMMA_REQUIRES(mutex_) {
    if (is_stopped()) {
      throw CORBA::COMM_FAILURE(minor::comm_failure_orb_ends, CORBA::COMPLETED_NO, "the ORB has ended");
    }
    if (timer_) return;
    const bool has_thread = loop_ == nullptr;
    if (has_thread) loop_ = std::make_shared<reactor::EventLoop>();
    timer_ = std::make_shared<reactor::Timer>(*loop_, [self = weak_from_this()] {
      if (const auto state = self.lock()) state->expire();
    });
    if (!has_thread || !sync::has_threads) return;
    try {
      thread_ = execution::start_thread({}, execution::thread_name::replies, [this] { run(); });
    } catch (...) {
      timer_.reset();
      loop_.reset();
      throw;
    }
  }

  void run() noexcept {
    while (!is_stopped()) loop_->serve_one(std::chrono::milliseconds(-1));
  }

  // Returns all registered objects. Those whose calls wait for a resource come first, because ending the calls of a
  // connection gives resources back, which would admit waiting calls.
  std::vector<std::shared_ptr<Expiring>> all() {
    std::vector<std::shared_ptr<Expiring>> all;
    const sync::LockGuard lock(mutex_);
    for (const auto& each : waiting_) {
      if (auto waiting = each.lock()) all.push_back(std::move(waiting));
    }
    for (const auto& place : places_) {
      if (auto connection = place->connection()) all.push_back(std::move(connection));
    }
    return all;
  }

  void expire_at_locked(Deadline deadline) noexcept DIMMA_REQUIRES(mutex_) {
    if (deadline >= expiry_) return;
    expiry_ = deadline;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    timer_->set(std::max(left, std::chrono::milliseconds(1)));
  }

  void expire() noexcept {
    {
      const sync::LockGuard lock(mutex_);
      expiry_ = no_deadline;
    }
    auto next = no_deadline;
    const auto now = Clock::now();
    for (const auto& each : all()) next = std::min(next, each->expire(now));
    expire_at(next);
  }

  sync::Mutex mutex_;
  sync::Atomic<bool> stopped_{false};
  // The loop is set with the lock held before the first place is made, then constant. It runs until stopped_ is set.
  std::shared_ptr<reactor::EventLoop> loop_;
  sync::Thread thread_;
  std::shared_ptr<reactor::Timer> timer_ DIMMA_GUARDED_BY(mutex_);
  // The time to which the timer is set.
  Deadline expiry_ DIMMA_GUARDED_BY(mutex_) = no_deadline;
  std::vector<std::shared_ptr<Place>> places_ DIMMA_GUARDED_BY(mutex_);
  std::vector<std::weak_ptr<Expiring>> waiting_ DIMMA_GUARDED_BY(mutex_);
};

ReplyWatch::ReplyWatch() : state_(std::make_shared<State>()) {}

ReplyWatch::~ReplyWatch() { stop(); }

std::exception_ptr ReplyWatch::ended() {
  return std::make_exception_ptr(
      CORBA::COMM_FAILURE(minor::comm_failure_orb_ends, CORBA::COMPLETED_MAYBE, "the ORB ended before the reply came"));
}

void ReplyWatch::run_by(std::shared_ptr<reactor::EventLoop> loop) noexcept { state_->run_by(std::move(loop)); }

std::shared_ptr<ReplyWatch::Place> ReplyWatch::settle(std::weak_ptr<WatchedConnection> connection,
                                                      transport::Stream& stream) {
  return state_->settle(std::move(connection), stream);
}

void ReplyWatch::attend(std::weak_ptr<Expiring> waiting) { state_->attend(std::move(waiting)); }

void ReplyWatch::detach(const std::shared_ptr<Place>& place) noexcept { state_->detach(place); }

bool ReplyWatch::look(Place& place, bool has_received) noexcept {
  if (state_->is_stopped()) return false;
  place.watch(has_received);
  return true;
}

void ReplyWatch::flush(Place& place) noexcept { place.flush(); }

void ReplyWatch::expire_at(Deadline deadline) noexcept { state_->expire_at(deadline); }

void ReplyWatch::stop() noexcept { state_->stop(); }

}  // namespace dimma::iiop
