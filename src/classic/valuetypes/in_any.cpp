// Values within an Any. All are held as references to ValueBase, so that a value can be extracted as its own type or as
// ValueBase.

#include <dimma/classic/generated/any_values.hpp>
#include <dimma/classic/generated/values.hpp>
#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/valuetypes/value_in_any.hpp>

#include "classic/anys/modern_any.hpp"
#include "classic/anys/values.hpp"
#include "classic/typecodes/modern_typecode.hpp"

#include <dimma/value.hpp>

#include <utility>

namespace dimma::classic {

namespace {

using Held = ObjectMember<CORBA::ValueBase>;

const ValueType& how_values_are_held() { return detail::ValueTypeOf<detail::PlainValues<Held>>::value; }

bool is_value(::CORBA::TCKind kind) {
  using enum ::CORBA::TCKind;
  return kind == tk_value || kind == tk_value_box || kind == tk_event;
}

// Returns the value, which the Any keeps, in `value`. A value of the other mapping, or one that only its TypeCode
// describes, is not found.
bool find_value(const CORBA::Any& any, CORBA::ValueBase*& value) {
  const ::CORBA::Any& modern = AnyAccess::modern(any);
  if (modern._value() == nullptr || !is_value(modern._type()._without_aliases().kind())) return false;
  try {
    value = static_cast<const Held*>(kept_value(any, how_values_are_held()))->in();
  } catch (const CORBA::MARSHAL&) {
    return false;
  }
  return true;
}

}  // namespace

void insert_valuetype(CORBA::Any& any, CORBA::TypeCode_ptr type, CORBA::ValueBase* value) {
  insert_owned_valuetype(any, type, CORBA::ValueBase::_duplicate(value));
}

void insert_owned_valuetype(CORBA::Any& any, CORBA::TypeCode_ptr type, CORBA::ValueBase* value) {
  Held owner(value);
  detail::insert_value(any, type, how_values_are_held(), new Held(std::move(owner)));
}

CORBA::Boolean find_valuetype(const CORBA::Any& any, CORBA::TypeCode_ptr type, CORBA::ValueBase*& value) {
  const ::CORBA::Any& modern = AnyAccess::modern(any);
  return modern._value() != nullptr && modern._type().equivalent(modern_of(type)) && find_value(any, value);
}

namespace CORBA {

static constinit TypeCode typecode_ValueBase = TypeCodeAccess::constant(::CORBA::_tc_ValueBase);
constinit const TypeCode_ptr _tc_ValueBase = &typecode_ValueBase;

void operator<<=(Any& any, ValueBase* value) { insert_valuetype(any, _tc_ValueBase, value); }
void operator<<=(Any& any, ValueBase** value) {
  insert_owned_valuetype(any, _tc_ValueBase, std::exchange(*value, nullptr));
}
Boolean operator>>=(const Any& any, ValueBase*& value) { return find_value(any, value); }
Boolean operator>>=(const Any& any, Any::to_value value) {
  ValueBase* found = nullptr;
  if (!find_value(any, found)) return false;
  value.ref = ValueBase::_duplicate(found);
  return true;
}

}  // namespace CORBA

}  // namespace dimma::classic
