#pragma once
/// An asynchronous operation with its completion handler. Internal to dimma.

#include <dimma/asio/detail/call_control.hpp>
#include <dimma/asio/detail/call_memory.hpp>
#include <dimma/asio/detail/event_steps.hpp>
#include <dimma/asio/detail/executor.hpp>

#include <boost/asio/any_completion_executor.hpp>
#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/execution.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/require.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/system/system_error.hpp>

#include <exception>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dimma::asio::detail {

/// A function object that executes a function on an executor, possibly before it returns.
template <class Executor, class Function>
struct Passing {
  using allocator_type = CallAllocator<void>;
  allocator_type get_allocator() const noexcept { return {}; }
  void operator()() { executor.execute(std::move(function)); }

  Executor executor;
  Function function;
};

/// Posts a function to an executor. Allocates nothing for the common executors, for which posting to the type-erased
/// executor would allocate. `other` is used to post to an executor that cannot be required never to block.
template <class Executor, class Function>
void post_to(const Executor& executor, const boost::asio::any_io_executor& other, Function function) {
  if constexpr (std::is_same_v<Executor, boost::asio::any_io_executor> ||
                std::is_same_v<Executor, boost::asio::any_completion_executor>) {
    if (const auto* io = executor.template target<boost::asio::io_context::executor_type>()) {
      return boost::asio::post(*io, std::move(function));
    }
    if (const auto* pool = executor.template target<boost::asio::thread_pool::executor_type>()) {
      return boost::asio::post(*pool, std::move(function));
    }
  }
  if constexpr (!boost::asio::execution::is_executor<Executor>::value ||
                boost::asio::can_require<Executor, boost::asio::execution::blocking_t::never_t>::value) {
    boost::asio::post(executor, std::move(function));
  } else {
    boost::asio::post(other, Passing<Executor, Function>{executor, std::move(function)});
  }
}

/// Replaces OperationCanceled by the exception that Asio uses for a cancelled operation.
inline std::exception_ptr in_words_of_asio(std::exception_ptr failure) noexcept {
  if (!failure) return failure;
  try {
    std::rethrow_exception(failure);
  } catch (const OperationCanceled&) {
    return std::make_exception_ptr(
        boost::system::system_error(boost::asio::error::make_error_code(boost::asio::error::operation_aborted)));
  } catch (...) {
    return failure;
  }
}

template <class Handler>
using executor_of = boost::asio::associated_executor_t<Handler, boost::asio::any_io_executor>;

template <class T>
inline constexpr bool is_plain_allocator = false;
template <class T>
inline constexpr bool is_plain_allocator<std::allocator<T>> = true;

/// Returns the handler's allocator, or CallAllocator in place of std::allocator.
template <class Handler>
auto allocator_of(const Handler& handler) {
  using Associated = boost::asio::associated_allocator_t<Handler, CallAllocator<void>>;
  if constexpr (is_plain_allocator<Associated>) {
    return CallAllocator<void>();
  } else {
    return boost::asio::get_associated_allocator(handler, CallAllocator<void>());
  }
}

/// Allocates with the handler's allocator.
template <class Operation, class Handler, class... Arguments>
std::shared_ptr<Operation> allocate_handled(Handler&& handler, Arguments&&... arguments) {
  const auto allocator = allocator_of(handler);
  using Allocator =
      typename std::allocator_traits<std::remove_const_t<decltype(allocator)>>::template rebind_alloc<Operation>;
  return std::allocate_shared<Operation>(Allocator(allocator), std::move(handler),
                                         std::forward<Arguments>(arguments)...);
}

/// The function object in a cancellation slot.
class Canceler {
 public:
  explicit Canceler(std::weak_ptr<CallControl> control) noexcept : control_(std::move(control)) {}
  void operator()(boost::asio::cancellation_type type) const {
    const auto control = control_.lock();
    if (!control) return;
    using Type = boost::asio::cancellation_type;
    if ((type & (Type::terminal | Type::partial)) != Type::none) {
      control->cancel(false);
    } else if ((type & Type::total) != Type::none) {
      control->cancel(true);
    }
  }

 private:
  std::weak_ptr<CallControl> control_;
};

/// Outstanding work of a handler's executor and of the default executor. Usually both are the same executor of an
/// io_context, which is the cheapest case.
template <class Executor>
class HandlerWork {
 public:
  HandlerWork(const Executor& executor, const AsioExecutor& home) : is_home_(home.is(executor)) {
    if (is_home_ && home.io() != nullptr) {
      io_.emplace(boost::asio::require(*home.io(), boost::asio::execution::outstanding_work.tracked));
      return;
    }
    apart_.emplace(home, executor, is_home_);
  }
  /// True if both are the same executor.
  bool is_home() const noexcept { return is_home_; }
  /// Keeps only the work of the handler's own executor.
  void keep_own() noexcept {
    if (!is_home_) apart_->home.reset();
  }

 private:
  using Io = std::decay_t<decltype(boost::asio::require(std::declval<const boost::asio::io_context::executor_type&>(),
                                                        boost::asio::execution::outstanding_work.tracked))>;
  struct Apart {
    Apart(const AsioExecutor& at_home, const Executor& executor, bool is_home) {
      home.emplace(at_home.executor());
      if (!is_home) own.emplace(executor);
    }
    std::optional<boost::asio::executor_work_guard<boost::asio::any_io_executor>> home;
    std::optional<boost::asio::executor_work_guard<Executor>> own;
  };

  std::optional<Io> io_;
  std::optional<Apart> apart_;
  bool is_home_;
};

/// An operation together with its handler. The ORB reports its end through `Base`, a Completion; the handler is then
/// called with the tuple `Results`, which derived classes fill.
template <class Base, class Results, class Handler>
class Handled : public Base,
                public HandledCall,
                public EventStep,
                public std::enable_shared_from_this<Handled<Base, Results, Handler>> {
 public:
  /// `control` must outlive the steps of the operation; `kept` is the same control if nothing else owns it.
  Handled(Handler&& handler, Home home, CallControl& control, std::shared_ptr<CallControl> kept)
      : home_(std::move(home)),
        control_(control),
        kept_(std::move(kept)),
        bound_(std::in_place, std::move(handler), *home_),
        is_home_(bound_->work.is_home()) {}
  Handled(const Handled&) = delete;
  Handled& operator=(const Handled&) = delete;

  /// Returns the lists that the operation has to be added to.
  CallLists lists() const {
    if (is_home_) return {home_->calls(), nullptr};
    auto* const own = context_of(executor());
    if (own == nullptr || own == home_->context()) return {home_->calls(), nullptr};
    return {calls_of(*own), home_->calls()};
  }

  // The step may have run, and this object may be gone, before this returns.
  void post(std::shared_ptr<AsyncStep> step) noexcept final {
    if constexpr (is_call) {
      auto* const here = EventSteps::of_this_thread();
      if (here != nullptr && is_home_ && here->are_run_by(*home_)) [[likely]] {
        if (!control_.enter_step()) return;
        step_in_line_ = std::move(step);
        return here->add(*this);
      }
    }
    post(this->shared_from_this(), std::move(step));
  }
  void post_ending(std::shared_ptr<HandledCall> self, std::shared_ptr<CallControl> control) noexcept final {
    post(std::static_pointer_cast<Handled>(std::move(self)), {std::move(control), nullptr});
  }
  void complete(std::exception_ptr failure) noexcept final {
    if (failure) failure_ = in_words_of_asio(std::move(failure));
    if constexpr (!is_call) control_.completed(this->shared_from_this());
  }
  void drop() noexcept final { bound_.reset(); }

  void run_step() final {
    CallControl& control = control_;
    auto step = std::move(step_in_line_);
    auto told = step->run();
    leave(control, std::move(step), std::move(told));
  }
  void post_step(const boost::asio::any_io_executor& executor) noexcept final {
    Runner runner(this->shared_from_this(), std::move(step_in_line_));
    try {
      boost::asio::post(executor, std::move(runner));
    } catch (...) {  // NOLINT: out of memory; the runner has dropped the handler
    }
  }

 protected:
  Results results_{};

 private:
  struct Bound {
    Bound(Handler&& from, const AsioExecutor& home)
        : work(boost::asio::get_associated_executor(from, home.executor()), home), handler(std::move(from)) {}
    HandlerWork<executor_of<Handler>> work;
    Handler handler;
  };

  // The function object that the executor runs. If the step is nullptr, calls the handler; the control keeps everything
  // that the step needs.
  class Runner {
   public:
    using allocator_type = CallAllocator<void>;
    Runner(std::shared_ptr<Handled> call, std::shared_ptr<AsyncStep> step) noexcept
        : step_(std::move(step)), call_(std::move(call)) {}
    Runner(Runner&&) noexcept = default;
    Runner& operator=(Runner&&) = delete;
    ~Runner() {
      if (call_) call_->control_.abandon();
    }
    allocator_type get_allocator() const noexcept { return {}; }
    void operator()() { run(std::move(call_), std::move(step_)); }

   private:
    std::shared_ptr<AsyncStep> step_;
    std::shared_ptr<Handled> call_;
  };

  executor_of<Handler> executor() const {
    return boost::asio::get_associated_executor(bound_->handler, home_->executor());
  }

  static void run(std::shared_ptr<Handled> call, std::shared_ptr<AsyncStep> step) {
    CallControl& control = call->control_;
    [[maybe_unused]] const auto kept = call->kept_control();
    if (step) {
      auto told = step->run();
      call.reset();
      return leave(control, std::move(step), std::move(told));
    }
    if (!control.claim()) return;
    step.reset();
    end(std::move(call));
  }

  // Called when the step has run.
  static void leave(CallControl& control, std::shared_ptr<AsyncStep> step, std::shared_ptr<Completion> told) {
    std::shared_ptr<HandledCall> call;
    // `told` is this object only for a plain call; the steps of a composed operation complete the operations in it.
    if constexpr (is_call) call = std::static_pointer_cast<Handled>(std::move(told));
    told.reset();
    if (!control.leave_step(call)) return;
    step.reset();
    end(std::static_pointer_cast<Handled>(std::move(call)));
  }

  // A call has one step at a time, and no steps of other operations. The step keeps the call alive until the call has
  // reported its end, and keeps the call's control alive.
  static constexpr bool is_call = std::is_same_v<Base, AsyncCompletion>;

  auto kept_control() const noexcept {
    if constexpr (is_call) {
      return nullptr;
    } else {
      return kept_;
    }
  }

  static void post(std::shared_ptr<Handled> self, std::shared_ptr<AsyncStep> step) noexcept {
    CallControl& control = self->control_;
    // The step, run by another thread, may be the last owner of the control.
    std::shared_ptr<AsyncStep> kept;
    [[maybe_unused]] const auto kept_control = self->kept_control();
    control.post([&] {
      kept = step;
      const auto home = self->home_;
      try {
        const auto executor = self->executor();
        post_to(executor, home->executor(), Runner(std::move(self), std::move(step)));
      } catch (...) {  // NOLINT: no executor to report this to; the runner has dropped the handler
      }
    });
  }

  // Frees the memory before the handler is called. Also ends the work on the operation's context if the handler has
  // another context: the program may destroy that context once the handler has been called.
  static void end(std::shared_ptr<Handled> self) {
    if (auto slot = boost::asio::get_associated_cancellation_slot(self->bound_->handler); slot.is_connected()) {
      slot.clear();
    }
    Bound bound(std::move(*self->bound_));
    std::exception_ptr failure = std::move(self->failure_);
    Results results{};
    if (!failure) results = std::move(self->results_);
    self.reset();
    bound.work.keep_own();
    std::apply([&](auto&... each) { std::move(bound.handler)(std::move(failure), std::move(each)...); }, results);
  }

  const Home home_;
  CallControl& control_;
  const std::shared_ptr<CallControl> kept_;
  std::shared_ptr<AsyncStep> step_in_line_;
  std::exception_ptr failure_;
  std::optional<Bound> bound_;
  const bool is_home_;
};

}  // namespace dimma::asio::detail
