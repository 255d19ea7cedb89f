#include "iiop/server/core/connection_list.hpp"

#include "channel/wait_for_others.hpp"

#include <iterator>
#include <utility>

namespace dimma::iiop {

void ConnectionList::add(std::shared_ptr<ServedConnection> connection) {
  const sync::LockGuard lock(mutex_);
  auto& added = *connection;
  connections_.push_back(std::move(connection));
  added.listed_ = std::prev(connections_.end());
}

std::shared_ptr<ServedConnection> ConnectionList::remove(ServedConnection& connection) noexcept {
  const sync::LockGuard lock(mutex_);
  if (!connection.listed_) return nullptr;
  auto removed = std::move(**connection.listed_);
  connections_.erase(*connection.listed_);
  connection.listed_.reset();
  changed_.notify_all();
  return removed;
}

void ConnectionList::abandon_all() noexcept {
  Connections gone;
  const sync::LockGuard lock(mutex_);
  for (const auto& connection : connections_) connection->listed_.reset();
  gone.swap(connections_);
}

std::vector<std::shared_ptr<ServedConnection>> ConnectionList::all() const {
  const sync::LockGuard lock(mutex_);
  return {connections_.begin(), connections_.end()};
}

std::size_t ConnectionList::count() const {
  const sync::LockGuard lock(mutex_);
  return connections_.size();
}

bool ConnectionList::wait_until_empty() {
  return channel::wait_for_others(mutex_, changed_, [this]() DIMMA_REQUIRES(mutex_) { return connections_.empty(); });
}

}  // namespace dimma::iiop
