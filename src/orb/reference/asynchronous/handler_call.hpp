#pragma once
// Ends asynchronous calls with reply handlers. The ORB's answer queue calls the handlers.

#include "orb/state/answer_queue.hpp"
#include "orb/state/orb_state.hpp"

#include <dimma/generated/async_call.hpp>
#include <dimma/reply_handler.hpp>

#include <exception>
#include <memory>

namespace dimma {
class ObjectReference;
}

namespace dimma::orb {

// Calls the handler, if there is one, with the answer read by `reply`, or with `failure`. If the handler cannot be
// called, the exception is ignored, since no caller could handle it. Undeclared exceptions of the handler are logged,
// like those of a servant.
void call_handler(PendingReply& reply, const std::exception_ptr& failure, const Operation& operation,
                  const std::shared_ptr<OrbState>& orb) noexcept;

class HandlerCompletion final : public AsyncCompletion,
                                public Answered,
                                public std::enable_shared_from_this<HandlerCompletion> {
 public:
  // Begins the call. If this function throws, the request was not sent and the handler will not be called.
  static void begin(ObjectReference& target, const Operation& operation, std::unique_ptr<PendingReply> reply);

  HandlerCompletion(std::shared_ptr<OrbState> orb, const Operation& operation, std::unique_ptr<PendingReply> reply);
  ~HandlerCompletion() override;

  void write(cdr::Encoder& out) override { reply_->write(out); }
  void read(cdr::Decoder& in) override { reply_->read(in); }
  void post(std::shared_ptr<AsyncStep> step) noexcept override;
  void complete(std::exception_ptr failure) noexcept override;

  void finish() noexcept override;

 private:
  void is_over() noexcept;

  const std::shared_ptr<OrbState> orb_;
  const Operation operation_;
  const std::unique_ptr<PendingReply> reply_;
  std::shared_ptr<AsyncStep> step_;
};

}  // namespace dimma::orb
