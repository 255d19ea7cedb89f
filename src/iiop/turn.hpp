#pragma once
// One at a time, with a limit to the waiting: the single message slot of a dedicated channel. (std::timed_mutex waits on
// a clock that the thread sanitizer does not know; std::binary_semaphore makes a system call at every release.)

#include "transport/transport.hpp"

#include <condition_variable>
#include <mutex>

namespace dimma::iiop {

class Turn {
 public:
  // False when the deadline passed first.
  bool take(transport::Deadline deadline) {
    std::unique_lock lock(mutex_);
    ++waiting_;
    const auto is_free = [this] { return !taken_; };
    const bool mine = deadline == transport::no_deadline ? (free_.wait(lock, is_free), true)
                                                         : free_.wait_until(lock, deadline, is_free);
    --waiting_;
    taken_ = taken_ || mine;
    return mine;
  }
  void give_back() noexcept {
    const std::lock_guard lock(mutex_);
    taken_ = false;
    if (waiting_ > 0) free_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable free_;
  bool taken_ = false;
  unsigned waiting_ = 0;
};

}  // namespace dimma::iiop
