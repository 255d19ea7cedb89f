// Compares TypeCodes, and copies them without names. All functions end for types that contain themselves, and take time
// at most in proportion to the product of both sizes.
#pragma once

#include <dimma/typecode.hpp>

namespace dimma::cdr {

bool equal(const CORBA::TypeCode& left, const CORBA::TypeCode& right);
bool equivalent(const CORBA::TypeCode& left, const CORBA::TypeCode& right);
CORBA::typecode_reference compact(const CORBA::TypeCode& type);

}  // namespace dimma::cdr
