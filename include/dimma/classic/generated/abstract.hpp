#pragma once
/// Used by generated code of abstract interfaces. Internal to dimma; applications do not need it.

#include <dimma/classic/generated/values.hpp>
#include <dimma/classic/valuetypes/abstract_base.hpp>

namespace dimma {
namespace classic {

/// Writes an object's reference, or a value, and which of them it is (CORBA 3.3 part 2, 9.3.7). Throws the modern
/// MARSHAL for a local object.
void write_abstract(Output& out, CORBA::AbstractBase* reference);

/// Reads a reference to the abstract interface T, which the caller owns.
template <class T>
T* read_abstract(Input& in) {
  if (in.get_boolean()) return static_cast<T*>(read_object(in, T::_interface));
  return read_value_as<T>(in, nullptr, T::_interface.repository_id);
}

namespace detail {
/// Returns a new reference to the object as `interface`, which the object's reference need not name; null if the object
/// does not have it, and for null.
void* narrow_abstract(CORBA::Object* object, const Interface& type, bool is_checked);
}  // namespace detail

/// Implement `_narrow` and `_unchecked_narrow` of the class T of an abstract interface.
template <class T>
T* narrow_reference(CORBA::AbstractBase* reference, bool is_checked) {
  if (T* const same = dynamic_cast<T*>(reference)) return T::_duplicate(same);
  return static_cast<T*>(detail::narrow_abstract(dynamic_cast<CORBA::Object*>(reference), T::_interface, is_checked));
}

}  // namespace classic
}  // namespace dimma
