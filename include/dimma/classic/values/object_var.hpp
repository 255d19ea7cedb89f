#pragma once
/// The types that hold and pass references (formal/2012-07-02, 4.3 and 4.24): ObjectVar, ObjectOut, ObjectMember. T may
/// be an incomplete class, also where their functions are used, if the header that declares the class is generated.

#include <dimma/classic/mapping.hpp>

#include <type_traits>

namespace dimma {
namespace classic {

namespace CORBA {
class Object;
}
struct Interface;

namespace detail {
/// Throws CORBA::INV_OBJREF, since an operation was called on a nil reference.
[[noreturn]] void raise_nil();

// The functions of references that need the class. Generated code declares an overload of each for an interface that
// another IDL file defines, whose generated source defines it: argument-dependent look-up finds it, and a function that
// is not a template takes precedence.
template <class T>
T* _duplicate_reference(T* object) {
  return T::_duplicate(object);
}
template <class T>
void _release_reference(T* object) {
  if (object != nullptr) object->_remove_ref();
}
template <class T>
CORBA::Object* _object_of(T* object) {
  return object;
}
template <class T>
const Interface& _interface_of(T*) {
  return T::_interface;
}
}  // namespace detail

/// For generated code and the library: what all references can do, whether their class is complete or not. The
/// functions return the same reference counted once more, release one reference, and return the reference as the base
/// of all and the description of its interface. The first two accept nil.
template <class T>
T* duplicate_reference(T* object) {
  using detail::_duplicate_reference;
  return _duplicate_reference(object);
}
template <class T>
void release_reference(T* object) {
  using detail::_release_reference;
  _release_reference(object);
}
template <class T>
CORBA::Object* object_of(T* object) {
  using detail::_object_of;
  return _object_of(object);
}
template <class T>
const Interface& interface_of() {
  using detail::_interface_of;
  return _interface_of(static_cast<T*>(nullptr));
}

namespace detail {
using classic::release_reference;
}

template <class T>
class ObjectElement;
template <class T>
class ObjectOut;

/// Owns a reference: `X_var`. Assigning a pointer takes the reference over; copying duplicates it.
template <class T>
class ObjectVar {
 public:
  typedef T* pointer;

  ObjectVar() : object_(nullptr) {}
  ObjectVar(T* object) : object_(object) {}  // NOLINT: implicit by the mapping
  ObjectVar(const ObjectVar& other) : object_(classic::duplicate_reference(other.object_)) {}
  ObjectVar(ObjectVar&& other) noexcept : object_(other._retn()) {}
  /// An extension of dimma: duplicates the reference of an X_var of a derived interface, which the standard forbids.
  template <class Derived, class = typename std::enable_if<std::is_convertible<Derived*, T*>::value>::type>
  ObjectVar(const ObjectVar<Derived>& other)  // NOLINT: implicit, as is widening of pointers
      : object_(classic::duplicate_reference(other.in())) {}
  template <class Derived>
  ObjectVar(const ObjectElement<Derived>& element)  // NOLINT: implicit by the mapping
      : object_(classic::duplicate_reference(element.in())) {}
  ~ObjectVar() { classic::release_reference(object_); }

  ObjectVar& operator=(T* object) {
    T* const old = object_;
    object_ = object;
    classic::release_reference(old);
    return *this;
  }
  ObjectVar& operator=(const ObjectVar& other) {
    if (this != &other) *this = classic::duplicate_reference(other.object_);
    return *this;
  }
  ObjectVar& operator=(ObjectVar&& other) noexcept {
    if (this != &other) *this = other._retn();
    return *this;
  }
  template <class Derived, class = typename std::enable_if<std::is_convertible<Derived*, T*>::value>::type>
  ObjectVar& operator=(const ObjectVar<Derived>& other) {
    return *this = classic::duplicate_reference(other.in());
  }
  template <class Derived>
  ObjectVar& operator=(const ObjectElement<Derived>& element) {
    return *this = classic::duplicate_reference(element.in());
  }

  /// Throws CORBA::INV_OBJREF if nil.
  T* operator->() const {
    if (object_ == nullptr) detail::raise_nil();
    return object_;
  }
  operator T*&() { return object_; }              // NOLINT: implicit by the mapping
  operator T* const&() const { return object_; }  // NOLINT: implicit by the mapping

  /// The reference as an argument of each direction. out() releases it first.
  T* in() const { return object_; }
  T*& inout() { return object_; }
  T*& out() {
    *this = static_cast<T*>(nullptr);
    return object_;
  }
  /// Gives the reference to the caller; this is nil afterwards.
  T* _retn() {
    T* const object = object_;
    object_ = nullptr;
    return object;
  }
  /// An extension of dimma, as TAO has it: like in().
  T* ptr() const { return object_; }

 private:
  friend class ObjectOut<T>;
  T* object_;
};

/// Passes an out argument: `X_out`. Constructed from an X_var it releases the reference first.
template <class T>
class ObjectOut {
 public:
  ObjectOut(T*& object) : object_(object) { object_ = nullptr; }  // NOLINT: implicit by the mapping
  ObjectOut(ObjectVar<T>& var) : object_(var.out()) {}            // NOLINT: implicit by the mapping
  ObjectOut(const ObjectOut& other) : object_(other.object_) {}
  ObjectOut& operator=(const ObjectOut& other) {
    object_ = other.object_;
    return *this;
  }
  /// Takes the reference over.
  ObjectOut& operator=(T* object) {
    object_ = object;
    return *this;
  }
  /// Duplicates the reference.
  ObjectOut& operator=(const ObjectVar<T>& var) {
    object_ = classic::duplicate_reference(var.in());
    return *this;
  }
  ObjectOut& operator=(const ObjectElement<T>& element) {
    object_ = classic::duplicate_reference(element.in());
    return *this;
  }

  operator T*&() { return object_; }  // NOLINT: implicit by the mapping
  /// Returns the pointer of the caller. Assigning to it does not release a former reference.
  T*& ptr() { return object_; }
  T* operator->() const { return object_; }

 private:
  T*& object_;
};

/// A reference within a struct, exception, union or array: behaves like an X_var.
template <class T>
class ObjectMember : public ObjectVar<T> {
 public:
  ObjectMember() {}
  ObjectMember(T* object) : ObjectVar<T>(object) {}                         // NOLINT: implicit by the mapping
  ObjectMember(const ObjectVar<T>& other) : ObjectVar<T>(other) {}          // NOLINT: implicit by the mapping
  ObjectMember(const ObjectElement<T>& element) : ObjectVar<T>(element) {}  // NOLINT: implicit by the mapping
  using ObjectVar<T>::operator=;
};

}  // namespace classic
}  // namespace dimma
