// The binding of a reference in the calling thread.

#include "orb/reference/binding_steps.hpp"

#include <dimma/minor.hpp>

namespace dimma {

void ObjectReference::bind(Attempts& attempts) {
  // The only thread cannot wait for itself: while it connects, it may serve an upcall that calls through this
  // reference.
  if constexpr (!sync::has_threads) return bind_now(attempts);
  if (!binding_.take(attempts.deadline)) {
    throw CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_NO, "the channel was not bound before the deadline");
  }
  const sync::LockGuard one_binds(binding_, std::adopt_lock);
  bind_now(attempts);
}

void ObjectReference::bind_now(Attempts& attempts) {
  BindingSteps steps(*this, attempts);
  while (const auto step = steps.next()) {
    try {
      return steps.succeeded(step->binder.bind(step->profile, qos(), step->until, step->callbacks));
    } catch (const CORBA::SystemException& exception) {
      steps.failed(exception);
    }
  }
}

}  // namespace dimma
