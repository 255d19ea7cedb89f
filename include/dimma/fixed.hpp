#pragma once
/// Fixed-point decimals (IDL to C++11, 6.12): IDL::fixed_number, for arithmetic, and IDL::Fixed<digits, scale>, to
/// which fixed<digits, scale> is mapped.

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/generated/typecode_of.hpp>
#include <dimma/print.hpp>
#include <dimma/reference.hpp>

#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace IDL {

/// A decimal number of up to 31 digits, all of which may be after the point. The result of a computation keeps as many
/// digits after the point as fit; the others are cut off. CORBA::DATA_CONVERSION is thrown if more than 31 are needed
/// before the point, and for a division by zero. An ordinary value, not thread-safe while it is being changed.
class fixed_number {
 public:
  static constexpr std::uint16_t digits_max = 31;

  fixed_number() = default;
  /// Converts from integers: implicit if all values of the type fit into a signed 64-bit integer.
  template <std::integral Whole>
  explicit(std::unsigned_integral<Whole> && sizeof(Whole) == 8)
      fixed_number(Whole value)  // NOLINT: like built-in numbers
      : fixed_number(value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value), value < 0) {
  }
  /// Rounds to 15 significant digits, which every double keeps, or to 18 for a long double.
  explicit fixed_number(double value);
  explicit fixed_number(long double value);
  /// Parses "-12.50", optionally followed by d or D. Throws CORBA::DATA_CONVERSION for anything else.
  explicit fixed_number(std::string_view text);

  /// Returns the number with all its digits after the point, also zeros: "-12.50".
  std::string to_string() const;
  explicit operator std::string() const { return to_string(); }
  explicit operator double() const;
  explicit operator long double() const;
  /// Drops the digits after the point. Throws CORBA::DATA_CONVERSION if the number does not fit.
  explicit operator std::int64_t() const;
  explicit operator bool() const noexcept { return !is_zero(); }

  /// The number of digits, and how many of them are after the point.
  std::uint16_t fixed_digits() const;
  std::uint16_t fixed_scale() const noexcept { return scale_; }
  /// Return a number with at most `scale` digits after the point. round() rounds half away from zero, truncate() cuts
  /// digits off.
  fixed_number round(std::uint16_t scale) const;
  fixed_number truncate(std::uint16_t scale) const;

  fixed_number operator-() const;
  fixed_number operator+() const { return *this; }
  fixed_number& operator+=(const fixed_number& other) { return *this = *this + other; }
  fixed_number& operator-=(const fixed_number& other) { return *this = *this - other; }
  fixed_number& operator*=(const fixed_number& other) { return *this = *this * other; }
  fixed_number& operator/=(const fixed_number& other) { return *this = *this / other; }

  fixed_number& operator++() { return *this += fixed_number(1); }
  fixed_number& operator--() { return *this -= fixed_number(1); }
  fixed_number operator++(int) { return std::exchange(*this, *this + fixed_number(1)); }
  fixed_number operator--(int) { return std::exchange(*this, *this - fixed_number(1)); }

  friend fixed_number operator+(const fixed_number& left, const fixed_number& right);
  friend fixed_number operator-(const fixed_number& left, const fixed_number& right) { return left + -right; }
  friend fixed_number operator*(const fixed_number& left, const fixed_number& right);
  friend fixed_number operator/(const fixed_number& left, const fixed_number& right);
  /// Compares numerically: 1.5 equals 1.50.
  friend bool operator==(const fixed_number& left, const fixed_number& right) { return std::is_eq(left <=> right); }
  friend std::strong_ordering operator<=>(const fixed_number& left, const fixed_number& right);
  friend std::ostream& operator<<(std::ostream& out, const fixed_number& number);
  /// Reads a number in the format of the constructor from text, and nothing after it; sets failbit for text that is not
  /// a number.
  friend std::istream& operator>>(std::istream& in, fixed_number& number);

  /// Internal to dimma, for IDL::Fixed and its codec. Returns the number with exactly `scale` digits after the point,
  /// cut off or padded with zeros. Throws CORBA::DATA_CONVERSION if more than `digits` are needed.
  fixed_number _as(std::uint16_t digits, std::uint16_t scale) const;
  /// Writes packed decimal: each digit takes half an octet; the sign follows the digits, 12 for plus and 13 for minus.
  void _write(dimma::cdr::Encoder& out, std::uint16_t digits, std::uint16_t scale) const;
  static fixed_number _read(dimma::cdr::Decoder& in, std::uint16_t digits, std::uint16_t scale);
  static std::istream& _extract(std::istream& in, fixed_number& number, std::uint16_t digits, std::uint16_t scale);

 protected:
  struct zero_of_scale {
    std::uint16_t scale;
  };
  explicit fixed_number(zero_of_scale zero) noexcept : scale_(zero.scale) {}

 private:
  friend class fixed_arithmetic;
  fixed_number(std::uint64_t magnitude, bool negative) noexcept : magnitude_{magnitude, 0}, negative_(negative) {}
  bool is_zero() const noexcept { return magnitude_[0] == 0 && magnitude_[1] == 0; }

  std::array<std::uint64_t, 2> magnitude_{};  // low word, high word
  std::uint16_t scale_ = 0;
  bool negative_ = false;
};

/// The type that fixed<Digits, Scale> is mapped to. Accepts any number: excess digits after the point are cut off, and
/// CORBA::DATA_CONVERSION is thrown if there are too many before the point.
template <std::uint16_t Digits, std::uint16_t Scale>
class Fixed : public fixed_number {
 public:
  using digits = std::integral_constant<std::uint16_t, Digits>;
  using scale = std::integral_constant<std::uint16_t, Scale>;

  Fixed() noexcept : fixed_number(zero_of_scale{Scale}) {}
  Fixed(const fixed_number& value)
      : fixed_number(value._as(Digits, Scale)) {}  // NOLINT: implicit, like built-in numbers
  template <class Number>
  requires std::is_arithmetic_v<Number>
  explicit(!std::is_convertible_v<Number, fixed_number>) Fixed(Number value)  // NOLINT: like fixed_number
      : Fixed(fixed_number(value)) {}
  explicit Fixed(std::string_view text) : Fixed(fixed_number(text)) {}

  /// The number of digits of the type, and how many of them are after the point.
  static constexpr std::uint16_t fixed_digits() noexcept { return Digits; }
  static constexpr std::uint16_t fixed_scale() noexcept { return Scale; }
  Fixed& operator+=(const fixed_number& other) { return *this = *this + other; }
  Fixed& operator-=(const fixed_number& other) { return *this = *this - other; }
  Fixed& operator*=(const fixed_number& other) { return *this = *this * other; }
  Fixed& operator/=(const fixed_number& other) { return *this = *this / other; }
  Fixed& operator++() { return *this += fixed_number(1); }
  Fixed& operator--() { return *this -= fixed_number(1); }
  Fixed operator++(int) { return std::exchange(*this, *this + fixed_number(1)); }
  Fixed operator--(int) { return std::exchange(*this, *this - fixed_number(1)); }

  friend std::istream& operator>>(std::istream& in, Fixed& number) { return _extract(in, number, Digits, Scale); }
};

template <std::uint16_t Digits, std::uint16_t Scale>
struct traits<Fixed<Digits, Scale>> : dimma::printable_traits<Fixed<Digits, Scale>> {
  using value_type = Fixed<Digits, Scale>;
  using in_type = const value_type&;
  using out_type = value_type&;
  using inout_type = value_type&;
  using digits = std::integral_constant<std::uint16_t, Digits>;
  using scale = std::integral_constant<std::uint16_t, Scale>;
};

}  // namespace IDL

namespace dimma {

/// Writes the number like operator<<.
void print_fixed(std::ostream& out, const IDL::fixed_number& value);
template <std::uint16_t Digits, std::uint16_t Scale>
struct printer<IDL::Fixed<Digits, Scale>> {
  static void print(std::ostream& out, const IDL::Fixed<Digits, Scale>& value) { print_fixed(out, value); }
};

template <std::uint16_t Digits, std::uint16_t Scale>
struct typecode_of<IDL::Fixed<Digits, Scale>> {
  static constexpr CORBA::TypeCode value{CORBA::TCKind::tk_fixed, {.length = Digits, .number = Scale}};
};

namespace cdr {
template <std::uint16_t Digits, std::uint16_t Scale>
struct codec<IDL::Fixed<Digits, Scale>> {
  static constexpr std::size_t octets_min = (Digits + 2) / 2;
  static void write(Encoder& out, const IDL::Fixed<Digits, Scale>& value) { value._write(out, Digits, Scale); }
  static void read(Decoder& in, IDL::Fixed<Digits, Scale>& value) {
    value = IDL::fixed_number::_read(in, Digits, Scale);
  }
};
}  // namespace cdr

}  // namespace dimma
