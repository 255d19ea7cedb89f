#include "orb/poa/managers/hold_watch.hpp"

#include "execution/task.hpp"
#include "orb/state/orb_state.hpp"
#include "reactor/timer.hpp"

namespace dimma::orb {

void HoldWatch::begin(const std::shared_ptr<OrbState>& orb, const std::shared_ptr<RequestHolder>& manager,
                      std::uint64_t hold, std::shared_ptr<reactor::Timer>& timer) noexcept {
  try {
    if (const auto& loop = orb->application_loop()) {
      timer = std::make_shared<reactor::Timer>(*loop, [weak = std::weak_ptr(manager), hold] {
        if (const auto same = weak.lock()) same->say_if_held(hold);
      });
      return timer->set(held_for_long.load());
    }
    if (!sync::has_threads) return;
    waiting_.start({}, execution::thread_name::hold_watch, orb, [manager, hold] {
      if (manager->await_end_of_hold(hold, held_for_long.load())) return;
      manager->say_if_held(hold);
    });
  } catch (const std::exception&) {
    // Out of memory or threads. Nothing will be logged.
  }
}

}  // namespace dimma::orb
