#include "iiop/client/tasked_channel.hpp"

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "execution/task.hpp"

#include <dimma/generated/function_ref.hpp>
#include <dimma/minor.hpp>

#include <exception>
#include <functional>
#include <optional>
#include <system_error>

namespace dimma::iiop {

namespace {

// Marks a task's thread as being in an upcall if the caller is in one: the resource that the task waits for may depend
// on that upcall.
class OnBehalfOfAnUpcall final : public channel::BlockingObserver {
 public:
  void before_block() override {}
  void done_waiting() noexcept override {}
};

}  // namespace

// A thread that runs the jobs that it is given, one after the other.
class TaskedChannel::Task {
 public:
  explicit Task(const Scheduling& scheduling)
      : thread_(execution::start_thread(scheduling, execution::thread_name::task, [this] { work(); })) {}
  ~Task() {
    {
      const sync::LockGuard lock(mutex_);
      ending_ = true;
      changed_.notify_all();
    }
    thread_.join();
  }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // Runs `body` on the thread and waits for its end. Throws what `body` throws.
  void run(function_ref<void()> body) {
    Job job{body, channel::CurrentUpcall::in_upcall(), false, nullptr};
    sync::UniqueLock lock(mutex_);
    DIMMA_ASSERT(is_free());
    job_ = &job;
    changed_.notify_all();
    changed_.wait(lock, [&job] { return job.done; });
    if (job.failure) std::rethrow_exception(job.failure);
  }
  // Runs `body` on the thread and does not wait for it. `body` must not throw.
  void start(std::function<void()> body) {
    const sync::LockGuard lock(mutex_);
    DIMMA_ASSERT(is_free());
    started_ = std::move(body);
    changed_.notify_all();
  }

 private:
  struct Job {
    function_ref<void()> body;
    bool within_upcall;
    bool done;
    std::exception_ptr failure;
  };

  bool is_free() const noexcept DIMMA_REQUIRES(mutex_) { return job_ == nullptr && !started_; }
  void work() {
    sync::UniqueLock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this]() DIMMA_REQUIRES(mutex_) { return job_ != nullptr || started_ || ending_; });
      if (started_) {
        auto body = std::exchange(started_, nullptr);
        lock.unlock();
        body();
        body = nullptr;
        lock.lock();
        continue;
      }
      if (job_ == nullptr) return;
      Job& job = *std::exchange(job_, nullptr);
      lock.unlock();
      perform(job);
      lock.lock();
      job.done = true;
      changed_.notify_all();
    }
  }
  static void perform(Job& job) {
    OnBehalfOfAnUpcall upcall;
    std::optional<channel::CurrentUpcall> current;
    if (job.within_upcall) current.emplace(upcall);
    try {
      job.body();
    } catch (...) {
      job.failure = std::current_exception();
    }
  }

  sync::Mutex mutex_;
  sync::Condition changed_;
  Job* job_ DIMMA_GUARDED_BY(mutex_) = nullptr;
  std::function<void()> started_ DIMMA_GUARDED_BY(mutex_);
  bool ending_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Thread thread_;
};

namespace {

template <class Tasks, class Task>
std::unique_ptr<Tasks> make_tasks(const EngineeringQoS& qos) {
  const auto make = [scheduling = qos.scheduling] {
    try {
      return std::make_unique<Task>(scheduling);
    } catch (const std::system_error& error) {
      throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                                std::string("cannot start a task: ") + error.what());
    }
  };
  const auto& processing = qos.processing_concurrency;
  if (processing.kind() == ProcessingConcurrency::Kind::pool) return Tasks::pool("task", processing.tasks(), make);
  execution::require_schedulable(qos.scheduling);
  return Tasks::factory("task", Tasks::no_limit, make);
}

}  // namespace

TaskedChannel::TaskedChannel(std::shared_ptr<AssembledChannel> within, const EngineeringQoS& qos,
                             const Settings& settings)
    : WrappingChannel(std::move(within)),
      patience_(qos, settings),
      one_task_a_call_(qos.processing_concurrency == ProcessingConcurrency::factory),
      tasks_(make_tasks<Tasks, Task>(qos)) {}

TaskedChannel::~TaskedChannel() = default;

template <class Work>
void TaskedChannel::carry(Deadline deadline, Work work) {
  auto task = take(*tasks_, patience_, deadline);
  const channel::NestedWait waiting;
  const auto finished = [&] {
    if (one_task_a_call_) task.discard();
  };
  try {
    task->run(work);
  } catch (...) {
    finished();
    throw;
  }
  finished();
}

channel::Outcome TaskedChannel::call(channel::Request& request) {
  channel::Outcome outcome;
  carry(request.deadline, [&] { outcome = within_->call(request); });
  return outcome;
}

channel::Located TaskedChannel::locate(channel::Outcome& forward, Deadline deadline) {
  auto located = channel::Located::unknown_object;
  carry(deadline, [&] { located = within_->locate(forward, deadline); });
  return located;
}

namespace {

// Waits on a task's thread for the answer to a call. When the ORB ends, the call ends like any other.
class AwaitedByTask final : public channel::Awaiting {
 public:
  explicit AwaitedByTask(channel::Request& request) noexcept : request_(request) {}

  channel::Request& request() noexcept override { return request_; }
  void answered(std::shared_ptr<channel::Awaiting> /*self*/,
                std::unique_ptr<channel::Answer> answer) noexcept override {
    const sync::LockGuard lock(mutex_);
    answer_ = std::move(answer);
    is_answered_ = true;
    changed_.notify_all();
  }
  std::unique_ptr<channel::Answer> await() {
    sync::UniqueLock lock(mutex_);
    changed_.wait(lock, [this]() DIMMA_REQUIRES(mutex_) { return is_answered_; });
    return std::move(answer_);
  }

 private:
  channel::Request& request_;
  sync::Mutex mutex_;
  sync::Condition changed_;
  std::unique_ptr<channel::Answer> answer_ DIMMA_GUARDED_BY(mutex_);
  bool is_answered_ DIMMA_GUARDED_BY(mutex_) = false;
};

channel::Outcome carry_to_the_end(AssembledChannel& channel, channel::Request& request) {
  for (bool was_asked = false;; was_asked = true) {
    const auto awaited = std::make_shared<AwaitedByTask>(request);
    channel.begin(awaited);
    auto outcome = channel::read_answer(awaited->await(), request, was_asked);
    if (outcome.kind != channel::Outcome::Kind::again) return outcome;
  }
}

}  // namespace

// A task that was made for this call alone is destroyed with this object, and so never by its own thread.
class TaskedChannel::CarriedAnswer final : public channel::Answer {
 public:
  CarriedAnswer(Tasks::Lease task, bool one_task_a_call) noexcept
      : task_(std::move(task)), one_task_a_call_(one_task_a_call) {}
  ~CarriedAnswer() override {
    if (one_task_a_call_) task_.discard();
  }

  Task& task() noexcept { return *task_; }
  void carry(AssembledChannel& channel, channel::Request& request) noexcept {
    try {
      outcome_ = carry_to_the_end(channel, request);
    } catch (...) {
      failure_ = std::current_exception();
    }
    if (!one_task_a_call_) task_.release();
  }
  channel::Outcome read(const channel::Request& /*request*/, bool /*was_asked*/) override {
    if (failure_) std::rethrow_exception(failure_);
    return std::move(outcome_);
  }

 private:
  Tasks::Lease task_;
  const bool one_task_a_call_;
  channel::Outcome outcome_;
  std::exception_ptr failure_;
};

void TaskedChannel::begin(std::shared_ptr<channel::Awaiting> call) {
  // Copyable, so that a std::function can hold it.
  struct Carried {
    std::shared_ptr<channel::Awaiting> call;
    std::unique_ptr<CarriedAnswer> answer;
  };
  auto task = take(*tasks_, patience_, call->request().deadline);
  const auto carried = std::make_shared<Carried>();
  carried->answer = std::make_unique<CarriedAnswer>(std::move(task), one_task_a_call_);
  carried->call = std::move(call);
  carried->answer->task().start([carried, within = within_] {
    auto& told = *carried->call;
    carried->answer->carry(*within, told.request());
    told.answered(std::move(carried->call), std::move(carried->answer));
  });
}

void TaskedChannel::close() noexcept {
  tasks_->close();
  within_->close();
}

void TaskedChannel::report(std::vector<channel::Fact>& facts) const {
  within_->report(facts);
  add_usage(facts, "processing", tasks_->usage(), "tasks: ");
}

std::shared_ptr<AssembledChannel> with_tasks(std::shared_ptr<AssembledChannel> channel, const EngineeringQoS& qos,
                                             const Settings& settings) {
  const auto kind = qos.processing_concurrency.kind();
  const bool has_tasks = kind == ProcessingConcurrency::Kind::pool || kind == ProcessingConcurrency::Kind::factory;
  if (!has_tasks) return channel;
  return std::make_shared<TaskedChannel>(std::move(channel), qos, settings);
}

}  // namespace dimma::iiop
