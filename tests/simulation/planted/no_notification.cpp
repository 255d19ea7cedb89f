// A thread waits for an atomic that another one changes without a notification.

#include "base/sync/sync.hpp"
#include "simulation/scenario.hpp"

namespace dimma::simulation {
namespace {

const Registered planted_no_notification("planted.no_notification", "an atomic that is waited for changes silently",
                                         [] {
                                           sync::Atomic<int> state{0};
                                           sync::Thread waiter([&] { state.wait(0); });
                                           state.store(1);
                                           waiter.join();
                                         });

}  // namespace
}  // namespace dimma::simulation
