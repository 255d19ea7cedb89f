#pragma once
// Implements PortableInterceptor::Current, the initial reference "PICurrent".

#include <dimma/object.hpp>

#include <memory>

namespace dimma::orb {

class OrbState;

CORBA::object_reference<CORBA::Object> make_slots_current(std::shared_ptr<OrbState> orb);

}  // namespace dimma::orb
