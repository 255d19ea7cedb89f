#pragma once
// An asynchronous operation of an ORB other than a call. It ends once, with its result or with its cancellation.

#include "base/sync/sync.hpp"

#include <dimma/asio/detail/orb_operations.hpp>

#include <exception>
#include <memory>

namespace dimma::orb {

// Kept alive by the event that the operation waits for. If the event releases it, the operation ends without calling
// its completion.
class AsynchronousOperation : public AsyncCall {
 public:
  using Completed = std::shared_ptr<asio::detail::ObjectCompletion>;
  explicit AsynchronousOperation(Completed completion);

  // Post the completion. Only the first call of either function takes effect. Thread-safe. The completion is not called
  // before they return.
  void fail(std::exception_ptr why) noexcept { end({}, std::move(why)); }
  void succeed(CORBA::object_reference<CORBA::Object> object) noexcept { end(std::move(object), nullptr); }

  // Ends the operation at once for any kind of cancellation, since its steps have no side effects.
  void cancel(bool only_unsent) noexcept override;

 private:
  class Ending;
  void end(CORBA::object_reference<CORBA::Object> object, std::exception_ptr failure) noexcept;

  sync::Atomic<bool> is_over_{false};
  std::shared_ptr<Ending> ending_;  // owns the completion, which is released after it was called
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
