// Re-encodes a value by its TypeCode.
#pragma once

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/typecode.hpp>

namespace dimma::cdr {

// Decodes a value of the given type and encodes it in the byte order and alignment of `out`. Returns true if the value
// contains an object reference. Throws CORBA::MARSHAL for octets that are not a value of the type, for values that are
// nested too deeply, and for a type that takes more work than the number of octets justifies. Throws
// CORBA::NO_IMPLEMENT for types whose values are not supported.
bool transfer(Decoder& in, Encoder& out, const CORBA::TypeCode& type);

}  // namespace dimma::cdr
