#include <dimma/classic/values/corba_sequences.hpp>

#include "classic/typecodes/modern_typecode.hpp"

#include <dimma/generated/typecode_of.hpp>

namespace dimma::classic {

#define DIMMA_CLASSIC_SEQUENCE_TYPECODE(NAME, CONSTRUCTOR, BASE)                                    \
  static constinit CORBA::TypeCode typecode_##NAME = TypeCodeAccess::constant(::CORBA::_tc_##NAME); \
  constinit const CORBA::TypeCode_ptr CORBA::_tc_##NAME = &typecode_##NAME;
DIMMA_CLASSIC_SEQUENCES(DIMMA_CLASSIC_SEQUENCE_TYPECODE)
#undef DIMMA_CLASSIC_SEQUENCE_TYPECODE

}  // namespace dimma::classic
