#include "orb/poa/retirement.hpp"

#include "orb/poa/adapter_base.hpp"
#include "orb/state/orb_state.hpp"
#include "qos/task.hpp"

#include <utility>

namespace dimma::orb {

void Retirement::begin(std::shared_ptr<AdapterBase> adapter) noexcept {
  try {
    waiting_.start({}, qos::thread_name::retirement, orb_.shared_from_this(), [adapter = std::move(adapter)] {
      adapter->wait_until_drained();
      adapter->orb().endpoints().forget(adapter->endpoint());
    });
  } catch (const std::exception&) {
    // Without a thread it is closed when the ORB is.
  }
}

}  // namespace dimma::orb
