#pragma once
/// The functions with which generated operators insert values into an Any and extract them. Internal to dimma;
/// applications do not need it. `type` is the type's constant, such as `M::_tc_Point`.
///
/// An Any holds a value in its C++ form, with a ValueType that says how it is handled. Extraction returns that value if
/// its ValueType is the same; otherwise it encodes and decodes the value once, and the Any keeps the result.

#include <dimma/classic/any.hpp>
#include <dimma/classic/generated/codec.hpp>
#include <dimma/classic/values/array_var.hpp>

namespace dimma {
namespace classic {

/// How an Any handles values of one C++ type, which the address identifies.
struct ValueType {
  void (*write)(Output& out, const void* value);
  void (*read)(Input& in, void* value);
  void* (*make)();
  void (*destroy)(void* value);
  // For references, and otherwise null: return the object, which may be nil, and a new value that refers to the object.
  CORBA::Object* (*object)(const void* value);
  void* (*of_object)(CORBA::Object* object);
};

namespace detail {

/// The part of every ValueType of values that are no references.
struct NoObject {
  typedef CORBA::Object* (*Object)(const void* value);
  typedef void* (*OfObject)(CORBA::Object* object);
  static constexpr Object object() { return nullptr; }
  static constexpr OfObject of_object() { return nullptr; }
};

/// The parts of every ValueType whose values are made by `new T`.
template <class T>
struct NewValues : NoObject {
  static void* make() { return new T(); }
  static void destroy(void* value) { delete static_cast<T*>(value); }
};

template <class T>
struct PlainValues : NewValues<T> {
  static void write(Output& out, const void* value) { codec<T>::write(out, *static_cast<const T*>(value)); }
  static void read(Input& in, void* value) { codec<T>::read(in, *static_cast<T*>(value)); }
};

/// A reference is held by an ObjectMember.
template <class T>
struct ReferenceValues : PlainValues<ObjectMember<T> > {
  static CORBA::Object* get_object(const void* value) { return static_cast<const ObjectMember<T>*>(value)->in(); }
  static void* make_of_object(CORBA::Object* object) { return new ObjectMember<T>(T::_unchecked_narrow(object)); }
  static constexpr NoObject::Object object() { return &get_object; }
  static constexpr NoObject::OfObject of_object() { return &make_of_object; }
};
template <>
struct ReferenceValues<CORBA::TypeCode> : PlainValues<ObjectMember<CORBA::TypeCode> > {};

/// An exception is encoded with its repository id.
template <class E>
struct ExceptionValues : NewValues<E> {
  static void write(Output& out, const void* value) {
    const E& exception = *static_cast<const E*>(value);
    out.put_string(exception._rep_id());
    codec<E>::write(out, exception);
  }
  static void read(Input& in, void* value) {
    CORBA::String_var(in.get_string());
    codec<E>::read(in, *static_cast<E*>(value));
  }
};

/// An array is held by a pointer to its first element.
template <class Traits>
struct ArrayValues : NoObject {
  typedef typename Traits::array array;
  typedef typename Traits::slice slice;
  static void write(Output& out, const void* value) { codec<array>::write(out, *static_cast<const array*>(value)); }
  static void read(Input& in, void* value) { codec<array>::read(in, *static_cast<array*>(value)); }
  static void* make() { return Traits::alloc(); }
  static void destroy(void* value) { Traits::free(static_cast<slice*>(value)); }
};

template <class Values>
struct ValueTypeOf {
  static const ValueType value;
};
template <class Values>
const ValueType ValueTypeOf<Values>::value = {&Values::write,   &Values::read,    &Values::make,
                                              &Values::destroy, Values::object(), Values::of_object()};

/// Takes the value over, even if it throws. Throws BAD_PARAM for null.
void insert_value(CORBA::Any& any, CORBA::TypeCode_ptr type, const ValueType& how, void* value);
/// Returns the value, which the Any keeps; null if it holds a value of another type.
const void* kept_value(const CORBA::Any& any, CORBA::TypeCode_ptr type, const ValueType& how);
/// Returns false if the Any holds a value of another type. Otherwise sets `held` to the value if it is held in this
/// C++ form, and else to null.
CORBA::Boolean find_value(const CORBA::Any& any, CORBA::TypeCode_ptr type, const ValueType& how, const void*& held);
/// Decodes the Any's value into `value`.
void decode_value(const CORBA::Any& any, const ValueType& how, void* value);

template <class Values, class T>
CORBA::Boolean extract(const CORBA::Any& any, CORBA::TypeCode_ptr type, const T*& value) {
  const void* const kept = kept_value(any, type, ValueTypeOf<Values>::value);
  if (kept == nullptr) return false;
  value = static_cast<const T*>(kept);
  return true;
}

/// For values that are owners of references. Inserting takes the reference over; the Any keeps the one extracted.
template <class Values, class T>
void insert_owner(CORBA::Any& any, CORBA::TypeCode_ptr type, T* reference) {
  ObjectMember<T> owner(reference);
  insert_value(any, type, ValueTypeOf<Values>::value, new ObjectMember<T>(static_cast<ObjectMember<T>&&>(owner)));
}
template <class Values, class T>
CORBA::Boolean extract_from_owner(const CORBA::Any& any, CORBA::TypeCode_ptr type, T*& reference) {
  const ObjectMember<T>* kept = nullptr;
  if (!extract<Values>(any, type, kept)) return false;
  reference = kept->in();
  return true;
}

}  // namespace detail

/// Insert a copy of a struct, union, named sequence or enumerator.
template <class T>
void insert_copy(CORBA::Any& any, CORBA::TypeCode_ptr type, const T& value) {
  detail::insert_value(any, type, detail::ValueTypeOf<detail::PlainValues<T> >::value, new T(value));
}
/// Inserts the value itself, which the Any then owns. Throws BAD_PARAM for null.
template <class T>
void insert_owned(CORBA::Any& any, CORBA::TypeCode_ptr type, T* value) {
  detail::insert_value(any, type, detail::ValueTypeOf<detail::PlainValues<T> >::value, value);
}
/// Extracts a value, which the Any keeps. Like all extractions, it returns false and changes nothing if the Any holds
/// another type.
template <class T>
CORBA::Boolean extract_pointer(const CORBA::Any& any, CORBA::TypeCode_ptr type, const T*& value) {
  return detail::extract<detail::PlainValues<T> >(any, type, value);
}
/// Copies the value out.
template <class T>
CORBA::Boolean extract_value(const CORBA::Any& any, CORBA::TypeCode_ptr type, T& value) {
  const ValueType& how = detail::ValueTypeOf<detail::PlainValues<T> >::value;
  const void* held = nullptr;
  if (!detail::find_value(any, type, how, held)) return false;
  if (held != nullptr) {
    value = *static_cast<const T*>(held);
  } else {
    T read = T();
    detail::decode_value(any, how, &read);
    value = read;
  }
  return true;
}

/// The same for exceptions.
template <class E>
void insert_exception_copy(CORBA::Any& any, CORBA::TypeCode_ptr type, const E& exception) {
  detail::insert_value(any, type, detail::ValueTypeOf<detail::ExceptionValues<E> >::value, new E(exception));
}
template <class E>
void insert_exception_owned(CORBA::Any& any, CORBA::TypeCode_ptr type, E* exception) {
  detail::insert_value(any, type, detail::ValueTypeOf<detail::ExceptionValues<E> >::value, exception);
}
template <class E>
CORBA::Boolean extract_exception(const CORBA::Any& any, CORBA::TypeCode_ptr type, const E*& exception) {
  return detail::extract<detail::ExceptionValues<E> >(any, type, exception);
}

/// The same for references, which may be nil: a duplicate, or the reference itself.
template <class T>
void insert_owned_reference(CORBA::Any& any, CORBA::TypeCode_ptr type, T* reference) {
  detail::insert_owner<detail::ReferenceValues<T> >(any, type, reference);
}
template <class T>
void insert_reference(CORBA::Any& any, CORBA::TypeCode_ptr type, T* reference) {
  insert_owned_reference(any, type, T::_duplicate(reference));
}
template <class T>
CORBA::Boolean extract_reference(const CORBA::Any& any, CORBA::TypeCode_ptr type, T*& reference) {
  return detail::extract_from_owner<detail::ReferenceValues<T> >(any, type, reference);
}

/// The same for references to abstract interfaces.
template <class T>
void insert_owned_abstract(CORBA::Any& any, CORBA::TypeCode_ptr type, T* reference) {
  detail::insert_owner<detail::PlainValues<ObjectMember<T> > >(any, type, reference);
}
template <class T>
void insert_abstract(CORBA::Any& any, CORBA::TypeCode_ptr type, T* reference) {
  insert_owned_abstract(any, type, T::_duplicate(reference));
}
template <class T>
CORBA::Boolean extract_abstract(const CORBA::Any& any, CORBA::TypeCode_ptr type, T*& reference) {
  return detail::extract_from_owner<detail::PlainValues<ObjectMember<T> > >(any, type, reference);
}

/// The same for arrays: a copy, or the array itself if it is passed with `nocopy`.
template <class Traits>
void insert_array(CORBA::Any& any, CORBA::TypeCode_ptr type, const ArrayForAny<Traits>& array) {
  typedef typename Traits::slice slice;
  slice* const elements = const_cast<slice*>(array.in());
  const bool copies = elements != nullptr && !array.nocopy();
  detail::insert_value(any, type, detail::ValueTypeOf<detail::ArrayValues<Traits> >::value,
                       copies ? Traits::dup(elements) : elements);
}
template <class Traits>
CORBA::Boolean extract_array(const CORBA::Any& any, CORBA::TypeCode_ptr type, ArrayForAny<Traits>& array) {
  typedef typename Traits::slice slice;
  const slice* kept = nullptr;
  if (!detail::extract<detail::ArrayValues<Traits> >(any, type, kept)) return false;
  array = ArrayForAny<Traits>(const_cast<slice*>(kept), true);
  return true;
}

}  // namespace classic
}  // namespace dimma
