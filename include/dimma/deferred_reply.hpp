#pragma once
/// Servants that reply later, without coroutines. TAO calls this asynchronous method handling.
///
/// `dimma-idl --deferred` writes a second skeleton for each interface, CORBA::servant_traits<I>::deferred_base_type, in
/// `<stem>_deferred.hpp`. Its operations return nothing. Each gets, after its in and inout arguments, an object to
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
/// The form in which a reply takes a result: a loaned sequence goes with the reply.
template <class Result>
using ReplyArgument = std::conditional_t<is_loaned<Result>, Result, const Result&>;
}  // namespace detail

/// The reply that a servant owes to one request. `Results` are the operation's result, unless it is void, and its inout
/// and out arguments in their order; empty for a oneway. Loaned sequences among them are moved into the reply.
///
/// Any thread may reply. Until then the request is in progress, like one whose operation has not returned: its object
/// is not etherealized, its POA not destroyed with wait_for_completion, its connection not closed, the ORB not shut
/// down with wait_for_completion. SINGLE_THREAD_MODEL excludes other calls only while the operation function runs, not
/// until the reply. If it is destroyed without a reply, the caller gets CORBA::NO_RESPONSE (COMPLETED_MAYBE).
///
/// Not thread safe, except for is_cancelled() and the function of when_cancelled().
template <class... Results>
class deferred_reply {
 public:
  /// Makes one to which no request belongs.
  deferred_reply() noexcept = default;
  explicit deferred_reply(std::shared_ptr<DeferredRequest> request) noexcept : request_(std::move(request)) {}
  deferred_reply(deferred_reply&&) noexcept = default;
  deferred_reply& operator=(deferred_reply&&) noexcept = default;
  deferred_reply(const deferred_reply&) = delete;
  deferred_reply& operator=(const deferred_reply&) = delete;
  ~deferred_reply() = default;

  /// True if a reply is still owed.
  explicit operator bool() const noexcept { return request_ != nullptr; }

  /// Replies with the results. A result that can't be sent (a string beyond its bound, say) reaches the caller as a
  /// system exception with COMPLETED_YES. A oneway's reply only says that it is done. Interceptors run within this
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
  /// The same under a name.
  void reply(detail::ReplyArgument<Results>... results) noexcept {
    (*this)(std::forward<detail::ReplyArgument<Results>>(results)...);
  }

  /// Like dimma::loan_result(), at any time until the reply: returns memory of the request's connection that this reply
  /// can send without a copy. Returns ordinary memory if the connection has no loans, or if no reply is owed.
  template <Loanable T>
  loaned<T> loan_result(std::size_t count) const {
    return loaned<T>(LoanBlock::for_reply(request_.get(), LoanBlock::octets_of(count, sizeof(T))), count);
  }

  /// Replies with an exception: a user exception that the operation raises, or a system exception with its own
  /// `completed`. Anything else reaches the caller as CORBA::UNKNOWN, and is logged.
  void fail(std::exception_ptr failure) noexcept {
    const auto request = std::exchange(request_, nullptr);
    if (request) request->fail(std::move(failure));
  }
  /// Replies with an exception: one that the IDL names, or a system exception. Called once, like the reply itself.
  template <class Exception>
  void raise(Exception exception) {
    fail(std::make_exception_ptr(std::move(exception)));
  }

  /// Has `call` called if the client stops waiting before there is a reply: its connection has ended, or it has
  /// cancelled the request. It is called at most once, by the thread that notices, or at once. It must not block. It
  /// may use this object, or something that destroys it, only under a lock of the application's. A reply is still owed:
  /// the POA waits for it.
  void when_cancelled(std::function<void()> call) {
    if (request_) request_->when_cancelled(std::move(call));
  }
  /// True if the client no longer waits: it has cancelled the request, or its connection is gone. Thread safe.
  bool is_cancelled() const noexcept { return request_ != nullptr && request_->is_cancelled(); }

 private:
  std::shared_ptr<DeferredRequest> request_;
};

/// For generated skeletons: calls the servant with the object to reply with. An exception becomes the reply.
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
