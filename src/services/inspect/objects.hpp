#pragma once
// The object DimmaInspect::Inspector, which provides the contents of the page over IIOP.

#include <dimma/orb.hpp>

namespace dimma::inspect {

// Publishes the object by its key at all endpoints of the ORB while the root POA's manager is active. Opens no
// endpoint.
void publish_inspector(const CORBA::object_reference<CORBA::ORB>& orb);

}  // namespace dimma::inspect
