#pragma once
/// The executor of a coroutine that serves a request and returns loaned sequences. Internal to dimma.

#include <dimma/generated/deferred_request.hpp>
#include <dimma/generated/loaned_reply.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/require.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace dimma::asio::detail {

/// An executor adaptor that runs functions on its inner executor, with loan_result() bound to the reply to the request:
/// on any thread on which the coroutine continues, and in coroutines that it spawns on its executor. Does not keep the
/// request alive.
class RequestExecutor {
 public:
  using Inner = boost::asio::any_io_executor;

  RequestExecutor(Inner inner, std::weak_ptr<DeferredRequest> request) noexcept
      : inner_(std::move(inner)), request_(std::move(request)) {}

  template <class Function>
  void execute(Function&& function) const {
    inner_.execute(Step<std::decay_t<Function>>{request_, std::forward<Function>(function)});
  }

  template <class Property>
  requires boost::asio::can_query<const Inner&, Property>::value decltype(auto) query(const Property& property) const {
    return boost::asio::query(inner_, property);
  }
  template <class Property>
  requires boost::asio::can_require<const Inner&, Property>::value RequestExecutor require(const Property& property)
  const { return {boost::asio::require(inner_, property), request_}; }
  template <class Property>
  requires boost::asio::can_prefer<const Inner&, Property>::value RequestExecutor prefer(const Property& property)
  const { return {boost::asio::prefer(inner_, property), request_}; }

  friend bool operator==(const RequestExecutor& left, const RequestExecutor& right) noexcept {
    return left.inner_ == right.inner_ && !left.request_.owner_before(right.request_) &&
           !right.request_.owner_before(left.request_);
  }

 private:
  template <class Function>
  struct Step {
    void operator()() {
      const LoanResultScope scope(request);
      std::move(function)();
    }
    std::weak_ptr<DeferredRequest> request;
    Function function;
  };

  Inner inner_;
  std::weak_ptr<DeferredRequest> request_;
};

}  // namespace dimma::asio::detail
