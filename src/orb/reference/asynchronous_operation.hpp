#pragma once
// An operation of an ORB besides calls that nobody waits for. It ends once: by what it does, or by its cancellation.

#include "base/sync/sync.hpp"

#include <dimma/asio/detail/orb_operations.hpp>

#include <exception>
#include <memory>

namespace dimma::orb {

// Whatever it waits for keeps it alive: one that is let go of ends unheard.
class AsynchronousOperation : public AsyncCall {
 public:
  using Completed = std::shared_ptr<asio::detail::ObjectCompletion>;
  explicit AsynchronousOperation(Completed completion);

  // Has the completion told, where the first of these calls counts. From any thread; tells nothing before it returns.
  void fail(std::exception_ptr why) noexcept { end({}, std::move(why)); }
  void succeed(CORBA::object_reference<CORBA::Object> object) noexcept { end(std::move(object), nullptr); }

  // At once, whatever kind of cancellation it is: nothing has been changed by what has been done.
  void cancel(bool only_unsent) noexcept override;

 private:
  class Ending;
  void end(CORBA::object_reference<CORBA::Object> object, std::exception_ptr failure) noexcept;

  sync::Atomic<bool> is_over_{false};
  std::shared_ptr<Ending> ending_;  // with the completion, which goes when it has been told or dropped
};

// Calls begin(operation), and has the operation fail by what that throws.
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
