#pragma once
// The object adapters of an ORB, and the objects that they share.

#include "base/sync/sync.hpp"
#include "orb/poa/managers/hold_queue.hpp"
#include "orb/poa/managers/manager.hpp"
#include "orb/poa/tree/directory.hpp"
#include "orb/poa/tree/retirement.hpp"

#include <dimma/qos.hpp>

#include <cstdint>
#include <memory>

namespace dimma::orb {

class Endpoint;
class OrbState;

class PoaTree {
 public:
  // `orb` owns the tree.
  explicit PoaTree(OrbState& orb);
  PoaTree(const PoaTree&) = delete;
  PoaTree& operator=(const PoaTree&) = delete;
  // Called once `orb` is owned by a shared_ptr, before all functions below.
  void begin();

  OrbState& orb() const noexcept { return orb_; }
  // Held while an adapter is created or removed.
  sync::RecursiveMutex& mutex() noexcept DIMMA_RETURNS_LOCK(mutex_) { return mutex_; }
  Directory& directory() noexcept { return directory_; }
  const Directory& directory() const noexcept { return directory_; }
  const std::shared_ptr<ManagerFactory>& managers() const noexcept { return managers_; }
  const std::shared_ptr<HoldLimit>& hold_limit() const noexcept { return hold_limit_; }
  // The counter of the object ids made by adapters with PERSISTENT and SYSTEM_ID. It continues when an adapter is
  // destroyed and created again.
  sync::Atomic<std::uint64_t>& persistent_ids() noexcept { return persistent_ids_; }
  HoldWatch& hold_watch() noexcept { return *hold_watch_; }
  Retirement& retirement() noexcept { return retirement_; }
  // Returns a number that is unique among all adapters in the ORB's lifetime.
  std::uint32_t next_number() noexcept DIMMA_REQUIRES(mutex_) { return ++numbers_; }
  // Makes and opens an endpoint for one adapter. Throws what Endpoint::open_with_qos throws.
  std::shared_ptr<Endpoint> make_endpoint(const EngineeringQoS& qos);

  // The root adapter, or nullptr. Use root_adapter() to create it.
  std::shared_ptr<Adapter> root DIMMA_GUARDED_BY(mutex_);

 private:
  OrbState& orb_;
  sync::RecursiveMutex mutex_;
  std::uint32_t numbers_ DIMMA_GUARDED_BY(mutex_) = 0;
  Directory directory_;
  const std::shared_ptr<HoldLimit> hold_limit_;
  const std::shared_ptr<HoldWatch> hold_watch_ = std::make_shared<HoldWatch>();
  std::shared_ptr<ManagerFactory> managers_;
  sync::Atomic<std::uint64_t> persistent_ids_{0};
  Retirement retirement_;
};

}  // namespace dimma::orb
