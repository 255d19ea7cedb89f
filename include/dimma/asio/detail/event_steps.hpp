#pragma once
/// The steps of calls that an event of the ORB brings, on the executor that serves it. dimma's own.

#include <dimma/asio/detail/call_control.hpp>
#include <dimma/asio/detail/call_memory.hpp>
#include <dimma/asio/detail/request_batch.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>

#include <new>
#include <type_traits>
#include <utility>

namespace dimma::asio::detail {

/// Where a thread serves an event of an ORB on the very executor that a call completes on, the call's step is run
/// behind the event, by the same function of the executor's: it is spared a round through the executor's queue, which
/// costs a system call and as many instructions as decoding the reply. What a step throws leaves that function; those
/// behind it are posted then.
class EventSteps {
 public:
  /// While the event is served. For one thread.
  explicit EventSteps(const boost::asio::any_io_executor& executor) noexcept
      : executor_(executor), outer_(std::exchange(of_this_thread(), this)) {}
  ~EventSteps() {
    if (of_this_thread() == this) of_this_thread() = outer_;
    while (Step* const step = take()) step->post(executor_);
  }
  EventSteps(const EventSteps&) = delete;
  EventSteps& operator=(const EventSteps&) = delete;

  /// nullptr while the thread serves no event.
  static EventSteps*& of_this_thread() noexcept { return event_steps_of_this_thread(); }

  template <class Executor>
  bool are_run_by(const Executor& executor) const noexcept {
    if constexpr (std::is_convertible_v<const Executor&, boost::asio::any_io_executor>) {
      return boost::asio::any_io_executor(executor) == executor_;
    } else {
      return false;
    }
  }
  /// Throws std::bad_alloc.
  template <class Function>
  void add(Function function) {
    void* const memory = take_call_memory(sizeof(StepOf<Function>));
    Step* const step = ::new (memory) StepOf<Function>(std::move(function));
    (last_ != nullptr ? last_->next : first_) = step;
    last_ = step;
  }

  /// When the event has been served. Steps that these lead to are posted.
  void run() {
    of_this_thread() = outer_;
    if (first_ != nullptr && first_->next != nullptr) {
      run_several();
    } else if (Step* const step = take()) {
      step->run();
    }
  }

 private:
  // Requests that they begin are sent together.
  void run_several() {
    const auto send_soon = [this](std::shared_ptr<RequestBatch> batch) {
      boost::asio::post(executor_, SendingBatch{std::move(batch)});
    };
    const RequestBatchScope scope(send_soon);
    while (Step* const step = take()) step->run();
  }

  struct SendingBatch {
    using allocator_type = CallAllocator<void>;
    allocator_type get_allocator() const noexcept { return {}; }
    void operator()() const { batch->send(); }
    std::shared_ptr<RequestBatch> batch;
  };

  struct Step {
    virtual ~Step() = default;
    /// Both destroy it.
    virtual void run() = 0;
    virtual void post(const boost::asio::any_io_executor& executor) noexcept = 0;
    Step* next = nullptr;
  };

  template <class Function>
  struct StepOf final : Step {
    explicit StepOf(Function given) noexcept : function(std::move(given)) {}
    void run() override {
      auto taken = release();
      taken();
    }
    void post(const boost::asio::any_io_executor& executor) noexcept override {
      try {
        boost::asio::post(executor, release());
      } catch (...) {  // NOLINT: no memory for it; the function has been destroyed, and has told what it keeps
      }
    }
    Function release() noexcept {
      Function taken(std::move(function));
      this->~StepOf();
      give_call_memory(this, sizeof(StepOf));
      return taken;
    }
    Function function;
  };

  Step* take() noexcept {
    Step* const step = first_;
    if (step != nullptr) first_ = step->next;
    if (first_ == nullptr) last_ = nullptr;
    return step;
  }

  const boost::asio::any_io_executor& executor_;
  EventSteps* const outer_;
  Step* first_ = nullptr;
  Step* last_ = nullptr;
};

}  // namespace dimma::asio::detail
