#include "iiop/server/requests/held_requests.hpp"

#include "execution/task.hpp"
#include "iiop/server/requests/refusals.hpp"

#include <algorithm>

namespace dimma::iiop {

HeldRequests::~HeldRequests() = default;

bool HeldRequests::is_served_in_turn(const HeldRequest& request) const noexcept {
  return request.is_oneway() || connection_.core()->rules.has_thread_per_connection();
}

void HeldRequests::hold(Requests request) noexcept {
  DIMMA_ASSERT(request.size() == 1);
  auto& task = *request.front();
  if (task.is_oneway()) oneways_.fetch_add(1, std::memory_order_relaxed);
  {
    const sync::LockGuard lock(mutex_);
    if (!is_abandoned(task)) {
      if (task.waits_for_executor()) connection_.counts().begin_wait_for_executor();
      held_.splice(held_.end(), request);
      task.position_ = std::prev(held_.end());
      return;
    }
  }
  task.abandon();
}

bool HeldRequests::release(HeldRequest& request) noexcept {
  bool calls = false;
  {
    const sync::LockGuard lock(mutex_);
    if (request.is_abandoned()) return false;
    released_.splice(released_.end(), held_, request.position_);
    if (request.is_oneway()) connection_.counts().begin_in_order();
    calls = in_turn_ == nullptr && !std::exchange(thread_called_, true);
  }
  if (calls) call_a_thread();
  return true;
}

bool HeldRequests::take(HeldRequest& request) noexcept {
  Requests taken;  // destroyed after the lock is released
  const sync::LockGuard lock(mutex_);
  if (request.is_abandoned()) return false;
  taken.splice(taken.end(), held_, request.position_);
  removed(request);
  return true;
}

void HeldRequests::removed(const HeldRequest& request) noexcept {
  if (request.waits_for_executor()) connection_.counts().end_wait_for_executor();
}

bool HeldRequests::is_abandoned(const HeldRequest& request) const noexcept {
  return abandoned_ == Abandoned::all || (abandoned_ == Abandoned::held_by_managers && !request.waits_for_executor());
}

void HeldRequests::abandon(Abandoned which) noexcept {
  Requests gone;
  {
    const sync::LockGuard lock(mutex_);
    abandoned_ = std::max(abandoned_, which);
    for (auto next = held_.begin(); next != held_.end();) {
      const auto each = next++;
      if (is_abandoned(**each)) gone.splice(gone.end(), held_, each);
    }
    for (const auto& request : gone) {
      request->mark_abandoned();
      removed(*request);
    }
  }
  for (const auto& request : gone) request->abandon();
}

void HeldRequests::cancel(std::uint32_t request_id) noexcept {
  Requests gone;
  {
    const sync::LockGuard lock(mutex_);
    const auto found = std::find_if(held_.begin(), held_.end(), [request_id](const auto& request) {
      return !request->is_oneway() && request->id() == request_id;
    });
    if (found == held_.end()) return;
    gone.splice(gone.end(), held_, found);
    gone.front()->mark_abandoned();
    removed(*gone.front());
  }
  gone.front()->abandon();
}

bool HeldRequests::precede(const WaitingPlace& place) const noexcept {
  const sync::LockGuard lock(mutex_);
  const auto is_oneway = [](const auto& request) { return request->is_oneway(); };
  return (in_turn_ != nullptr && in_turn_->is_oneway()) || std::any_of(released_.begin(), released_.end(), is_oneway) ||
         std::any_of(held_.begin(), held_.end(),
                     [&](const auto& request) { return request->is_oneway() && request->waits_at(place); });
}

void HeldRequests::let_others_pass(const HeldRequest& request) noexcept {
  {
    const sync::LockGuard lock(mutex_);
    if (in_turn_ != &request) return;
    in_turn_ = nullptr;
    if (released_.empty() || std::exchange(thread_called_, true)) return;
  }
  call_a_thread();
}

void HeldRequests::call_a_thread() noexcept {
  connection_.core()->workers->post(*this, connection_.shared_from_this());
}

void HeldRequests::readable() noexcept {
  auto& core = *connection_.core();
  const execution::WorkerPool::Busy busy(*core.workers);
  if (core.rules.has_pool()) return serve();
  const bool started =
      core.start_thread(execution::thread_name::request, [self = connection_.shared_from_this(), this] { serve(); });
  if (!started) refuse();
}

void HeldRequests::serve() noexcept {
  sync::UniqueLock lock(mutex_);
  thread_called_ = false;
  while (!released_.empty() && in_turn_ == nullptr) {
    const auto request = std::move(released_.front());
    released_.pop_front();
    const bool in_turn = is_served_in_turn(*request);
    if (in_turn) in_turn_ = request.get();
    const bool calls = !in_turn && !released_.empty() && !std::exchange(thread_called_, true);
    lock.unlock();
    if (calls) call_a_thread();
    request->run();
    if (!in_turn) return;
    lock.lock();
    if (in_turn_ != request.get()) return;  // another thread serves the requests after this one
    in_turn_ = nullptr;
  }
}

void HeldRequests::refuse() noexcept {
  Requests refused;
  {
    const sync::LockGuard lock(mutex_);
    thread_called_ = false;
    if (in_turn_ == nullptr) refused.swap(released_);
  }
  for (const auto& request : refused) request->answer_refusal(no_thread_for_request);
}

}  // namespace dimma::iiop
