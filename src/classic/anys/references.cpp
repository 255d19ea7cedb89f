// The operators of Any, TypeCode and Object.

#include <dimma/classic/any.hpp>
#include <dimma/classic/generated/any_values.hpp>

#include "classic/anys/modern_any.hpp"
#include "classic/anys/values.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/objects/modern.hpp"

namespace dimma::classic {

namespace {

bool is_interface(::CORBA::TCKind kind) {
  using enum ::CORBA::TCKind;
  return kind == tk_objref || kind == tk_local_interface || kind == tk_component || kind == tk_home;
}

CORBA::Object* read_any_object(const ::CORBA::Any& any) {
  CORBA::Object* object = nullptr;
  cdr::read_any_value(any, [&](cdr::Decoder& in) { object = classic_of(cdr::read_object(in)); });
  return object;
}

template <class T>
T* taken(T*& reference) {
  return std::exchange(reference, nullptr);
}

}  // namespace

namespace CORBA {

void operator<<=(Any& any, const Any& value) { insert_copy(any, _tc_any, value); }
void operator<<=(Any& any, Any* value) { insert_owned(any, _tc_any, value); }
void operator<<=(Any& any, TypeCode_ptr type) { insert_reference(any, _tc_TypeCode, type); }
void operator<<=(Any& any, TypeCode_ptr* type) { insert_owned_reference(any, _tc_TypeCode, taken(*type)); }
void operator<<=(Any& any, Object_ptr object) { insert_reference(any, _tc_Object, object); }
void operator<<=(Any& any, Object_ptr* object) { insert_owned_reference(any, _tc_Object, taken(*object)); }

Boolean operator>>=(const Any& any, const Any*& value) { return extract_pointer(any, _tc_any, value); }
Boolean operator>>=(const Any& any, Any*& value) {
  return extract_pointer(any, _tc_any, const_cast<const Any*&>(value));
}
Boolean operator>>=(const Any& any, TypeCode_ptr& type) { return extract_reference(any, _tc_TypeCode, type); }
Boolean operator>>=(const Any& any, Object_ptr& object) { return extract_reference(any, _tc_Object, object); }

Boolean operator>>=(const Any& any, Any::to_object object) {
  const ::CORBA::Any& modern = AnyAccess::modern(any);
  if (modern._value() == nullptr || !is_interface(modern._type()._without_aliases().kind())) return false;
  Object_var held;
  if (!held_object(any, held)) held = with_classic_exceptions([&] { return read_any_object(modern); });
  object.ref = held._retn();
  return true;
}

}  // namespace CORBA

}  // namespace dimma::classic
