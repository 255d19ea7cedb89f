// Implements ORB::run() in the single-threaded build, in which one event loop serves all ORBs of the process.

#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/upcall/upcall_stack.hpp"
#include "reactor/event_loop.hpp"

namespace dimma::orb {

void OrbLifecycle::run() {
  reactor::Loop::instance().run_until([this] {
    poas_.retirement().close_idle();
    return !running();
  });
  if (!in_upcall(*this)) finish_stopping();
}

bool OrbLifecycle::work_pending() { return reactor::Loop::instance().pending(); }
void OrbLifecycle::perform_work() { reactor::Loop::instance().perform(); }
void OrbLifecycle::leave_loop_soon() noexcept { reactor::Loop::instance().return_soon(); }

std::shared_ptr<reactor::EventLoop> OrbLifecycle::signal_loop() const { return std::make_shared<reactor::EventLoop>(); }

}  // namespace dimma::orb
