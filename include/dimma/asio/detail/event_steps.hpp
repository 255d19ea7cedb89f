#pragma once
/// The steps of calls that result from an event of the ORB, run by the executor that serves the event. Internal to
/// dimma.

#include <dimma/asio/detail/call_control.hpp>
#include <dimma/asio/detail/call_memory.hpp>
#include <dimma/asio/detail/request_batch.hpp>
#include <dimma/asio/executor.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>

#include <memory>
#include <type_traits>
#include <utility>

namespace dimma::asio::detail {

/// A queued step, with its link to the next.
class EventStep {
 public:
  /// Run or post the step, which may be queued again before the function returns.
  virtual void run_step() = 0;
  virtual void post_step(const boost::asio::any_io_executor& executor) noexcept = 0;

  EventStep* next = nullptr;  ///< in the queue

 protected:
  ~EventStep() = default;
};

/// A queue of steps that run right after an event. If a thread serves an event of an ORB on the executor that a call
/// completes on, the call's step runs after the event, within the same function of the executor. This saves a round
/// through the executor's queue, which costs a system call and as many instructions as decoding the reply. If a step
/// throws, the exception leaves that function, and the remaining steps are posted.
class EventSteps {
 public:
  /// Constructed before an event is served. Used by one thread.
  explicit EventSteps(const AsioExecutor& home) noexcept
      : home_(home), of_thread_(of_this_thread()), outer_(std::exchange(of_thread_, this)) {}
  ~EventSteps() {
    if (of_thread_ == this) of_thread_ = outer_;
    while (EventStep* const step = take()) step->post_step(home_.executor());
  }
  EventSteps(const EventSteps&) = delete;
  EventSteps& operator=(const EventSteps&) = delete;

  /// Returns nullptr if the thread serves no event.
  static EventSteps*& of_this_thread() noexcept { return event_steps_of_this_thread(); }

  bool are_run_by(const AsioExecutor& home) const noexcept {
    return &home == &home_ || home.executor() == home_.executor();
  }
  /// Queues a step that is not queued yet.
  void add(EventStep& step) noexcept {
    step.next = nullptr;
    (last_ != nullptr ? last_->next : first_) = &step;
    last_ = &step;
  }

  /// Runs the queued steps. Called when the event has been served; steps that result from these steps are posted.
  void run() {
    of_thread_ = outer_;
    if (first_ != last_) {
      run_several();
    } else if (EventStep* const step = take()) {
      step->run_step();
    }
  }

 private:
  // Runs the steps, and sends the requests of all these steps as one batch.
  void run_several() {
    const auto send_soon = [this](std::shared_ptr<RequestBatch> batch) {
      boost::asio::post(home_.executor(), SendingBatch{std::move(batch)});
    };
    const RequestBatchScope scope(send_soon);
    while (EventStep* const step = take()) step->run_step();
  }

  struct SendingBatch {
    using allocator_type = CallAllocator<void>;
    allocator_type get_allocator() const noexcept { return {}; }
    void operator()() const { batch->send(); }
    std::shared_ptr<RequestBatch> batch;
  };

  EventStep* take() noexcept {
    EventStep* const step = first_;
    if (step != nullptr) first_ = step->next;
    if (first_ == nullptr) last_ = nullptr;
    return step;
  }

  const AsioExecutor& home_;
  EventSteps*& of_thread_;
  EventSteps* const outer_;
  EventStep* first_ = nullptr;
  EventStep* last_ = nullptr;
};

}  // namespace dimma::asio::detail
