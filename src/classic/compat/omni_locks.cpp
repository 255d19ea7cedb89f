#include <omnithread.h>

#include <algorithm>
#include <chrono>
#include <mutex>

namespace {

// About the year 2250, which is before the system's clock overflows.
constexpr unsigned long latest_s = 9'000'000'000;

std::chrono::system_clock::time_point time_point(unsigned long seconds, unsigned long nanoseconds) {
  const auto since_1970 = std::chrono::seconds(std::min(seconds, latest_s)) + std::chrono::nanoseconds(nanoseconds);
  return std::chrono::system_clock::time_point(since_1970);
}

}  // namespace

void omni_condition::wait() {
  std::unique_lock lock(mutex_.mutex_, std::adopt_lock);
  condition_.wait(lock);
  lock.release();
}

int omni_condition::timedwait(unsigned long seconds, unsigned long nanoseconds) {
  std::unique_lock lock(mutex_.mutex_, std::adopt_lock);
  const auto status = condition_.wait_until(lock, time_point(seconds, nanoseconds));
  lock.release();
  return status == std::cv_status::timeout ? 0 : 1;
}

void omni_semaphore::wait() {
  const omni_mutex_lock lock(mutex_);
  while (count_ == 0) positive_.wait();
  --count_;
}

int omni_semaphore::trywait() {
  const omni_mutex_lock lock(mutex_);
  if (count_ == 0) return 0;
  --count_;
  return 1;
}

void omni_semaphore::post() {
  const omni_mutex_lock lock(mutex_);
  ++count_;
  positive_.signal();
}
