#pragma once
/// An asynchronous operation with its completion handler. dimma's own.

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

/// Has an executor run a function, which may be where this is called.
template <class Executor, class Function>
struct Passing {
  using allocator_type = CallAllocator<void>;
  allocator_type get_allocator() const noexcept { return {}; }
  void operator()() { executor.execute(std::move(function)); }

  Executor executor;
  Function function;
};

/// Has an executor run a function later. Allocates nothing in the common cases: an executor of any kind would give what
/// it runs memory of its own. `other` serves those that can't be told to run nothing inside.
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

/// What of a cancelled call's end is told in Asio's words.
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

/// The handler's allocator; one that uses memory again where that would be the standard one.
template <class Handler>
auto allocator_of(const Handler& handler) {
  using Associated = boost::asio::associated_allocator_t<Handler, CallAllocator<void>>;
  if constexpr (is_plain_allocator<Associated>) {
    return CallAllocator<void>();
  } else {
    return boost::asio::get_associated_allocator(handler, CallAllocator<void>());
  }
}

/// In a cancellation slot.
class Canceler {
 public:
  explicit Canceler(std::shared_ptr<CallControl> control) noexcept : control_(std::move(control)) {}
  void operator()(boost::asio::cancellation_type type) const {
    using Type = boost::asio::cancellation_type;
    if ((type & (Type::terminal | Type::partial)) != Type::none) {
      control_->cancel(false);
    } else if ((type & Type::total) != Type::none) {
      control_->cancel(true);
    }
  }

 private:
  std::shared_ptr<CallControl> control_;
};

/// An operation whose end the ORB tells by `Base`, a Completion, and its handler, which is then called with the tuple
/// `Results`: derived classes fill that.
template <class Base, class Results, class Handler>
class Handled : public Base, public HandledCall, public std::enable_shared_from_this<Handled<Base, Results, Handler>> {
 public:
  Handled(Handler handler, const boost::asio::any_io_executor& other, std::shared_ptr<CallControl> control)
      : executor_(boost::asio::get_associated_executor(handler, other)),
        control_(std::move(control)),
        bound_(std::in_place, std::move(handler), executor_, other) {
    join_contexts(*control_, executor_, other);
  }
  ~Handled() override { control_->forget(); }
  Handled(const Handled&) = delete;
  Handled& operator=(const Handled&) = delete;

  std::pmr::memory_resource* memory() noexcept final { return call_memory(); }

  // The step may have run, and the call be gone, before this returns.
  void post(std::shared_ptr<AsyncStep> step) noexcept final { post(this->shared_from_this(), std::move(step)); }
  void post_ending(std::shared_ptr<HandledCall> self) noexcept final {
    post(std::static_pointer_cast<Handled>(std::move(self)), nullptr);
  }
  void complete(std::exception_ptr failure) noexcept final {
    failure_ = in_words_of_asio(std::move(failure));
    control_->completed(this->shared_from_this());
  }
  void drop() noexcept final { bound_.reset(); }

 protected:
  Results results_{};

 private:
  struct Bound {
    Bound(Handler&& from, const executor_of<Handler>& executor, const boost::asio::any_io_executor& other)
        : own_work(executor), other_work(other), handler(std::move(from)) {}
    boost::asio::executor_work_guard<executor_of<Handler>> own_work;
    boost::asio::executor_work_guard<boost::asio::any_io_executor> other_work;
    Handler handler;
  };

  // What the executor runs.
  class Runner {
   public:
    using allocator_type = CallAllocator<void>;
    Runner(std::shared_ptr<Handled> call, std::shared_ptr<AsyncStep> step) noexcept
        : call_(std::move(call)), step_(std::move(step)) {}
    Runner(Runner&&) noexcept = default;
    Runner& operator=(Runner&&) = delete;
    ~Runner() {
      if (call_) call_->control_->abandon();
    }
    allocator_type get_allocator() const noexcept { return {}; }

    void operator()() {
      auto call = std::move(call_);
      auto step = std::move(step_);
      if (!step) {
        if (call->control_->claim()) end(std::move(call));
        return;
      }
      step->run();
      step.reset();
      const auto control = call->control_;
      call.reset();
      if (auto ended = control->leave_step()) end(std::static_pointer_cast<Handled>(std::move(ended)));
    }

   private:
    std::shared_ptr<Handled> call_;
    std::shared_ptr<AsyncStep> step_;
  };

  static void post(std::shared_ptr<Handled> self, std::shared_ptr<AsyncStep> step) noexcept {
    const auto control = self->control_;
    control->post([&] {
      const auto executor = self->executor_;
      const auto other = self->bound_->other_work.get_executor();
      try {
        auto* const here = EventSteps::of_this_thread();
        if (here != nullptr && here->are_run_by(executor)) return here->add(Runner(std::move(self), std::move(step)));
        post_to(executor, other, Runner(std::move(self), std::move(step)));
      } catch (...) {  // NOLINT: there is no executor to tell of it; the runner has dropped the handler
      }
    });
  }

  // The memory is free again before the handler is called. So is the context that the operation was given, where the
  // handler has another: whoever hears of the end by the handler may destroy it.
  static void end(std::shared_ptr<Handled> self) {
    if (auto slot = boost::asio::get_associated_cancellation_slot(self->bound_->handler); slot.is_connected()) {
      slot.clear();
    }
    Bound bound(std::move(*self->bound_));
    std::exception_ptr failure = std::move(self->failure_);
    Results results{};
    if (!failure) results = std::move(self->results_);
    self.reset();
    bound.other_work.reset();
    std::apply([&](auto&... each) { std::move(bound.handler)(std::move(failure), std::move(each)...); }, results);
  }

  const executor_of<Handler> executor_;
  const std::shared_ptr<CallControl> control_;
  std::exception_ptr failure_;
  std::optional<Bound> bound_;
};

/// Makes the `Operation` of a handler and has it begun: `begin` takes it, and gives the AsyncCall.
template <class Operation, class Handler, class Begin, class... Arguments>
void start(Handler handler, const boost::asio::any_io_executor& other, const Begin& begin, Arguments&&... arguments) {
  const auto allocator = allocator_of(handler);
  auto slot = boost::asio::get_associated_cancellation_slot(handler);
  const auto control = make_call_control();
  using Allocator =
      typename std::allocator_traits<std::remove_const_t<decltype(allocator)>>::template rebind_alloc<Operation>;
  auto operation = std::allocate_shared<Operation>(Allocator(allocator), std::move(handler), other, control,
                                                   std::forward<Arguments>(arguments)...);
  control->watch(operation);
  if (slot.is_connected()) slot.template emplace<Canceler>(control);
  auto begun = begin(std::move(operation));  // which is then let go of
  control->begun(std::move(begun));
}

}  // namespace dimma::asio::detail
