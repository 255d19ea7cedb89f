// Values in an Any of a type that nobody in this process can make: kept as their TypeCode says, and passed on.
#pragma once

#include <dimma/value.hpp>

namespace dimma::cdr {

// nullptr for a type whose state its TypeCode does not tell: a custom or abstract one.
std::shared_ptr<CORBA::ValueBase> make_described(const CORBA::TypeCode& type);

// True if a value is one of these.
bool is_described(const CORBA::ValueBase& value) noexcept;

// An empty value to read such a state into: as one that arrives is made, or a described one. `in` says by whose
// factories. Throws CORBA::MARSHAL (OMG minor 1) when there is none and the TypeCode does not tell the state.
std::shared_ptr<CORBA::ValueBase> make_empty_value(const Decoder& in, const CORBA::TypeCode& type);

}  // namespace dimma::cdr
