#include "orb/dynamic_any/refusals.hpp"

#include "cdr/typecode/typecode_words.hpp"

#include <dimma/dynamic_any.hpp>

namespace dimma::orb::dynamic_any {

using cdr::words;
using DynamicAny::DynAny;

void refuse_type(std::string_view what, const CORBA::typecode_reference& given, const TypeCode& wanted) {
  throw DynAny::TypeMismatch(std::string(what) + " is of the type " + words(given) + ", not " + words(wanted));
}

void refuse_kind(std::string_view asked_for, const TypeCode& type, bool is_component) {
  throw DynAny::TypeMismatch(std::string(asked_for) + " was requested, but the " +
                             (is_component ? "current component" : "DynAny") + " is of the type " + words(type));
}

void refuse_without_components(const TypeCode& type) {
  throw DynAny::TypeMismatch("a DynAny of the type " + words(type) + " has no components");
}

void refuse_position(const TypeCode& type) {
  throw DynAny::InvalidValue("the DynAny of the type " + words(type) +
                             " has no current component: it has no components, or the position is -1");
}

void refuse_length(std::size_t given, std::size_t length, const TypeCode& type) {
  throw DynAny::InvalidValue(std::to_string(given) + " elements or characters for the type " + words(type) +
                             ", whose length is " + std::to_string(length));
}

void refuse_nil(const TypeCode& type) {
  throw DynAny::InvalidValue("the DynAny is nil; expected one of the type " + words(type));
}

void refuse_without_member(const TypeCode& type) {
  throw DynAny::InvalidValue("the discriminator of " + words(type) + " has a value that selects no member");
}

}  // namespace dimma::orb::dynamic_any
