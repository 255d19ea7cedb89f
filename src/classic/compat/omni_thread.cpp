#include "classic/compat/omni_thread_state.hpp"
#include "classic/compat/omni_thread_system.hpp"

#include <atomic>
#include <mutex>

namespace {

std::atomic<int> ids{1};  // 0 is the main thread's

// Deletes the thread if it cannot be started.
omni_thread* started(omni_thread* thread, void (*remove)(omni_thread*)) {
  try {
    thread->start();
  } catch (const omni_thread_fatal&) {
    remove(thread);
    throw;
  }
  return thread;
}

}  // namespace

omni_thread::State::State(int thread_id, void* thread_argument, priority_t thread_priority)
    : id(thread_id), argument(thread_argument), priority(thread_priority) {}

int omni_thread::State::next_id() { return ids++; }

omni_thread::omni_thread(State* state) : state_(state) {}

omni_thread::omni_thread(void* argument, priority_t priority)
    : omni_thread(new State(State::next_id(), argument, priority)) {}

omni_thread::omni_thread(void (*function)(void*), void* argument, priority_t priority)
    : omni_thread(argument, priority) {
  state_->detached_function = function;
}

omni_thread::omni_thread(void* (*function)(void*), void* argument, priority_t priority)
    : omni_thread(argument, priority) {
  state_->function = function;
}

omni_thread::~omni_thread() {
  state_->delete_values();
  delete state_;
}

void omni_thread::run(void*) {}

void* omni_thread::run_undetached(void*) { return nullptr; }

// Ends the thread, also if exit() unwinds its stack.
struct omni_thread::Ending {
  explicit Ending(omni_thread* ending_thread) : thread(ending_thread) {}
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;
  ~Ending() {
    auto& state = *thread->state_;
    state.delete_values();
    State::current = nullptr;
    if (state.is_detached) {
      delete thread;
      return;
    }
    const std::lock_guard lock(state.mutex);
    state.progress = STATE_TERMINATED;
  }

  omni_thread* const thread;
};

void* omni_thread::execute(void* argument) {
  auto* const thread = static_cast<omni_thread*>(argument);
  auto& state = *thread->state_;
  { const std::lock_guard started(state.mutex); }
  State::current = thread;
  const Ending ending(thread);
  if (state.function != nullptr) return state.function(state.argument);
  if (!state.is_detached) return thread->run_undetached(state.argument);
  if (state.detached_function == nullptr) {
    thread->run(state.argument);
  } else {
    state.detached_function(state.argument);
  }
  return nullptr;
}

void omni_thread::start_as(bool is_detached) {
  const std::lock_guard lock(state_->mutex);
  if (state_->progress != STATE_NEW || state_->is_dummy) throw omni_thread_invalid();
  state_->is_detached = is_detached;
  dimma::classic::start_thread(state_->handle, is_detached, state_->priority, &omni_thread::execute, this);
  state_->progress = STATE_RUNNING;
}

void omni_thread::start() { start_as(state_->function == nullptr); }

void omni_thread::start_undetached() {
  if (state_->function != nullptr || state_->detached_function != nullptr) throw omni_thread_invalid();
  start_as(false);
}

void omni_thread::join(void** result) {
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->progress == STATE_NEW || state_->is_detached || state_->is_dummy) throw omni_thread_invalid();
  }
  if (this == State::current) throw omni_thread_invalid();
  dimma::classic::join_thread(state_->handle, result);
  delete this;
}

void omni_thread::set_priority(priority_t priority) {
  const std::lock_guard lock(state_->mutex);
  if (state_->progress == STATE_TERMINATED) throw omni_thread_invalid();
  if (state_->progress == STATE_RUNNING) dimma::classic::set_thread_priority(state_->handle, priority);
  state_->priority = priority;
}

omni_thread* omni_thread::create(void (*function)(void*), void* argument, priority_t priority) {
  return started(new omni_thread(function, argument, priority), [](omni_thread* thread) { delete thread; });
}

omni_thread* omni_thread::create(void* (*function)(void*), void* argument, priority_t priority) {
  return started(new omni_thread(function, argument, priority), [](omni_thread* thread) { delete thread; });
}

omni_thread::priority_t omni_thread::priority() {
  const std::lock_guard lock(state_->mutex);
  return state_->priority;
}

omni_thread::state_t omni_thread::state() {
  const std::lock_guard lock(state_->mutex);
  return state_->progress;
}

int omni_thread::id() { return state_->id; }
