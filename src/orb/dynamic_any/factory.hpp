// Implements the initial reference "DynAnyFactory".
#pragma once

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/reference.hpp>

#include <memory>

namespace dimma::orb {

// Object references in the DynAnys belong to `context`, whose factories create the valuetypes in them.
CORBA::object_reference<CORBA::Object> make_dyn_any_factory(std::shared_ptr<cdr::Context> context);

}  // namespace dimma::orb
