#pragma once
/// The calls that an execution context drops when it is destroyed. Internal to dimma.

#include <dimma/asio/detail/call_control.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/query.hpp>

#include <memory>

namespace dimma::asio::detail {

/// A service that drops the outstanding handlers of an execution context when the context is shut down.
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

inline const std::shared_ptr<CallList>& calls_of(boost::asio::execution_context& context) {
  return boost::asio::use_service<OutstandingCalls>(context).calls();
}

/// Returns the context of an executor; nullptr if the executor does not provide it.
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

}  // namespace dimma::asio::detail
