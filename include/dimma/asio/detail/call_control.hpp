#pragma once
/// Decides what ends a call with a completion token: its reply, the end of its executor, or nothing. Does the same for
/// other operations. dimma's own.

#include <dimma/generated/async_call.hpp>
#include <dimma/generated/function_ref.hpp>

#include <memory>

namespace CORBA {
class Object;
}

namespace dimma::asio::detail {

class CallControl;

/// A call, or another asynchronous operation of an ORB, with its handler.
class HandledCall {
 public:
  virtual ~HandledCall() = default;
  /// Has the handler called on its executor. For a call that has ended before its beginning was complete. `control` is
  /// kept until then.
  virtual void post_ending(std::shared_ptr<HandledCall> self, std::shared_ptr<CallControl> control) noexcept = 0;
  /// Destroys the handler without calling it, with all that is kept for it.
  virtual void drop() noexcept = 0;
};

/// The outstanding calls of one execution context. Outlives the context if calls do.
class CallList {
 public:
  /// Drops the handlers of all calls, as the context ends, and cancels the calls.
  virtual void abandon_all() noexcept = 0;

 protected:
  ~CallList() = default;
};
std::shared_ptr<CallList> make_call_list();

/// The lists that a call is in; either may be nullptr.
struct CallLists {
  std::shared_ptr<CallList> first;
  std::shared_ptr<CallList> second;
};

/// The control of one call, shared by the thread that begins it, its steps, its cancellation slot and the lists that it
/// is in. Thread safe.
///
/// The handler is called when the call has ended, the function that begins it is done with it, and all steps have left,
/// so that nothing holds the call and its memory any longer.
class CallControl : public AsyncCall {
 public:
  /// Calls `post`, which gives an executor one more step, unless the handler has been dropped. The executor can't end
  /// meanwhile.
  virtual void post(function_ref<void()> post) noexcept = 0;
  /// The same for a thread that the executor runs: the step will come after the thread's function. Returns false if the
  /// handler has been dropped, otherwise there is one more step.
  virtual bool enter_step() noexcept = 0;
  /// Called when the call has ended within a step that does not pass it to leave_step().
  virtual void completed(std::shared_ptr<HandledCall> call) noexcept = 0;
  /// Called when a step has run. The step passes the call if it has told the call's end, otherwise nullptr. Returns
  /// true if the handler has to be called now; `call` is its call then.
  virtual bool leave_step(std::shared_ptr<HandledCall>& call) noexcept = 0;
  /// Returns true, at most once, if the handler has to be called. For the step of post_ending().
  virtual bool claim() noexcept = 0;

  /// Drops the handler and cancels the call, unless the handler has been called.
  virtual void abandon() noexcept = 0;
};

/// A call that is still to begin.
class CallToBegin {
 public:
  virtual CallControl& control() noexcept = 0;
  /// Called once. `completion` and `call` are the same object. Its steps keep this call's control as long as they run.
  virtual void begin(std::shared_ptr<AsyncCompletion> completion, HandledCall& call, CallLists lists) noexcept = 0;

 protected:
  ~CallToBegin() = default;
};
/// Like begin_async_call(), in two steps. Throws std::bad_alloc; any other failure is told to the call's completion.
std::shared_ptr<CallToBegin> prepare_call(const CORBA::Object& target, const Operation& operation);

/// The control of another operation, separate from the operation.
class OperationControl {
 public:
  virtual CallControl& control() noexcept = 0;
  /// Called before the operation begins.
  virtual void watch(const std::shared_ptr<HandledCall>& call, CallLists lists) noexcept = 0;
  /// Called when the function that begins the operation is done with it.
  virtual void begun(std::shared_ptr<AsyncCall> operation) noexcept = 0;

 protected:
  ~OperationControl() = default;
};
std::shared_ptr<OperationControl> make_operation_control();

/// The steps of the event that the calling thread serves for an ORB; nullptr if it serves none.
class EventSteps;
EventSteps*& event_steps_of_this_thread() noexcept;

}  // namespace dimma::asio::detail
