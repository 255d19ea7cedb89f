#pragma once
/// Adapts executors of Boost.Asio to the interface that the ORB uses.

#include <dimma/asio/detail/outstanding_calls.hpp>
#include <dimma/upcall_executor.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace dimma::asio {

namespace detail {

/// Returns true if the executor has one of these types, and the calling thread is running a function of the executor.
template <class... Executors>
bool runs_in_any_of(const boost::asio::any_io_executor& executor) noexcept {
  const auto runs_in = [&]<class Executor>(const Executor* /*type*/) {
    const auto* const known = executor.template target<Executor>();
    return known != nullptr && known->running_in_this_thread();
  };
  return (runs_in(static_cast<const Executors*>(nullptr)) || ...);
}

class AsioExecutor final : public UpcallExecutor {
 public:
  explicit AsioExecutor(boost::asio::any_io_executor executor)
      : executor_(std::move(executor)),
        io_(executor_.target<boost::asio::io_context::executor_type>()),
        context_(context_of(executor_)),
        calls_(calls_of(*context_)) {}

  void execute(std::function<void()> call) override { boost::asio::post(executor_, std::move(call)); }
  bool runs_here() const noexcept override {
    using Loop = boost::asio::io_context::executor_type;
    using Pool = boost::asio::thread_pool::executor_type;
    return runs_in_any_of<Loop, boost::asio::strand<Loop>, Pool, boost::asio::strand<Pool>,
                          boost::asio::strand<boost::asio::any_io_executor>>(executor_);
  }
  const boost::asio::any_io_executor& executor() const noexcept { return executor_; }
  /// The executor if it is an io_context's, otherwise nullptr.
  const boost::asio::io_context::executor_type* io() const noexcept { return io_; }
  template <class Executor>
  bool is(const Executor& executor) const noexcept {
    if constexpr (std::is_same_v<Executor, boost::asio::io_context::executor_type>) {
      return io_ != nullptr && *io_ == executor;
    } else if constexpr (std::is_same_v<Executor, boost::asio::any_io_executor>) {
      if (io_ == nullptr) return executor == executor_;
      const auto* const io = executor.template target<boost::asio::io_context::executor_type>();
      return io != nullptr && *io == *io_;
    } else if constexpr (std::is_convertible_v<const Executor&, boost::asio::any_io_executor>) {
      return boost::asio::any_io_executor(executor) == executor_;
    } else {
      return false;
    }
  }
  const boost::asio::execution_context* context() const noexcept { return context_; }
  /// The outstanding calls of the executor's context.
  const std::shared_ptr<CallList>& calls() const noexcept { return calls_; }

 private:
  const boost::asio::any_io_executor executor_;
  const boost::asio::io_context::executor_type* const io_;
  boost::asio::execution_context* const context_;
  const std::shared_ptr<CallList> calls_;
};

}  // namespace detail

/// Wraps an executor of Asio, so that POAs can use it.
inline std::shared_ptr<UpcallExecutor> upcall_executor(boost::asio::any_io_executor executor) {
  return std::make_shared<detail::AsioExecutor>(std::move(executor));
}

}  // namespace dimma::asio
