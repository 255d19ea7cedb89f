#include "classic/dynamic/deferred_call.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace dimma::classic {

namespace {

#if defined(DIMMA_THREADS) && !DIMMA_THREADS
constexpr bool has_threads = false;
#else
constexpr bool has_threads = true;
#endif

// Shared by all calls, since a thread may wait for the first reply of several.
struct Posts {
  std::mutex mutex;
  std::condition_variable changed;
  std::uint64_t count = 0;
};

// Never destroyed, because calls may end while static objects are destroyed.
Posts& posts() {
  static auto* const made = new Posts;
  return *made;
}

}  // namespace

DeferredCall::DeferredCall(std::shared_ptr<DynamicCall> call)
    : call_(std::move(call)), reader_(this, &raise), operation_{call_->operation(), false, {}, &reader_} {}

std::shared_ptr<DeferredCall> DeferredCall::begin(const std::shared_ptr<DynamicCall>& call) {
  auto made = std::make_shared<DeferredCall>(call);
  if constexpr (has_threads) {
    begin_async_call(call->target(), made->operation_, made);
  } else {
    // No other thread could receive the reply.
    try {
      call->perform(false);
    } catch (...) {
      made->failure_ = std::current_exception();
    }
    made->is_over_ = true;
  }
  return made;
}

void DeferredCall::post(std::shared_ptr<AsyncStep> step) noexcept {
  {
    const std::lock_guard lock(posts().mutex);
    if (!is_abandoned_) step_.swap(step);
    ++posts().count;
  }
  posts().changed.notify_all();
}

void DeferredCall::complete(std::exception_ptr failure) noexcept {
  failure_ = std::move(failure);
  is_over_ = true;
}

bool DeferredCall::is_over() {
  while (!is_over_) {
    std::shared_ptr<AsyncStep> step;
    {
      const std::lock_guard lock(posts().mutex);
      step.swap(step_);
    }
    if (!step) return false;
    step->run();
  }
  return true;
}

void DeferredCall::wait() {
  while (!is_over()) {
    std::unique_lock lock(posts().mutex);
    posts().changed.wait(lock, [this] { return step_ != nullptr; });
  }
}

void DeferredCall::abandon() noexcept {
  std::shared_ptr<AsyncStep> step;
  const std::lock_guard lock(posts().mutex);
  is_abandoned_ = true;
  step.swap(step_);
}

std::uint64_t posted_steps() {
  const std::lock_guard lock(posts().mutex);
  return posts().count;
}

void wait_for_more_steps(std::uint64_t seen) {
  std::unique_lock lock(posts().mutex);
  posts().changed.wait(lock, [seen] { return posts().count != seen; });
}

}  // namespace dimma::classic
