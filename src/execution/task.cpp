#include "execution/task.hpp"

#include "base/sync/sync.hpp"

#include <dimma/qos.hpp>

#include <cerrno>
#include <memory>
#include <optional>
#include <system_error>

#include <pthread.h>
#include <sched.h>

namespace dimma::execution {

namespace {

// Returns 0 or an errno.
int choose_processors(const std::set<unsigned>& cpus) {
  if (cpus.empty()) return 0;
  cpu_set_t chosen;
  CPU_ZERO(&chosen);
  for (const unsigned cpu : cpus) CPU_SET(cpu, &chosen);
  if (const int error = pthread_setaffinity_np(pthread_self(), sizeof chosen, &chosen)) return error;
  // The system ignores processors that do not exist. A channel is made as specified or not at all.
  cpu_set_t given;
  if (const int error = pthread_getaffinity_np(pthread_self(), sizeof given, &given)) return error;
  return CPU_EQUAL(&chosen, &given) ? 0 : EINVAL;
}

int choose_policy(const Scheduling& scheduling) {
  int policy = SCHED_OTHER;
  switch (scheduling.policy) {
    case SchedulingPolicy::inherited:
      return 0;
    case SchedulingPolicy::other:
      break;
    case SchedulingPolicy::batch:
      policy = SCHED_BATCH;
      break;
    case SchedulingPolicy::idle:
      policy = SCHED_IDLE;
      break;
    case SchedulingPolicy::fifo:
      policy = SCHED_FIFO;
      break;
    case SchedulingPolicy::round_robin:
      policy = SCHED_RR;
      break;
  }
  sched_param parameters{};
  parameters.sched_priority = scheduling.priority;
  return pthread_setschedparam(pthread_self(), policy, &parameters);
}

// The result of starting a thread, for which its creator waits.
class Start {
 public:
  void report(int error) {
    const sync::LockGuard lock(mutex_);
    error_ = error;
    reported_.notify_one();
  }
  int await() {
    sync::UniqueLock lock(mutex_);
    reported_.wait(lock, [this]() DIMMA_REQUIRES(mutex_) { return error_.has_value(); });
    return *error_;
  }

 private:
  sync::Mutex mutex_;
  sync::Condition reported_;
  std::optional<int> error_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace

const char* name_of(const Scheduling& scheduling, const char* otherwise) noexcept {
  return scheduling.thread_name.empty() ? otherwise : scheduling.thread_name.c_str();
}

sync::Thread start_thread(const Scheduling& scheduling, const char* name, std::function<void()> body) {
  const std::string called = name_of(scheduling, name);
  if constexpr (!sync::has_threads) return sync::Thread(std::move(body));  // throws
  if (scheduling.cpus.empty() && scheduling.policy == SchedulingPolicy::inherited) {
    sync::Thread thread(std::move(body));
    pthread_setname_np(thread.native_handle(), called.c_str());
    return thread;
  }
  const auto start = std::make_shared<Start>();
  sync::Thread thread([scheduling, called, start, run = std::move(body)] {
    pthread_setname_np(pthread_self(), called.c_str());
    int error = choose_processors(scheduling.cpus);
    if (error == 0) error = choose_policy(scheduling);
    start->report(error);
    if (error == 0) run();
  });
  const int error = start->await();
  if (error == 0) return thread;
  thread.join();
  const EngineeringQoS asked{.scheduling = scheduling};
  throw QoSError(Field::scheduling, "the system does not permit " + field_text(asked, Field::scheduling) + ": " +
                                        std::generic_category().message(error));
}

void require_schedulable(const Scheduling& scheduling) {
  if (scheduling.cpus.empty() && scheduling.policy == SchedulingPolicy::inherited) return;
  start_thread(scheduling, thread_name::task, [] {}).join();
}

}  // namespace dimma::execution
