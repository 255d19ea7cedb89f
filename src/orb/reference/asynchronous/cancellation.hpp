#pragma once
// The cancellation of an asynchronous call, which any thread may request at any time: whether it was requested, and
// where it finds the call. Thread-safe.

#include "base/sync/sync.hpp"
#include "channel/channel.hpp"

#include <dimma/generated/async_call.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace dimma::orb {

// Keeps the call until an event resumes it. The event and a cancellation both try to take and resume the call, and
// only the first one succeeds. After a cancellation, the event no longer keeps the call alive.
template <class Call>
class Interruption {
 public:
  explicit Interruption(std::shared_ptr<Call> call) noexcept : call_(std::move(call)) {}
  // Returns the call the first time, and nullptr after that.
  std::shared_ptr<Call> take() noexcept {
    const sync::LockGuard lock(mutex_);
    return std::move(call_);
  }

 private:
  sync::Mutex mutex_;
  std::shared_ptr<Call> call_ DIMMA_GUARDED_BY(mutex_);
};

template <class Call>
class Cancellation {
 public:
  bool is_requested() const noexcept { return is_requested_.load(); }
  // Throws OperationCanceled if the call was cancelled.
  void require_wanted() const {
    if (is_requested()) throw OperationCanceled();
  }

  // Called when the request is about to be sent or queued, as Awaiting::begun_as().
  void begun_as(std::weak_ptr<channel::CancelPlace>&& place, std::uint32_t request_id, bool is_sent) noexcept
      DIMMA_EXCLUDES(mutex_) {
    const sync::LockGuard lock(mutex_);
    begun_at_ = std::move(place);
    begun_as_ = request_id;
    is_sent_ = is_sent;
  }
  // Called when the call is interrupted. Either request() finds the interruption, or this function finds that the call
  // was cancelled, and throws OperationCanceled.
  void interrupted(const std::shared_ptr<Interruption<Call>>& interruption) DIMMA_EXCLUDES(mutex_) {
    const sync::LockGuard lock(mutex_);
    require_wanted();
    interruption_ = interruption;
  }

  // Cancels the call, unless `only_unsent` is true and the request has been sent. If the call was interrupted, returns
  // it, and the caller has to resume it. Otherwise, either this function finds where the request is being sent, or the
  // sending thread then finds that the call is cancelled.
  std::shared_ptr<Call> request(bool only_unsent) noexcept DIMMA_EXCLUDES(mutex_) {
    std::shared_ptr<Interruption<Call>> interruption;
    {
      const sync::LockGuard lock(mutex_);
      if (only_unsent && is_sent_) return nullptr;
      is_requested_.store(true);
      interruption = interruption_.lock();
    }
    if (auto call = interruption ? interruption->take() : nullptr) return call;
    cancel_where_begun();
    return nullptr;
  }
  // Called also by a thread that has begun the call and then finds that it is cancelled.
  [[gnu::cold]] void cancel_where_begun() noexcept DIMMA_EXCLUDES(mutex_) {
    std::shared_ptr<channel::CancelPlace> place;
    std::uint32_t request_id = 0;
    {
      const sync::LockGuard lock(mutex_);
      place = begun_at_.lock();
      request_id = begun_as_;
    }
    if (place) place->cancel(request_id);
  }

 private:
  sync::Atomic<bool> is_requested_{false};
  sync::Mutex mutex_;
  std::weak_ptr<channel::CancelPlace> begun_at_ DIMMA_GUARDED_BY(mutex_);
  std::uint32_t begun_as_ DIMMA_GUARDED_BY(mutex_) = 0;
  bool is_sent_ DIMMA_GUARDED_BY(mutex_) = false;  // sent or being sent, not just queued at begun_at_
  std::weak_ptr<Interruption<Call>> interruption_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
