#include <dimma/classic/values/strings.hpp>

#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/fixed/modern_fixed.hpp"

#include <dimma/minor.hpp>

#include <string>

namespace dimma::classic {

void FixedAccess::set(CORBA::Fixed& number, const IDL::fixed_number& value) {
  IDL::fixed_number kept = value;
  if (kept.fixed_scale() != 0) {
    const std::string text = kept.to_string();
    const std::size_t zeros = text.size() - 1 - text.find_last_not_of('0');
    if (zeros != 0) kept = kept.truncate(static_cast<std::uint16_t>(kept.fixed_scale() - zeros));
  }
  std::memcpy(number.room_, &kept, sizeof kept);
}

namespace {

template <class Compute>
CORBA::Fixed computed(const Compute& compute) {
  return with_classic_exceptions([&] { return FixedAccess::classic(compute()); });
}

IDL::fixed_number modern(const CORBA::Fixed& number) noexcept { return FixedAccess::modern(number); }

}  // namespace

namespace CORBA {

void Fixed::set(LongLong value) {
  *this = computed([&] { return IDL::fixed_number(value); });
}
void Fixed::set(ULongLong value) {
  *this = computed([&] { return IDL::fixed_number(value); });
}
void Fixed::set(Double value) {
  *this = computed([&] { return IDL::fixed_number(value); });
}
void Fixed::set(LongDouble value) {
  *this = computed([&] { return IDL::fixed_number(value); });
}

Fixed::Fixed(const char* text) {
  if (text == nullptr) {
    raise<DATA_CONVERSION>(minor::data_conversion_fixed, COMPLETED_NO, "a null pointer is not a fixed-point number");
  }
  *this = computed([&] { return IDL::fixed_number(std::string_view(text)); });
}

Fixed::operator LongLong() const {
  return with_classic_exceptions([&] { return static_cast<LongLong>(modern(*this)); });
}
Fixed::operator LongDouble() const { return static_cast<LongDouble>(modern(*this)); }

Fixed Fixed::round(UShort scale) const {
  return computed([&] { return modern(*this).round(scale); });
}
Fixed Fixed::truncate(UShort scale) const {
  return computed([&] { return modern(*this).truncate(scale); });
}

Fixed& Fixed::operator+=(const Fixed& other) { return *this = *this + other; }
Fixed& Fixed::operator-=(const Fixed& other) { return *this = *this - other; }
Fixed& Fixed::operator*=(const Fixed& other) { return *this = *this * other; }
Fixed& Fixed::operator/=(const Fixed& other) { return *this = *this / other; }

Fixed Fixed::operator-() const {
  return computed([&] { return -modern(*this); });
}
Boolean Fixed::operator!() const { return !static_cast<bool>(modern(*this)); }

UShort Fixed::fixed_digits() const { return modern(*this).fixed_digits(); }
UShort Fixed::fixed_scale() const { return modern(*this).fixed_scale(); }
Char* Fixed::to_string() const { return string_dup(modern(*this).to_string().c_str()); }

Fixed operator+(const Fixed& left, const Fixed& right) {
  return computed([&] { return modern(left) + modern(right); });
}
Fixed operator-(const Fixed& left, const Fixed& right) {
  return computed([&] { return modern(left) - modern(right); });
}
Fixed operator*(const Fixed& left, const Fixed& right) {
  return computed([&] { return modern(left) * modern(right); });
}
Fixed operator/(const Fixed& left, const Fixed& right) {
  return computed([&] { return modern(left) / modern(right); });
}

Boolean operator==(const Fixed& left, const Fixed& right) { return modern(left) == modern(right); }
Boolean operator<(const Fixed& left, const Fixed& right) { return modern(left) < modern(right); }

}  // namespace CORBA

CORBA::Fixed detail::limited(const CORBA::Fixed& number, CORBA::UShort digits, CORBA::UShort scale) {
  return computed([&] { return modern(number)._as(digits, scale); });
}

}  // namespace dimma::classic
