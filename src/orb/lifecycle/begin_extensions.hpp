#pragma once
// Begins what an ORB's options ask of libraries that the program may be linked with (src/orb/extensions).

#include <dimma/orb.hpp>

namespace dimma::orb {

// Has the ORB inspected as its options say. Throws CORBA::BAD_PARAM, also if the program is not linked with
// dimma_inspect.
void begin_inspection(const CORBA::object_reference<CORBA::ORB>& orb);

// Has the ORB's spans exported if it traces and the program is linked with dimma_trace. Throws CORBA::BAD_PARAM if the
// options ask for an export and the program is not linked with it.
void begin_export(const CORBA::object_reference<CORBA::ORB>& orb);

}  // namespace dimma::orb
