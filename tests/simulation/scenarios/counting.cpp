// A count that two threads add to.

#include "base/sync/sync.hpp"
#include "simulation/scenario.hpp"
#include "simulation/shared.hpp"

namespace dimma::simulation {
namespace {

const Registered counting_add("counting.add", "two threads add to a count under a lock", [] {
  sync::Mutex mutex;
  Shared<int> count;
  const auto add = [&] {
    const sync::LockGuard lock(mutex);
    count.set(count.get() + 1);
  };
  sync::Thread thread(add);
  add();
  thread.join();
  check(count.get() == 2, "each addition counts");
});

}  // namespace
}  // namespace dimma::simulation
