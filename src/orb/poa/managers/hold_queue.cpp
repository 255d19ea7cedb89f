#include "orb/poa/managers/hold_queue.hpp"

#include "base/sync/assert.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <string>

namespace dimma::orb {

std::optional<HoldLimit::Share> HoldLimit::take(std::size_t octets) noexcept {
  const sync::LockGuard lock(mutex_);
  if (requests_ >= requests_max_ || octets > octets_max_ - octets_) return std::nullopt;
  ++requests_;
  octets_ += octets;
  return Share(*this, octets);
}

void HoldLimit::give_back(std::size_t octets) noexcept {
  const sync::LockGuard lock(mutex_);
  DIMMA_ASSERT(requests_ != 0);
  DIMMA_ASSERT(octets_ >= octets);
  --requests_;
  octets_ -= octets;
}

std::size_t HoldLimit::requests() const noexcept {
  const sync::LockGuard lock(mutex_);
  return requests_;
}

bool HoldQueue::hold(ServerRequest& request) {
  return hold_while(request, [] { return true; });
}

bool HoldQueue::hold_while(ServerRequest& request, function_ref<bool()> goes_on) {
  if (!request.can_be_put_aside()) return false;
  add(request, goes_on);
  return true;
}

void HoldQueue::add(ServerRequest& request, function_ref<bool()> goes_on) {
  auto share = limit_->take(request.arguments().left() + request.object_key().size());
  if (!share) {
    throw CORBA::TRANSIENT(
        minor::transient_poa_discarding, CORBA::COMPLETED_NO,
        "the POA holds its requests, and the limit of held requests is reached (--dimma-held-requests " +
            std::to_string(limit_->requests_max()) + ", or --dimma-max-message octets)");
  }
  std::list<Held> added;  // made first, since nothing may throw after put_aside()
  added.push_back({nullptr, std::move(*share)});
  auto& waiting = added.back().request;
  waiting = request.put_aside(shared_from_this());
  const sync::LockGuard lock(mutex_);
  if (waiting->is_abandoned()) return;
  if (!holds_ || !goes_on()) return waiting->resume();
  held_.splice(held_.end(), added);
}

bool HoldQueue::hold_behind_others(ServerRequest& request) {
  if (!request.is_behind_others(*this)) return false;
  add(request, [] { return true; });
  return true;
}

void HoldQueue::holds(bool value) noexcept {
  std::list<Held> resumed;  // destroyed after the lock is released
  const sync::LockGuard lock(mutex_);
  holds_ = value;
  if (!value) resume_all_locked(resumed);
}

void HoldQueue::look_again() noexcept {
  std::list<Held> resumed;
  const sync::LockGuard lock(mutex_);
  resume_all_locked(resumed);
}

void HoldQueue::resume_all_locked(std::list<Held>& resumed) noexcept {
  resumed.swap(held_);
  for (const auto& held : resumed) held.request->resume();
}

void HoldQueue::abandoned(const WaitingRequest& request) noexcept {
  std::list<Held> gone;
  const sync::LockGuard lock(mutex_);
  for (auto held = held_.begin(); held != held_.end(); ++held) {
    if (held->request.get() != &request) continue;
    return gone.splice(gone.end(), held_, held);
  }
}

}  // namespace dimma::orb
