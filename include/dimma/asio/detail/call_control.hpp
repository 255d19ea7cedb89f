#pragma once
/// Decides how a call with a completion token, or another asynchronous operation, ends: its handler is called, or
/// dropped with its executor. Internal to dimma.

#include <dimma/generated/async_call.hpp>
#include <dimma/generated/function_ref.hpp>

#include <memory>

namespace CORBA {
class Object;
}

namespace dimma::asio::detail {

class CallControl;

/// A call, or another asynchronous operation of an ORB, together with its handler.
class HandledCall {
 public:
  virtual ~HandledCall() = default;
  /// Posts the handler to its executor. Used for a call that has ended before its initiating function has returned.
  /// `control` is kept until the handler is called.
  virtual void post_ending(std::shared_ptr<HandledCall> self, std::shared_ptr<CallControl> control) noexcept = 0;
  /// Destroys the handler without calling it, and everything kept for it.
  virtual void drop() noexcept = 0;
};

/// The outstanding calls of one execution context. Outlives the context as long as there are calls.
class CallList {
 public:
  /// Drops the handlers of all calls and cancels the calls. Called when the context is destroyed.
  virtual void abandon_all() noexcept = 0;

 protected:
  ~CallList() = default;
};
std::shared_ptr<CallList> make_call_list();

/// The lists that a call is in; each may be nullptr.
struct CallLists {
  std::shared_ptr<CallList> first;
  std::shared_ptr<CallList> second;
};

/// The control of one call, shared by the thread that begins the call, its steps, its cancellation slot and its lists.
/// Thread-safe.
///
/// The handler is called when the call has ended, the initiating function has returned, and no step is running or
/// queued, so that nothing else holds the call and its memory.
class CallControl : public AsyncCall {
 public:
  /// Calls `post`, which posts one more step to an executor, unless the handler has been dropped. The executor stays
  /// valid while `post` runs.
  virtual void post(function_ref<void()> post) noexcept = 0;
  /// Like post(), for a thread that is running a function of the executor: the step will run after that function.
  /// Returns false, without a new step, if the handler has been dropped.
  virtual bool enter_step() noexcept = 0;
  /// Called within a step when the call has ended, if the step does not pass the call to leave_step().
  virtual void completed(std::shared_ptr<HandledCall> call) noexcept = 0;
  /// Called when a step has run. `call` is set if the step completed the call, otherwise nullptr. Returns true if the
  /// handler has to be called now; `call` is then the completed call.
  virtual bool leave_step(std::shared_ptr<HandledCall>& call) noexcept = 0;
  /// Returns true, at most once, if the handler has to be called. Used by the step of post_ending().
  virtual bool claim() noexcept = 0;

  /// Drops the handler and cancels the call, unless the handler has already been called.
  virtual void abandon() noexcept = 0;
};

/// A prepared call that has not begun.
class CallToBegin {
 public:
  virtual CallControl& control() noexcept = 0;
  /// Called once. `completion` and `call` are the same object. The call's steps keep its control alive while they run.
  virtual void begin(std::shared_ptr<AsyncCompletion> completion, HandledCall& call, CallLists lists) noexcept = 0;

 protected:
  ~CallToBegin() = default;
};
/// Like begin_async_call(), in two steps. Throws std::bad_alloc; any other failure is passed to the call's completion.
std::shared_ptr<CallToBegin> prepare_call(const CORBA::Object& target, const Operation& operation);

/// The control of an operation other than a call, allocated separately from the operation.
class OperationControl {
 public:
  virtual CallControl& control() noexcept = 0;
  /// Called before the operation begins.
  virtual void watch(const std::shared_ptr<HandledCall>& call, CallLists lists) noexcept = 0;
  /// Called when the initiating function has begun the operation.
  virtual void begun(std::shared_ptr<AsyncCall> operation) noexcept = 0;

 protected:
  ~OperationControl() = default;
};
std::shared_ptr<OperationControl> make_operation_control();

/// The steps queued by the event that the calling thread is serving for an ORB; nullptr if it serves none.
class EventSteps;
EventSteps*& event_steps_of_this_thread() noexcept;

}  // namespace dimma::asio::detail
