#pragma once
/// What decides who ends a call with a completion token: its reply, the end of its executor, or nobody. The same for
/// other operations. dimma's own.

#include <dimma/generated/async_call.hpp>
#include <dimma/generated/function_ref.hpp>

#include <memory>

namespace dimma::asio::detail {

/// A call, or another asynchronous operation of an ORB, with its handler.
class HandledCall {
 public:
  virtual ~HandledCall() = default;
  /// Has the handler called on its executor. For a call that has ended before it had quite begun.
  virtual void post_ending(std::shared_ptr<HandledCall> self) noexcept = 0;
  /// Destroys the handler uncalled, with all that is kept for it.
  virtual void drop() noexcept = 0;
};

/// The outstanding calls of one execution context. Outlives the context where calls do.
class CallList {
 public:
  /// Drops the handlers of all calls, as the context ends, and cancels the calls.
  virtual void abandon_all() noexcept = 0;

 protected:
  ~CallList() = default;
};
std::shared_ptr<CallList> make_call_list();

/// Of one call, shared by the thread that begins it, its steps, its cancellation slot and the lists that it is in. From
/// any thread.
///
/// The handler is called when the call has ended, begun() has been called and all steps have left, so that nobody holds
/// the call and its memory any more.
class CallControl {
 public:
  /// Before the call begins. `call` is the one that the rest is about.
  virtual void join(const std::shared_ptr<CallList>& list) noexcept = 0;
  virtual void watch(const std::shared_ptr<HandledCall>& call) noexcept = 0;
  /// The function that begins the call is done with it.
  virtual void begun(std::shared_ptr<AsyncCall> call) noexcept = 0;

  virtual void cancel(bool only_unsent) noexcept = 0;

  /// Calls `post`, which gives an executor one more step, unless the handler has been dropped. The executor can't end
  /// meanwhile.
  virtual void post(function_ref<void()> post) noexcept = 0;
  /// The call has ended, within a step.
  virtual void completed(std::shared_ptr<HandledCall> call) noexcept = 0;
  /// A step has run. The call if the handler is to be called now.
  virtual std::shared_ptr<HandledCall> leave_step() noexcept = 0;
  /// Whether the handler is to be called; true once at most. For the step of post_ending().
  virtual bool claim() noexcept = 0;

  /// Drops the handler and cancels the call, unless the handler has been called.
  virtual void abandon() noexcept = 0;
  /// Takes the call off its lists: it goes.
  virtual void forget() noexcept = 0;

 protected:
  ~CallControl() = default;
};
std::shared_ptr<CallControl> make_call_control();

/// Of the calling thread, while it serves an event of an ORB; nullptr otherwise.
class EventSteps;
EventSteps*& event_steps_of_this_thread() noexcept;

}  // namespace dimma::asio::detail
