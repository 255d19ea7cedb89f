#include "orb/poa/retirement.hpp"

#include "orb/poa/adapter_base.hpp"
#include "orb/state/orb_state.hpp"
#include "qos/task.hpp"
#if !DIMMA_THREADS
#include "orb/upcall/upcall_stack.hpp"
#endif

#include <utility>

namespace dimma::orb {

#if DIMMA_THREADS

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

#else

void Retirement::begin(std::shared_ptr<AdapterBase> adapter) noexcept {
  waiting_.push_back(std::move(adapter));
  look();
}

void Retirement::look() noexcept {
  if (waiting_.empty() || in_upcall(orb_)) return;
  std::vector<std::shared_ptr<AdapterBase> > still;
  for (auto& adapter : std::exchange(waiting_, {})) {
    if (adapter->is_drained()) {
      orb_.endpoints().forget(adapter->endpoint());
    } else {
      still.push_back(std::move(adapter));
    }
  }
  waiting_.insert(waiting_.end(), still.begin(), still.end());
}

#endif

}  // namespace dimma::orb
