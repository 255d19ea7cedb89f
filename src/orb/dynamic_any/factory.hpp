// The initial reference "DynAnyFactory".
#pragma once

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/reference.hpp>

#include <memory>

namespace dimma::orb {

// References belong to `context`, and its factories make values.
CORBA::object_reference<CORBA::Object> make_dyn_any_factory(std::shared_ptr<cdr::Context> context);

}  // namespace dimma::orb
