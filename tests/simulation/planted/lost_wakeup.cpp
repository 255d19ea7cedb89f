// A flag that is set without the lock of the thread that waits for it.

#include "base/sync/sync.hpp"
#include "simulation/scenario.hpp"

namespace dimma::simulation {
namespace {

const Registered planted_lost_wakeup("planted.lost_wakeup", "a flag is set and announced without the waiter's lock",
                                     [] {
                                       sync::Mutex mutex;
                                       sync::Condition changed;
                                       sync::Atomic<bool> is_set{false};
                                       sync::Thread waiter([&] {
                                         sync::UniqueLock lock(mutex);
                                         changed.wait(lock, [&] { return is_set.load(); });
                                       });
                                       is_set.store(true);
                                       changed.notify_one();
                                       waiter.join();
                                     });

}  // namespace
}  // namespace dimma::simulation
