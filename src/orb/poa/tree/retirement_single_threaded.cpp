#include "orb/poa/tree/retirement_single_threaded.hpp"

#include "orb/poa/managers/adapter_base.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <utility>

namespace dimma::orb {

void Retirement::begin(std::shared_ptr<AdapterBase> adapter) noexcept {
  waiting_.push_back(std::move(adapter));
  close_idle();
}

void Retirement::close_idle() noexcept {
  if (waiting_.empty() || in_upcall(orb_)) return;
  std::vector<std::shared_ptr<AdapterBase>> still;
  for (auto& adapter : std::exchange(waiting_, {})) {
    if (adapter->is_drained()) {
      orb_.endpoints().forget(adapter->endpoint());
    } else {
      still.push_back(std::move(adapter));
    }
  }
  waiting_.insert(waiting_.end(), still.begin(), still.end());
}

}  // namespace dimma::orb
