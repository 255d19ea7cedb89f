#include "base/sync/sync_mutex.hpp"

#include <algorithm>
#include <cerrno>
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dimma::sync {

namespace {

// Preserves errno, since locking must not change it.
class ErrnoKept {
 public:
  ErrnoKept() noexcept : kept_(errno) {}
  ~ErrnoKept() { errno = kept_; }
  ErrnoKept(const ErrnoKept&) = delete;
  ErrnoKept& operator=(const ErrnoKept&) = delete;

 private:
  const int kept_;
};

using Word = std::atomic<std::int32_t>;
static_assert(sizeof(Word) == 4 && Word::is_always_lock_free);

// Waits until the word changes, a wake-up arrives, or the wait ends spuriously. Returns false if the deadline has
// passed.
bool wait_while(Word& word, std::int32_t value, Condition::Deadline deadline) noexcept {
  const ErrnoKept kept;
  constexpr int operation = FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG;  // with an absolute CLOCK_MONOTONIC deadline
  if (deadline == Condition::Deadline::max()) {
    ::syscall(SYS_futex, &word, operation, value, nullptr, nullptr, FUTEX_BITSET_MATCH_ANY);
    return true;
  }
  using namespace std::chrono;
  const auto since = std::max(deadline.time_since_epoch(), Condition::Deadline::duration::zero());
  const auto whole = duration_cast<seconds>(since);
  const timespec until{static_cast<time_t>(whole.count()), static_cast<long>(nanoseconds(since - whole).count())};
  return ::syscall(SYS_futex, &word, operation, value, &until, nullptr, FUTEX_BITSET_MATCH_ANY) == 0 ||
         errno != ETIMEDOUT;
}

void wake_waiters(Word& word, std::int32_t count) noexcept {
  const ErrnoKept kept;
  ::syscall(SYS_futex, &word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, count);
}

}  // namespace

// Takes the lock with state `awaited`, since other threads may still be waiting.
void Mutex::wait() noexcept {
  while (state_.exchange(awaited, std::memory_order_acquire) != free) {
    wait_while(state_, awaited, Condition::Deadline::max());
  }
}

void Mutex::wake() noexcept { wake_waiters(state_, 1); }

bool Condition::await_change(std::int32_t seen, Deadline deadline) noexcept {
  return wait_while(notified_, seen, deadline);
}

void Condition::wake(std::int32_t count) noexcept { wake_waiters(notified_, count); }

}  // namespace dimma::sync
