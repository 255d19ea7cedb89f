// How ORB::run() waits in the single-threaded build: in the process's one loop, which serves all ORBs.

#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/signal_event.hpp"
#include "orb/upcall/upcall_stack.hpp"
#include "transport/loop.hpp"

namespace dimma::orb {

void OrbLifecycle::run() {
  transport::Loop::instance().run_until([this] {
    poas_.retirement().close_idle();
    return !running();
  });
  if (!in_upcall(*this)) finish_stopping();
}

bool OrbLifecycle::work_pending() { return transport::Loop::instance().pending(); }
void OrbLifecycle::perform_work() { transport::Loop::instance().perform(); }
void OrbLifecycle::leave_loop_soon() noexcept { transport::Loop::instance().return_soon(); }

void SignalEvent::join_loop() {
  transport::Loop::instance().poller().add(event_.get(), *this);
  transport::Loop::instance().poller().arm(event_.get(), *this);
}
void SignalEvent::leave_loop() noexcept { transport::Loop::instance().poller().remove(event_.get()); }

}  // namespace dimma::orb
