#include "orb/naming/asynchronous_resolution.hpp"

#include "base/sync/assert.hpp"

#include <utility>

namespace dimma::orb {

void AsynchronousResolution::follow(NamePath path) {
  DIMMA_ASSERT(asked_ == 0);
  path_ = std::move(path);
  ask();
}

// Before this function returns, the call may have been answered and the next call begun by another thread.
void AsynchronousResolution::ask() {
  if (path_.questions.empty()) {
    steps_.reset();
    return succeed(std::move(path_.object));
  }
  auto question = std::move(path_.questions.back());
  path_.questions.pop_back();
  const auto context = std::move(path_.object);
  auto done = [self = shared_from_this()](CORBA::object_reference<CORBA::Object> object, std::exception_ptr failure) {
    self->answered(std::move(object), std::move(failure));
  };
  auto steps = path_.questions.empty() ? std::move(steps_) : steps_;
  const auto number = ++asked_;
  const auto call = begin_resolve_name(*context, std::move(question.name), std::move(question.url), std::move(steps),
                                       std::move(done));
  {
    const sync::LockGuard lock(mutex_);
    if (number > call_number_) {
      call_ = call;
      call_number_ = number;
    }
    if (!is_cancelled_) return;
  }
  call->cancel(false);
}

void AsynchronousResolution::answered(CORBA::object_reference<CORBA::Object> object,
                                      std::exception_ptr failure) noexcept {
  if (failure) return fail(std::move(failure));
  try {
    path_.object = std::move(object);
    ask();
  } catch (...) {
    fail(std::current_exception());
  }
}

void AsynchronousResolution::cancel(bool /*only_unsent*/) noexcept {
  std::shared_ptr<AsyncCall> call;
  {
    const sync::LockGuard lock(mutex_);
    is_cancelled_ = true;
    call = call_.lock();
  }
  if (call) call->cancel(false);
}

}  // namespace dimma::orb
