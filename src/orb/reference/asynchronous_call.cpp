// An asynchronous call, from the stub that begins it until its reply handler hears of its end.

#include "orb/reference/client_request.hpp"
#include "orb/reference/handler_call.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/state/orb_state.hpp"

#include <algorithm>

namespace dimma {

class ObjectReference::AsynchronousCall final : public channel::Awaiting,
                                                public orb::Answered,
                                                public std::enable_shared_from_this<AsynchronousCall> {
 public:
  AsynchronousCall(std::shared_ptr<ObjectReference> target, const Operation& operation, transport::Deadline deadline,
                   std::unique_ptr<PendingReply> reply)
      : target_(std::move(target)),
        operation_(operation),
        reply_(std::move(reply)),
        call_{target_, operation_, Messaging::SYNC_WITH_TARGET, target_->orb()->interceptors().slots().of_this_thread(),
              true},
        request_{operation_, write_, read_, deadline, target_->orb().get()} {
    attempts_.deadline = deadline;
  }

  channel::Request& request() noexcept override { return request_; }
  void answered(std::shared_ptr<channel::Awaiting> self, std::unique_ptr<channel::Answer> answer) noexcept override {
    answer_ = std::move(answer);
    target_->orb()->answers().put(std::static_pointer_cast<AsynchronousCall>(std::move(self)));
  }

  void send() {
    for (;;) {
      use_.emplace(target_->use_or_bind(attempts_));
      if (target_->orb()->interceptors().see_requests()) [[unlikely]] {
        if (is_sent_observed()) return;
        continue;
      }
      try {
        return begin();
      } catch (const CORBA::SystemException& exception) {
        if (!target_->recover(exception, request_, *use_, attempts_)) throw;
      }
    }
  }

  void finish() noexcept override {
    std::exception_ptr failure;
    try {
      if (is_sent_on()) return;
    } catch (...) {
      failure = std::current_exception();
    }
    use_.reset();
    target_->orb()->answers().over(*this);
    orb::call_handler(*reply_, failure, operation_, target_->orb());
  }

 private:
  void begin() {
    use_->channel().begin(shared_from_this());
    target_->orb()->answers().begun(*this);
  }

  // Between the points of interceptors. False: to be tried again.
  bool is_sent_observed() {
    orb::ClientRequest observed(call_, use_->profile());
    auto ending = observed.send();
    const bool is_let_through = !ending;
    if (is_let_through) {
      contexts_ = observed.request_contexts();
      call_options_.service_contexts = contexts_;
      request_.call_options = &call_options_;
      ending = begin_observed();
    }
    const bool has_begun = ending->status == PortableInterceptor::SUCCESSFUL;
    const auto after = observed.end(std::move(*ending));
    if (has_begun) return true;  // the handler hears of the rest
    if (after.status == PortableInterceptor::TRANSPORT_RETRY) return false;
    if (after.status != PortableInterceptor::LOCATION_FORWARD) std::rethrow_exception(after.failure);
    target_->follow(after, *use_, attempts_);
    return false;
  }
  orb::Ending begin_observed() {
    try {
      begin();
      return {};
    } catch (const CORBA::SystemException& exception) {
      if (target_->recover(exception, request_, *use_, attempts_)) return orb::Ending::retried();
      return orb::Ending::failed(std::current_exception());
    }
  }

  // Whether the request went out again, to where the answer said.
  bool is_sent_on() {
    auto answer = std::move(answer_);
    try {
      const auto outcome = answer->read(request_, was_asked_);
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

  struct Write {
    AsynchronousCall& call;
    void operator()(cdr::Encoder& out) const { call.reply_->write(out); }
  };
  struct Read {
    AsynchronousCall& call;
    void operator()(cdr::Decoder& in) const { call.reply_->read(in); }
  };

  const std::shared_ptr<ObjectReference> target_;
  const Operation operation_;
  const std::unique_ptr<PendingReply> reply_;
  const Write write_{*this};
  const Read read_{*this};
  const orb::ClientRequest::Call call_;
  orb::ServiceContexts contexts_;
  channel::CallOptions call_options_;
  channel::Request request_;
  Attempts attempts_;
  bool was_asked_ = false;
  std::optional<orb::ChannelSlots::Use> use_;
  std::unique_ptr<channel::Answer> answer_;  // goes before the use of its channel
};

void ObjectReference::begin(const Operation& operation, std::unique_ptr<PendingReply> reply) {
  orb_->require_callable();
  orb_->answers().open();
  auto deadline = own_deadline();
  if (has_overrides()) {
    const auto overrides = orb::effective_overrides(orb_->overrides(), overrides_.get());
    if (overrides.roundtrip) deadline = std::min(deadline, transport::Clock::now() + *overrides.roundtrip);
  }
  std::make_shared<AsynchronousCall>(shared_from_this(), operation, deadline, std::move(reply))->send();
}

}  // namespace dimma
