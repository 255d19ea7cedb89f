#include "orb/reference/asynchronous/asynchronous_binding.hpp"

#include "base/copied_failure.hpp"
#include "orb/state/orb_state.hpp"

#include <utility>

namespace dimma {

void ObjectReference::AsynchronousBinding::begin(const std::shared_ptr<ObjectReference>& target,
                                                 const Attempts& attempts, Done done) {
  std::shared_ptr<AsynchronousBinding> fresh;
  {
    const sync::LockGuard lock(target->mutex_);
    auto& begun = target->binding_begun_;
    if (begun && begun->attempts_.deadline <= attempts.deadline &&
        begun->attempts_.first_profile == attempts.first_profile) {
      begun->join(std::move(done));
      return;
    }
    fresh = std::make_shared<AsynchronousBinding>(target, attempts);
    fresh->join(std::move(done));
    begun = fresh;
  }
  fresh->go_on();
}

void ObjectReference::begin_bind(std::function<void(std::exception_ptr)> done) {
  Attempts attempts;
  attempts.deadline = own_deadline();
  AsynchronousBinding::begin(shared_from_this(), attempts, std::move(done));
}

void ObjectReference::AsynchronousBinding::go_on() noexcept {
  try {
    auto step = steps_.next();
    if (!step) return finish(nullptr);
    step->binder.begin_bind(
        step->profile, target_->qos(), step->until, step->callbacks,
        [self = shared_from_this()](std::shared_ptr<channel::ClientChannel> channel,
                                    const std::exception_ptr& failure) { self->tried(std::move(channel), failure); });
  } catch (...) {
    finish(std::current_exception());
  }
}

void ObjectReference::AsynchronousBinding::tried(std::shared_ptr<channel::ClientChannel> channel,
                                                 const std::exception_ptr& failure) noexcept {
  try {
    try {
      if (failure) std::rethrow_exception(failure);
      steps_.succeeded(std::move(channel));
      return finish(nullptr);
    } catch (const CORBA::SystemException& exception) {
      steps_.failed(exception);
    }
  } catch (...) {
    return finish(std::current_exception());
  }
  go_on();
}

void ObjectReference::AsynchronousBinding::finish(const std::exception_ptr& failure) noexcept {
  std::vector<Done> told;
  {
    const sync::LockGuard lock(target_->mutex_);
    told.swap(waiting_);
    if (target_->binding_begun_.get() == this) target_->binding_begun_.reset();
  }
  for (const auto& done : told) done(copy_of(failure));
}

}  // namespace dimma
