#pragma once
// Waits for a condition that another call makes true.

#include "base/sync/sync.hpp"
#if !DIMMA_THREADS
#include "channel/nested_wait.hpp"
#include "reactor/loop.hpp"
#endif

namespace dimma::channel {

// Waits until `done` returns true. `done` is called with the lock held, and again each time `changed` is notified. The
// single-threaded build serves other calls meanwhile, and returns false if the maximum number of nested waits is
// reached; `done` is then called without a lock, although the analysis assumes that it is held.
template <class Done>
[[nodiscard]] bool wait_for_others(sync::Mutex& mutex, sync::Condition& changed, Done done) DIMMA_EXCLUDES(mutex) {
#if DIMMA_THREADS
  sync::UniqueLock lock(mutex);
  changed.wait(lock, done);
  return true;
#else
  (void)mutex, (void)changed;
  const NestedWait waiting;
  return reactor::Loop::instance().serve_until([&done]() DIMMA_NO_THREAD_SAFETY_ANALYSIS { return done(); });
#endif
}

}  // namespace dimma::channel
