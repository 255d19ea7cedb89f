// TimedMutex: one holder at a time, and a wait that fails only at its deadline.

#include "execution/timed_mutex.hpp"
#include "simulation/scenario.hpp"
#include "simulation/shared.hpp"

namespace dimma::simulation {
namespace {

const Registered timed_mutex_count("timed_mutex.count", "three threads count under it", [] {
  execution::TimedMutex mutex;
  Shared<int> count;
  const auto add = [&] {
    const sync::LockGuard lock(mutex);
    count.set(count.get() + 1);
  };
  sync::Thread one(add);
  sync::Thread other(add);
  add();
  one.join();
  other.join();
  check(count.get() == 3, "each addition counts");
});

const Registered timed_mutex_deadline("timed_mutex.deadline", "a thread waits until a deadline while another holds it",
                                      [] {
                                        execution::TimedMutex mutex;
                                        Shared<int> count;
                                        sync::Atomic<int> taken{0};
                                        mutex.take();
                                        const auto try_within = [&](std::chrono::milliseconds limit) {
                                          const auto deadline = Clock::now() + limit;
                                          if (!mutex.take(deadline))
                                            return check(Clock::now() >= deadline, "a wait fails at its deadline");
                                          count.set(count.get() + 1);
                                          ++taken;
                                          mutex.give_back();
                                        };
                                        sync::Thread one([&] { try_within(std::chrono::milliseconds(10)); });
                                        sync::Thread other([&] { try_within(std::chrono::hours(1)); });
                                        sync::sleep_for(std::chrono::milliseconds(10));
                                        mutex.give_back();
                                        one.join();
                                        other.join();
                                        check(mutex.try_take(), "nobody keeps it");
                                        check(count.get() == taken, "each holder is alone");
                                        mutex.give_back();
                                      });

}  // namespace
}  // namespace dimma::simulation
