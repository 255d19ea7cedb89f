// The texts in which DynAnys refuse.
#pragma once

#include <dimma/typecode.hpp>

#include <string>
#include <string_view>

namespace dimma::orb::dynamic_any {

using CORBA::TypeCode;

// The given value is of another type. `what` is the place of that value: "the element 3".
[[noreturn]] void refuse_type(std::string_view what, const CORBA::typecode_reference& given, const TypeCode& wanted);
// insert_ or get_ was for another kind than the type's.
[[noreturn]] void refuse_kind(std::string_view asked_for, const TypeCode& type, bool is_component);
[[noreturn]] void refuse_without_components(const TypeCode& type);
// There is no current component.
[[noreturn]] void refuse_position(const TypeCode& type);
// `length` is the most that the type has room for or, for an array, its length.
[[noreturn]] void refuse_length(std::size_t given, std::size_t length, const TypeCode& type);
[[noreturn]] void refuse_nil(const TypeCode& type);
[[noreturn]] void refuse_without_member(const TypeCode& type);

}  // namespace dimma::orb::dynamic_any
