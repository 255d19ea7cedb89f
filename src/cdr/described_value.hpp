// Values in an Any of a type that nobody in this process can make: kept as their TypeCode says, and passed on.
#pragma once

#include <dimma/value.hpp>

namespace dimma::cdr {

// nullptr for a type whose state its TypeCode does not tell: a custom or abstract one.
std::shared_ptr<CORBA::ValueBase> make_described(const CORBA::TypeCode& type);

// Whether a value is one of these.
bool is_described(const CORBA::ValueBase& value) noexcept;

}  // namespace dimma::cdr
