#include "orb/poa/tree/retirement.hpp"

#include "execution/task.hpp"
#include "orb/poa/managers/adapter_base.hpp"
#include "orb/state/orb_state.hpp"
#include "reactor/timer.hpp"

#include <utility>

namespace dimma::orb {

namespace {

// If an application runs the ORB: checks at intervals whether the adapter's last upcall has ended.
class Retiring {
 public:
  static void begin(const std::shared_ptr<reactor::EventLoop>& loop, std::shared_ptr<AdapterBase> adapter) {
    constexpr std::chrono::milliseconds look_interval{20};
    const auto retiring = std::make_shared<Retiring>(loop, std::move(adapter));
    // The timer's function keeps this object alive until the timer is removed.
    retiring->timer_ = std::make_shared<reactor::Timer>(*loop, [retiring] { retiring->look(); });
    retiring->timer_->repeat(look_interval);
  }
  Retiring(std::shared_ptr<reactor::EventLoop> loop, std::shared_ptr<AdapterBase> adapter) noexcept
      : loop_(std::move(loop)), adapter_(std::move(adapter)) {}

 private:
  void look() noexcept {
    if (!timer_ || !adapter_->is_drained()) return;
    timer_->remove();
    loop_->retire(std::move(timer_));
    adapter_->orb().endpoints().forget(adapter_->endpoint());
  }

  const std::shared_ptr<reactor::EventLoop> loop_;
  const std::shared_ptr<AdapterBase> adapter_;
  std::shared_ptr<reactor::Timer> timer_;
};

}  // namespace

void Retirement::begin(std::shared_ptr<AdapterBase> adapter) noexcept {
  try {
    if (const auto& loop = orb_.application_loop()) return Retiring::begin(loop, std::move(adapter));
    waiting_.start({}, execution::thread_name::retirement, orb_.shared_from_this(), [adapter = std::move(adapter)] {
      adapter->wait_until_drained();
      adapter->orb().endpoints().forget(adapter->endpoint());
    });
  } catch (const std::exception&) {
    // No thread is available. The endpoint will be closed together with the ORB.
  }
}

}  // namespace dimma::orb
