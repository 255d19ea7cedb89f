#pragma once
/// The types that hold and pass structs, unions and sequences on the heap (formal/2012-07-02, 4.9 to 4.13): `S_var` and
/// `S_out`. A type of variable length contains strings, sequences, references and the like, any other is of fixed
/// length, and their functions differ. T may be incomplete where these are declared.

#include <dimma/classic/generated/value_errors.hpp>

namespace dimma {
namespace classic {

/// Owns a T of variable length. Assigning a `T*` takes the value over, copying copies it. in(), inout() and
/// `operator->` throw CORBA::BAD_PARAM if there is no value. Not thread-safe.
template <class T>
class VariableVar {
 public:
  VariableVar() : value_(nullptr) {}
  VariableVar(T* value) : value_(value) {}
  VariableVar(const VariableVar& other) : value_(copy_of(other)) {}
  VariableVar(VariableVar&& other) noexcept : value_(other._retn()) {}
  ~VariableVar() { delete value_; }

  VariableVar& operator=(T* value) {
    if (value == value_) return *this;
    delete value_;
    value_ = value;
    return *this;
  }
  VariableVar& operator=(const VariableVar& other) {
    if (this != &other) *this = copy_of(other);
    return *this;
  }
  VariableVar& operator=(VariableVar&& other) noexcept {
    if (this != &other) *this = other._retn();
    return *this;
  }

  T* operator->() { return &inout(); }
  const T* operator->() const { return &in(); }
  operator T&() { return inout(); }
  operator const T&() const { return in(); }
  operator T*&() { return value_; }

  /// The value as an argument of each direction. out() deletes it first.
  const T& in() const {
    if (value_ == nullptr) detail::raise_no_value();
    return *value_;
  }
  T& inout() {
    if (value_ == nullptr) detail::raise_no_value();
    return *value_;
  }
  T*& out() {
    delete _retn();
    return value_;
  }
  /// Gives the value to the caller, who deletes it; this is empty afterwards.
  T* _retn() {
    T* const value = value_;
    value_ = nullptr;
    return value;
  }
  /// An extension of dimma, as TAO has it: returns the value, null if there is none.
  T* ptr() const { return value_; }

 private:
  static T* copy_of(const VariableVar& other) { return other.value_ == nullptr ? nullptr : new T(*other.value_); }

  T* value_;
};

/// Passes a T of variable length as an out argument. A former value is deleted if it belongs to a `_var`. Assignment
/// does not delete.
template <class T>
class VariableOut {
 public:
  VariableOut(T*& value) : value_(value) { value_ = nullptr; }
  VariableOut(VariableVar<T>& var) : value_(var.out()) {}
  VariableOut(const VariableOut& other) : value_(other.value_) {}
  VariableOut& operator=(const VariableOut& other) {
    value_ = other.value_;
    return *this;
  }
  /// Takes the value over.
  VariableOut& operator=(T* value) {
    value_ = value;
    return *this;
  }
  /// The mapping forbids it, since it does not say who owns the value: assign `var._retn()` or a copy.
  void operator=(const VariableVar<T>& var) = delete;

  operator T*&() { return value_; }
  /// Returns the pointer of the caller. Assigning to it does not delete a former value.
  T*& ptr() { return value_; }
  T* operator->() { return value_; }

 private:
  T*& value_;
};

/// Owns a T of fixed length. Assigning a `T*` takes the value over; a `const T&` and another FixedVar are copied. A
/// value that is not there is made where it is written: by inout(), out() and the conversion to `T&`. in() throws
/// CORBA::BAD_PARAM if there is none. Not thread-safe.
template <class T>
class FixedVar {
 public:
  FixedVar() : value_(nullptr) {}
  FixedVar(T* value) : value_(value) {}
  FixedVar(const T& value) : value_(new T(value)) {}
  FixedVar(const FixedVar& other) : value_(other.value_ == nullptr ? nullptr : new T(*other.value_)) {}
  FixedVar(FixedVar&& other) noexcept : value_(other.value_) { other.value_ = nullptr; }
  ~FixedVar() { delete value_; }

  FixedVar& operator=(T* value) {
    if (value == value_) return *this;
    delete value_;
    value_ = value;
    return *this;
  }
  FixedVar& operator=(const T& value) {
    inout() = value;
    return *this;
  }
  FixedVar& operator=(const FixedVar& other) {
    if (this == &other) return *this;
    return other.value_ == nullptr ? *this = static_cast<T*>(nullptr) : *this = *other.value_;
  }

  T* operator->() { return &inout(); }
  const T* operator->() const { return &in(); }
  operator T&() { return inout(); }
  operator const T&() const { return in(); }

  /// The value as an argument of each direction; it still belongs to this. _retn() returns a copy, and throws like
  /// in().
  const T& in() const {
    if (value_ == nullptr) detail::raise_no_value();
    return *value_;
  }
  T& inout() {
    if (value_ == nullptr) value_ = new T();
    return *value_;
  }
  T& out() { return inout(); }
  T _retn() { return in(); }
  /// An extension of dimma, as TAO has it: returns the value, null if there is none.
  T* ptr() const { return value_; }

 private:
  T* value_;
};

/// Passes a T of fixed length as an out argument.
template <class T>
using FixedOut = T&;

}  // namespace classic
}  // namespace dimma
