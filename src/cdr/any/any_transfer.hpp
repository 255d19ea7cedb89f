// Moves a value from octets to octets by its TypeCode.
#pragma once

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/typecode.hpp>

namespace dimma::cdr {

// Reads a value of that type and writes it in the encoder's order and alignment. Throws CORBA::MARSHAL for octets that
// are not such a value, for values nested too deeply, and for a type that takes more work than the octets justify;
// CORBA::NO_IMPLEMENT for types whose values are not supported. Returns true if it contained a reference to an object.
bool transfer(Decoder& in, Encoder& out, const CORBA::TypeCode& type);

}  // namespace dimma::cdr
