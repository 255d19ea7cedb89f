#pragma once
/// The types that hold and pass arrays on the heap (formal/2012-07-02, 4.14): `Row_var`, `Row_out`, `Row_forany`.
///
/// `Traits` is generated for each array: the types `array` (`Row` itself) and `slice` (`Row_slice`, its element), and
/// the functions `alloc`, `dup`, `copy(to, from)` and `free` of `Row_alloc` and so on.

#include <dimma/classic/generated/value_errors.hpp>

namespace dimma {
namespace classic {

/// The common part of both kinds of `Row_var`: owns an array, which is from `Row_alloc` or `Row_dup`. Assigning a
/// pointer takes the array over, copying copies it. `operator[]` and in() throw CORBA::BAD_PARAM if there is no array.
/// Not thread-safe.
template <class Traits>
class ArrayVar {
 public:
  typedef typename Traits::slice slice;

  ArrayVar() : array_(nullptr) {}
  ArrayVar(slice* array) : array_(array) {}
  ArrayVar(const ArrayVar& other) : array_(copy_of(other)) {}
  ArrayVar(ArrayVar&& other) noexcept : array_(other.array_) { other.array_ = nullptr; }
  ~ArrayVar() { Traits::free(array_); }

  ArrayVar& operator=(slice* array) {
    if (array == array_) return *this;
    Traits::free(array_);
    array_ = array;
    return *this;
  }
  ArrayVar& operator=(const ArrayVar& other) {
    if (this != &other) *this = copy_of(other);
    return *this;
  }

  template <class Index>
  slice& operator[](Index index) {
    return checked()[index];
  }
  template <class Index>
  const slice& operator[](Index index) const {
    return checked()[index];
  }
  operator const slice*() const { return array_; }

  /// Returns the array, which still belongs to this.
  const slice* in() const { return checked(); }
  /// An extension of dimma, as TAO has it: returns the array, null if there is none.
  slice* ptr() const { return array_; }

 protected:
  slice* checked() const {
    if (array_ == nullptr) detail::raise_no_value();
    return array_;
  }
  static slice* allocated(slice* array) {
    if (array == nullptr) detail::raise_no_memory();
    return array;
  }

  slice* array_;

 private:
  static slice* copy_of(const ArrayVar& other) {
    return other.array_ == nullptr ? nullptr : allocated(Traits::dup(other.array_));
  }
};

/// Owns an array of fixed length. An array that is not there is allocated where it is written: by inout(), out(), and
/// the conversion to a pointer.
template <class Traits>
class FixedArrayVar : public ArrayVar<Traits> {
 public:
  typedef typename Traits::slice slice;

  FixedArrayVar() {}
  FixedArrayVar(slice* array) : ArrayVar<Traits>(array) {}
  using ArrayVar<Traits>::operator=;

  operator slice*() { return inout(); }
  /// Return the array, which still belongs to this. Throw CORBA::NO_MEMORY if it cannot be allocated.
  slice* inout() {
    if (this->array_ == nullptr) this->array_ = this->allocated(Traits::alloc());
    return this->array_;
  }
  slice* out() { return inout(); }
  /// Gives the array to the caller.
  slice* _retn() {
    slice* const array = this->array_;
    this->array_ = nullptr;
    return array;
  }
};

/// Owns an array of variable length.
template <class Traits>
class VariableArrayVar : public ArrayVar<Traits> {
 public:
  typedef typename Traits::slice slice;

  VariableArrayVar() {}
  VariableArrayVar(slice* array) : ArrayVar<Traits>(array) {}
  using ArrayVar<Traits>::operator=;

  operator slice*&() { return this->array_; }
  /// Returns the array, which still belongs to this. Throws CORBA::BAD_PARAM if there is none.
  slice* inout() { return this->checked(); }
  /// Frees the array first.
  slice*& out() {
    Traits::free(_retn());
    return this->array_;
  }
  /// Gives the array to the caller.
  slice* _retn() {
    slice* const array = this->array_;
    this->array_ = nullptr;
    return array;
  }
};

/// Passes an array of variable length as an out argument; one of fixed length is passed as the array itself. A former
/// array is freed if it belongs to a `_var`. Assignment does not free.
template <class Traits>
class VariableArrayOut {
 public:
  typedef typename Traits::slice slice;

  VariableArrayOut(slice*& array) : array_(array) { array_ = nullptr; }
  VariableArrayOut(VariableArrayVar<Traits>& var) : array_(var.out()) {}
  VariableArrayOut(const VariableArrayOut& other) : array_(other.array_) {}
  VariableArrayOut& operator=(const VariableArrayOut& other) {
    array_ = other.array_;
    return *this;
  }
  /// Takes the array over.
  VariableArrayOut& operator=(slice* array) {
    array_ = array;
    return *this;
  }
  /// The mapping forbids it, since it does not say who owns the array: assign `var._retn()` or a copy.
  void operator=(const VariableArrayVar<Traits>& var) = delete;

  operator slice*&() { return array_; }
  /// Returns the pointer of the caller. Assigning to it does not free a former array.
  slice*& ptr() { return array_; }
  template <class Index>
  slice& operator[](Index index) const {
    return array_[index];
  }

 private:
  slice*& array_;
};

/// Passes an array to an Any, and gets one from it: `Row_forany`. Does not own the array. With `nocopy` the Any takes
/// it over instead of copying it.
template <class Traits>
class ArrayForAny {
 public:
  typedef typename Traits::slice slice;

  ArrayForAny() : array_(nullptr), nocopy_(false) {}
  ArrayForAny(slice* array, bool nocopy = false) : array_(array), nocopy_(nocopy) {}

  template <class Index>
  slice& operator[](Index index) {
    return array_[index];
  }
  template <class Index>
  const slice& operator[](Index index) const {
    return array_[index];
  }
  operator const slice*() const { return array_; }
  operator slice*&() { return array_; }
  /// The array as an argument of each direction; null if there is none. out() does not free it.
  const slice* in() const { return array_; }
  slice* inout() { return array_; }
  slice*& out() { return array_; }
  /// Gives the array to the caller.
  slice* _retn() {
    slice* const array = array_;
    array_ = nullptr;
    return array;
  }
  bool nocopy() const { return nocopy_; }

 private:
  slice* array_;
  bool nocopy_;
};

}  // namespace classic
}  // namespace dimma
