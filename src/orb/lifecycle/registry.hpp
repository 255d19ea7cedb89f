#pragma once
// The ORBs of this process, by id, in which ORB_init finds them again (CORBA 3.3 part 1, 8.2.1).

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

// Returns the ORB of that id. If there is none, `make` makes its implementation while the registry is locked.
CORBA::object_reference<CORBA::ORB> find_or_make_orb(const std::string& id,
                                                     const std::function<std::shared_ptr<OrbLifecycle>()>& make);
// Adds an ORB that a test of the seams has made. Throws CORBA::BAD_PARAM if the id is taken.
CORBA::object_reference<CORBA::ORB> add_orb(std::shared_ptr<OrbLifecycle> lifecycle);
void forget_orb(const OrbLifecycle& lifecycle) noexcept;
// No ORB is made or forgotten between these two. For a fork; called by one thread.
void lock_registry() noexcept;
void unlock_registry() noexcept;
// Returns all ORBs. Called between these two.
std::vector<std::shared_ptr<OrbLifecycle>> locked_orbs();

// Returns the oldest ORB that is not destroyed. Throws CORBA::OBJ_ADAPTER if there is none.
std::shared_ptr<OrbLifecycle> first_orb();
CORBA::object_reference<CORBA::ORB> orb_of(OrbState& orb);

}  // namespace dimma::orb
