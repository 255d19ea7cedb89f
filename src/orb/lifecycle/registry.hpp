#pragma once
// The ORBs of this process by id, as ORB_init finds them (CORBA 3.3 part 1, 8.2.1).

#include "orb/lifecycle/orb_lifecycle.hpp"

#include <dimma/orb.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dimma::orb {

class OrbAccess {
 public:
  static CORBA::object_reference<CORBA::ORB> make(std::shared_ptr<OrbLifecycle> lifecycle);
  static const std::shared_ptr<OrbLifecycle>& lifecycle(const CORBA::ORB& orb) noexcept { return orb.lifecycle_; }
};

// Returns the ORB with that id. If none exists, calls `make` with the registry locked and adds the ORB.
CORBA::object_reference<CORBA::ORB> find_or_make_orb(const std::string& id,
                                                     const std::function<std::shared_ptr<OrbLifecycle>()>& make);
// Adds an ORB that a test has composed. Throws CORBA::BAD_PARAM if the id is in use.
CORBA::object_reference<CORBA::ORB> add_orb(std::shared_ptr<OrbLifecycle> lifecycle);
void forget_orb(const OrbLifecycle& lifecycle) noexcept;
// Between these two calls no ORB is added or removed. Used around a fork, both on the same thread.
void lock_registry() noexcept;
void unlock_registry() noexcept;
// Returns all ORBs. Called with the registry locked.
std::vector<std::shared_ptr<OrbLifecycle>> locked_orbs();

// Returns the oldest ORB that has not been destroyed. Throws CORBA::OBJ_ADAPTER if none exists.
std::shared_ptr<OrbLifecycle> first_orb();
CORBA::object_reference<CORBA::ORB> orb_of(OrbState& orb);

}  // namespace dimma::orb
