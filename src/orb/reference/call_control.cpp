#include "orb/reference/call_control.hpp"

#include <dimma/asio/detail/call_memory.hpp>

namespace dimma::asio::detail {

void List::abandon_all() noexcept {
  for (;;) {
    std::shared_ptr<Control> control;
    {
      const sync::LockGuard lock(mutex_);
      Link* const link = first_.next;
      if (link == &first_) return;
      control = link->of->weak_from_this().lock();
      unlink(*link);
    }
    if (control) control->abandon();  // otherwise the control is being destroyed
  }
}

void Control::leave(Place& place) noexcept {
  place.list->remove(place.link);
  place.list.reset();
}

// Called if the call ended before the function that begins the call had returned.
void Control::post_ending() noexcept {
  std::shared_ptr<HandledCall> completed;
  {
    const sync::LockGuard lock(mutex_);
    if (has_ended_) return;
    completed = completed_;
  }
  auto& told = *completed;
  told.post_ending(std::move(completed), shared_from_this());
}

void Control::post(function_ref<void()> post) noexcept {
  const sync::LockGuard lock(mutex_);
  if (has_ended_) return;
  ++users_;
  post();
}

bool Control::enter_step() noexcept {
  const sync::LockGuard lock(mutex_);
  if (has_ended_) return false;
  ++users_;
  return true;
}

void Control::completed(std::shared_ptr<HandledCall> call) noexcept {
  const sync::LockGuard lock(mutex_);
  if (!has_ended_) completed_ = std::move(call);
}

bool Control::leave_step(std::shared_ptr<HandledCall>& call) noexcept {
  {
    const sync::LockGuard lock(mutex_);
    DIMMA_ASSERT(users_ != 0);
    --users_;
    if (has_ended_) return false;
    if (users_ != 0) {
      if (call) completed_ = std::move(call);
      return false;
    }
    if (!call) call = std::move(completed_);
    if (!call) return false;
    end_locked();
  }
  forget();
  return true;
}

bool Control::claim() noexcept {
  std::shared_ptr<HandledCall> completed;
  {
    const sync::LockGuard lock(mutex_);
    if (has_ended_) return false;
    completed = std::move(completed_);
    end_locked();
  }
  forget();
  return true;
}

void Control::abandon() noexcept {
  std::shared_ptr<void> handled;
  std::shared_ptr<HandledCall> completed;
  {
    const sync::LockGuard lock(mutex_);
    if (has_ended_) return;
    handled = handled_.lock();
    completed = std::move(completed_);
    end_locked();
  }
  forget();
  if (handled) call_->drop();
  cancel(false);
}

void Control::end_locked() noexcept {
  DIMMA_ASSERT(!has_ended_);
  has_ended_ = true;
  handled_.reset();
}

namespace {

// A control that is not part of the operation. The operation is set when it has begun.
class ControlApart final : public Control, public OperationControl {
 public:
  CallControl& control() noexcept override { return *this; }

  void watch(const std::shared_ptr<HandledCall>& call, CallLists lists) noexcept override {
    Control::watch(call, *call, std::move(lists));
  }

  void begun(std::shared_ptr<AsyncCall> operation) noexcept override {
    bool is_cancelled = false;
    bool only_unsent = false;
    {
      const sync::LockGuard lock(mutex_);
      operation_ = operation;
      is_cancelled = is_cancelled_;
      only_unsent = only_unsent_;
    }
    if (is_cancelled && operation) operation->cancel(only_unsent);
    operation.reset();
    Control::begun();
  }

  void cancel(bool only_unsent) noexcept override {
    std::shared_ptr<AsyncCall> operation;
    {
      const sync::LockGuard lock(mutex_);
      operation = operation_.lock();
      if (!operation) {  // begun() cancels it if it has not begun yet
        only_unsent_ = only_unsent && (!is_cancelled_ || only_unsent_);
        is_cancelled_ = true;
      }
    }
    if (operation) operation->cancel(only_unsent);
  }

 private:
  sync::Mutex mutex_;
  bool is_cancelled_ DIMMA_GUARDED_BY(mutex_) = false;
  bool only_unsent_ DIMMA_GUARDED_BY(mutex_) = false;
  std::weak_ptr<AsyncCall> operation_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace

std::shared_ptr<CallList> make_call_list() { return std::make_shared<List>(); }

std::shared_ptr<OperationControl> make_operation_control() {
  return std::allocate_shared<ControlApart>(CallAllocator<ControlApart>());
}

EventSteps*& event_steps_of_this_thread() noexcept {
  static constinit DIMMA_PER_THREAD EventSteps* steps = nullptr;
  return steps;
}

}  // namespace dimma::asio::detail
