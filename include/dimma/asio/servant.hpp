#pragma once
/// Servants whose operations are Boost.Asio coroutines, and POAs whose upcalls run on an Asio executor.
///
/// `dimma-idl --asio` generates CORBA::servant_traits<I>::awaitable_base_type in `<stem>_asio.hpp`:
///
///   class Printer : public virtual CORBA::servant_traits<Office::Printer>::awaitable_base_type {
///     boost::asio::awaitable<std::int32_t> print(std::string text) override {
///       co_await spooler_.async_print(text, boost::asio::use_awaitable);
///       co_return 1;
///     }
///   };

#include <dimma/asio/detail/request_executor.hpp>
#include <dimma/asio/executor.hpp>
#include <dimma/deferred_reply.hpp>
#include <dimma/minor.hpp>
#include <dimma/servant.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <exception>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dimma::asio {

/// Makes a policy with which the executor makes all upcalls of a POA, for servants of every kind, and runs the
/// coroutines. For POA::create_POA. The executor's context has to outlive the POA. Requests that are destroyed with the
/// context are refused with NO_RESOURCES (COMPLETED_NO); coroutines that are destroyed with it reply NO_RESPONSE
/// (COMPLETED_MAYBE).
inline CORBA::object_reference<CORBA::Policy> executor_policy(boost::asio::any_io_executor executor) {
  return upcall_executor_policy(upcall_executor(std::move(executor)));
}

/// Returns the executor of the current upcall: the POA's, or else the ORB's. Throws CORBA::OBJ_ADAPTER if neither is an
/// executor of Asio.
inline boost::asio::any_io_executor current_executor() {
  const auto* const known = dynamic_cast<const detail::AsioExecutor*>(current_upcall_executor().get());
  if (known != nullptr) return known->executor();
  throw CORBA::OBJ_ADAPTER(minor::obj_adapter_no_executor, CORBA::COMPLETED_NO,
                           "neither the POA nor the ORB has an Asio executor for its coroutines: create the POA with "
                           "dimma::asio::executor_policy, or override _executor()");
}

/// Base of the skeletons of servants whose operations are coroutines.
class AwaitableServant : public virtual PortableServer::Servant {
 public:
  /// Returns the executor on which the coroutine of a request runs. Called once in each upcall. It is the POA's
  /// executor, or else the ORB's, unless overridden. With one strand for a servant, its operations run one at a time
  /// between their co_awaits. Throws CORBA::OBJ_ADAPTER if neither has one. A coroutine that returns loaned sequences
  /// runs on an adaptor of this executor, through which dimma::loan_result() finds the connection of its request.
  virtual boost::asio::any_io_executor _executor() { return current_executor(); }
  /// Returns true if a coroutine has to be cancelled (terminally, as by a cancellation slot) when its client no longer
  /// waits for the reply, because the connection has ended or the client has cancelled the request. The default is
  /// false: the coroutine runs to its end.
  virtual bool _cancel_with_client() { return false; }

 protected:
  AwaitableServant() = default;
  ~AwaitableServant() override = default;
};

namespace detail {

/// Replies with the results of a coroutine.
template <class Reply>
void reply_with(Reply& reply) {
  reply();
}
template <class Reply, class Result>
void reply_with(Reply& reply, Result&& result) {
  reply(std::forward<Result>(result));
}
template <class Reply, class... Results>
void reply_with(Reply& reply, std::tuple<Results...>&& results) {
  std::apply(reply, std::move(results));
}

#pragma push_macro("emit")  // a macro of Qt; a member function in Boost.Asio
#undef emit
/// Cancels a coroutine on the coroutine's strand.
class Cancellation : public std::enable_shared_from_this<Cancellation> {
 public:
  explicit Cancellation(boost::asio::any_io_executor strand) : strand_(std::move(strand)) {}

  boost::asio::cancellation_slot slot() noexcept { return signal_.slot(); }
  /// Cancels the coroutine. Thread-safe.
  void request() {
    boost::asio::post(strand_, [self = shared_from_this()] {
      if (!self->has_ended_) self->signal_.emit(boost::asio::cancellation_type::terminal);
    });
  }
  /// Called on the strand when the coroutine has ended.
  void end() noexcept { has_ended_ = true; }

 private:
  const boost::asio::any_io_executor strand_;
  boost::asio::cancellation_signal signal_;
  bool has_ended_ = false;
};
#pragma pop_macro("emit")

/// Replies with the outcome of the coroutine. A failure is not logged if the client is gone.
template <class Reply, class... Value>
void end_with(Reply& reply, std::exception_ptr failure, Value&&... value) noexcept {
  if (failure) {
    reply.fail(reply.is_cancelled() ? nullptr : std::move(failure));
  } else {
    reply_with(reply, std::move(value)...);
  }
}

template <class Reply>
inline constexpr bool has_loans = false;
template <class... Results>
inline constexpr bool has_loans<deferred_reply<Results...>> = (is_loaned<Results> || ...);

/// Returns the executor for the coroutine: a RequestExecutor for the request if the results can be loaned.
template <class Reply>
boost::asio::any_io_executor coroutine_executor(const boost::asio::any_io_executor& executor,
                                                const std::shared_ptr<DeferredRequest>& request) {
  if constexpr (has_loans<Reply>) {
    return RequestExecutor(executor, request);
  } else {
    return executor;
  }
}

template <class Reply, class Awaitable>
void spawn(const boost::asio::any_io_executor& executor, Awaitable awaitable,
           const std::shared_ptr<DeferredRequest>& request) {
  boost::asio::co_spawn(coroutine_executor<Reply>(executor, request), std::move(awaitable),
                        [reply = Reply(request)](std::exception_ptr failure, auto&&... value) mutable {
                          end_with(reply, std::move(failure), std::move(value)...);
                        });
}

/// Like spawn(), for a coroutine that is cancelled with its client. A signal must not be emitted while its coroutine
/// runs: both use one strand, even if the executor has several threads.
template <class Reply, class Awaitable>
void spawn_with_client(const boost::asio::any_io_executor& executor, Awaitable awaitable,
                       const std::shared_ptr<DeferredRequest>& request) {
  const boost::asio::any_io_executor strand = boost::asio::make_strand(executor);
  const auto cancellation = std::make_shared<Cancellation>(strand);
  auto ended = [reply = Reply(request), cancellation](std::exception_ptr failure, auto&&... value) mutable {
    cancellation->end();
    end_with(reply, std::move(failure), std::move(value)...);
  };
  boost::asio::co_spawn(coroutine_executor<Reply>(strand, request), std::move(awaitable),
                        boost::asio::bind_cancellation_slot(cancellation->slot(), std::move(ended)));
  request->when_cancelled([weak = std::weak_ptr(cancellation)] {
    if (const auto known = weak.lock()) known->request();
  });
}

}  // namespace detail

/// For generated skeletons: `operation` makes the coroutine of a request whose arguments have been decoded. The
/// coroutine runs on the servant's executor, and its outcome is the reply.
template <class... Results, class Operation>
void serve_awaitable(AwaitableServant& servant, ServerRequest& request, std::span<const std::string_view> raises,
                     Operation&& operation) {
  const auto executor = servant._executor();
  const bool ends_with_client = servant._cancel_with_client();
  serve_deferred(request, raises, [&](const std::shared_ptr<DeferredRequest>& deferred) {
    using Reply = deferred_reply<Results...>;
    if (ends_with_client) return detail::spawn_with_client<Reply>(executor, operation(), deferred);
    detail::spawn<Reply>(executor, operation(), deferred);
  });
}

}  // namespace dimma::asio
