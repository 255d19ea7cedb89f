#pragma once
/// Used by generated stubs to make an asynchronous call whose end is reported to a completion handler
/// (docs/guides/asynchronous.md). Internal to dimma; applications do not need it.

#include <dimma/generated/operation.hpp>

#include <exception>
#include <memory>

namespace CORBA {
class Object;
}

namespace dimma {

class Completion;

/// A step of an asynchronous call, to be run on the executor on which the call completes.
class AsyncStep {
 public:
  /// Called once for each Completion::post(). Returns the completion whose complete() has been called, and which the
  /// operation no longer refers to; nullptr while the operation continues.
  virtual std::shared_ptr<Completion> run() noexcept = 0;

 protected:
  ~AsyncStep() = default;
};

/// Receives the outcome of an asynchronous operation. The ORB keeps it until complete() has returned.
class Completion {
 public:
  virtual ~Completion() = default;
  /// Posts a call of step->run() to the executor on which the operation completes; never runs the step before this
  /// returns. Thread-safe; must not block. If a step is released without being run, the operation ends without a
  /// report.
  virtual void post(std::shared_ptr<AsyncStep> step) noexcept = 0;
  /// Called when the operation has ended: with nullptr if its results have been read, otherwise with its exception.
  /// Called once, after all other functions, within AsyncStep::run().
  virtual void complete(std::exception_ptr failure) noexcept = 0;
};

/// The part of an asynchronous call that its stub provides.
class AsyncCompletion : public Completion {
 public:
  /// Writes the arguments. Called again if the request is sent again, possibly to another server.
  virtual void write(cdr::Encoder& out) = 0;
  /// Reads the results. Called within AsyncStep::run().
  virtual void read(cdr::Decoder& in) = 0;
};

/// The exception passed to complete() for a call that was cancelled.
class OperationCanceled final : public std::exception {
 public:
  const char* what() const noexcept override { return "the call was cancelled"; }
};

/// A call, or another asynchronous operation, in progress.
class AsyncCall {
 public:
  virtual ~AsyncCall() = default;
  /// Ends the call with OperationCanceled unless it has ended. The server gets a CancelRequest if this is enabled
  /// (--dimma-cancel). With `only_unsent`, a call whose request has been sent is not affected. Thread-safe.
  virtual void cancel(bool only_unsent) noexcept = 0;
};

/// Begins the call, and first binds the target if it is not bound. Neither throws nor calls back before it returns:
/// every outcome of the call is reported by complete().
std::shared_ptr<AsyncCall> begin_async_call(const CORBA::Object& target, const Operation& operation,
                                            std::shared_ptr<AsyncCompletion> completion) noexcept;

}  // namespace dimma
