// Implements ORB::run(). If the ORB's own threads do the work, run() waits for a signal or a shutdown. If the
// application runs the ORB, run() does the work.

#include "orb/lifecycle/events/signal_event.hpp"
#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/upcall/upcall_stack.hpp"

namespace dimma::orb {

namespace {
// The interval at which a thread that waits for events checks whether the ORB still runs.
constexpr std::chrono::milliseconds look_interval{200};
}  // namespace

void OrbLifecycle::run() {
  if (const auto& loop = application_loop()) {
    while (running()) loop->serve_one(look_interval);
  } else {
    wait_for_shutdown();
  }
  if (!in_upcall(*this)) finish_stopping();
}

void OrbLifecycle::wait_for_shutdown() {
  SignalEvent* signals = nullptr;
  {
    sync::UniqueLock lock(mutex_);
    signals = signals_.get();
    if (signals == nullptr) return phase_changed_.wait(lock, [this] { return !running(); });
  }
  signals->wait();
  begin_stopping();
}

bool OrbLifecycle::work_pending() { return application_loop() && application_loop()->pending(); }

void OrbLifecycle::perform_work() {
  if (application_loop()) application_loop()->serve_one(std::chrono::milliseconds(0));
}

void OrbLifecycle::leave_loop_soon() noexcept {}

std::shared_ptr<reactor::EventLoop> OrbLifecycle::signal_loop() const { return application_loop(); }

}  // namespace dimma::orb
