// Functions that throw the exceptions of DynAnys, with texts that explain them.
#pragma once

#include <dimma/typecode.hpp>

#include <string>
#include <string_view>

namespace dimma::orb::dynamic_any {

using CORBA::TypeCode;

// Called if the given value has a different type. `what` names the value in the text, such as "the element 3".
[[noreturn]] void refuse_type(std::string_view what, const CORBA::typecode_reference& given, const TypeCode& wanted);
// Called if an insert_ or get_ function does not match the type's kind.
[[noreturn]] void refuse_kind(std::string_view asked_for, const TypeCode& type, bool is_component);
[[noreturn]] void refuse_without_components(const TypeCode& type);
// Called if there is no current component.
[[noreturn]] void refuse_position(const TypeCode& type);
// Called if a length is invalid. `length` is the maximum, or the exact length of an array.
[[noreturn]] void refuse_length(std::size_t given, std::size_t length, const TypeCode& type);
[[noreturn]] void refuse_nil(const TypeCode& type);
[[noreturn]] void refuse_without_member(const TypeCode& type);

}  // namespace dimma::orb::dynamic_any
