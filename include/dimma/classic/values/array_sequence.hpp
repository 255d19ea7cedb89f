#pragma once
/// Sequences of arrays (formal/2012-07-02, 4.13): `Traits` is the generated `Row_traits`, and `sequence[i]` is a
/// `Row&`.

#include <dimma/classic/values/sequence.hpp>

#include <cstddef>

namespace dimma {
namespace classic {

namespace detail {
/// Arrays are neither assigned nor constructed as a whole, so their elements are, in all dimensions.
template <class T>
void assign_value(T& to, const T& from) {
  to = from;
}
template <class T, std::size_t N>
void assign_value(T (&to)[N], const T (&from)[N]) {
  for (std::size_t i = 0; i != N; ++i) assign_value(to[i], from[i]);
}
template <class T>
void reset_value(T& value) {
  value = T();
}
template <class T, std::size_t N>
void reset_value(T (&values)[N]) {
  for (std::size_t i = 0; i != N; ++i) reset_value(values[i]);
}
}  // namespace detail

/// For the library: says how SequenceBase keeps arrays. A buffer is what `new Row[count]` returns.
template <class Traits>
struct ArrayElements {
  typedef typename Traits::array stored;
  typedef const stored const_stored;
  typedef stored& reference;
  typedef const stored& const_reference;

  /// These behave like those of ValueElements, but move() copies, since an array cannot be moved as a whole.
  static stored* allocate(CORBA::ULong count) { return new (std::nothrow) stored[count](); }
  static stored* allocate_to_fill(CORBA::ULong count) { return new stored[count]; }
  static void free(stored* buffer) { delete[] buffer; }
  static reference element(stored& array, bool /*release*/) { return array; }
  static const_reference element(const stored& array) { return array; }
  static void copy(stored* to, const stored* from, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) detail::assign_value(to[i], from[i]);
  }
  static void move(stored* to, stored* from, CORBA::ULong count) { copy(to, from, count); }
  static void reset(stored* arrays, CORBA::ULong count) {
    if (std::is_trivially_destructible<stored>::value) return;
    for (CORBA::ULong i = 0; i != count; ++i) detail::reset_value(arrays[i]);
  }
};

/// An IDL `sequence<Row>` without a bound. Copying copies the arrays.
template <class Traits>
class UnboundedArraySequence : public UnboundedBase<ArrayElements<Traits> > {
 public:
  using UnboundedBase<ArrayElements<Traits> >::UnboundedBase;
  UnboundedArraySequence() {}
};

/// An IDL `sequence<Row, Max>`. Copying copies the arrays.
template <class Traits, CORBA::ULong Max>
class BoundedArraySequence : public BoundedBase<ArrayElements<Traits>, Max> {
 public:
  using BoundedBase<ArrayElements<Traits>, Max>::BoundedBase;
  BoundedArraySequence() {}
};

}  // namespace classic
}  // namespace dimma
