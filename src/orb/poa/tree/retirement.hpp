#pragma once
// Closes the endpoints of adapters that have been destroyed, when their last upcalls have ended.

#include "base/sync/sync.hpp"

#if !DIMMA_THREADS
#include "orb/poa/tree/retirement_single_threaded.hpp"
#else

#include "execution/threads.hpp"

#include <memory>

namespace dimma::orb {

class AdapterBase;
class OrbState;

class Retirement {
 public:
  // Part of the ORB.
  explicit Retirement(OrbState& orb) noexcept : orb_(orb) {}

  // For an adapter with an endpoint of its own. Does not wait.
  void begin(std::shared_ptr<AdapterBase> adapter) noexcept;
  // For the single-threaded build, which has no thread to wait for each.
  void close_idle() noexcept {}
  // Waits until all are closed, except one whose upcall this thread is in.
  void await_others() { waiting_.await_others(); }

 private:
  OrbState& orb_;
  execution::Threads waiting_;  // each for the last upcall of an adapter
};

}  // namespace dimma::orb

#endif
