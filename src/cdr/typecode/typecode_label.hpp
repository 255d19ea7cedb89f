// Encodes and decodes the labels of unions in their discriminator's type. In memory, a label is a number: an integer
// itself, 0 or 1 for a boolean, the code of a character, or the ordinal of an enumerator.
#pragma once

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/typecode.hpp>

namespace dimma::cdr {

void write_label(Encoder& out, const CORBA::TypeCode& discriminator, std::int64_t label);
std::int64_t read_label(Decoder& in, const CORBA::TypeCode& discriminator);
// Returns the member of a union that a label selects, possibly the default member, or nullptr if no member is active.
const CORBA::TypeCode::Member* active_member(const CORBA::TypeCode& type, std::int64_t label) noexcept;

}  // namespace dimma::cdr
