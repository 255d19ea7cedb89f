#include <dimma/classic/typecode.hpp>

#include "classic/exceptions/translation.hpp"
#include "classic/typecodes/modern_typecode.hpp"

#include <string_view>

namespace dimma::classic::CORBA {

namespace {

// Calls `function` with the modern TypeCode, and translates what it throws.
template <class Function>
auto of_modern(const TypeCode& type, Function function) {
  return with_classic_exceptions([&] {
    try {
      return function(TypeCodeAccess::modern(type));
    } catch (const ::CORBA::TypeCode::BadKind&) {
      throw TypeCode::BadKind();
    } catch (const ::CORBA::TypeCode::Bounds&) {
      throw TypeCode::Bounds();
    }
  });
}

// The text of a TypeCode ends with a zero.
const char* text(std::string_view text) { return text.data() == nullptr ? "" : text.data(); }

}  // namespace

void TypeCode::_add_ref() { TypeCodeAccess::add_ref(*this); }
void TypeCode::_remove_ref() { TypeCodeAccess::remove_ref(*this); }

Boolean TypeCode::equal(TypeCode_ptr other) const { return TypeCodeAccess::modern(*this).equal(modern_of(other)); }

Boolean TypeCode::equivalent(TypeCode_ptr other) const {
  return TypeCodeAccess::modern(*this).equivalent(modern_of(other));
}

TypeCode_ptr TypeCode::get_compact_typecode() const {
  return TypeCodeAccess::classic(TypeCodeAccess::modern(*this).get_compact_typecode());
}

TCKind TypeCode::kind() const { return static_cast<TCKind>(TypeCodeAccess::modern(*this).kind()); }

const char* TypeCode::id() const {
  return of_modern(*this, [](const ::CORBA::TypeCode& type) {
    static_cast<void>(type.id());  // throws BadKind
    return text(type._description().id);
  });
}

const char* TypeCode::name() const {
  return of_modern(*this, [](const ::CORBA::TypeCode& type) {
    static_cast<void>(type.name());  // throws BadKind
    return text(type._description().name);
  });
}

ULong TypeCode::member_count() const {
  return of_modern(*this, [](const ::CORBA::TypeCode& type) { return type.member_count(); });
}

const char* TypeCode::member_name(ULong index) const {
  return of_modern(*this, [=](const ::CORBA::TypeCode& type) {
    static_cast<void>(type.member_name(index));  // throws BadKind and Bounds
    return text(type._description().members[index].name);
  });
}

TypeCode_ptr TypeCode::member_type(ULong index) const {
  return of_modern(*this,
                   [=](const ::CORBA::TypeCode& type) { return TypeCodeAccess::classic(type.member_type(index)); });
}

TypeCode_ptr TypeCode::discriminator_type() const {
  return of_modern(*this,
                   [](const ::CORBA::TypeCode& type) { return TypeCodeAccess::classic(type.discriminator_type()); });
}

Long TypeCode::default_index() const {
  return of_modern(*this, [](const ::CORBA::TypeCode& type) { return type.default_index(); });
}

ULong TypeCode::length() const {
  return of_modern(*this, [](const ::CORBA::TypeCode& type) { return type.length(); });
}

TypeCode_ptr TypeCode::content_type() const {
  return of_modern(*this, [](const ::CORBA::TypeCode& type) { return TypeCodeAccess::classic(type.content_type()); });
}

UShort TypeCode::fixed_digits() const {
  return of_modern(*this, [](const ::CORBA::TypeCode& type) { return type.fixed_digits(); });
}

Short TypeCode::fixed_scale() const {
  return of_modern(*this, [](const ::CORBA::TypeCode& type) { return type.fixed_scale(); });
}

Visibility TypeCode::member_visibility(ULong index) const {
  return of_modern(*this, [=](const ::CORBA::TypeCode& type) { return type.member_visibility(index); });
}

ValueModifier TypeCode::type_modifier() const {
  return of_modern(*this, [](const ::CORBA::TypeCode& type) { return type.type_modifier(); });
}

TypeCode_ptr TypeCode::concrete_base_type() const {
  return of_modern(*this,
                   [](const ::CORBA::TypeCode& type) { return TypeCodeAccess::classic(type.concrete_base_type()); });
}

}  // namespace dimma::classic::CORBA
