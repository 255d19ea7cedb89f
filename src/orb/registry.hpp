#pragma once
// The ORBs of this process, by id: what ORB_init finds again (CORBA 3.3 part 1, 8.2.1).

#include "orb/core.hpp"

#include <dimma/orb.hpp>

#include <functional>
#include <memory>
#include <string>

namespace dimma::orb {

class OrbAccess {
 public:
  static CORBA::object_reference<CORBA::ORB> make(std::shared_ptr<Core> core);
  static const std::shared_ptr<Core>& core(const CORBA::ORB& orb) noexcept { return orb.core_; }
};

// The ORB of that id; if there is none, `make` makes its core while the registry is locked.
CORBA::object_reference<CORBA::ORB> find_or_make_orb(const std::string& id,
                                                     const std::function<std::shared_ptr<Core>()>& make);
// The same with a core of one's own, for tests of the seams. Throws CORBA::BAD_PARAM when the id is taken.
CORBA::object_reference<CORBA::ORB> add_orb(std::shared_ptr<Core> core);
void forget_orb(const Core& core) noexcept;

// The ORB that was made first of those that are not destroyed. Throws CORBA::OBJ_ADAPTER when there is none.
std::shared_ptr<Core> first_core();
CORBA::object_reference<CORBA::ORB> orb_of(const std::shared_ptr<Core>& core);

}  // namespace dimma::orb
