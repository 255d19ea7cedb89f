#pragma once
/// An operation of an ORB, other than a call, with its completion handler. Internal to dimma.

#include <dimma/asio/completion.hpp>
#include <dimma/asio/detail/handled.hpp>
#include <dimma/asio/detail/orb_operations.hpp>

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dimma::asio::detail {

/// `Action` has the tuple `results`, take(object, results), begin(completion), and home(), the executor for handlers
/// without an executor.
template <class Action, class Handler>
class TokenOperation final : public Handled<ObjectCompletion, typename Action::results, Handler> {
  using Base = Handled<ObjectCompletion, typename Action::results, Handler>;

 public:
  TokenOperation(Handler&& handler, Home home, const std::shared_ptr<CallControl>& control)
      : Base(std::move(handler), std::move(home), *control, control) {}
  void found(CORBA::object_reference<CORBA::Object> object) override {
    Action::take(std::move(object), this->results_);
  }
};

/// Asio's initiation: begins the operation once there is a handler.
template <class Action>
class StartOperation {
 public:
  using executor_type = boost::asio::any_io_executor;
  explicit StartOperation(Action action) : action_(std::move(action)) {}
  executor_type get_executor() const noexcept { return action_.home()->executor(); }

  template <class Given>
  void operator()(Given&& given) const {
    using Handler = std::decay_t<Given>;
    Handler handler(std::forward<Given>(given));
    auto slot = boost::asio::get_associated_cancellation_slot(handler);
    const auto apart = make_operation_control();
    const std::shared_ptr<CallControl> control(apart, &apart->control());
    auto operation = allocate_handled<TokenOperation<Action, Handler>>(std::move(handler), action_.home(), control);
    apart->watch(operation, operation->lists());
    if (slot.is_connected()) slot.template emplace<Canceler>(control);
    auto begun = action_.begin(std::move(operation));  // takes ownership of the operation
    apart->begun(std::move(begun));
  }

 private:
  Action action_;
};

template <class Token, class Action>
auto initiate_operation(Action action, Token&& token) {
  using Signature = typename SignatureOf<typename Action::results>::type;
  return with_token<Token>(std::forward<Token>(token), [&]<class Passed>(auto& passed) {
    return boost::asio::async_initiate<Passed, Signature>(StartOperation<Action>(std::move(action)), passed);
  });
}

}  // namespace dimma::asio::detail
