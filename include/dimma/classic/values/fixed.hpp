#pragma once
/// Fixed-point decimals (formal/2012-07-02, 4.13): CORBA::Fixed, for arithmetic, and BoundedFixed<digits, scale>, to
/// which `fixed<digits, scale>` is mapped.

#include <dimma/classic/values/types.hpp>

#include <iosfwd>
#include <type_traits>

namespace dimma {
namespace classic {

class FixedAccess;

namespace CORBA {

/// A decimal number of up to 31 digits, all of which may be after the point. The result of a computation keeps as many
/// digits after the point as fit; the others are cut off. DATA_CONVERSION is thrown if more than 31 are needed before
/// the point, and for a division by zero. An ordinary value, not thread-safe while it is being changed.
class Fixed {
 public:
  Fixed() : room_() {}
  Fixed(int value) { set(static_cast<LongLong>(value)); }
  Fixed(unsigned value) { set(static_cast<ULongLong>(value)); }
  Fixed(long value) { set(static_cast<LongLong>(value)); }
  Fixed(unsigned long value) { set(static_cast<ULongLong>(value)); }
  Fixed(long long value) { set(static_cast<LongLong>(value)); }
  Fixed(unsigned long long value) { set(static_cast<ULongLong>(value)); }
  /// Rounds to 15 significant digits, which every Double keeps, or to 18 for a LongDouble.
  Fixed(Double value) { set(value); }
  Fixed(LongDouble value) { set(value); }
  /// Parses "-12.50", optionally followed by d or D. Throws DATA_CONVERSION for any other text and for null.
  Fixed(const char* text);

  /// Drops the digits after the point. Throws DATA_CONVERSION if the number does not fit.
  operator LongLong() const;
  operator LongDouble() const;

  /// Return a number with at most `scale` digits after the point. round() rounds half away from zero, truncate() cuts
  /// digits off.
  Fixed round(UShort scale) const;
  Fixed truncate(UShort scale) const;

  Fixed& operator+=(const Fixed& other);
  Fixed& operator-=(const Fixed& other);
  Fixed& operator*=(const Fixed& other);
  Fixed& operator/=(const Fixed& other);
  Fixed& operator++() { return *this += Fixed(1); }
  Fixed& operator--() { return *this -= Fixed(1); }
  Fixed operator++(int) {
    const Fixed before = *this;
    ++*this;
    return before;
  }
  Fixed operator--(int) {
    const Fixed before = *this;
    --*this;
    return before;
  }
  Fixed operator+() const { return *this; }
  Fixed operator-() const;
  /// Returns true for zero.
  Boolean operator!() const;

  /// The fewest digits that express the number, and how many of them are after the point: 2 and 1 for 1.50.
  UShort fixed_digits() const;
  UShort fixed_scale() const;
  /// A function of omniORB's: returns the number as text without needless zeros, "-12.5", which the caller frees with
  /// string_free().
  Char* to_string() const;

 private:
  friend class classic::FixedAccess;

  void set(LongLong value);
  void set(ULongLong value);
  void set(Double value);
  void set(LongDouble value);

  std::uint64_t room_[3];  // for a number of the library
};

Fixed operator+(const Fixed& left, const Fixed& right);
Fixed operator-(const Fixed& left, const Fixed& right);
Fixed operator*(const Fixed& left, const Fixed& right);
Fixed operator/(const Fixed& left, const Fixed& right);

/// Compare numerically.
Boolean operator==(const Fixed& left, const Fixed& right);
Boolean operator<(const Fixed& left, const Fixed& right);
inline Boolean operator!=(const Fixed& left, const Fixed& right) { return !(left == right); }
inline Boolean operator>(const Fixed& left, const Fixed& right) { return right < left; }
inline Boolean operator<=(const Fixed& left, const Fixed& right) { return !(right < left); }
inline Boolean operator>=(const Fixed& left, const Fixed& right) { return !(left < right); }

// With a built-in number, these are as good a match as the built-in operators, to whose types a Fixed is converted.
#define DIMMA_CLASSIC_FIXED_OPERATOR(RESULT, SIGN)                                                                \
  template <class N>                                                                                              \
  typename std::enable_if<std::is_arithmetic<N>::value, RESULT>::type operator SIGN(const Fixed& left, N right) { \
    return left SIGN Fixed(right);                                                                                \
  }                                                                                                               \
  template <class N>                                                                                              \
  typename std::enable_if<std::is_arithmetic<N>::value, RESULT>::type operator SIGN(N left, const Fixed& right) { \
    return Fixed(left) SIGN right;                                                                                \
  }
DIMMA_CLASSIC_FIXED_OPERATOR(Fixed, +)
DIMMA_CLASSIC_FIXED_OPERATOR(Fixed, -)
DIMMA_CLASSIC_FIXED_OPERATOR(Fixed, *)
DIMMA_CLASSIC_FIXED_OPERATOR(Fixed, /)
DIMMA_CLASSIC_FIXED_OPERATOR(Boolean, ==)
DIMMA_CLASSIC_FIXED_OPERATOR(Boolean, !=)
DIMMA_CLASSIC_FIXED_OPERATOR(Boolean, <)
DIMMA_CLASSIC_FIXED_OPERATOR(Boolean, >)
DIMMA_CLASSIC_FIXED_OPERATOR(Boolean, <=)
DIMMA_CLASSIC_FIXED_OPERATOR(Boolean, >=)
#undef DIMMA_CLASSIC_FIXED_OPERATOR

/// Writes to_string().
std::ostream& operator<<(std::ostream& out, const Fixed& number);
/// Reads a number in the format of the constructor from text, and nothing after it; sets failbit for text that is not a
/// number.
std::istream& operator>>(std::istream& in, Fixed& number);

typedef Fixed& Fixed_out;

}  // namespace CORBA

namespace detail {
/// Returns the number with the digits after the point that exceed `scale` cut off. Throws DATA_CONVERSION if more than
/// `digits` digits are needed.
CORBA::Fixed limited(const CORBA::Fixed& number, CORBA::UShort digits, CORBA::UShort scale);
/// Returns the number with exactly `scale` digits after the point. The caller frees the text.
CORBA::Char* fixed_text(const CORBA::Fixed& number, CORBA::UShort scale);
void print_fixed(std::ostream& out, const CORBA::Fixed& number, CORBA::UShort scale);
void extract_fixed(std::istream& in, CORBA::Fixed& number, CORBA::UShort digits, CORBA::UShort scale);
}  // namespace detail

/// The type that fixed<Digits, Scale> is mapped to. It accepts any number: excess digits after the point are cut off,
/// and DATA_CONVERSION is thrown if there are too many before the point.
template <CORBA::UShort Digits, CORBA::UShort Scale>
class BoundedFixed : public CORBA::Fixed {
 public:
  BoundedFixed() {}
  BoundedFixed(const CORBA::Fixed& number) : CORBA::Fixed(detail::limited(number, Digits, Scale)) {}
  template <class N, class = typename std::enable_if<std::is_arithmetic<N>::value>::type>
  BoundedFixed(N value) : CORBA::Fixed(detail::limited(CORBA::Fixed(value), Digits, Scale)) {}
  BoundedFixed(const char* text) : CORBA::Fixed(detail::limited(CORBA::Fixed(text), Digits, Scale)) {}

  BoundedFixed& operator+=(const CORBA::Fixed& other) { return *this = *this + other; }
  BoundedFixed& operator-=(const CORBA::Fixed& other) { return *this = *this - other; }
  BoundedFixed& operator*=(const CORBA::Fixed& other) { return *this = *this * other; }
  BoundedFixed& operator/=(const CORBA::Fixed& other) { return *this = *this / other; }
  BoundedFixed& operator++() { return *this += CORBA::Fixed(1); }
  BoundedFixed& operator--() { return *this -= CORBA::Fixed(1); }
  BoundedFixed operator++(int) {
    const BoundedFixed before = *this;
    ++*this;
    return before;
  }
  BoundedFixed operator--(int) {
    const BoundedFixed before = *this;
    --*this;
    return before;
  }

  /// Like that of Fixed, with all digits of the type after the point: "-12.50".
  CORBA::Char* to_string() const { return detail::fixed_text(*this, Scale); }

  friend std::ostream& operator<<(std::ostream& out, const BoundedFixed& number) {
    detail::print_fixed(out, number, Scale);
    return out;
  }
  friend std::istream& operator>>(std::istream& in, BoundedFixed& number) {
    detail::extract_fixed(in, number, Digits, Scale);
    return in;
  }
};

}  // namespace classic
}  // namespace dimma
