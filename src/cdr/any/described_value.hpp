// Values in an Any, of a type that can't be made in this process: kept in the form of their TypeCode, and passed on.
#pragma once

#include <dimma/value.hpp>

namespace dimma::cdr {

// Returns nullptr for a type whose TypeCode does not describe its state: a custom or abstract one.
std::shared_ptr<CORBA::ValueBase> make_described(const CORBA::TypeCode& type);

// Returns true if make_described() has made the value.
bool is_described(const CORBA::ValueBase& value) noexcept;

// Makes an empty value to read such a state into, like a value that is received, or a described one. `in` knows the
// factories. Throws CORBA::MARSHAL (OMG minor 1) if there is no factory and the TypeCode does not describe the state.
std::shared_ptr<CORBA::ValueBase> make_empty_value(const Decoder& in, const CORBA::TypeCode& type);

}  // namespace dimma::cdr
