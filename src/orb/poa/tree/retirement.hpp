#pragma once
// Closes the endpoints of destroyed adapters after their last upcalls have ended.

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
  // `orb` owns this object.
  explicit Retirement(OrbState& orb) noexcept : orb_(orb) {}

  // Called for an adapter with an endpoint of its own. Does not block.
  void begin(std::shared_ptr<AdapterBase> adapter) noexcept;
  // A no-op except in the single-threaded build, which has no thread to wait for each adapter.
  void close_idle() noexcept {}
  // Blocks until all endpoints are closed, except an endpoint for which this thread is making an upcall.
  void await_others() { waiting_.await_others(); }

 private:
  OrbState& orb_;
  execution::Threads waiting_;  // each waits for the last upcall of an adapter
};

}  // namespace dimma::orb

#endif
