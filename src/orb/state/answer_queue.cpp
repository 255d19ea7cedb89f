#include "orb/state/answer_queue.hpp"

#include "qos/task.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <system_error>
#include <utility>

namespace dimma::orb {

// The thread's too: it may be the last to know the ORB.
struct AnswerQueue::State {
  sync::Mutex mutex;
  sync::Condition changed;
  std::deque<std::shared_ptr<Answered>> calls;
  bool refuses = false;
  bool ends = false;
  bool has_thread = false;
  sync::Thread::id thread;
  bool is_busy = false;
  std::size_t in_progress = 0;

  bool is_drained() const noexcept { return calls.empty() && in_progress == 0 && !is_busy; }

  void finish_first(std::unique_lock<sync::Mutex>& lock) {
    auto call = std::move(calls.front());
    calls.pop_front();
    lock.unlock();
    call->finish();
    call = nullptr;
    lock.lock();
  }

  void run() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return !calls.empty() || ends; });
      if (calls.empty()) return;
      is_busy = true;
      finish_first(lock);
      is_busy = false;
      if (is_drained()) changed.notify_all();
    }
  }
};

AnswerQueue::AnswerQueue() : state_(std::make_shared<State>()) {}

AnswerQueue::~AnswerQueue() {
  stop();
  if (thread_.joinable()) thread_.detach();
}

void AnswerQueue::open() {
  const std::lock_guard lock(state_->mutex);
  if (state_->refuses) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_orb_shut_down, CORBA::COMPLETED_NO, "the ORB has been shut down");
  }
  if (state_->has_thread) return;
  try {
    thread_ = qos::start_thread({}, qos::thread_name::handlers, [state = state_] { state->run(); });
    state_->thread = thread_.get_id();
    state_->has_thread = true;
  } catch (const std::system_error& error) {
    throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                              std::string("no thread to call handlers: ") + error.what());
  }
}

void AnswerQueue::put(std::shared_ptr<Answered> call) noexcept {
  {
    const std::lock_guard lock(state_->mutex);
    if (!state_->ends) {
      state_->calls.push_back(std::move(call));
      state_->changed.notify_all();
      return;
    }
  }
  call->finish();  // there is nobody any more who could be called
}

void AnswerQueue::begun(Answered& call) noexcept {
  const std::lock_guard lock(state_->mutex);
  if (call.counted_ != Answered::Counted::not_yet) return;
  call.counted_ = Answered::Counted::in_progress;
  ++state_->in_progress;
}

void AnswerQueue::over(Answered& call) noexcept {
  const std::lock_guard lock(state_->mutex);
  if (std::exchange(call.counted_, Answered::Counted::over) != Answered::Counted::in_progress) return;
  if (--state_->in_progress == 0) state_->changed.notify_all();
}

void AnswerQueue::refuse() noexcept {
  const std::lock_guard lock(state_->mutex);
  state_->refuses = true;
}

bool AnswerQueue::is_own_thread() const noexcept {
  const std::lock_guard lock(state_->mutex);
  return state_->thread == sync::get_id();
}

void AnswerQueue::drain() noexcept {
  std::unique_lock lock(state_->mutex);
  if (!state_->has_thread) return;
  if (state_->thread == sync::get_id()) {
    while (!state_->calls.empty() || state_->in_progress != 0) {
      state_->changed.wait(lock, [this] { return !state_->calls.empty() || state_->in_progress == 0; });
      if (!state_->calls.empty()) state_->finish_first(lock);
    }
    return;
  }
  state_->changed.wait(lock, [this] { return state_->is_drained(); });
}

void AnswerQueue::stop() noexcept {
  {
    const std::lock_guard lock(state_->mutex);
    state_->ends = true;
    state_->changed.notify_all();
  }
  if (thread_.joinable() && thread_.get_id() != sync::get_id()) thread_.join();
}

}  // namespace dimma::orb
