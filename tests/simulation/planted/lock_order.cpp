// Two threads lock two mutexes in opposite orders.

#include "base/sync/sync.hpp"
#include "simulation/scenario.hpp"

namespace dimma::simulation {
namespace {

void take_both(sync::Mutex& first, sync::Mutex& second) {
  const sync::LockGuard outer(first);
  const sync::LockGuard inner(second);
}

const Registered planted_lock_order("planted.lock_order", "two locks are taken in both orders", [] {
  sync::Mutex one;
  sync::Mutex other;
  sync::Thread thread([&] { take_both(one, other); });
  take_both(other, one);
  thread.join();
});

}  // namespace
}  // namespace dimma::simulation
