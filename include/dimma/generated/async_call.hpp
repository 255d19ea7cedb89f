#pragma once
/// Used by generated stubs to make an asynchronous call whose end is told to a completion handler
/// (docs/guides/asynchronous.md). dimma's own; an application has no need of it.

#include <dimma/generated/operation.hpp>

#include <exception>
#include <memory>

namespace CORBA {
class Object;
}

namespace dimma {

class Completion;

/// A step of an asynchronous call that is to be run on the executor on which the call completes.
class AsyncStep {
 public:
  /// Once for each Completion::post(). Gives the completion whose complete() has been called, which nothing of the
  /// operation keeps; nullptr while the operation goes on.
  virtual std::shared_ptr<Completion> run() noexcept = 0;

 protected:
  ~AsyncStep() = default;
};

/// Told of the end of an asynchronous operation. The ORB keeps it until complete() has returned.
class Completion {
 public:
  virtual ~Completion() = default;
  /// Has step->run() called, on the executor that the operation completes on and never before this returns. From any
  /// thread; must not block. A step that is released without being run ends the operation unheard.
  virtual void post(std::shared_ptr<AsyncStep> step) noexcept = 0;
  /// The operation has ended: by nullptr when its results have been given, otherwise by what it raised. Called once, as
  /// the last, within AsyncStep::run().
  virtual void complete(std::exception_ptr failure) noexcept = 0;
};

/// An asynchronous call as its stub sees it.
class AsyncCompletion : public Completion {
 public:
  /// Writes the arguments; again where the request is sent again, to another server perhaps.
  virtual void write(cdr::Encoder& out) = 0;
  /// Reads the results, within AsyncStep::run().
  virtual void read(cdr::Decoder& in) = 0;
};

/// The exception that complete() gets for a call that was cancelled.
class OperationCanceled final : public std::exception {
 public:
  const char* what() const noexcept override { return "the call was cancelled"; }
};

/// A call, or another asynchronous operation, in progress.
class AsyncCall {
 public:
  virtual ~AsyncCall() = default;
  /// Ends the call by OperationCanceled unless it has ended. Its server gets a CancelRequest, if it is one that takes
  /// them (--dimma-cancel). With `only_unsent` a call stays as it is whose request has been sent. From any thread.
  virtual void cancel(bool only_unsent) noexcept = 0;
};

/// Begins the call, and binds the target first if it is not bound. Neither throws nor calls back before it returns:
/// whatever happens to the call, complete() is told.
std::shared_ptr<AsyncCall> begin_async_call(const CORBA::Object& target, const Operation& operation,
                                            std::shared_ptr<AsyncCompletion> completion) noexcept;

}  // namespace dimma
