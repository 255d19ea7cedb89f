// Threads: each ends, and is removed once it has been waited for.

#include "execution/threads.hpp"
#include "simulation/scenario.hpp"
#include "simulation/shared.hpp"

#include <array>

namespace dimma::simulation {
namespace {

struct OwnerOfThreads {
  execution::Threads threads;
  std::array<Shared<int>, 3> done;
};

void start(const std::shared_ptr<OwnerOfThreads>& owner, std::size_t number) {
  owner->threads.start({}, "worker", owner, [done = &owner->done[number]] { done->set(1); });
}

const Registered threads_await("threads.await", "three threads are started and waited for", [] {
  const auto owner = std::make_shared<OwnerOfThreads>();
  for (std::size_t number = 0; number != owner->done.size(); ++number) start(owner, number);
  owner->threads.await_others();
  check(owner->threads.running() == 0 && owner->threads.existing() == 0, "nothing is left of them");
  for (const auto& done : owner->done) check(done.get() == 1, "each has run");
});

const Registered threads_last_owner("threads.last_owner", "the last thread is also the last owner", [] {
  auto owner = std::make_shared<OwnerOfThreads>();
  start(owner, 0);
  start(owner, 1);
  owner.reset();
});

}  // namespace
}  // namespace dimma::simulation
