#pragma once
/// Executors of Boost.Asio as the ORB knows them.

#include <dimma/upcall_executor.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

#include <functional>
#include <memory>
#include <utility>

namespace dimma::asio {

namespace detail {

/// Whether one of the executors of Asio that can tell says that the calling thread runs its functions.
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
  explicit AsioExecutor(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}

  void execute(std::function<void()> call) override { boost::asio::post(executor_, std::move(call)); }
  bool runs_here() const noexcept override {
    using Loop = boost::asio::io_context::executor_type;
    using Pool = boost::asio::thread_pool::executor_type;
    return runs_in_any_of<Loop, boost::asio::strand<Loop>, Pool, boost::asio::strand<Pool>,
                          boost::asio::strand<boost::asio::any_io_executor>>(executor_);
  }
  const boost::asio::any_io_executor& executor() const noexcept { return executor_; }

 private:
  const boost::asio::any_io_executor executor_;
};

}  // namespace detail

/// The executor as what POAs take.
inline std::shared_ptr<UpcallExecutor> upcall_executor(boost::asio::any_io_executor executor) {
  return std::make_shared<detail::AsioExecutor>(std::move(executor));
}

}  // namespace dimma::asio
