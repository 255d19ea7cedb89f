#pragma once
// An asynchronous call, from the stub that begins it to its completion: sends the request, follows forwards, retries
// after failures, and handles cancellation.

#include "orb/reference/asynchronous/cancellation.hpp"
#include "orb/reference/call_control.hpp"
#include "orb/reference/client_request.hpp"
#include "orb/reference/object_reference.hpp"
#include "tracing/current.hpp"

#include <dimma/generated/async_call.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace dimma {

class ObjectReference::AsynchronousCall final : public asio::detail::Control,
                                                public asio::detail::CallToBegin,
                                                public channel::Awaiting,
                                                public AsyncStep {
 public:
  AsynchronousCall(std::shared_ptr<ObjectReference> target, const Operation& operation, Deadline deadline,
                   std::shared_ptr<AsyncCompletion> completion);
  ~AsynchronousCall() override;

  channel::Request& request() noexcept override { return request_; }
  bool may_wait() const noexcept override { return !waits_for_nothing_; }
  tracing::Carried* trace() noexcept override { return &trace_; }
  void begun_as(std::weak_ptr<channel::CancelPlace> place, std::uint32_t request_id, bool is_sent) noexcept override;
  void answered(std::shared_ptr<channel::Awaiting> self, std::unique_ptr<channel::Answer> answer) noexcept override;

  // Sends the request. Blocks until it can be sent; if send_without_waiting() was called, returns instead, and the call
  // continues later. If this function throws, the request was not sent and the call has not begun.
  void send();
  // Calls send(). A TIMEOUT names the operation and the deadline.
  void send_or_throw();
  void roundtrip(Clock::duration by_policy) noexcept { roundtrip_ = by_policy; }
  // Sends the request without blocking, now and in all retries. The completion receives every outcome, including
  // failures to send.
  void send_without_waiting() noexcept;

  asio::detail::CallControl& control() noexcept override { return *this; }
  void begin(std::shared_ptr<AsyncCompletion> completion, asio::detail::HandledCall& call,
             asio::detail::CallLists lists) noexcept override;

  std::shared_ptr<Completion> run() noexcept override;
  void cancel(bool only_unsent) noexcept override;

 private:
  std::shared_ptr<AsynchronousCall> self() {
    return std::static_pointer_cast<AsynchronousCall>(asio::detail::Control::shared_from_this());
  }
  // Returns false if the call was interrupted because it has no channel.
  bool has_channel();
  void interrupt();
  void interrupt_until_bound();
  void interrupt_until_connected();
  std::function<void(std::exception_ptr)> resumption();
  void go_on(std::exception_ptr failure) noexcept;
  void fail(std::exception_ptr why) noexcept;
  std::shared_ptr<Completion> tell(std::exception_ptr failure) noexcept;
  void begin_in_channel();
  bool is_sent_observed();
  orb::Ending begin_observed();
  bool is_sent_after(std::exception_ptr& failure);
  bool is_sent_on();

  struct Write {
    AsynchronousCall& call;
    void operator()(cdr::Encoder& out) const { call.completion_->write(out); }
  };
  struct Read {
    AsynchronousCall& call;
    void operator()(cdr::Decoder& in) const { call.completion_->read(in); }
  };

  const std::shared_ptr<ObjectReference> target_;
  const Operation operation_;
  std::shared_ptr<AsyncCompletion> completion_;  // until it has been called
  const Write write_{*this};
  const Read read_{*this};
  // The call as seen by interceptors. Only made if interceptors are registered.
  struct Observed {
    explicit Observed(const AsynchronousCall& of);
    const orb::ClientRequest::Call call;
    orb::ServiceContexts contexts;
    channel::CallOptions call_options;
  };
  const std::unique_ptr<Observed> observed_;
  channel::Request request_;
  Attempts attempts_;
  std::optional<Clock::duration> roundtrip_;  // from the policies of the thread that began the call
  bool was_asked_ = false;
  std::optional<orb::ChannelSlots::Use> use_;
  std::unique_ptr<channel::Answer> answer_;  // destroyed before the use of its channel
  std::exception_ptr failure_;               // why the call could not begin
  bool waits_for_nothing_ = false;
  bool goes_on_ = false;    // run() resumes an interrupted call
  tracing::Carried trace_;  // the caller's context, set if it is needed

  orb::Cancellation<AsynchronousCall> cancellation_;
};

}  // namespace dimma
