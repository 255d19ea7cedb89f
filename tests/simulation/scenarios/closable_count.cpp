// ClosableCount: in any order of users, exactly one thread learns that the last has left.

#include "base/sync/closable_count.hpp"
#include "simulation/scenario.hpp"
#include "simulation/shared.hpp"

namespace dimma::simulation {
namespace {

void use(ClosableCount& count, Shared<bool>& is_released, sync::Atomic<int>& last) {
  if (!count.enter()) return;
  check(!is_released.get(), "no user is left when the last has left");
  if (count.leave()) {
    is_released.set(true);
    ++last;
  }
}

const Registered closable_count_close("closable_count.close", "users come and go while it is closed: one is the last",
                                      [] {
                                        ClosableCount count;
                                        Shared<bool> is_released;
                                        sync::Atomic<int> last{0};
                                        sync::Thread one([&] { use(count, is_released, last); });
                                        sync::Thread other([&] { use(count, is_released, last); });
                                        if (count.close()) {
                                          is_released.set(true);
                                          ++last;
                                        }
                                        one.join();
                                        other.join();
                                        check(last == 1, "one thread learns that no user is left");
                                      });

const Registered closable_count_wait("closable_count.wait", "a thread waits until no user is left", [] {
  ClosableCount count;
  Shared<int> used;
  check(count.enter(), "it is open");
  sync::Thread user([&] {
    used.set(1);
    count.leave();
  });
  count.wait_until_unused();
  check(used.get() == 1, "the wait ends after the use");
  user.join();
});

}  // namespace
}  // namespace dimma::simulation
