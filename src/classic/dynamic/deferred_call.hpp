#pragma once
// A call whose reply is read by a thread that asks for it.

#include "classic/dynamic/dynamic_call.hpp"

#include <dimma/generated/async_call.hpp>

#include <cstdint>
#include <exception>
#include <memory>

namespace dimma::classic {

// The runtime posts steps of the call, and the threads that wait for the reply run them. is_over(), wait() and
// failure() are used by one thread at a time.
class DeferredCall final : public AsyncCompletion {
 public:
  explicit DeferredCall(std::shared_ptr<DynamicCall> call);

  // Sends the request.
  static std::shared_ptr<DeferredCall> begin(const std::shared_ptr<DynamicCall>& call);

  // Returns true if the call has ended, after running the steps that have been posted. Never blocks.
  bool is_over();
  // Returns when the call has ended.
  void wait();
  // The exception of a call that has ended; null if it has results.
  const std::exception_ptr& failure() const noexcept { return failure_; }
  // Drops the steps that have been posted, and those to come.
  void abandon() noexcept;

  void write(cdr::Encoder& out) override { call_->write(out); }
  void read(cdr::Decoder& in) override { call_->read(in); }
  void post(std::shared_ptr<AsyncStep> step) noexcept override;
  void complete(std::exception_ptr failure) noexcept override;

 private:
  static void raise(void* self, cdr::Decoder& in) { static_cast<DeferredCall*>(self)->call_->raise(in); }

  const std::shared_ptr<DynamicCall> call_;
  const UserExceptionReader reader_;
  const dimma::Operation operation_;
  std::shared_ptr<AsyncStep> step_;  // guarded by the lock of all calls, like is_abandoned_
  bool is_abandoned_ = false;
  bool is_over_ = false;
  std::exception_ptr failure_;
};

// The number of steps that have been posted so far, for all calls of the process.
std::uint64_t posted_steps();
// Returns when there have been more than `seen`.
void wait_for_more_steps(std::uint64_t seen);

}  // namespace dimma::classic
