#pragma once
/// Sequences with and without a bound (formal/2012-07-02, 4.13), of elements of any kind. sequence.hpp and the like
/// have those of each kind.

#include <dimma/classic/values/sequence_base.hpp>

namespace dimma {
namespace classic {

/// A sequence without a bound. Growing it beyond maximum() moves its elements to a larger buffer.
template <class Elements>
class UnboundedBase : public SequenceBase<Elements> {
 public:
  typedef typename Elements::stored stored;

  UnboundedBase() {}
  /// Allocates a buffer for `maximum` elements.
  explicit UnboundedBase(CORBA::ULong maximum) {
    this->maximum_ = maximum;
    this->make_buffer();
  }
  /// Uses a buffer of `maximum` elements. If `release` is true it is from allocbuf(), and the sequence owns it.
  UnboundedBase(CORBA::ULong maximum, CORBA::ULong length, stored* buffer, CORBA::Boolean release = false)
      : SequenceBase<Elements>(maximum, length, buffer, release) {}
  UnboundedBase(const UnboundedBase& other) = default;
  UnboundedBase(UnboundedBase&& other) noexcept { this->swap(other); }
  UnboundedBase& operator=(const UnboundedBase& other) {
    this->assign(other);
    return *this;
  }
  UnboundedBase& operator=(UnboundedBase&& other) noexcept {
    this->swap(other);
    return *this;
  }

  /// Returns how many elements the buffer has room for, or will have when it is allocated.
  CORBA::ULong maximum() const { return this->maximum_; }
  using SequenceBase<Elements>::length;
  /// Elements that are added have their initial values, except for numbers within maximum(), which keep the values that
  /// they had there.
  void length(CORBA::ULong length) {
    if (length > this->maximum_) {
      const CORBA::ULong half_more = this->maximum_ + this->maximum_ / 2;
      this->grow(length < half_more ? half_more : length);
    }
    this->set_length_within(length);
  }

  /// Takes another buffer, as the constructor does, and frees the present one if the sequence owns it.
  void replace(CORBA::ULong maximum, CORBA::ULong length, stored* buffer, CORBA::Boolean release = false) {
    this->replace_by(maximum, length, buffer, release);
  }
  using SequenceBase<Elements>::get_buffer;
  /// Returns the buffer. With `orphan` the caller owns it and frees it by freebuf(), and the sequence is empty; null if
  /// the sequence does not own it.
  stored* get_buffer(CORBA::Boolean orphan = false) {
    if (orphan) return this->orphan(0);
    this->make_buffer();
    return this->buffer_;
  }

  /// For codecs: see SequenceBase.
  stored* _resize_to_read(CORBA::ULong length) { return this->resize_to_read(length, length); }
  enum { _bound = 0 };
};

/// A sequence of at most `Max` elements. Its buffer is allocated when it gets its first element.
template <class Elements, CORBA::ULong Max>
class BoundedBase : public SequenceBase<Elements> {
 public:
  typedef typename Elements::stored stored;

  BoundedBase() { this->maximum_ = Max; }
  /// Uses a buffer of `Max` elements. If `release` is true it is from allocbuf(), and the sequence owns it.
  BoundedBase(CORBA::ULong length, stored* buffer, CORBA::Boolean release = false)
      : SequenceBase<Elements>(Max, length, buffer, release) {}
  BoundedBase(const BoundedBase& other) = default;
  BoundedBase(BoundedBase&& other) noexcept {
    this->maximum_ = Max;
    this->swap(other);
  }
  BoundedBase& operator=(const BoundedBase& other) {
    this->assign(other);
    return *this;
  }
  BoundedBase& operator=(BoundedBase&& other) noexcept {
    this->swap(other);
    return *this;
  }

  /// Returns the bound, which is also the size of the buffer.
  CORBA::ULong maximum() const { return Max; }
  using SequenceBase<Elements>::length;
  /// Like that of UnboundedBase. Throws CORBA::BAD_PARAM above the bound.
  void length(CORBA::ULong length) {
    if (length > Max) detail::raise_bound(length, Max);
    this->set_length_within(length);
  }

  /// Takes another buffer, as the constructor does, and frees the present one if the sequence owns it.
  void replace(CORBA::ULong length, stored* buffer, CORBA::Boolean release = false) {
    this->replace_by(Max, length, buffer, release);
  }
  using SequenceBase<Elements>::get_buffer;
  /// Like that of UnboundedBase.
  stored* get_buffer(CORBA::Boolean orphan = false) {
    if (orphan) return this->orphan(Max);
    this->make_buffer();
    return this->buffer_;
  }
  /// Allocates a buffer of `Max` elements, as a sequence of this type needs it.
  static stored* allocbuf(CORBA::ULong count = Max) { return Elements::allocate(count); }

  /// For codecs: see SequenceBase.
  stored* _resize_to_read(CORBA::ULong length) { return this->resize_to_read(length, Max); }
  enum { _bound = Max };
};

}  // namespace classic
}  // namespace dimma
