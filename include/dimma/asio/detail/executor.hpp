#pragma once
/// The executors that calls complete on. dimma's own.

#include <dimma/asio/detail/call_control.hpp>
#include <dimma/asio/executor.hpp>
#include <dimma/event_loop.hpp>
#include <dimma/object.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/system_executor.hpp>

#include <memory>

namespace dimma::asio::detail {

/// What run_on() has left with an ORB.
inline boost::asio::any_io_executor kept_executor(const std::shared_ptr<UpcallExecutor>& executor) {
  if (const auto* const known = dynamic_cast<const AsioExecutor*>(executor.get())) return known->executor();
  return boost::asio::system_executor();
}

/// Where the handlers are called that have no executor of their own: on the one that runs the ORB.
inline boost::asio::any_io_executor default_executor(const CORBA::Object& target) {
  return kept_executor(event_executor_of(target));
}
inline boost::asio::any_io_executor default_executor(const CORBA::object_reference<CORBA::ORB>& orb) {
  return kept_executor(event_executor_of(orb));
}

/// Has an execution context drop the handlers that it would have called, when it ends.
class OutstandingCalls final : public boost::asio::execution_context::service {
 public:
  using key_type = OutstandingCalls;
  inline static boost::asio::execution_context::id id;

  explicit OutstandingCalls(boost::asio::execution_context& context)
      : boost::asio::execution_context::service(context), calls_(make_call_list()) {}
  const std::shared_ptr<CallList>& calls() const noexcept { return calls_; }

 private:
  void shutdown() override { calls_->abandon_all(); }

  const std::shared_ptr<CallList> calls_;
};

/// The context of an executor that tells it, nullptr for others.
template <class Executor>
boost::asio::execution_context* context_of(const Executor& executor) {
  using Context = boost::asio::execution::context_as_t<boost::asio::execution_context&>;
  if constexpr (boost::asio::can_query<const Executor&, Context>::value) {
    return &boost::asio::query(executor, Context());
  } else if constexpr (requires { static_cast<boost::asio::execution_context*>(&executor.context()); }) {
    return &executor.context();
  } else {
    return nullptr;
  }
}

/// Both may be of one context.
template <class Executor>
void join_contexts(CallControl& control, const Executor& executor, const boost::asio::any_io_executor& other) {
  auto* const context = context_of(executor);
  if (context != nullptr) control.join(boost::asio::use_service<OutstandingCalls>(*context).calls());
  auto* const others = context_of(other);
  if (others != nullptr && others != context) {
    control.join(boost::asio::use_service<OutstandingCalls>(*others).calls());
  }
}

}  // namespace dimma::asio::detail
