#pragma once
/// The steps of calls that an event of the ORB leads to, on the executor that serves it. dimma's own.

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

/// A step that follows an event, with its link in the line.
class EventStep {
 public:
  /// Either ends the step, which may be in line again before they return.
  virtual void run_step() = 0;
  virtual void post_step(const boost::asio::any_io_executor& executor) noexcept = 0;

  EventStep* next = nullptr;  ///< in that line

 protected:
  ~EventStep() = default;
};

/// Steps that run right after an event. If a thread serves an event of an ORB on the very executor that a call
/// completes on, the call's step is run after the event, by the same function of the executor. That saves a round
/// through the executor's queue, which costs a system call and as many instructions as decoding the reply. An exception
/// that a step throws leaves that function; the steps after it are then posted.
class EventSteps {
 public:
  /// Exists while the event is served. For one thread.
  explicit EventSteps(const AsioExecutor& home) noexcept
      : home_(home), of_thread_(of_this_thread()), outer_(std::exchange(of_thread_, this)) {}
  ~EventSteps() {
    if (of_thread_ == this) of_thread_ = outer_;
    while (EventStep* const step = take()) step->post_step(home_.executor());
  }
  EventSteps(const EventSteps&) = delete;
  EventSteps& operator=(const EventSteps&) = delete;

  /// Returns nullptr while the thread serves no event.
  static EventSteps*& of_this_thread() noexcept { return event_steps_of_this_thread(); }

  bool are_run_by(const AsioExecutor& home) const noexcept {
    return &home == &home_ || home.executor() == home_.executor();
  }
  /// Adds a step that is in no line.
  void add(EventStep& step) noexcept {
    step.next = nullptr;
    (last_ != nullptr ? last_->next : first_) = &step;
    last_ = &step;
  }

  /// Called when the event has been served. Steps that these lead to are posted.
  void run() {
    of_thread_ = outer_;
    if (first_ != last_) {
      run_several();
    } else if (EventStep* const step = take()) {
      step->run_step();
    }
  }

 private:
  // Sends requests that they begin together.
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
