#pragma once
/// A call with its completion handler. dimma's own.

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

  TokenCall(Handler handler, const boost::asio::any_io_executor& other, std::shared_ptr<CallControl> control,
            Arguments arguments)
      : Base(std::move(handler), other, std::move(control)), arguments_(std::move(arguments)) {}

  void write(cdr::Encoder& out) override { AsyncOperation::write(out, arguments_); }
  void read(cdr::Decoder& in) override { AsyncOperation::read(in, this->results_); }

 private:
  Arguments arguments_;
};

/// Asio's initiation: begins the call when a handler is there, which with some tokens is later.
template <class AsyncOperation>
class StartCall {
 public:
  using executor_type = boost::asio::any_io_executor;
  explicit StartCall(std::shared_ptr<const CORBA::Object> target) noexcept : target_(std::move(target)) {}
  executor_type get_executor() const noexcept { return default_executor(*target_); }

  template <class Given>
  void operator()(Given&& given, typename AsyncOperation::arguments arguments) const {
    using Handler = std::decay_t<Given>;
    start<TokenCall<AsyncOperation, Handler>>(
        Handler(std::forward<Given>(given)), default_executor(*target_),
        [this](std::shared_ptr<AsyncCompletion> call) {
          return begin_async_call(*target_, AsyncOperation::operation(), std::move(call));
        },
        std::move(arguments));
  }

 private:
  std::shared_ptr<const CORBA::Object> target_;
};

}  // namespace dimma::asio::detail
