#pragma once
// Starts the extensions requested by an ORB's options, if the program is linked with their libraries
// (src/orb/extensions).

#include <dimma/orb.hpp>

namespace dimma::orb {

// Starts the inspection requested by the options. Throws CORBA::BAD_PARAM if an option cannot be honoured, for example
// because the program is not linked with dimma_inspect.
void begin_inspection(const CORBA::object_reference<CORBA::ORB>& orb);

// Starts the export of spans if the ORB traces and the program is linked with dimma_trace. Throws CORBA::BAD_PARAM if
// the options request an export but the program is not linked with it.
void begin_export(const CORBA::object_reference<CORBA::ORB>& orb);

}  // namespace dimma::orb
