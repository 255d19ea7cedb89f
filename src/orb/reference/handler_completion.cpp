// Asynchronous calls with reply handlers where the ORB has threads: one of them calls the handlers.

#include "orb/reference/handler_call.hpp"
#include "orb/reference/object_reference.hpp"

namespace dimma::orb {

void HandlerCompletion::begin(ObjectReference& target, const Operation& operation,
                              std::unique_ptr<PendingReply> reply) {
  const auto& orb = target.orb();
  orb->require_callable();
  orb->answers().open();
  const auto completion = std::make_shared<HandlerCompletion>(orb, operation, std::move(reply));
  target.begin_or_throw(operation, completion);
  orb->answers().begun(*completion);
}

void HandlerCompletion::post(std::shared_ptr<AsyncStep> step) noexcept {
  step_ = std::move(step);
  orb_->answers().put(shared_from_this());
}

void HandlerCompletion::finish() noexcept { std::exchange(step_, nullptr)->run(); }

void HandlerCompletion::is_over() noexcept { orb_->answers().over(*this); }

}  // namespace dimma::orb
