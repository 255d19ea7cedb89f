// Asynchronous calls with reply handlers.

#include "orb/reference/asynchronous/handler_call.hpp"
#include "orb/reference/object_reference.hpp"

namespace dimma::orb {

namespace {
// Makes a blocking call and calls the handler before returning, since no other thread could call it.
void call_at_once(ObjectReference& target, const Operation& operation, PendingReply& reply) {
  std::exception_ptr failure;
  try {
    target.call(
        operation, [&reply](cdr::Encoder& out) { reply.write(out); }, [&reply](cdr::Decoder& in) { reply.read(in); });
  } catch (...) {
    failure = std::current_exception();
  }
  call_handler(reply, failure, operation, target.orb());
}
}  // namespace

void HandlerCompletion::begin(ObjectReference& target, const Operation& operation,
                              std::unique_ptr<PendingReply> reply) {
  const auto& orb = target.orb();
  orb->require_callable();
  if (!sync::has_threads && !orb->application_loop()) return call_at_once(target, operation, *reply);
  const auto completion = std::make_shared<HandlerCompletion>(orb, operation, std::move(reply));
  // From here on, an ORB that is being shut down waits for the handler, even while the request is still being sent.
  orb->answers().begin(*completion);
  try {
    target.begin_or_throw(operation, completion);
  } catch (...) {
    completion->is_over();
    throw;
  }
}

void HandlerCompletion::post(std::shared_ptr<AsyncStep> step) noexcept {
  step_ = std::move(step);
  orb_->answers().put(shared_from_this());
}

void HandlerCompletion::finish() noexcept { std::exchange(step_, nullptr)->run(); }

void HandlerCompletion::is_over() noexcept { orb_->answers().over(*this); }

}  // namespace dimma::orb
