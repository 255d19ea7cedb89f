// How ORB::run() waits: for a signal or a shutdown, while the ORB's own threads do the work.

#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/signal_event.hpp"
#include "orb/upcall/upcall_stack.hpp"

namespace dimma::orb {

void OrbLifecycle::run() {
  SignalEvent* signals = nullptr;
  {
    std::unique_lock lock(mutex_);
    signals = signals_.get();
    if (signals == nullptr) phase_changed_.wait(lock, [this] { return !running(); });
  }
  if (signals != nullptr) {
    signals->wait();
    begin_stopping();
  }
  if (!in_upcall(*this)) finish_stopping();
}

bool OrbLifecycle::work_pending() { return false; }
void OrbLifecycle::perform_work() {}
void OrbLifecycle::leave_loop_soon() noexcept {}

void SignalEvent::join_loop() {}
void SignalEvent::leave_loop() noexcept {}

}  // namespace dimma::orb
