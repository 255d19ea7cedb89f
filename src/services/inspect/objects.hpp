#pragma once
// The object DimmaInspect::Inspector, which says over IIOP what the page says.

#include <dimma/orb.hpp>

namespace dimma::inspect {

// From now on it is there by its key, at all endpoints of the ORB, while the root POA's manager is active. Opens none.
void publish_inspector(const CORBA::object_reference<CORBA::ORB>& orb);

}  // namespace dimma::inspect
