// Values in an Any whose valuetype this process cannot create. They are kept in the form that their TypeCode describes,
// and can be passed on.
#pragma once

#include <dimma/value.hpp>

namespace dimma::cdr {

// Returns nullptr if the TypeCode does not describe the state of the type, which is the case for custom and abstract
// types.
std::shared_ptr<CORBA::ValueBase> make_described(const CORBA::TypeCode& type);

// Returns true if the value was made by make_described().
bool is_described(const CORBA::ValueBase& value) noexcept;

// Returns an empty value of the type, into which a state can be read: one made by a factory that `in` knows, or a
// described value. Throws CORBA::MARSHAL (OMG minor 1) if no factory exists and the TypeCode does not describe the
// state.
std::shared_ptr<CORBA::ValueBase> make_empty_value(const Decoder& in, const CORBA::TypeCode& type);

}  // namespace dimma::cdr
