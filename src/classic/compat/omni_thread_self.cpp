// The calling thread, as an omni_thread.

#include "classic/compat/omni_thread_state.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

thread_local omni_thread* omni_thread::State::current = nullptr;

namespace {

constexpr unsigned long nanoseconds_per_second = 1'000'000'000;
constexpr unsigned long longest_sleep_s = 4'000'000'000;  // 126 years, which the clock can count

}  // namespace

omni_thread* omni_thread::State::of_running_thread(int id) {
  auto* const thread = new omni_thread(new State(id, nullptr, PRIORITY_NORMAL));
  thread->state_->is_dummy = true;
  thread->state_->handle = pthread_self();
  thread->state_->progress = STATE_RUNNING;
  current = thread;
  return thread;
}

omni_thread* omni_thread::self() {
  const bool is_main = State::current == nullptr && gettid() == getpid();
  return is_main ? State::of_running_thread(0) : State::current;
}

omni_thread* omni_thread::create_dummy() {
  if (self() != nullptr) throw omni_thread_invalid();
  return State::of_running_thread(State::next_id());
}

void omni_thread::release_dummy() {
  omni_thread* const thread = State::current;
  if (thread == nullptr || !thread->state_->is_dummy || gettid() == getpid()) throw omni_thread_invalid();
  thread->state_->delete_values();
  State::current = nullptr;
  delete thread;
}

void omni_thread::exit(void* result) { pthread_exit(result); }

void omni_thread::yield() { std::this_thread::yield(); }

void omni_thread::sleep(unsigned long seconds, unsigned long nanoseconds) {
  std::this_thread::sleep_for(std::chrono::seconds(std::min(seconds, longest_sleep_s)) +
                              std::chrono::nanoseconds(nanoseconds));
}

void omni_thread::get_time(unsigned long* seconds, unsigned long* nanoseconds, unsigned long relative_seconds,
                           unsigned long relative_nanoseconds) {
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  const auto now = static_cast<unsigned long>(std::chrono::nanoseconds(since_1970).count());
  const unsigned long sum = now % nanoseconds_per_second + relative_nanoseconds;
  *seconds = now / nanoseconds_per_second + relative_seconds + sum / nanoseconds_per_second;
  *nanoseconds = sum % nanoseconds_per_second;
}
