#pragma once
/// Sequences of object references (formal/2012-07-02, 4.13). Elements are nil at first. `sequence[i]` is an
/// ObjectElement, which behaves like an `X_var`. T may be incomplete where a sequence is declared.

#include <dimma/classic/values/counted_buffer.hpp>
#include <dimma/classic/values/object_var.hpp>
#include <dimma/classic/values/sequence.hpp>

namespace dimma {
namespace classic {

/// A reference of a sequence, as `sequence[i]` returns it. It refers to the sequence, and is valid as long as the
/// sequence's buffer. Assigning a pointer takes the reference over; assigning an `X_var` or another element duplicates
/// it. The former reference is released only if the sequence owns its buffer.
template <class T>
class ObjectElement {
 public:
  ObjectElement(T*& object, bool release) : object_(object), release_(release) {}
  ObjectElement(const ObjectElement& other) = default;

  ObjectElement& operator=(T* object) {
    T* const old = object_;
    object_ = object;
    if (release_) classic::release_reference(old);
    return *this;
  }
  ObjectElement& operator=(const ObjectElement& other) { return *this = classic::duplicate_reference(other.object_); }
  /// Also takes the `X_var` of a derived interface, as ObjectVar does.
  template <class Derived>
  ObjectElement& operator=(const ObjectVar<Derived>& other) {
    return *this = static_cast<T*>(classic::duplicate_reference(other.in()));
  }
  template <class Derived>
  ObjectElement& operator=(const ObjectElement<Derived>& other) {
    return *this = static_cast<T*>(classic::duplicate_reference(other.in()));
  }

  /// Throws CORBA::INV_OBJREF if nil.
  T* operator->() const {
    if (object_ == nullptr) detail::raise_nil();
    return object_;
  }
  operator T*&() { return object_; }
  operator T* const&() const { return object_; }

  /// The reference as an argument of each direction. out() first assigns nil, as `operator=` does.
  T* in() const { return object_; }
  T*& inout() { return object_; }
  T*& out() {
    *this = static_cast<T*>(nullptr);
    return object_;
  }
  /// Gives the reference to the caller, who may release it only if the sequence owns its buffer.
  T* _retn() {
    T* const object = object_;
    object_ = nullptr;
    return object;
  }

 private:
  T*& object_;
  bool release_;
};

/// For the library: says how SequenceBase keeps references. A buffer that a sequence owns has to be from allocbuf().
template <class T>
struct ObjectElements {
  typedef T* stored;
  typedef T* const const_stored;
  typedef ObjectElement<T> reference;
  /// An element too, so that it is duplicated when it is assigned to an `X_var`.
  typedef const ObjectElement<T> const_reference;
  typedef detail::CountedBuffer<T> Buffer;

  /// These behave like those of ValueElements. Elements begin as nil; free() and reset() release references, copy()
  /// duplicates them, and move() leaves nil in `from`, and releases nothing in `to`.
  static T** allocate(CORBA::ULong count) { return Buffer::allocate(count, nullptr); }
  static T** allocate_to_fill(CORBA::ULong count) {
    T** const buffer = allocate(count);
    if (buffer == nullptr) throw std::bad_alloc();
    return buffer;
  }
  static void free(T** buffer) {
    if (buffer == nullptr) return;
    reset(buffer, Buffer::count(buffer));
    Buffer::free(buffer);
  }
  static reference element(T*& object, bool release) { return reference(object, release); }
  static const_reference element(T* const& object) { return const_reference(const_cast<T*&>(object), false); }
  static void copy(T** to, T* const* from, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) reference(to[i], true) = classic::duplicate_reference(from[i]);
  }
  static void move(T** to, T** from, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) {
      to[i] = from[i];
      from[i] = nullptr;
    }
  }
  static void reset(T** objects, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) reference(objects[i], true) = static_cast<T*>(nullptr);
  }
};

/// An IDL `sequence<I>` of an interface, without a bound. Copying duplicates the references.
template <class T>
class UnboundedObjectSequence : public UnboundedBase<ObjectElements<T> > {
 public:
  using UnboundedBase<ObjectElements<T> >::UnboundedBase;
  UnboundedObjectSequence() {}
};

/// An IDL `sequence<I, Max>` of an interface. Copying duplicates the references.
template <class T, CORBA::ULong Max>
class BoundedObjectSequence : public BoundedBase<ObjectElements<T>, Max> {
 public:
  using BoundedBase<ObjectElements<T>, Max>::BoundedBase;
  BoundedObjectSequence() {}
};

}  // namespace classic
}  // namespace dimma
