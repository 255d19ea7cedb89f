#include "iiop/server_core.hpp"

#include "base/sync.hpp"
#include "iiop/server_connection.hpp"

#include <system_error>

#include <pthread.h>

namespace dimma::iiop {

namespace {
constexpr std::size_t idle_servings_max = 16;
}

ServerCore::ServerCore(channel::Dispatcher& to, const Settings& with, Mode how, const ReaderOptions& read)
    : dispatcher(to),
      settings(with),
      mode(how),
      reading(read),
      workers(std::make_shared<WorkerPool>(how == Mode::pool ? with.pool_threads_max : 1, "dimma-server")),
      monitor_(*this) {}

void ServerCore::begin_serving() noexcept { monitor_.begin_serving(); }
void ServerCore::end_serving() noexcept { monitor_.end_serving(); }

void ServerCore::add(std::shared_ptr<ServerConnection> connection) {
  const std::lock_guard lock(mutex_);
  connections_.push_back(connection);
  connection->place(std::prev(connections_.end()));
}

void ServerCore::forget(const ServerConnection& connection) noexcept {
  std::list<std::shared_ptr<ServerConnection>> gone;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  const auto place = connection.place();
  if (!place) return;  // abandoned
  gone.splice(gone.end(), connections_, *place);
  changed_.notify_all();
}

void ServerCore::abandon_all() noexcept {
  std::list<std::shared_ptr<ServerConnection>> gone;
  const std::lock_guard lock(mutex_);
  for (const auto& connection : connections_) connection->place({});
  gone.swap(connections_);
}

std::vector<std::shared_ptr<ServerConnection>> ServerCore::connections() const {
  const std::lock_guard lock(mutex_);
  return {connections_.begin(), connections_.end()};
}

std::size_t ServerCore::connection_count() const {
  const std::lock_guard lock(mutex_);
  return connections_.size();
}

bool ServerCore::start_thread(const std::shared_ptr<ServerConnection>& connection) noexcept {
  {
    const std::lock_guard lock(mutex_);
    ++connection_threads_;
  }
  const auto ended = [](ServerCore& core) {
    const std::lock_guard lock(core.mutex_);
    --core.connection_threads_;
    core.changed_.notify_all();
  };
  try {
    sync::Thread([core = connection->core(), served = connection, ended]() mutable {
      pthread_setname_np(pthread_self(), "dimma-connect");
      served->serve();
      served.reset();
      ended(*core);
    }).detach();
    return true;
  } catch (const std::system_error&) {
    ended(*this);
    return false;
  }
}

std::size_t ServerCore::connection_threads() const {
  const std::lock_guard lock(mutex_);
  return connection_threads_;
}

std::unique_ptr<Serving> ServerCore::take_serving() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_servings_.empty()) {
      auto serving = std::move(idle_servings_.back());
      idle_servings_.pop_back();
      return serving;
    }
  }
  return std::make_unique<Serving>(settings.message_octets_max);
}

void ServerCore::give_back(std::unique_ptr<Serving> serving) noexcept {
  serving->kept.reset();
  serving->memo.forget();
  const std::lock_guard lock(mutex_);
  if (idle_servings_.size() < idle_servings_max && serving->reply.capacity() <= settings.fragment_octets) {
    idle_servings_.push_back(std::move(serving));
  }
}

void ServerCore::await_empty() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return connections_.empty() && connection_threads_ == 0; });
}

}  // namespace dimma::iiop
