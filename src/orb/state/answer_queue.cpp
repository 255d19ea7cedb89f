#include "orb/state/answer_queue.hpp"

#include "base/sync/assert.hpp"
#include "execution/task.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <deque>
#include <system_error>
#include <utility>

namespace dimma::orb {

// Shared with the queue's thread, which may outlive the queue.
class AnswerQueue::State final : public reactor::Waiter, public std::enable_shared_from_this<State> {
 public:
  using Lock = sync::UniqueLock<sync::Mutex>;

  // The body of the queue's thread.
  void run() {
    Lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this]() DIMMA_REQUIRES(mutex) { return !calls.empty() || ends; });
      if (calls.empty()) return;
      call_first();
    }
  }

  // Called on a thread of the application.
  void readable() noexcept override {
    const sync::LockGuard lock(mutex);
    is_posted_ = false;
    if (is_busy || calls.empty()) return;  // the busy thread posts the next call
    call_first();
    post_locked();
  }

  void put_locked(std::shared_ptr<Answered> call) DIMMA_REQUIRES(mutex) {
    calls.push_back(std::move(call));
    changed.notify_all();
    post_locked();
  }

  void drain(Lock& lock) noexcept DIMMA_REQUIRES(mutex) {
    if (is_caller()) {
      while (!calls.empty() || in_progress != 0) {
        if (calls.empty()) {
          wait(lock, [this]() DIMMA_REQUIRES(mutex) { return !calls.empty() || in_progress == 0; });
        } else {
          finish_first();
        }
      }
    } else {
      wait(lock, [this]() DIMMA_REQUIRES(mutex) { return calls.empty() && in_progress == 0 && !is_busy; });
    }
  }

  // Returns true if the calling thread is in a handler.
  bool is_caller() const noexcept DIMMA_REQUIRES(mutex) { return is_busy && busy_thread_ == sync::get_id(); }

  sync::Mutex mutex;
  sync::Condition changed;
  std::deque<std::shared_ptr<Answered>> calls DIMMA_GUARDED_BY(mutex);
  std::shared_ptr<reactor::EventLoop> loop DIMMA_GUARDED_BY(mutex);
  bool refuses DIMMA_GUARDED_BY(mutex) = false;
  bool ends DIMMA_GUARDED_BY(mutex) = false;
  bool has_thread DIMMA_GUARDED_BY(mutex) = false;
  bool is_busy DIMMA_GUARDED_BY(mutex) = false;
  std::size_t in_progress DIMMA_GUARDED_BY(mutex) = 0;

 private:
  void call_first() noexcept DIMMA_REQUIRES(mutex) {
    is_busy = true;
    busy_thread_ = sync::get_id();
    finish_first();
    is_busy = false;
    changed.notify_all();
  }

  void finish_first() noexcept DIMMA_REQUIRES(mutex) {
    DIMMA_ASSERT(!calls.empty());
    auto call = std::move(calls.front());
    calls.pop_front();
    const sync::UnlockGuard unlocked(mutex);
    call->finish();
    call = nullptr;
  }

  void post_locked() noexcept DIMMA_REQUIRES(mutex) {
    if (!loop || calls.empty() || is_busy || std::exchange(is_posted_, true)) return;
    loop->post(*this, shared_from_this());
  }

  // If an application runs the ORB, this thread may be the only one that runs the loop, so it serves events while it
  // waits.
  template <class Done>
  void wait(Lock& lock, Done done) noexcept DIMMA_REQUIRES(mutex) {
    if (!loop) return changed.wait(lock, done);
    constexpr std::chrono::milliseconds look_interval{5};
    const auto served = loop;
    while (!done()) {
      const sync::UnlockGuard unlocked(mutex);
      served->serve_one(look_interval);
    }
  }

  sync::Thread::id busy_thread_ DIMMA_GUARDED_BY(mutex);
  bool is_posted_ DIMMA_GUARDED_BY(mutex) = false;
};

AnswerQueue::AnswerQueue() : state_(std::make_shared<State>()) {}

AnswerQueue::~AnswerQueue() {
  stop();
  if (thread_.joinable()) thread_.detach();
}

void AnswerQueue::run_by(std::shared_ptr<reactor::EventLoop> loop) noexcept {
  const sync::LockGuard lock(state_->mutex);
  DIMMA_ASSERT(!state_->has_thread);
  state_->loop = std::move(loop);
}

bool AnswerQueue::is_open() const noexcept {
  const sync::LockGuard lock(state_->mutex);
  return state_->has_thread;
}

void AnswerQueue::begin(Answered& call) {
  const sync::LockGuard lock(state_->mutex);
  if (state_->refuses) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_orb_shut_down, CORBA::COMPLETED_NO, "the ORB has been shut down");
  }
  if (!state_->has_thread && !state_->loop) start_thread_locked();
  DIMMA_ASSERT(!call.is_counted_);
  call.is_counted_ = true;
  ++state_->in_progress;
}

void AnswerQueue::start_thread_locked() {
  state_->mutex.assert_held();
  try {
    thread_ = execution::start_thread({}, execution::thread_name::handlers, [state = state_] { state->run(); });
    state_->has_thread = true;
  } catch (const std::system_error& error) {
    throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                              std::string("cannot start a thread to call handlers: ") + error.what());
  }
}

void AnswerQueue::put(std::shared_ptr<Answered> call) noexcept {
  {
    const sync::LockGuard lock(state_->mutex);
    if (!state_->ends) return state_->put_locked(std::move(call));
  }
  call->finish();  // after stop(), no handler can be called
}

void AnswerQueue::over(Answered& call) noexcept {
  const sync::LockGuard lock(state_->mutex);
  if (!std::exchange(call.is_counted_, false)) return;
  if (--state_->in_progress == 0) state_->changed.notify_all();
}

void AnswerQueue::refuse() noexcept {
  const sync::LockGuard lock(state_->mutex);
  state_->refuses = true;
}

bool AnswerQueue::is_own_thread() const noexcept {
  const sync::LockGuard lock(state_->mutex);
  return state_->is_caller();
}

void AnswerQueue::drain() noexcept {
  State::Lock lock(state_->mutex);
  if (state_->has_thread || state_->loop) state_->drain(lock);
}

void AnswerQueue::stop() noexcept {
  {
    const sync::LockGuard lock(state_->mutex);
    state_->ends = true;
    state_->changed.notify_all();
  }
  if (thread_.joinable() && thread_.get_id() != sync::get_id()) thread_.join();
}

std::shared_ptr<void> AnswerQueue::leave() {
  if (thread_.joinable()) thread_.detach();
  return std::exchange(state_, std::make_shared<State>());
}

}  // namespace dimma::orb
