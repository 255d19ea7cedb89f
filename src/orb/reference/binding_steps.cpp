#include "orb/reference/binding_steps.hpp"

#include "orb/reference/binding/retry_rules.hpp"
#include "orb/state/orb_state.hpp"

#include <utility>

namespace dimma {

std::optional<ObjectReference::BindingSteps::Step> ObjectReference::BindingSteps::next() {
  if (!ior_ && !has_target()) return std::nullopt;
  for (;;) {
    if (const auto attempt = tries_->next(Clock::now())) {
      trying_ = *attempt;
      return Step{*choice().binder, ior_->profiles[choice().profile], target_.callbacks(*ior_), trying_.until};
    }
    try {
      raise_failure();
    } catch (const CORBA::SystemException& exception) {
      if (!is_forwarded_ || !orb::may_be_tried_elsewhere(exception) || !target_.fall_back(attempts_)) throw;
    }
    if (!has_target()) return std::nullopt;
  }
}

// Reads the reference's current target, which a forward may have changed. Returns false if the reference has a channel.
bool ObjectReference::BindingSteps::has_target() {
  target_.orb_->require_callable();
  if (target_.channels_.use()) return false;
  ior_ = target_.ior_to_bind(is_forwarded_);
  choices_ = selector().all(*ior_, attempts_.first_profile);
  tries_.emplace(choices_.size(), attempts_.deadline);
  failures_.clear();
  last_ = nullptr;
  return true;
}

orb::ProfileSelector ObjectReference::BindingSteps::selector() const {
  return {target_.orb_->binders(), target_.qos()};
}

void ObjectReference::BindingSteps::raise_failure() {
  if (!last_) selector().refuse(*ior_);
  try {
    std::rethrow_exception(last_);
  } catch (CORBA::SystemException& exception) {
    exception._detail(std::move(failures_));
    throw;
  }
}

void ObjectReference::BindingSteps::succeeded(std::shared_ptr<channel::ClientChannel> channel) {
  channel = target_.orb_->subscribed(std::move(channel), *choice().binder, target_.qos(), *ior_);
  target_.channels_.set(std::move(channel), choice().profile, is_forwarded_);
  target_.orb_->bindings().add(target_);
  attempts_.bound_now = true;
}

void ObjectReference::BindingSteps::failed(const CORBA::SystemException& exception) {
  const auto now = Clock::now();
  if (!orb::may_do_by_another_profile(exception) && !orb::was_too_short(exception, trying_.until, attempts_.deadline)) {
    throw;
  }
  if (now >= trying_.until) tries_->was_silent(trying_.address, now);
  if (!failures_.empty()) failures_ += "; ";
  failures_ += exception._detail();
  if (!last_ || orb::may_be_tried_elsewhere(exception)) last_ = std::current_exception();
}

}  // namespace dimma
