// Functions of objects and servants that need their ORB.

#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"
#include "orb/naming/interface_repository.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <dimma/minor.hpp>
#include <dimma/servant.hpp>

namespace CORBA {

object_reference<ORB> Object::_get_orb() const {
  if (!reference_) {
    throw NO_IMPLEMENT(dimma::minor::no_implement_local_object, COMPLETED_NO, "_get_orb of a local object");
  }
  return dimma::orb::orb_of(*reference_->orb());
}

}  // namespace CORBA

namespace PortableServer {

CORBA::object_reference<POA> Servant::_default_POA() { return dimma::orb::first_orb()->local_objects().root_poa(); }

CORBA::object_reference<CORBA::Object> Servant::_get_interface() {
  const auto* const upcall = dimma::orb::upcall_on(*this);
  if (upcall != nullptr) return dimma::orb::definition_of(upcall->object->owner().orb(), _repository_id());
  return dimma::orb::definition_of(*dimma::orb::first_orb(), _repository_id());
}

}  // namespace PortableServer
