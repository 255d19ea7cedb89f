#include "reactor/grace_period.hpp"

#include <utility>

namespace dimma::reactor {

void GracePeriod::release() noexcept {
  Objects released;  // destroyed after the lock is released
  const sync::LockGuard lock(mutex_);
  released = advance();
}

void GracePeriod::retire(std::shared_ptr<void> object) noexcept {
  Objects released;
  const sync::LockGuard lock(mutex_);
  retired_.push_back(std::move(object));
  released = advance();
}

GracePeriod::Objects GracePeriod::advance() noexcept {
  Objects released;
  while (visits_[1 - phase_] == 0 && !(retired_.empty() && awaiting_.empty())) {
    for (auto& object : awaiting_) released.push_back(std::move(object));
    awaiting_ = std::exchange(retired_, {});
    phase_ = 1 - phase_;
  }
  return released;
}

}  // namespace dimma::reactor
