#pragma once
/// Sequences of values (formal/2012-07-02, 4.13): of numbers, enums, structs, unions and sequences; and the types that
/// hold and pass sequences of all kinds: `Items_var`, `Items_out`. An element type may be incomplete where a sequence
/// of it is declared.

#include <dimma/classic/values/bounds.hpp>
#include <dimma/classic/values/struct_var.hpp>

#include <cstring>
#include <type_traits>

namespace dimma {
namespace classic {

/// For the library: says how SequenceBase keeps elements that are values. A buffer is what `new T[count]` returns.
template <class T>
struct ValueElements {
  typedef T stored;
  typedef const T const_stored;
  typedef T& reference;
  typedef const T& const_reference;

  /// Allocates `count` elements with their initial values; returns null if there is no memory.
  static T* allocate(CORBA::ULong count) { return new (std::nothrow) T[count](); }
  /// Like allocate(), but does not initialise numbers, and throws std::bad_alloc if there is no memory.
  static T* allocate_to_fill(CORBA::ULong count) { return new T[count]; }
  /// Frees the buffer and its elements. A no-op for null.
  static void free(T* buffer) { delete[] buffer; }
  /// Return an element as `operator[]` does. `release` is true if the sequence owns its buffer.
  static T& element(T& value, bool /*release*/) { return value; }
  static const T& element(const T& value) { return value; }
  /// Assign `count` elements of `from` to those of `to`, which have values. After move() those of `from` are valid, and
  /// have no meaning.
  static void copy(T* to, const T* from, CORBA::ULong count) { copy(to, from, count, std::is_trivially_copyable<T>()); }
  static void move(T* to, T* from, CORBA::ULong count) { move(to, from, count, std::is_trivially_copyable<T>()); }
  /// Gives elements that own memory their initial values.
  static void reset(T* values, CORBA::ULong count) {
    if (std::is_trivially_destructible<T>::value) return;
    for (CORBA::ULong i = 0; i != count; ++i) values[i] = T();
  }

 private:
  static void copy(T* to, const T* from, CORBA::ULong count, std::true_type /*trivially*/) {
    if (count != 0) std::memcpy(to, from, count * sizeof(T));
  }
  static void copy(T* to, const T* from, CORBA::ULong count, std::false_type /*trivially*/) {
    for (CORBA::ULong i = 0; i != count; ++i) to[i] = from[i];
  }
  static void move(T* to, T* from, CORBA::ULong count, std::true_type trivially) { copy(to, from, count, trivially); }
  static void move(T* to, T* from, CORBA::ULong count, std::false_type /*trivially*/) {
    for (CORBA::ULong i = 0; i != count; ++i) to[i] = static_cast<T&&>(from[i]);
  }
};

/// An IDL `sequence<T>` of values, without a bound. Copying copies the elements.
template <class T>
class UnboundedSequence : public UnboundedBase<ValueElements<T> > {
 public:
  using UnboundedBase<ValueElements<T> >::UnboundedBase;
  UnboundedSequence() {}
};

/// An IDL `sequence<T, Max>` of values. Copying copies the elements.
template <class T, CORBA::ULong Max>
class BoundedSequence : public BoundedBase<ValueElements<T>, Max> {
 public:
  using BoundedBase<ValueElements<T>, Max>::BoundedBase;
  BoundedSequence() {}
};

/// Owns a sequence: like VariableVar, with the sequence's `operator[]`, which takes an index of any integer type.
template <class S>
class SequenceVar : public VariableVar<S> {
 public:
  SequenceVar() {}
  SequenceVar(S* sequence) : VariableVar<S>(sequence) {}
  using VariableVar<S>::operator=;

  template <class Index, class Sequence = S>
  typename Sequence::reference operator[](Index index) {
    return this->inout()[static_cast<CORBA::ULong>(index)];
  }
  template <class Index, class Sequence = S>
  typename Sequence::const_reference operator[](Index index) const {
    return this->in()[static_cast<CORBA::ULong>(index)];
  }
};

/// Passes a sequence as an out argument: like VariableOut, with the sequence's `operator[]`.
template <class S>
class SequenceOut : public VariableOut<S> {
 public:
  SequenceOut(S*& sequence) : VariableOut<S>(sequence) {}
  SequenceOut(VariableVar<S>& var) : VariableOut<S>(var) {}
  using VariableOut<S>::operator=;

  template <class Index, class Sequence = S>
  typename Sequence::reference operator[](Index index) {
    return (*this->ptr())[static_cast<CORBA::ULong>(index)];
  }
};

}  // namespace classic
}  // namespace dimma
