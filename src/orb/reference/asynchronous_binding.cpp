#include "orb/reference/asynchronous_binding.hpp"

#include "base/copied_failure.hpp"
#include "orb/reference/profile_selector.hpp"
#include "orb/state/orb_state.hpp"

#include <dimma/minor.hpp>

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
  fresh->try_reference();
}

void ObjectReference::begin_bind(std::function<void(std::exception_ptr)> done) {
  Attempts attempts;
  attempts.deadline = own_deadline();
  AsynchronousBinding::begin(shared_from_this(), attempts, std::move(done));
}

// Reads the reference's current target, which a forward may have changed.
void ObjectReference::AsynchronousBinding::try_reference() noexcept {
  try {
    target_->orb_->require_callable();
    if (target_->channels_.use()) return finish(nullptr);
    ior_ = target_->ior_to_bind(is_forwarded_);
    choices_ = selector().all(*ior_, attempts_.first_profile);
    tries_.emplace(choices_.size(), attempts_.deadline);
    failures_.clear();
    last_ = nullptr;
    try_profile();
  } catch (...) {
    finish(std::current_exception());
  }
}

orb::ProfileSelector ObjectReference::AsynchronousBinding::selector() const {
  return {target_->orb_->binders(), target_->qos()};
}

void ObjectReference::AsynchronousBinding::try_profile() {
  const auto attempt = tries_->next(Clock::now());
  if (!attempt) {
    if (!last_) selector().refuse(*ior_);
    try {
      std::rethrow_exception(last_);
    } catch (CORBA::SystemException& exception) {
      exception._detail(std::move(failures_));
      throw;
    }
  }
  trying_ = *attempt;
  const auto& choice = choices_[trying_.address];
  profile_ = choice.profile;
  choice.binder->begin_bind_with(
      target_->callbacks(*ior_), ior_->profiles[profile_], target_->qos(), trying_.until,
      [self = shared_from_this()](std::shared_ptr<channel::ClientChannel> channel, const std::exception_ptr& failure) {
        self->bound(std::move(channel), failure);
      });
}

void ObjectReference::AsynchronousBinding::bound(std::shared_ptr<channel::ClientChannel> channel,
                                                 const std::exception_ptr& failure) noexcept {
  try {
    if (failure) std::rethrow_exception(failure);
    const auto& binder = *choices_[trying_.address].binder;
    channel = target_->orb_->subscribed(std::move(channel), binder, target_->qos(), *ior_);
    target_->channels_.set(std::move(channel), profile_, is_forwarded_);
    target_->orb_->bindings().add(*target_);
    return finish(nullptr);
  } catch (const CORBA::SystemException& exception) {
    try {
      return failed(exception);
    } catch (...) {
      return finish(std::current_exception());
    }
  } catch (...) {
    finish(std::current_exception());
  }
}

// Called within the handler of the exception. Rethrows it if no other profile is likely to work.
void ObjectReference::AsynchronousBinding::failed(const CORBA::SystemException& exception) {
  const auto now = Clock::now();
  if (!may_do_by_another_profile(exception) && !was_too_short(exception, trying_.until, attempts_.deadline)) throw;
  if (now >= trying_.until) tries_->was_silent(trying_.address, now);
  if (!failures_.empty()) failures_ += "; ";
  failures_ += exception._detail();
  if (!last_ || may_be_tried_elsewhere(exception)) last_ = std::current_exception();
  try {
    try_profile();
  } catch (const CORBA::SystemException& raised) {
    if (!is_forwarded_ || !may_be_tried_elsewhere(raised) || !target_->fall_back(attempts_)) throw;
    try_reference();
  }
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
