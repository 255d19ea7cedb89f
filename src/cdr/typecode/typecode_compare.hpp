// Compares TypeCodes, and copies them without names. All functions also terminate for types that contain themselves.
// Their time is at most proportional to the product of both sizes.
#pragma once

#include <dimma/typecode.hpp>

namespace dimma::cdr {

bool equal(const CORBA::TypeCode& left, const CORBA::TypeCode& right);
bool equivalent(const CORBA::TypeCode& left, const CORBA::TypeCode& right);
CORBA::typecode_reference compact(const CORBA::TypeCode& type);

}  // namespace dimma::cdr
