#include "orb/lifecycle/events/event_source.hpp"

namespace dimma::orb {

namespace {
struct Wake final : reactor::Waiter {
  void readable() noexcept override {}
};
}  // namespace

void ApplicationEvents::end() noexcept {
  has_ended_.store(true);
  const auto wake = std::make_shared<Wake>();
  loop_->post(*wake, wake);
}

}  // namespace dimma::orb
