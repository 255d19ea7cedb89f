#pragma once
// Waits for something that another call brings about.

#include "base/sync/sync.hpp"
#if !DIMMA_THREADS
#include "channel/nested_wait.hpp"
#include "reactor/loop.hpp"
#endif

namespace dimma::channel {

// Waits until `done` returns true. `done` is called with the lock, and again whenever `changed` has been notified. The
// single-threaded build serves other calls meanwhile; returns false there if as many waits are nested as may be. The
// analysis takes `done` to be called with the lock, which that build does not have.
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
