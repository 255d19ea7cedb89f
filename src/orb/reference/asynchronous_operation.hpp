#pragma once
// An operation of an ORB, other than a call, that proceeds without blocking a thread. It ends once: by its result, or
// by its cancellation.

#include "base/sync/sync.hpp"

#include <dimma/asio/detail/orb_operations.hpp>

#include <exception>
#include <memory>

namespace dimma::orb {

// It is kept alive by what it waits for. If that lets go of it, it ends without telling its completion.
class AsynchronousOperation : public AsyncCall {
 public:
  using Completed = std::shared_ptr<asio::detail::ObjectCompletion>;
  explicit AsynchronousOperation(Completed completion);

  // Have the completion told; only the first of these calls counts. Thread safe. Nothing is told before they return.
  void fail(std::exception_ptr why) noexcept { end({}, std::move(why)); }
  void succeed(CORBA::object_reference<CORBA::Object> object) noexcept { end(std::move(object), nullptr); }

  // Ends at once, for any kind of cancellation: its steps have changed nothing.
  void cancel(bool only_unsent) noexcept override;

 private:
  class Ending;
  void end(CORBA::object_reference<CORBA::Object> object, std::exception_ptr failure) noexcept;

  sync::Atomic<bool> is_over_{false};
  std::shared_ptr<Ending> ending_;  // with the completion, which goes when it has been told or dropped
};

// Calls begin(operation). If that throws, the operation fails with the exception.
template <class Operation, class Begin>
std::shared_ptr<AsyncCall> begin_operation(std::shared_ptr<Operation> operation, const Begin& begin) noexcept {
  try {
    begin(operation);
  } catch (...) {
    operation->fail(std::current_exception());
  }
  return operation;
}

}  // namespace dimma::orb
