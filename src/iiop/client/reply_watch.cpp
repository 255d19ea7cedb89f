#include "iiop/client/reply_watch.hpp"

#include "iiop/client/shared_connection.hpp"
#include "qos/task.hpp"
#include "transport/deadline.hpp"

#include <dimma/minor.hpp>

#include <system_error>

namespace dimma::iiop {

struct ReplyWatch::Bell final : transport::Waiter {
  void readable() noexcept override {}
};

struct ReplyWatch::Place final : transport::Waiter {
  Place(ReplyWatch& owner, std::weak_ptr<SharedConnection> watched, int descriptor) noexcept
      : watch(owner), connection(std::move(watched)), handle(descriptor) {}
  void readable() noexcept override { watch.serve(*this); }

  ReplyWatch& watch;
  const std::weak_ptr<SharedConnection> connection;
  const int handle;
  transport::Deadline expiry = transport::no_deadline;
  // The connection has ended. Only the watch's thread, which may have an event of it in hand, releases the place.
  sync::Atomic<bool> is_left{false};
};

struct ReplyWatch::Waiting {
  transport::EventFlag flag;
  transport::Poller poller;
  Bell bell;
  // By the connection's owner, which no two have in common.
  std::map<std::weak_ptr<SharedConnection>, std::shared_ptr<Place>, std::owner_less<>> places;
};

ReplyWatch::ReplyWatch() = default;

ReplyWatch::~ReplyWatch() { stop(); }

std::exception_ptr ReplyWatch::ended() {
  return std::make_exception_ptr(
      CORBA::COMM_FAILURE(minor::comm_failure_orb_ends, CORBA::COMPLETED_MAYBE, "the ORB ended before the reply came"));
}

void ReplyWatch::start() {
  const std::lock_guard lock(mutex_);
  if (stopped_) {
    throw CORBA::COMM_FAILURE(minor::comm_failure_orb_ends, CORBA::COMPLETED_NO, "the ORB has ended");
  }
  if (waiting_) return;
  try {
    auto waiting = std::make_unique<Waiting>();
    waiting->poller.add(waiting->flag.handle(), waiting->bell);
    waiting->poller.arm(waiting->flag.handle(), waiting->bell);
    waiting_ = std::move(waiting);
    thread_ = qos::start_thread({}, qos::thread_name::replies, [this] { run(); });
  } catch (const std::system_error& error) {
    waiting_.reset();
    throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                              std::string("no thread to read replies: ") + error.what());
  }
}

bool ReplyWatch::look(std::weak_ptr<SharedConnection> connection) noexcept {
  const std::lock_guard lock(mutex_);
  if (stopped_) return false;
  asking_.push_back(std::move(connection));
  waiting_->flag.set(true);
  return true;
}

void ReplyWatch::stop() noexcept {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    if (waiting_) waiting_->flag.set(true);
  }
  if (!thread_.joinable()) return;
  thread_.join();
  const auto why = ended();
  for (const auto& [connection, place] : waiting_->places) {
    if (const auto stands = connection.lock()) stands->fail_begun(why);
  }
  waiting_->places.clear();
  for (const auto& asks : asking_) {
    if (const auto stands = asks.lock()) stands->fail_begun(why);
  }
}

void ReplyWatch::run() noexcept {
  for (;;) {
    look_at_those_that_ask();
    {
      const std::lock_guard lock(mutex_);
      if (stopped_) return;
    }
    waiting_->poller.wait(std::chrono::milliseconds(transport::poll_timeout(expire_all())));
  }
}

void ReplyWatch::look_at_those_that_ask() {
  std::vector<std::weak_ptr<SharedConnection>> asking;
  {
    const std::lock_guard lock(mutex_);
    if (asking_.empty()) return;
    asking.swap(asking_);
    waiting_->flag.set(false);
    waiting_->poller.arm(waiting_->flag.handle(), waiting_->bell);
  }
  std::erase_if(waiting_->places,
                [](const auto& each) { return each.second->is_left.load(std::memory_order_acquire); });
  for (const auto& asks : asking) {
    const auto connection = asks.lock();
    if (!connection) continue;
    const auto known = waiting_->places.find(asks);
    const auto place = known != waiting_->places.end() ? known->second : settle(asks, *connection);
    if (place) serve(*place);
  }
}

// Nothing where the system has no room for it.
std::shared_ptr<ReplyWatch::Place> ReplyWatch::settle(const std::weak_ptr<SharedConnection>& asks,
                                                      SharedConnection& connection) noexcept {
  try {
    auto place = std::make_shared<Place>(*this, asks, connection.stream().handle());
    const auto known = waiting_->places.emplace(asks, place).first;
    try {
      waiting_->poller.add(place->handle, *place);
    } catch (...) {
      waiting_->places.erase(known);
      throw;
    }
    connection.watched_at(place);
    return place;
  } catch (const std::exception& error) {
    connection.shut_down();
    connection.fail_begun(
        std::make_exception_ptr(CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_MAYBE,
                                                    std::string("replies can't be waited for: ") + error.what())));
    return nullptr;
  }
}

// The descriptor is open for a while yet after nobody holds the connection any more: an event of it could still come.
void ReplyWatch::detach(Place& place) noexcept {
  waiting_->poller.remove(place.handle);
  place.is_left.store(true, std::memory_order_release);
}

void ReplyWatch::serve(Place& place) noexcept {
  const auto connection = place.connection.lock();
  if (!connection) return;
  if (connection->read_for_watch()) waiting_->poller.arm(place.handle, place);
  place.expiry = connection->expire(transport::Clock::now());
}

transport::Deadline ReplyWatch::expire_all() noexcept {
  auto next = transport::no_deadline;
  const auto now = transport::Clock::now();
  for (const auto& [watched, place] : waiting_->places) {
    if (place->expiry <= now) {
      const auto connection = watched.lock();
      place->expiry = connection ? connection->expire(now) : transport::no_deadline;
    }
    next = std::min(next, place->expiry);
  }
  return next;
}

}  // namespace dimma::iiop
