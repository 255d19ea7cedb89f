#pragma once
// The end of an asynchronous call with a reply handler. The ORB's answer queue has the handler called.

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

// Calls the handler with the answer that `reply` has read, or with `failure`. Reports an exception of the handler, or
// its absence, to no one, as there is no caller. Writes exceptions that no IDL names to the log, like a servant's.
void call_handler(PendingReply& reply, const std::exception_ptr& failure, const Operation& operation,
                  const std::shared_ptr<OrbState>& orb) noexcept;

class HandlerCompletion final : public AsyncCompletion,
                                public Answered,
                                public std::enable_shared_from_this<HandlerCompletion> {
 public:
  // Begins the call. Throws what it raises before its request is sent; the handler is not called then.
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
