#pragma once
// Closes the endpoints of adapters that have been destroyed, when their last upcalls have ended.

#include "base/sync.hpp"
#include "qos/threads.hpp"

#include <memory>
#include <vector>

namespace dimma::orb {

class AdapterBase;
class OrbState;

class Retirement {
 public:
  // Part of the ORB.
  explicit Retirement(OrbState& orb) noexcept : orb_(orb) {}

  // Of an adapter that has an endpoint of its own; does not wait.
  void begin(std::shared_ptr<AdapterBase> adapter) noexcept;
#if DIMMA_THREADS
  // Until all are closed, but for one whose upcall this thread is in.
  void await_others() { waiting_.await_others(); }
#else
  // Closes those of which the last upcall has ended; does nothing within an upcall.
  void look() noexcept;
#endif

 private:
  OrbState& orb_;
#if DIMMA_THREADS
  qos::Threads waiting_;  // each for the last upcall of an adapter
#else
  std::vector<std::shared_ptr<AdapterBase> > waiting_;
#endif
};

}  // namespace dimma::orb
