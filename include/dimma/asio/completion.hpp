#pragma once
/// Calls with a completion token (docs/guides/completion-tokens.md). In stubs of dimma-idl --asio an operation `op` has
/// an `async_op(arguments..., token)`, whose completion signature is void(std::exception_ptr, results...):
///
///   account->async_pay(100, [](std::exception_ptr failure, std::int32_t left, std::string receipt) { ... });
///   auto [left, receipt] = co_await account->async_pay(100);
///
/// Thread-safe; calls may be made at the same time. The initiating function does not throw the exceptions of the call:
/// any failure is passed to the handler as its `std::exception_ptr`. After a cancellation that is a
/// boost::system::system_error of operation_aborted.

#include <dimma/asio/detail/token_call.hpp>
#include <dimma/generated/async_operation.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/version.hpp>
#if BOOST_ASIO_VERSION >= 102800
#include <boost/asio/deferred.hpp>
#else
#include <boost/asio/use_awaitable.hpp>
#endif

#include <exception>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dimma {

/// The default token of calls: boost::asio::deferred. With an Asio below 1.28 it is boost::asio::use_awaitable, since
/// that version cannot await a deferred operation that completes with an std::exception_ptr and values.
struct DefaultToken {};

namespace asio {

using dimma::DefaultToken;

namespace detail {

#if BOOST_ASIO_VERSION >= 102800
inline constexpr auto& default_token = boost::asio::deferred;
#else
inline constexpr auto& default_token = boost::asio::use_awaitable;
#endif

template <class Results>
struct SignatureOf;
template <class... Results>
struct SignatureOf<std::tuple<Results...>> {
  using type = void(std::exception_ptr, Results...);
};

/// Calls `body` with the token and, as template argument, the type to pass it on as: a reference if the caller keeps
/// the token.
template <class Token, class Body>
auto with_token(Token&& token, const Body& body) {
  if constexpr (std::is_same_v<std::remove_cvref_t<Token>, DefaultToken>) {
    return body.template operator()<decltype(default_token)>(default_token);
  } else {
    return body.template operator()<Token>(token);
  }
}

/// `Token` is a reference if the caller keeps the token.
template <class AsyncOperation, class Token>
auto initiate(const CORBA::Object& target, std::remove_reference_t<Token>& token,
              typename AsyncOperation::arguments arguments) {
  using Signature = typename SignatureOf<typename AsyncOperation::results>::type;
  return boost::asio::async_initiate<Token, Signature>(StartCall<AsyncOperation>(target.shared_from_this()), token,
                                                       std::move(arguments));
}

}  // namespace detail
}  // namespace asio

/// Called by generated code.
template <class Token, class AsyncOperation>
struct Initiation {
  /// For generated code: begins the call, and returns the result of the token.
  template <class... Arguments>
  static auto start(const CORBA::Object& target, Token&& token, Arguments&&... arguments) {
    typename AsyncOperation::arguments values{std::forward<Arguments>(arguments)...};
    return asio::detail::with_token<Token>(std::forward<Token>(token), [&]<class Passed>(auto& passed) {
      return asio::detail::initiate<AsyncOperation, Passed>(target, passed, std::move(values));
    });
  }
};

}  // namespace dimma
