#include "transport/loop.hpp"

#include "transport/deadline.hpp"

#include <algorithm>

#include <poll.h>

namespace dimma::transport {

// Around serving while an outer call waits.
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

// Never destroyed: ORBs that live as long as the process use it to their end.
Loop& Loop::instance() {
  static Loop* const loop = new Loop;
  return *loop;
}

bool Loop::serve_one(std::chrono::milliseconds limit) {
  Waiter* next = nullptr;
  if (!posted_.empty()) {
    next = posted_.front().waiter;
    posted_.pop_front();
  } else {
    next = poller_.next(limit);
  }
  if (next == nullptr) return false;
  in_a_row_ = next == last_ ? in_a_row_ + 1 : 0;
  last_ = next;
  requests_left_ = requests_max;
  next->readable();
  return true;
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

Loop::Awaited Loop::await_deepest(Stream& stream, Deadline deadline) const {
  if (!stream.prepare_poll()) return Awaited::receive;
  pollfd ready{stream.handle(), POLLIN, 0};
  const auto until = std::min(deadline, Clock::now() + deepest_wait);
  while (!passed(until)) {
    if (::poll(&ready, 1, poll_timeout(until)) > 0) return Awaited::receive;
  }
  return passed(deadline) ? Awaited::timeout : Awaited::too_deep;
}

Loop::Awaited Loop::await(Stream& stream, Deadline deadline) {
  if (depth_ >= depth_max) return await_deepest(stream, deadline);
  if (nobody_to_serve() || !stream.prepare_poll()) return Awaited::receive;
  if (posted_.empty()) {
    pollfd ready[] = {{stream.handle(), POLLIN, 0}, {poller_.handle(), POLLIN, 0}};
    if (::poll(ready, 2, poll_timeout(deadline)) <= 0) return passed(deadline) ? Awaited::timeout : Awaited::served;
    if (ready[0].revents != 0) return Awaited::receive;
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

void Loop::perform() {
  const Nested nested(*this);
  serve_one(std::chrono::milliseconds(0));
}

}  // namespace dimma::transport
