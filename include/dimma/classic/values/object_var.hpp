#pragma once
/// The types that hold and pass references (formal/2012-07-02, 4.3 and 4.24): ObjectVar, ObjectOut, ObjectMember. T may
/// be an incomplete class where they are declared, and is complete where their functions are used.

#include <dimma/classic/mapping.hpp>

#include <type_traits>

namespace dimma {
namespace classic {

namespace detail {
/// Throws CORBA::INV_OBJREF, since an operation was called on a nil reference.
[[noreturn]] void raise_nil();

template <class T>
void release_reference(T* object) {
  if (object != nullptr) object->_remove_ref();
}
}  // namespace detail

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
  ObjectVar(const ObjectVar& other) : object_(T::_duplicate(other.object_)) {}
  ObjectVar(ObjectVar&& other) noexcept : object_(other._retn()) {}
  /// An extension of dimma: duplicates the reference of an X_var of a derived interface, which the standard forbids.
  template <class Derived, class = typename std::enable_if<std::is_convertible<Derived*, T*>::value>::type>
  ObjectVar(const ObjectVar<Derived>& other)  // NOLINT: implicit, as is widening of pointers
      : object_(T::_duplicate(other.in())) {}
  template <class Derived>
  ObjectVar(const ObjectElement<Derived>& element)  // NOLINT: implicit by the mapping
      : object_(T::_duplicate(element.in())) {}
  ~ObjectVar() { detail::release_reference(object_); }

  ObjectVar& operator=(T* object) {
    T* const old = object_;
    object_ = object;
    detail::release_reference(old);
    return *this;
  }
  ObjectVar& operator=(const ObjectVar& other) {
    if (this != &other) *this = T::_duplicate(other.object_);
    return *this;
  }
  ObjectVar& operator=(ObjectVar&& other) noexcept {
    if (this != &other) *this = other._retn();
    return *this;
  }
  template <class Derived, class = typename std::enable_if<std::is_convertible<Derived*, T*>::value>::type>
  ObjectVar& operator=(const ObjectVar<Derived>& other) {
    return *this = T::_duplicate(other.in());
  }
  template <class Derived>
  ObjectVar& operator=(const ObjectElement<Derived>& element) {
    return *this = T::_duplicate(element.in());
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
    object_ = T::_duplicate(var.in());
    return *this;
  }
  ObjectOut& operator=(const ObjectElement<T>& element) {
    object_ = T::_duplicate(element.in());
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
