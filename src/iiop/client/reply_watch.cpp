#include "iiop/client/reply_watch.hpp"

#include "iiop/client/shared_connection.hpp"
#include "qos/task.hpp"
#include "transport/timer.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

namespace dimma::iiop {

class ReplyWatch::Place final : public transport::Waiter, public std::enable_shared_from_this<Place> {
 public:
  Place(std::shared_ptr<transport::EventLoop> loop, std::weak_ptr<SharedConnection> connection,
        transport::Stream& stream)
      : loop_(std::move(loop)), connection_(std::move(connection)), stream_(stream) {
    loop_->poller().add(stream_.handle(), *this);
  }

  // As look() says.
  void watch(bool has_received) noexcept {
    if (!has_received && stream_.prepare_poll()) [[likely]] {
      loop_->poller().arm(stream_.handle(), *this);
    } else {
      loop_->post(*this, shared_from_this());
    }
  }
  void remove() noexcept { loop_->poller().remove(stream_.handle()); }
  std::shared_ptr<SharedConnection> connection() const noexcept { return connection_.lock(); }

  void readable() noexcept override {
    if (const auto connection = connection_.lock()) connection->read_for_watch();
  }

 private:
  const std::shared_ptr<transport::EventLoop> loop_;
  const std::weak_ptr<SharedConnection> connection_;
  transport::Stream& stream_;  // the connection's: used while that is held, or by itself
};

// The timer's too.
class ReplyWatch::State : public std::enable_shared_from_this<State> {
 public:
  ~State() {
    if (!timer_) return;
    timer_->remove();
    loop_->retire(std::move(timer_));
  }

  void run_by(std::shared_ptr<transport::EventLoop> loop) noexcept { loop_ = std::move(loop); }

  std::shared_ptr<Place> settle(std::weak_ptr<SharedConnection> connection, transport::Stream& stream) {
    const std::lock_guard lock(mutex_);
    if (is_stopped()) {
      throw CORBA::COMM_FAILURE(minor::comm_failure_orb_ends, CORBA::COMPLETED_NO, "the ORB has ended");
    }
    try {
      start_locked();
      return places_.emplace_back(std::make_shared<Place>(loop_, std::move(connection), stream));
    } catch (const std::system_error& error) {
      throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                                std::string("replies can't be waited for: ") + error.what());
    }
  }

  void detach(const std::shared_ptr<Place>& place) noexcept {
    place->remove();
    {
      const std::lock_guard lock(mutex_);
      std::erase(places_, place);
    }
    loop_->retire(place);
  }

  bool is_stopped() const noexcept { return stopped_.load(std::memory_order_seq_cst); }

  void expire_at(transport::Deadline deadline) noexcept {
    const std::lock_guard lock(mutex_);
    expire_at_locked(deadline);
  }

  void stop() noexcept {
    {
      const std::lock_guard lock(mutex_);
      stopped_.store(true, std::memory_order_seq_cst);
    }
    if (thread_.joinable()) {
      loop_->stop();
      thread_.join();
    }
    const auto why = ended();
    for (const auto& place : places()) {
      if (const auto connection = place->connection()) connection->fail_begun(why);
    }
  }

 private:
  void start_locked() {
    if (timer_) return;
    const bool has_thread = loop_ == nullptr;
    if (has_thread) loop_ = std::make_shared<transport::EventLoop>();
    timer_ = std::make_shared<transport::Timer>(*loop_, [self = weak_from_this()] {
      if (const auto state = self.lock()) state->expire();
    });
    if (!has_thread || !sync::has_threads) return;
    try {
      thread_ = qos::start_thread({}, qos::thread_name::replies, [this] { run(); });
    } catch (...) {
      timer_.reset();
      loop_.reset();
      throw;
    }
  }

  void run() noexcept {
    while (!is_stopped()) loop_->serve_one(std::chrono::milliseconds(-1));
  }

  std::vector<std::shared_ptr<Place>> places() {
    const std::lock_guard lock(mutex_);
    return places_;
  }

  void expire_at_locked(transport::Deadline deadline) noexcept {
    if (deadline >= expiry_) return;
    expiry_ = deadline;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - transport::Clock::now());
    timer_->set(std::max(left, std::chrono::milliseconds(1)));
  }

  void expire() noexcept {
    {
      const std::lock_guard lock(mutex_);
      expiry_ = transport::no_deadline;
    }
    auto next = transport::no_deadline;
    const auto now = transport::Clock::now();
    for (const auto& place : places()) {
      if (const auto connection = place->connection()) next = std::min(next, connection->expire(now));
    }
    expire_at(next);
  }

  sync::Mutex mutex_;  // what follows, but for the loop once it is there
  sync::Atomic<bool> stopped_{false};
  std::shared_ptr<transport::EventLoop> loop_;
  std::shared_ptr<transport::Timer> timer_;
  transport::Deadline expiry_ = transport::no_deadline;  // what the timer is set to
  std::vector<std::shared_ptr<Place>> places_;
  sync::Thread thread_;
};

ReplyWatch::ReplyWatch() : state_(std::make_shared<State>()) {}

ReplyWatch::~ReplyWatch() { stop(); }

std::exception_ptr ReplyWatch::ended() {
  return std::make_exception_ptr(
      CORBA::COMM_FAILURE(minor::comm_failure_orb_ends, CORBA::COMPLETED_MAYBE, "the ORB ended before the reply came"));
}

void ReplyWatch::run_by(std::shared_ptr<transport::EventLoop> loop) noexcept { state_->run_by(std::move(loop)); }

std::shared_ptr<ReplyWatch::Place> ReplyWatch::settle(std::weak_ptr<SharedConnection> connection,
                                                      transport::Stream& stream) {
  return state_->settle(std::move(connection), stream);
}

void ReplyWatch::detach(const std::shared_ptr<Place>& place) noexcept { state_->detach(place); }

bool ReplyWatch::look(Place& place, bool has_received) noexcept {
  if (state_->is_stopped()) return false;
  place.watch(has_received);
  return true;
}

void ReplyWatch::expire_at(transport::Deadline deadline) noexcept { state_->expire_at(deadline); }

void ReplyWatch::stop() noexcept { state_->stop(); }

}  // namespace dimma::iiop
