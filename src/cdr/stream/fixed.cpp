#include <dimma/fixed.hpp>

#include <dimma/minor.hpp>

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <istream>
#include <limits>
#include <ostream>

namespace IDL {

namespace {

using Integer = boost::multiprecision::cpp_int;

[[noreturn]] void refuse(const std::string& what) {
  throw CORBA::DATA_CONVERSION(dimma::minor::data_conversion_fixed, CORBA::COMPLETED_NO, what);
}

Integer power_of_ten(unsigned exponent) { return boost::multiprecision::pow(Integer(10), exponent); }

// Returns 10^31, the smallest integer with more than 31 digits.
const Integer& limit() {
  static const Integer ten_to_31 = power_of_ten(fixed_number::digits_max);
  return ten_to_31;
}

std::string digits_of(const Integer& magnitude, std::size_t count) {
  std::string digits = magnitude.str();
  if (digits.size() < count) digits.insert(0, count - digits.size(), '0');
  return digits;
}

}  // namespace

// Calculates with signed integers in units of 10^-scale.
class fixed_arithmetic {
 public:
  static Integer magnitude(const fixed_number& number) {
    return (Integer(number.magnitude_[1]) << 64) + number.magnitude_[0];
  }
  static Integer value(const fixed_number& number) {
    const Integer positive = magnitude(number);
    return number.negative_ ? Integer(-positive) : positive;
  }
  static Integer value_at(const fixed_number& number, unsigned scale) {
    return value(number) * power_of_ten(scale - number.scale_);
  }

  // Drops digits after the decimal point until at most 31 digits are left. Throws if the integer part is longer.
  static fixed_number make(Integer value, unsigned scale) {
    while (scale > 0 && (scale > fixed_number::digits_max || abs(value) >= limit())) {
      value /= 10;
      --scale;
    }
    const Integer positive = abs(value);
    if (positive >= limit()) refuse("a fixed-point number of more than 31 digits");
    fixed_number number;
    constexpr std::uint64_t all = ~std::uint64_t{0};
    number.magnitude_ = {static_cast<std::uint64_t>(positive & all), static_cast<std::uint64_t>(positive >> 64)};
    number.scale_ = static_cast<std::uint16_t>(scale);
    number.negative_ = value < 0;
    return number;
  }
};

namespace {

// Returns the number rounded to `significant` digits, without trailing zeros. Throws unless its magnitude is less than
// `end`.
fixed_number rounded(long double value, int significant, long double end) {
  if (!std::isfinite(value) || std::fabs(value) >= end) refuse("the number is out of the range of fixed-point numbers");
  if (value == 0) return {};
  const int before_point = static_cast<int>(std::floor(std::log10(std::fabs(value)))) + 1;
  const int scale = std::clamp(significant - before_point, 0, int{fixed_number::digits_max});
  std::array<char, 128> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, scale);
  std::string_view digits(text.data(), static_cast<std::size_t>(written.ptr - text.data()));
  if (scale > 0) {
    digits = digits.substr(0, digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.')) digits.remove_suffix(1);
  }
  return fixed_number(digits);
}

}  // namespace

fixed_number::fixed_number(double value) : fixed_number(rounded(value, 15, 1e31)) {}
fixed_number::fixed_number(long double value) : fixed_number(rounded(value, 18, 1e31L)) {}

fixed_number::fixed_number(std::string_view text) {
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  if (rest.ends_with('d') || rest.ends_with('D')) rest.remove_suffix(1);
  std::string digits;
  unsigned scale = 0;
  bool behind_point = false;
  for (const char character : rest) {
    if (character == '.' && !behind_point) {
      behind_point = true;
    } else if (character >= '0' && character <= '9' && digits.size() < 2 * digits_max) {
      digits += character;
      scale += behind_point ? 1 : 0;
    } else {
      digits.clear();
      break;
    }
  }
  if (digits.empty()) refuse("'" + std::string(text.substr(0, 80)) + "' is not a fixed-point number");
  const auto first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
  const Integer magnitude(digits.substr(first));  // leading zeros removed, since they would mean octal
  *this = fixed_arithmetic::make(negative ? Integer(-magnitude) : magnitude, scale);
}

std::string fixed_number::to_string() const {
  std::string text = digits_of(fixed_arithmetic::magnitude(*this), scale_ + std::size_t{1});
  if (scale_ != 0) text.insert(text.size() - scale_, ".");
  return (negative_ ? "-" : "") + text;
}

namespace {
template <class Real>
Real parsed(const std::string& text) {
  Real value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}
}  // namespace

fixed_number::operator double() const { return parsed<double>(to_string()); }
fixed_number::operator long double() const { return parsed<long double>(to_string()); }

fixed_number::operator std::int64_t() const {
  const Integer whole = fixed_arithmetic::value(*this) / power_of_ten(scale_);
  if (whole > std::numeric_limits<std::int64_t>::max() || whole < std::numeric_limits<std::int64_t>::min()) {
    refuse("a fixed-point number that does not fit into 64 bits");
  }
  return static_cast<std::int64_t>(whole);
}

std::uint16_t fixed_number::fixed_digits() const {
  const std::size_t digits = fixed_arithmetic::magnitude(*this).str().size();
  return static_cast<std::uint16_t>(std::max<std::size_t>(digits, scale_));
}

fixed_number fixed_number::truncate(std::uint16_t scale) const {
  if (scale >= scale_) return *this;
  return fixed_arithmetic::make(fixed_arithmetic::value(*this) / power_of_ten(scale_ - unsigned{scale}), scale);
}

fixed_number fixed_number::round(std::uint16_t scale) const {
  if (scale >= scale_) return *this;
  const Integer unit = power_of_ten(scale_ - unsigned{scale});
  const Integer half = negative_ ? Integer(-unit / 2) : Integer(unit / 2);
  return fixed_arithmetic::make((fixed_arithmetic::value(*this) + half) / unit, scale);
}

fixed_number fixed_number::operator-() const {
  fixed_number negated = *this;
  negated.negative_ = !negative_ && !is_zero();
  return negated;
}

fixed_number operator+(const fixed_number& left, const fixed_number& right) {
  const unsigned scale = std::max(left.scale_, right.scale_);
  return fixed_arithmetic::make(fixed_arithmetic::value_at(left, scale) + fixed_arithmetic::value_at(right, scale),
                                scale);
}

fixed_number operator*(const fixed_number& left, const fixed_number& right) {
  return fixed_arithmetic::make(fixed_arithmetic::value(left) * fixed_arithmetic::value(right),
                                unsigned{left.scale_} + right.scale_);
}

fixed_number operator/(const fixed_number& left, const fixed_number& right) {
  if (right.is_zero()) refuse("division of a fixed-point number by zero");
  // Calculates more digits than fit, so that the digits that are kept are exact. Trailing zeros are removed.
  constexpr unsigned more = 2 * fixed_number::digits_max;
  Integer quotient = fixed_arithmetic::value(left) * power_of_ten(more + right.scale_) / fixed_arithmetic::value(right);
  unsigned scale = more + left.scale_;
  while (scale > 0 && quotient % 10 == 0) {
    quotient /= 10;
    --scale;
  }
  return fixed_arithmetic::make(std::move(quotient), scale);
}

std::strong_ordering operator<=>(const fixed_number& left, const fixed_number& right) {
  const unsigned scale = std::max(left.scale_, right.scale_);
  const int order = fixed_arithmetic::value_at(left, scale).compare(fixed_arithmetic::value_at(right, scale));
  return order <=> 0;
}

std::ostream& operator<<(std::ostream& out, const fixed_number& number) { return out << number.to_string(); }

std::istream& operator>>(std::istream& in, fixed_number& number) {
  const std::istream::sentry ready(in);
  if (!ready) return in;
  constexpr auto end = std::char_traits<char>::eof();
  constexpr std::size_t longest = 2 * fixed_number::digits_max + 2;
  std::string text;
  for (int next = in.peek(); next != end && text.size() < longest; next = in.peek()) {
    const char character = static_cast<char>(next);
    const bool is_sign = text.empty() && (character == '+' || character == '-');
    if (!is_sign && character != '.' && (character < '0' || character > '9')) break;
    text += static_cast<char>(in.get());
  }
  // Peeking again at the end of the stream would set failbit.
  if (in.good() && (in.peek() == 'd' || in.peek() == 'D')) in.get();
  try {
    number = fixed_number(text);
  } catch (const CORBA::DATA_CONVERSION&) {
    in.setstate(std::ios_base::failbit);
  }
  return in;
}

std::istream& fixed_number::_extract(std::istream& in, fixed_number& number, std::uint16_t digits,
                                     std::uint16_t scale) {
  fixed_number any;
  if (!(in >> any)) return in;
  try {
    number = any._as(digits, scale);
  } catch (const CORBA::DATA_CONVERSION&) {
    in.setstate(std::ios_base::failbit);
  }
  return in;
}

fixed_number fixed_number::_as(std::uint16_t digits, std::uint16_t scale) const {
  const Integer value = scale >= scale_
                            ? fixed_arithmetic::value_at(*this, scale)
                            : Integer(fixed_arithmetic::value(*this) / power_of_ten(scale_ - unsigned{scale}));
  if (abs(value) >= power_of_ten(digits)) {
    refuse(to_string() + " does not fit into a fixed<" + std::to_string(digits) + "," + std::to_string(scale) + ">");
  }
  return fixed_arithmetic::make(value, scale);
}

namespace {
constexpr unsigned plus_sign = 12;
constexpr unsigned minus_sign = 13;
}  // namespace

void fixed_number::_write(dimma::cdr::Encoder& out, std::uint16_t digits, std::uint16_t scale) const {
  const fixed_number exact = scale_ == scale ? *this : _as(digits, scale);
  std::string text = digits_of(fixed_arithmetic::magnitude(exact), digits | 1U);
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    out.put(static_cast<std::uint8_t>((text[i] - '0') << 4 | (text[i + 1] - '0')));
  }
  out.put(static_cast<std::uint8_t>(static_cast<unsigned>(text.back() - '0') << 4 |
                                    (exact.negative_ ? minus_sign : plus_sign)));
}

fixed_number fixed_number::_read(dimma::cdr::Decoder& in, std::uint16_t digits, std::uint16_t scale) {
  std::string text;
  unsigned sign = 0;
  for (const std::byte octet : in.get_octets((digits + std::size_t{2}) / 2)) {
    const auto both = std::to_integer<unsigned>(octet);
    text += static_cast<char>('0' + (both >> 4));
    sign = both & 15U;
    text += static_cast<char>('0' + sign);
  }
  text.pop_back();
  const bool malformed = text.find_first_not_of("0123456789") != std::string::npos ||
                         (text.size() > digits && text.front() != '0') || (sign != plus_sign && sign != minus_sign);
  if (malformed) in.malformed("a fixed that is not a valid packed decimal");
  const auto first = std::min(text.find_first_not_of('0'), text.size() - 1);
  const Integer magnitude(text.substr(first));
  return fixed_arithmetic::make(sign == minus_sign ? Integer(-magnitude) : magnitude, scale);
}

}  // namespace IDL
