#include "reactor/loop.hpp"

#include "base/deadline.hpp"
#include "reactor/event_flag.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <poll.h>

namespace dimma::reactor {

// Exists while events are served within an outer call that waits.
class Loop::Nested {
 public:
  explicit Nested(Loop& loop) noexcept : loop_(loop), stayed_(std::exchange(loop.staying_, false)) { ++loop_.depth_; }
  ~Nested() {
    --loop_.depth_;
    loop_.staying_ = stayed_;
    loop_.return_soon();
  }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  Loop& loop_;
  bool stayed_;
};

// Makes Loop::handle() readable while something is posted.
class Loop::Bell final : public Waiter {
 public:
  explicit Bell(Poller& poller) : poller_(poller) {
    poller_.add(flag_.handle(), *this);
    poller_.arm(flag_.handle(), *this);
  }
  void set(bool rings) noexcept { flag_.set(rings); }
  void readable() noexcept override { poller_.arm(flag_.handle(), *this); }

 private:
  Poller& poller_;
  EventFlag flag_;
};

namespace {
// Never destroyed: ORBs that live as long as the process use it until the process ends.
Loop*& current() {
  static Loop* loop = new Loop;
  return loop;
}
}  // namespace

Loop& Loop::instance() { return *current(); }

void Loop::leave_to_parent() {
  static auto* const inherited = new std::vector<Loop*>;
  inherited->push_back(std::exchange(current(), new Loop));
}

int Loop::handle() {
  if (!bell_) {
    bell_ = std::make_unique<Bell>(poller_);
    ring();
  }
  return poller_.handle();
}

void Loop::ring() noexcept {
  if (bell_) bell_->set(!posted_.empty());
}

Waiter* Loop::take(std::chrono::milliseconds limit, std::shared_ptr<void>& kept) {
  if (posted_.empty()) return poller_.next(limit);
  Posted next = posted_.pop();
  kept = std::move(next.kept);
  ring();
  return next.waiter;
}

void Loop::serve(Waiter& next) noexcept {
  in_a_row_ = &next == last_ ? in_a_row_ + 1 : 0;
  last_ = &next;
  requests_left_ = requests_max;
  next.readable();
}

bool Loop::serve_one(std::chrono::milliseconds limit) {
  std::shared_ptr<void> kept;
  auto* const next = take(limit, kept);
  if (next != nullptr) serve(*next);
  return next != nullptr;
}

void Loop::run_until(function_ref<bool()> done) {
  const bool stayed = std::exchange(staying_, depth_ == 0);
  while (!done()) serve_one(std::chrono::milliseconds(-1));
  staying_ = stayed;
}

bool Loop::serve_until(function_ref<bool()> done) {
  while (!done()) {
    if (depth_ >= depth_max || nobody_to_serve()) return false;
    const Nested nested(*this);
    serve_one(std::chrono::milliseconds(-1));
  }
  return true;
}

Loop::Awaited Loop::await_deepest(Pollable& source, Deadline deadline) const {
  if (!source.prepare_poll()) return Awaited::readable;
  pollfd ready{source.handle(), POLLIN, 0};
  const auto until = std::min(deadline, Clock::now() + deepest_wait);
  while (!passed(until)) {
    if (::poll(&ready, 1, poll_timeout(until)) > 0) return Awaited::readable;
  }
  return passed(deadline) ? Awaited::timeout : Awaited::too_deep;
}

Loop::Awaited Loop::await(Pollable& source, Deadline deadline) {
  if (depth_ >= depth_max) return await_deepest(source, deadline);
  if (nobody_to_serve()) return Awaited::receive;
  if (!source.prepare_poll()) return Awaited::readable;
  if (posted_.empty()) {
    pollfd ready[] = {{source.handle(), POLLIN, 0}, {poller_.handle(), POLLIN, 0}};
    if (::poll(ready, 2, poll_timeout(deadline)) <= 0) return passed(deadline) ? Awaited::timeout : Awaited::served;
    if (ready[0].revents != 0) return Awaited::readable;
  }
  const Nested nested(*this);
  serve_one(std::chrono::milliseconds(0));
  return Awaited::served;
}

bool Loop::pending() {
  if (!posted_.empty()) return true;
  pollfd ready{poller_.handle(), POLLIN, 0};
  return ::poll(&ready, 1, 0) > 0;
}

void Loop::serve_what_waits() {
  for (unsigned i = 0; i < requests_max && depth_ < depth_max && pending(); ++i) perform();
}

bool Loop::perform(std::chrono::milliseconds limit, function_ref<void()> taken) {
  const Nested nested(*this);
  std::shared_ptr<void> kept;
  auto* const next = take(limit, kept);
  taken();
  if (next != nullptr) serve(*next);
  return next != nullptr;
}

void Loop::perform() {
  perform(std::chrono::milliseconds(0), [] {});
}

}  // namespace dimma::reactor
