#include "orb/reference/asynchronous/asynchronous_call.hpp"

#include "orb/reference/asynchronous/asynchronous_binding.hpp"
#include "orb/state/orb_state.hpp"

#include <dimma/asio/detail/call_memory.hpp>
#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma {

ObjectReference::AsynchronousCall::AsynchronousCall(std::shared_ptr<ObjectReference> target, const Operation& operation,
                                                    Deadline deadline, std::shared_ptr<AsyncCompletion> completion)
    : target_(std::move(target)),
      operation_(operation),
      completion_(std::move(completion)),
      observed_(target_->orb()->interceptors().see_requests() ? std::make_unique<Observed>(*this) : nullptr),
      request_{operation_, write_, read_, deadline, target_->orb().get()} {
  attempts_.deadline = deadline;
}

ObjectReference::AsynchronousCall::~AsynchronousCall() = default;

ObjectReference::AsynchronousCall::Observed::Observed(const AsynchronousCall& of)
    : call{of.target_, of.operation_, Messaging::SYNC_WITH_TARGET,
           of.target_->orb()->interceptors().slots().of_this_thread(), true} {}

void ObjectReference::AsynchronousCall::answered(std::shared_ptr<channel::Awaiting> self,
                                                 std::unique_ptr<channel::Answer> answer) noexcept {
  answer_ = std::move(answer);
  completion_->post(std::static_pointer_cast<AsynchronousCall>(std::move(self)));
}

void ObjectReference::AsynchronousCall::begin(std::shared_ptr<AsyncCompletion> completion,
                                              asio::detail::HandledCall& call, asio::detail::CallLists lists) noexcept {
  watch(completion, call, std::move(lists));
  completion_ = std::move(completion);
  send_without_waiting();
  begun();
}

void ObjectReference::AsynchronousCall::send_without_waiting() noexcept {
  waits_for_nothing_ = true;
  try {
    send_or_throw();
  } catch (...) {
    fail(std::current_exception());
  }
}

void ObjectReference::AsynchronousCall::send_or_throw() {
  try {
    send();
  } catch (const CORBA::SystemException& exception) {
    std::rethrow_exception(target_->late_in_hand(exception, request_, roundtrip_));
  }
}

void ObjectReference::AsynchronousCall::send() {
  for (;;) {
    cancellation_.require_wanted();
    if (observed_) {
      if (!has_channel() || is_sent_observed()) return;
      continue;
    }
    if (!waits_for_nothing_) {
      use_.emplace(target_->use_or_bind(attempts_));
    } else if (use_.emplace(target_->channels_.use()); !*use_) {
      return interrupt();
    }
    bool has_begun = true;
    try {
      if (waits_for_nothing_) {
        has_begun = use_->channel().begin_if_connected(self());
      } else {
        begin_in_channel();
      }
    } catch (const CORBA::SystemException& exception) {
      if (!target_->recover(exception, request_, *use_, attempts_)) throw;
      continue;
    }
    if (!has_begun) return interrupt();
    if (cancellation_.is_requested()) cancellation_.cancel_where_begun();
    return;
  }
}

void ObjectReference::AsynchronousCall::fail(std::exception_ptr why) noexcept {
  failure_ = std::move(why);
  completion_->post(self());
}

// Returns true if the call has a channel. A call that must not block also needs an established connection; without one,
// the call is interrupted.
bool ObjectReference::AsynchronousCall::has_channel() {
  if (!waits_for_nothing_) {
    use_.emplace(target_->use_or_bind(attempts_));
    return true;
  }
  use_.emplace(target_->channels_.use());
  if (*use_ && use_->channel().is_connected()) return true;
  interrupt();
  return false;
}

void ObjectReference::AsynchronousCall::interrupt() {
  if (!trace_.is_set()) trace_ = tracing::carried();
  if (*use_) {
    interrupt_until_connected();
  } else {
    interrupt_until_bound();
  }
}

void ObjectReference::AsynchronousCall::interrupt_until_bound() {
  attempts_.bound_now = true;
  AsynchronousBinding::begin(target_, attempts_, resumption());
}

void ObjectReference::AsynchronousCall::interrupt_until_connected() {
  use_->channel().begin_connect(attempts_.deadline, resumption());
}

std::function<void(std::exception_ptr)> ObjectReference::AsynchronousCall::resumption() {
  auto interruption = std::make_shared<orb::Interruption<AsynchronousCall>>(self());
  cancellation_.interrupted(interruption);
  return [interruption = std::move(interruption)](std::exception_ptr failure) {
    if (const auto call = interruption->take()) call->go_on(std::move(failure));
  };
}

// Continues on the executor, since the calling thread may be any thread, which must not be delayed.
void ObjectReference::AsynchronousCall::go_on(std::exception_ptr failure) noexcept {
  failure_ = std::move(failure);
  goes_on_ = true;
  completion_->post(self());
}

std::shared_ptr<Completion> ObjectReference::AsynchronousCall::run() noexcept {
  std::exception_ptr failure = std::move(failure_);
  try {
    if (std::exchange(goes_on_, false)) {
      if (is_sent_after(failure)) return nullptr;
    } else if (!failure && is_sent_on()) {
      return nullptr;
    }
  } catch (const CORBA::SystemException& exception) {
    failure = target_->late_in_hand(exception, request_, roundtrip_);
  } catch (...) {
    failure = std::current_exception();
  }
  answer_.reset();
  use_.reset();
  return tell(std::move(failure));
}

// Restores the caller's trace context around the completion. Inlined into run(), which every call executes.
[[gnu::always_inline]] inline std::shared_ptr<Completion> ObjectReference::AsynchronousCall::tell(
    std::exception_ptr failure) noexcept {
  // The thread that read the answer may keep this call alive a little longer, but not the completion.
  std::shared_ptr<Completion> completion = std::move(completion_);
  if (trace_.is_set()) {
    const tracing::FrameScope within(trace_);
    completion->complete(std::move(failure));
    return completion;
  }
  completion->complete(std::move(failure));
  return completion;
}

void ObjectReference::AsynchronousCall::begin_in_channel() { use_->channel().begin(self()); }

// Sends the request with the interception points before and after. Returns false if the request must be sent again.
bool ObjectReference::AsynchronousCall::is_sent_observed() {
  orb::ClientRequest observed(observed_->call, use_->profile());
  auto ending = observed.send();
  const bool is_let_through = !ending;
  if (is_let_through) {
    observed_->contexts = observed.request_contexts();
    observed_->call_options.service_contexts = observed_->contexts;
    request_.call_options = &observed_->call_options;
    ending = begin_observed();
  }
  const bool has_begun = ending->status == PortableInterceptor::SUCCESSFUL;
  const auto after = observed.end(std::move(*ending));
  if (has_begun) return true;  // the completion reports the outcome
  if (after.status == PortableInterceptor::TRANSPORT_RETRY) return false;
  if (after.status != PortableInterceptor::LOCATION_FORWARD) std::rethrow_exception(after.failure);
  target_->follow(after, *use_, attempts_);
  return false;
}

orb::Ending ObjectReference::AsynchronousCall::begin_observed() {
  try {
    begin_in_channel();
    return {};
  } catch (const CORBA::SystemException& exception) {
    if (target_->recover(exception, request_, *use_, attempts_)) return orb::Ending::retried();
    return orb::Ending::failed(std::current_exception());
  }
}

// Continues a call after an interruption. Returns true if the request was sent.
bool ObjectReference::AsynchronousCall::is_sent_after(std::exception_ptr& failure) {
  if (failure) {
    try {
      std::rethrow_exception(std::exchange(failure, nullptr));
    } catch (const QoSError& error) {
      throw CORBA::INV_POLICY(minor::inv_policy_qos, CORBA::COMPLETED_NO, error.what());
    } catch (const CORBA::SystemException& exception) {
      // The connection could not be established. Handled like a failure to connect in a blocking call.
      if (!*use_ || !target_->recover(exception, request_, *use_, attempts_)) throw;
    }
  }
  send();
  return true;
}

// Returns true if the answer caused the request to be sent again. Inlined into run().
[[gnu::always_inline]] inline bool ObjectReference::AsynchronousCall::is_sent_on() {
  auto answer = std::move(answer_);
  try {
    const auto outcome = channel::read_answer(answer, request_, was_asked_);
    answer.reset();
    if (outcome.kind == channel::Outcome::Kind::done) return false;
    was_asked_ = outcome.kind == channel::Outcome::Kind::again;
    if (!was_asked_) target_->follow(outcome, *use_, attempts_);
  } catch (const CORBA::SystemException& exception) {
    answer.reset();
    if (!target_->recover(exception, request_, *use_, attempts_)) throw;
  }
  send();
  return true;
}

// Cancelling ----------------------------------------------------------------------------------------------------------

void ObjectReference::AsynchronousCall::begun_as(std::weak_ptr<channel::CancelPlace> place, std::uint32_t request_id,
                                                 bool is_sent) noexcept {
  cancellation_.begun_as(std::move(place), request_id, is_sent);
}

void ObjectReference::AsynchronousCall::cancel(bool only_unsent) noexcept {
  // An interrupted call then finds that it was cancelled.
  if (const auto call = cancellation_.request(only_unsent)) call->go_on(nullptr);
}

// Starting calls ------------------------------------------------------------------------------------------------------

// Inlined into prepare().
[[gnu::always_inline]] inline std::shared_ptr<ObjectReference::AsynchronousCall> ObjectReference::asynchronous_call(
    const Operation& operation, std::shared_ptr<AsyncCompletion> completion) {
  orb_->require_callable();
  auto deadline = own_deadline();
  std::optional<Clock::duration> roundtrip;
  if (has_overrides()) {
    roundtrip = roundtrip_of_policies();
    if (roundtrip) deadline = std::min(deadline, Clock::now() + *roundtrip);
  }
  auto call = std::allocate_shared<AsynchronousCall>(asio::detail::CallAllocator<AsynchronousCall>(),
                                                     shared_from_this(), operation, deadline, std::move(completion));
  if (roundtrip) call->roundtrip(*roundtrip);
  return call;
}

std::shared_ptr<asio::detail::CallToBegin> ObjectReference::prepare(const Operation& operation) {
  return asynchronous_call(operation, nullptr);
}

std::shared_ptr<AsyncCall> ObjectReference::begin(const Operation& operation,
                                                  std::shared_ptr<AsyncCompletion> completion) {
  auto call = asynchronous_call(operation, std::move(completion));
  call->send_without_waiting();
  return call;
}

void ObjectReference::begin_or_throw(const Operation& operation, std::shared_ptr<AsyncCompletion> completion) {
  asynchronous_call(operation, std::move(completion))->send_or_throw();
}

}  // namespace dimma
