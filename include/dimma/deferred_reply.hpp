#pragma once
/// Servants that reply after their operation has returned, without coroutines (TAO's asynchronous method handling).
///
/// `dimma-idl --deferred` generates a second skeleton for each interface, CORBA::servant_traits<I>::deferred_base_type,
/// in `<stem>_deferred.hpp`. Its operations return void. Each takes, after its in and inout arguments, an object to
/// reply with.
///
///   class Printer : public virtual CORBA::servant_traits<Office::Printer>::deferred_base_type {
///     void print(std::string text, dimma::deferred_reply<std::int32_t> reply) override {
///       queue_.push_back({std::move(text), std::move(reply)});   // later, by any thread: reply(pages)
///     }
///   };

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/generated/cdr/values.hpp>
#include <dimma/generated/deferred_request.hpp>
#include <dimma/generated/server_request.hpp>
#include <dimma/loaned.hpp>

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace dimma {

namespace detail {
/// The parameter type of a result of a reply: by value for a loaned sequence, whose ownership passes to the reply.
template <class Result>
using ReplyArgument = std::conditional_t<is_loaned<Result>, Result, const Result&>;
}  // namespace detail

/// The pending reply to one request. `Results` are the operation's result, unless it is void, and its inout and out
/// arguments in their order; empty for a oneway. Loaned sequences among them are moved into the reply.
///
/// Any thread may reply. Until then the request is in progress, like one whose operation has not returned: its object
/// is not etherealized, its connection is not closed, and destroying its POA or shutting down the ORB with
/// wait_for_completion waits. SINGLE_THREAD_MODEL excludes other calls only while the operation function runs, not
/// until the reply. If this object is destroyed without a reply, the caller gets CORBA::NO_RESPONSE (COMPLETED_MAYBE).
///
/// Not thread-safe, except for is_cancelled(); another thread may call the function passed to when_cancelled().
template <class... Results>
class deferred_reply {
 public:
  /// Makes an object that belongs to no request.
  deferred_reply() noexcept = default;
  explicit deferred_reply(std::shared_ptr<DeferredRequest> request) noexcept : request_(std::move(request)) {}
  deferred_reply(deferred_reply&&) noexcept = default;
  deferred_reply& operator=(deferred_reply&&) noexcept = default;
  deferred_reply(const deferred_reply&) = delete;
  deferred_reply& operator=(const deferred_reply&) = delete;
  ~deferred_reply() = default;

  /// True until the reply has been made.
  explicit operator bool() const noexcept { return request_ != nullptr; }

  /// Replies with the results. A result that cannot be sent (a string beyond its bound, say) reaches the caller as a
  /// system exception with COMPLETED_YES. For a oneway the reply only ends the request. Interceptors run within this
  /// call.
  void operator()(detail::ReplyArgument<Results>... results) noexcept {
    const auto request = std::exchange(request_, nullptr);
    if (!request) return;
    const auto write = [&](cdr::Encoder& out) {
      [[maybe_unused]] const cdr::WritingValues values(out);
      (cdr::write(out, results), ...);
    };
    if constexpr ((is_loaned<Results> || ...)) {
      request->reply_with_loans(write);
    } else {
      request->reply(write);
    }
  }
  /// Like operator().
  void reply(detail::ReplyArgument<Results>... results) noexcept {
    (*this)(std::forward<detail::ReplyArgument<Results>>(results)...);
  }

  /// Like dimma::loan_result(), at any time until the reply: returns memory of the request's connection that the reply
  /// can send without a copy, or ordinary memory if the connection has no loans or the reply has been made.
  template <Loanable T>
  loaned<T> loan_result(std::size_t count) const {
    return loaned<T>(LoanBlock::for_reply(request_.get(), LoanBlock::octets_of(count, sizeof(T))), count);
  }

  /// Replies with an exception: a user exception that the operation raises, or a system exception, whose `completed` is
  /// kept. Any other exception reaches the caller as CORBA::UNKNOWN, and is logged.
  void fail(std::exception_ptr failure) noexcept {
    const auto request = std::exchange(request_, nullptr);
    if (request) request->fail(std::move(failure));
  }
  /// Like fail(), with the exception itself: a user exception that the operation raises, or a system exception.
  template <class Exception>
  void raise(Exception exception) {
    fail(std::make_exception_ptr(std::move(exception)));
  }

  /// Sets a function to call if the client stops waiting before the reply, because its connection has ended or it has
  /// cancelled the request. The function is called at most once, by the thread that notices, or at once. It must not
  /// block. The function may use this object, or anything that destroys this object, only under a lock of the
  /// application. The reply is still required: the POA waits for it.
  void when_cancelled(std::function<void()> call) {
    if (request_) request_->when_cancelled(std::move(call));
  }
  /// True if the client no longer waits: it has cancelled the request, or its connection has ended. Thread-safe.
  bool is_cancelled() const noexcept { return request_ != nullptr && request_->is_cancelled(); }

 private:
  std::shared_ptr<DeferredRequest> request_;
};

/// For generated skeletons: calls the servant with the object to reply with. If the servant throws, replies with the
/// exception.
template <class Upcall>
void serve_deferred(ServerRequest& request, std::span<const std::string_view> raises, Upcall&& upcall) {
  const auto deferred = request.defer(raises);
  try {
    std::forward<Upcall>(upcall)(deferred);
  } catch (...) {
    deferred->fail(std::current_exception());
  }
}

}  // namespace dimma
