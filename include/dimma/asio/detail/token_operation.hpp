#pragma once
/// An operation of an ORB besides calls with its completion handler. dimma's own.

#include <dimma/asio/completion.hpp>
#include <dimma/asio/detail/handled.hpp>
#include <dimma/asio/detail/orb_operations.hpp>

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dimma::asio::detail {

/// `Action` has the tuple `results`, take(object, results), begin(completion) and executor(), where handlers are called
/// that have no executor of their own.
template <class Action, class Handler>
class TokenOperation final : public Handled<ObjectCompletion, typename Action::results, Handler> {
  using Base = Handled<ObjectCompletion, typename Action::results, Handler>;

 public:
  using Base::Base;
  void found(CORBA::object_reference<CORBA::Object> object) override {
    Action::take(std::move(object), this->results_);
  }
};

/// Asio's initiation.
template <class Action>
class StartOperation {
 public:
  using executor_type = boost::asio::any_io_executor;
  explicit StartOperation(Action action) : action_(std::move(action)) {}
  executor_type get_executor() const noexcept { return action_.executor(); }

  template <class Given>
  void operator()(Given&& given) const {
    using Handler = std::decay_t<Given>;
    start<TokenOperation<Action, Handler>>(
        Handler(std::forward<Given>(given)), action_.executor(),
        [this](std::shared_ptr<ObjectCompletion> completion) { return action_.begin(std::move(completion)); });
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
