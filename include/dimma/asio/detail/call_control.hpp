#pragma once
/// Decides what ends a call with a completion token: its reply, the end of its executor, or nothing. The same for other
/// operations. dimma's own.

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
  /// Has the handler called on its executor. For a call that has ended before it had quite begun. `control` is kept
  /// until then.
  virtual void post_ending(std::shared_ptr<HandledCall> self, std::shared_ptr<CallControl> control) noexcept = 0;
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

/// Those that a call is in; either may be nullptr.
struct CallLists {
  std::shared_ptr<CallList> first;
  std::shared_ptr<CallList> second;
};

/// The control of one call, shared by the thread that begins it, its steps, its cancellation slot and the lists that it
/// is in. All functions may be called from any thread.
///
/// The handler is called when the call has ended, the function that begins it is done with it, and all steps have left,
/// so that nobody holds the call and its memory.
class CallControl : public AsyncCall {
 public:
  /// Calls `post`, which gives an executor one more step, unless the handler has been dropped. The executor can't end
  /// meanwhile.
  virtual void post(function_ref<void()> post) noexcept = 0;
  /// The same for a thread that the executor runs: the step will come after its function. False if the handler has been
  /// dropped, otherwise there is one more step.
  virtual bool enter_step() noexcept = 0;
  /// The call has ended, within a step that does not give it to leave_step().
  virtual void completed(std::shared_ptr<HandledCall> call) noexcept = 0;
  /// A step has run. It gives the call if it has told the call's end, otherwise nullptr. True: the handler is to be
  /// called now, and `call` is its call.
  virtual bool leave_step(std::shared_ptr<HandledCall>& call) noexcept = 0;
  /// Returns true, once at most, if the handler has to be called. For the step of post_ending().
  virtual bool claim() noexcept = 0;

  /// Drops the handler and cancels the call, unless the handler has been called.
  virtual void abandon() noexcept = 0;
};

/// A call that is still to begin.
class CallToBegin {
 public:
  virtual CallControl& control() noexcept = 0;
  /// Once. `completion` and `call` are the same object, whose steps have this call's control as long as they run.
  virtual void begin(std::shared_ptr<AsyncCompletion> completion, HandledCall& call, CallLists lists) noexcept = 0;

 protected:
  ~CallToBegin() = default;
};
/// As begin_async_call(), in two steps. Throws std::bad_alloc; whatever else there is against the call, its completion
/// is told.
std::shared_ptr<CallToBegin> prepare_call(const CORBA::Object& target, const Operation& operation);

/// The control of another operation, apart from that.
class OperationControl {
 public:
  virtual CallControl& control() noexcept = 0;
  /// Before the operation begins.
  virtual void watch(const std::shared_ptr<HandledCall>& call, CallLists lists) noexcept = 0;
  /// The function that begins the operation is done with it.
  virtual void begun(std::shared_ptr<AsyncCall> operation) noexcept = 0;

 protected:
  ~OperationControl() = default;
};
std::shared_ptr<OperationControl> make_operation_control();

/// The steps of the event that the calling thread serves for an ORB; nullptr if it serves none.
class EventSteps;
EventSteps*& event_steps_of_this_thread() noexcept;

}  // namespace dimma::asio::detail
