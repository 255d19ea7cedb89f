#pragma once
/// A call with its completion handler. Internal to dimma.

#include <dimma/asio/detail/handled.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace dimma::asio::detail {

template <class AsyncOperation, class Handler>
class TokenCall final : public Handled<AsyncCompletion, typename AsyncOperation::results, Handler> {
  using Base = Handled<AsyncCompletion, typename AsyncOperation::results, Handler>;

 public:
  using Arguments = typename AsyncOperation::arguments;

  TokenCall(Handler&& handler, Home home, CallControl& control, Arguments arguments)
      : Base(std::move(handler), std::move(home), control, nullptr), arguments_(std::move(arguments)) {}

  void write(cdr::Encoder& out) override { AsyncOperation::write(out, arguments_); }
  void read(cdr::Decoder& in) override { AsyncOperation::read(in, this->results_); }

 private:
  Arguments arguments_;
};

/// Asio's initiation: begins the call once there is a handler, which some tokens make only later.
template <class AsyncOperation>
class StartCall {
 public:
  using executor_type = boost::asio::any_io_executor;
  explicit StartCall(std::shared_ptr<const CORBA::Object> target) noexcept : target_(std::move(target)) {}
  executor_type get_executor() const noexcept { return home_of(*target_)->executor(); }

  template <class Given>
  void operator()(Given&& given, typename AsyncOperation::arguments arguments) const {
    using Handler = std::decay_t<Given>;
    using Call = TokenCall<AsyncOperation, Handler>;
    Handler handler(std::forward<Given>(given));
    auto slot = boost::asio::get_associated_cancellation_slot(handler);
    const auto prepared = prepare_call(*target_, AsyncOperation::operation());
    auto call =
        allocate_handled<Call>(std::move(handler), home_of(*target_), prepared->control(), std::move(arguments));
    if (slot.is_connected()) {
      slot.template emplace<Canceler>(std::shared_ptr<CallControl>(prepared, &prepared->control()));
    }
    Call& handled = *call;
    prepared->begin(std::move(call), handled, handled.lists());
  }

 private:
  std::shared_ptr<const CORBA::Object> target_;
};

}  // namespace dimma::asio::detail
