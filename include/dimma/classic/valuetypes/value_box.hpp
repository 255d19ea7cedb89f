#pragma once
/// The bases of value boxes (formal/2012-07-02, "Value Boxes"): values that contain a single value of another type.
/// Generated code derives the class of each box from one of them. `_value` reads and replaces the contents, and the
/// `_boxed_` functions give them the form of an argument of each direction. A box owns its contents.

#include <dimma/classic/values/array_var.hpp>
#include <dimma/classic/values/object_var.hpp>
#include <dimma/classic/values/sequence.hpp>
#include <dimma/classic/values/strings.hpp>
#include <dimma/classic/values/struct_var.hpp>
#include <dimma/classic/values/wide_strings.hpp>
#include <dimma/classic/valuetypes/value_base.hpp>

namespace dimma {
namespace classic {

/// A box of a number, a character, a Boolean, an enumerator, or a struct or union of fixed length. `In` is the type of
/// an argument that is passed in.
template <class T, class In = T>
class FixedBox : public CORBA::DefaultValueRefCountBase {
 public:
  In _value() const { return _boxed; }
  void _value(In value) { _boxed = value; }
  In _boxed_in() const { return _boxed; }
  T& _boxed_inout() { return _boxed; }
  T& _boxed_out() { return _boxed; }

 protected:
  FixedBox() : _boxed() {}
  explicit FixedBox(In value) : _boxed(value) {}
  FixedBox(const FixedBox& other)
      : CORBA::ValueBase(other), CORBA::DefaultValueRefCountBase(other), _boxed(other._boxed) {}

  T _boxed;
};

/// A box of a string, which is empty at first. A `char*` is taken over, and a `const char*` is copied. C is the type of
/// the characters.
template <class C>
class TextBox : public CORBA::DefaultValueRefCountBase {
 public:
  typedef StringOwner<C, detail::BeginsNull> Var;

  const C* _value() const { return _boxed.in(); }
  void _value(C* value) { _boxed = value; }
  void _value(const C* value) { _boxed = value; }
  void _value(const Var& value) { _boxed = value; }
  const C* _boxed_in() const { return _boxed.in(); }
  C*& _boxed_inout() { return _boxed.inout(); }
  C*& _boxed_out() { return _boxed.out(); }
  C& operator[](CORBA::ULong index) { return _boxed[index]; }
  C operator[](CORBA::ULong index) const { return _boxed[index]; }

 protected:
  TextBox() {}
  explicit TextBox(C* value) : _boxed(value) {}
  explicit TextBox(const C* value) : _boxed(value) {}
  explicit TextBox(const Var& value) : _boxed(value) {}
  TextBox(const TextBox& other)
      : CORBA::ValueBase(other), CORBA::DefaultValueRefCountBase(other), _boxed(other._boxed) {}

  StringOwner<C, detail::BeginsEmpty> _boxed;
};

/// A box of a reference, which is nil at first. It counts a reference of its own.
template <class T>
class ReferenceBox : public CORBA::DefaultValueRefCountBase {
 public:
  T* _value() const { return _boxed.in(); }
  void _value(T* value) { _boxed = classic::duplicate_reference(value); }
  T* _boxed_in() const { return _boxed.in(); }
  T*& _boxed_inout() { return _boxed.inout(); }
  T*& _boxed_out() { return _boxed.out(); }

 protected:
  ReferenceBox() {}
  explicit ReferenceBox(T* value) : _boxed(classic::duplicate_reference(value)) {}
  ReferenceBox(const ReferenceBox& other)
      : CORBA::ValueBase(other), CORBA::DefaultValueRefCountBase(other), _boxed(other._boxed) {}

  ObjectMember<T> _boxed;
};

/// A box of a struct or union of variable length, a sequence or an Any. Var and Out are its `T_var` and `T_out`.
template <class T, class Var, class Out>
class VariableBox : public CORBA::DefaultValueRefCountBase {
 public:
  const T& _value() const { return _boxed.in(); }
  T& _value() { return _boxed.inout(); }
  void _value(const T& value) { _boxed = new T(value); }
  const T& _boxed_in() const { return _boxed.in(); }
  T& _boxed_inout() { return _boxed.inout(); }
  Out _boxed_out() { return Out(_boxed); }

 protected:
  VariableBox() : _boxed(new T()) {}
  explicit VariableBox(const T& value) : _boxed(new T(value)) {}
  VariableBox(const VariableBox& other)
      : CORBA::ValueBase(other), CORBA::DefaultValueRefCountBase(other), _boxed(new T(other._boxed.in())) {}

  Var _boxed;
};

/// A box of a sequence, which also has the functions of sequences.
template <class S>
class SequenceBox : public VariableBox<S, SequenceVar<S>, SequenceOut<S> > {
  typedef VariableBox<S, SequenceVar<S>, SequenceOut<S> > Base;

 public:
  /// These are the functions of the sequence.
  CORBA::ULong maximum() const { return this->_boxed.in().maximum(); }
  CORBA::ULong length() const { return this->_boxed.in().length(); }
  void length(CORBA::ULong length) { this->_boxed.inout().length(length); }
  typename S::reference operator[](CORBA::ULong index) { return this->_boxed.inout()[index]; }
  typename S::const_reference operator[](CORBA::ULong index) const { return this->_boxed.in()[index]; }

 protected:
  SequenceBox() {}
  explicit SequenceBox(const S& value) : Base(value) {}
};

/// A box of an array, whose elements are copied.
template <class Traits>
class ArrayBox : public CORBA::DefaultValueRefCountBase {
 public:
  typedef typename Traits::array array;
  typedef typename Traits::slice slice;

  const slice* _value() const { return _boxed; }
  slice* _value() { return _boxed; }
  void _value(const slice* value) { Traits::copy(_boxed, value); }
  const slice* _boxed_in() const { return _boxed; }
  slice* _boxed_inout() { return _boxed; }
  slice* _boxed_out() { return _boxed; }
  slice& operator[](CORBA::ULong index) { return _boxed[index]; }
  const slice& operator[](CORBA::ULong index) const { return _boxed[index]; }

 protected:
  ArrayBox() : _boxed() {}
  explicit ArrayBox(const slice* value) : _boxed() { Traits::copy(_boxed, value); }
  ArrayBox(const ArrayBox& other) : CORBA::ValueBase(other), CORBA::DefaultValueRefCountBase(other), _boxed() {
    Traits::copy(_boxed, other._boxed);
  }

  array _boxed;
};

}  // namespace classic
}  // namespace dimma
