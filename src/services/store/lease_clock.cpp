#include "services/store/lease_clock.hpp"

namespace dimma::store {

LeaseClock::LeaseClock(std::function<void(LeaseId)> end) : end_(std::move(end)), thread_([this] { run(); }) {}

LeaseClock::~LeaseClock() {
  {
    const locks::Lock lock(mutex_);
    stops_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void LeaseClock::add(LeaseId lease, std::chrono::milliseconds lifetime) {
  {
    const locks::Lock lock(mutex_);
    const auto ends = Clock::now() + lifetime;
    leases_[lease] = {lifetime, ends};
    order_.emplace(ends, lease);
  }
  changed_.notify_all();
}

bool LeaseClock::renew(LeaseId lease) {
  const locks::Lock lock(mutex_);
  const auto found = leases_.find(lease);
  if (found == leases_.end() || !found->second.is_alive()) return false;
  found->second.ends = Clock::now() + found->second.lifetime;
  return true;
}

bool LeaseClock::remove(LeaseId lease) {
  const locks::Lock lock(mutex_);
  return leases_.erase(lease) != 0;
}

bool LeaseClock::is_alive(LeaseId lease) const {
  const locks::Lock lock(mutex_);
  const auto found = leases_.find(lease);
  return found != leases_.end() && found->second.is_alive();
}

void LeaseClock::run() {
  locks::Lock lock(mutex_);
  while (!stops_) {
    if (order_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto [due, lease] = *order_.begin();
    if (due > Clock::now()) {
      changed_.wait_until(lock, due);
      continue;
    }
    order_.erase(order_.begin());
    const auto found = leases_.find(lease);
    if (found == leases_.end()) continue;
    if (found->second.ends > due) {
      order_.emplace(found->second.ends, lease);
      continue;
    }
    leases_.erase(found);
    lock.unlock();
    bool has_ended = true;
    try {
      end_(lease);
    } catch (const std::exception&) {
      has_ended = false;
    }
    lock.lock();
    if (!has_ended) {
      const auto again = Clock::now() + std::chrono::seconds(1);
      leases_[lease] = {{}, again};
      order_.emplace(again, lease);
    }
  }
}

}  // namespace dimma::store
