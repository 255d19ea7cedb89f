#pragma once
/// Values within an Any (formal/2012-07-02, "Mapping for the any Type"). The generated operators insert and extract the
/// values of a valuetype; those below do so for values of any type.

#include <dimma/classic/any.hpp>
#include <dimma/classic/valuetypes/value_base.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

extern const TypeCode_ptr _tc_ValueBase;

/// Insert a value, which may be null, with the TypeCode of ValueBase: counted once more, or taken over from the
/// variable that the pointer refers to.
void operator<<=(Any& any, ValueBase* value);
void operator<<=(Any& any, ValueBase** value);
/// Extracts a value of any valuetype, which the Any keeps. Returns false and changes nothing if the Any holds no value,
/// or one whose type this process cannot make.
Boolean operator>>=(const Any& any, ValueBase*& value);
/// The same, but the caller owns the value.
Boolean operator>>=(const Any& any, Any::to_value value);

}  // namespace CORBA

/// For generated code: insert a value, counted once more or taken over, and extract one, which the Any keeps.
void insert_valuetype(CORBA::Any& any, CORBA::TypeCode_ptr type, CORBA::ValueBase* value);
void insert_owned_valuetype(CORBA::Any& any, CORBA::TypeCode_ptr type, CORBA::ValueBase* value);
/// Sets `value` to the value, which may be null. Returns false if the Any holds another type.
CORBA::Boolean find_valuetype(const CORBA::Any& any, CORBA::TypeCode_ptr type, CORBA::ValueBase*& value);

/// For generated code: the same, for a class of a valuetype. Returns false also for a value of another class.
template <class T>
CORBA::Boolean extract_valuetype(const CORBA::Any& any, CORBA::TypeCode_ptr type, T*& value) {
  CORBA::ValueBase* found = nullptr;
  if (!find_valuetype(any, type, found)) return false;
  T* const typed = dynamic_cast<T*>(found);
  if (typed == nullptr && found != nullptr) return false;
  value = typed;
  return true;
}

}  // namespace classic
}  // namespace dimma
