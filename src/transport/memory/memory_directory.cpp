#include "transport/memory/memory_directory.hpp"

#include <cerrno>
#include <system_error>

namespace dimma::transport {
namespace {

constexpr std::uint16_t first_free_port = 49152;

}  // namespace

bool MemoryQueue::put(std::unique_ptr<Stream> stream) {
  const sync::LockGuard lock(mutex_);
  if (closed_) return false;
  waiting_.push_back(std::move(stream));
  flag_.set(true);
  return true;
}

std::unique_ptr<Stream> MemoryQueue::take() {
  const sync::LockGuard lock(mutex_);
  if (waiting_.empty()) return nullptr;
  auto stream = std::move(waiting_.front());
  waiting_.pop_front();
  flag_.set(!waiting_.empty());
  return stream;
}

void MemoryQueue::close() noexcept {
  std::deque<std::unique_ptr<Stream>> refused;
  const sync::LockGuard lock(mutex_);
  closed_ = true;
  flag_.set(true);
  refused.swap(waiting_);
}

Endpoint MemoryDirectory::enter(const Endpoint& at, std::shared_ptr<MemoryQueue> queue) {
  const sync::LockGuard lock(mutex_);
  const std::uint16_t port = at.port == 0 ? next_free_port() : at.port;
  Endpoint endpoint{at.transport, at.host, port};
  Listeners& listeners = ports_[port];
  const bool every_host = at.host.empty() && !listeners.empty();
  if (every_host || listeners.count("") != 0 || listeners.count(at.host) != 0) {
    throw std::system_error(EADDRINUSE, std::generic_category(), "listen at " + to_string(endpoint));
  }
  listeners.emplace(at.host, std::move(queue));
  return endpoint;
}

void MemoryDirectory::detach(const Endpoint& at) noexcept {
  const sync::LockGuard lock(mutex_);
  const auto listeners = ports_.find(at.port);
  if (listeners == ports_.end()) return;
  listeners->second.erase(at.host);
  if (listeners->second.empty()) ports_.erase(listeners);
}

std::shared_ptr<MemoryQueue> MemoryDirectory::find(const Endpoint& to) const {
  const sync::LockGuard lock(mutex_);
  const auto listeners = ports_.find(to.port);
  if (listeners == ports_.end()) return nullptr;
  auto found = listeners->second.find(to.host);
  if (found == listeners->second.end()) found = listeners->second.find("");
  return found == listeners->second.end() ? nullptr : found->second;
}

std::uint16_t MemoryDirectory::free_port() {
  const sync::LockGuard lock(mutex_);
  return next_free_port();
}

std::uint16_t MemoryDirectory::next_free_port() {
  for (;;) {
    last_port_ = last_port_ < first_free_port ? first_free_port : static_cast<std::uint16_t>(last_port_ + 1);
    if (ports_.count(last_port_) == 0 && last_port_ != 0) return last_port_;
  }
}

void MemoryDirectory::plan(const ConnectionPlan& plan) {
  const sync::LockGuard lock(mutex_);
  plan_ = plan;
}

void MemoryDirectory::plan_next(const ConnectionPlan& plan) {
  const sync::LockGuard lock(mutex_);
  next_plans_.push_back(plan);
}

ConnectionPlan MemoryDirectory::take_plan() {
  const sync::LockGuard lock(mutex_);
  ConnectionPlan plan = plan_;
  if (!next_plans_.empty()) {
    plan = next_plans_.front();
    next_plans_.pop_front();
  }
  plan.seed += connections_++;
  return plan;
}

}  // namespace dimma::transport
