// The constants of module CORBA. All are initialized when the program is compiled or linked, so that the constructors
// of other source files may use them.

#include "classic/typecodes/modern_typecode.hpp"

#include <dimma/generated/typecode_of.hpp>

namespace dimma::classic {

// Defines `_tc_NAME` by the modern constant of that name.
#define DIMMA_CLASSIC_TYPECODE(NAME)                                                                \
  static constinit CORBA::TypeCode typecode_##NAME = TypeCodeAccess::constant(::CORBA::_tc_##NAME); \
  constinit const CORBA::TypeCode_ptr CORBA::_tc_##NAME = &typecode_##NAME;

DIMMA_CLASSIC_TYPECODE(null)
DIMMA_CLASSIC_TYPECODE(void)
DIMMA_CLASSIC_TYPECODE(short)
DIMMA_CLASSIC_TYPECODE(long)
DIMMA_CLASSIC_TYPECODE(ushort)
DIMMA_CLASSIC_TYPECODE(ulong)
DIMMA_CLASSIC_TYPECODE(float)
DIMMA_CLASSIC_TYPECODE(double)
DIMMA_CLASSIC_TYPECODE(boolean)
DIMMA_CLASSIC_TYPECODE(char)
DIMMA_CLASSIC_TYPECODE(octet)
DIMMA_CLASSIC_TYPECODE(any)
DIMMA_CLASSIC_TYPECODE(TypeCode)
DIMMA_CLASSIC_TYPECODE(longlong)
DIMMA_CLASSIC_TYPECODE(ulonglong)
DIMMA_CLASSIC_TYPECODE(longdouble)
DIMMA_CLASSIC_TYPECODE(wchar)
DIMMA_CLASSIC_TYPECODE(string)
DIMMA_CLASSIC_TYPECODE(wstring)
DIMMA_CLASSIC_TYPECODE(Object)
DIMMA_CLASSIC_TYPECODE(TCKind)
#undef DIMMA_CLASSIC_TYPECODE

}  // namespace dimma::classic
