// How ORB::run() waits in the single-threaded build: in the process's one loop, which serves all ORBs.

#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/upcall/upcall_stack.hpp"
#include "transport/event_loop.hpp"

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

std::shared_ptr<transport::EventLoop> OrbLifecycle::signal_loop() const {
  return std::make_shared<transport::EventLoop>();
}

}  // namespace dimma::orb
