#pragma once
// The ORBs of this process, by id: what ORB_init finds again (CORBA 3.3 part 1, 8.2.1).

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

// The ORB of that id; if there is none, `make` makes its implementation while the registry is locked.
CORBA::object_reference<CORBA::ORB> find_or_make_orb(const std::string& id,
                                                     const std::function<std::shared_ptr<OrbLifecycle>()>& make);
// The same with what a test of the seams has made. Throws CORBA::BAD_PARAM when the id is taken.
CORBA::object_reference<CORBA::ORB> add_orb(std::shared_ptr<OrbLifecycle> lifecycle);
void forget_orb(const OrbLifecycle& lifecycle) noexcept;
// No ORB is made or forgotten between the two. For a fork; by one thread.
void lock_registry() noexcept;
void unlock_registry() noexcept;
// All of them; between the two.
std::vector<std::shared_ptr<OrbLifecycle>> locked_orbs();

// The ORB that was made first of those that are not destroyed. Throws CORBA::OBJ_ADAPTER when there is none.
std::shared_ptr<OrbLifecycle> first_orb();
CORBA::object_reference<CORBA::ORB> orb_of(OrbState& orb);

}  // namespace dimma::orb
