#include "idl/text/fixed_number.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <string>
#include <utility>

namespace dimma::idl {
namespace {

using boost::multiprecision::cpp_int;

// The value is number * 10^-scale.
struct Scaled {
  cpp_int number;
  unsigned scale = 0;
};

cpp_int power_of_ten(unsigned exponent) { return boost::multiprecision::pow(cpp_int(10), exponent); }

Scaled scaled(const FixedValue& value) {
  cpp_int number(0);
  for (const char digit : value.digits) number = number * 10 + (digit - '0');
  if (value.negative) number = -number;
  return {number, value.scale};
}

// Brings both numbers to the same scale.
void align(Scaled& a, Scaled& b) {
  const unsigned scale = std::max(a.scale, b.scale);
  a.number *= power_of_ten(scale - a.scale);
  b.number *= power_of_ten(scale - b.scale);
  a.scale = b.scale = scale;
}

std::optional<FixedValue> normalized(bool negative, std::string digits, unsigned scale) {
  // First drops excess fraction digits, then trailing zeros of the fraction.
  const auto significant = [&] {
    const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
    return std::max<std::size_t>(digits.size() - zeros, scale);
  };
  while (scale > 0 && (significant() > maximum_fixed_digits || (!digits.empty() && digits.back() == '0'))) {
    if (!digits.empty()) digits.pop_back();
    --scale;
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) digits.push_back('0');
  if (digits.size() < scale) {
    std::string padded(scale - digits.size(), '0');
    padded += digits;
    digits = std::move(padded);
  }
  if (digits.size() > maximum_fixed_digits) return std::nullopt;
  const bool zero = digits.find_first_not_of('0') == std::string::npos;
  return FixedValue{negative && !zero, std::move(digits), scale};
}

std::optional<FixedValue> fixed(const Scaled& value) {
  const bool negative = value.number < 0;
  const cpp_int magnitude = negative ? cpp_int(-value.number) : value.number;
  return normalized(negative, magnitude.str(), value.scale);
}

}  // namespace

std::optional<FixedValue> fixed_from_literal(std::string_view text) {
  if (!text.empty() && (text.back() == 'd' || text.back() == 'D')) text.remove_suffix(1);
  std::string digits;
  unsigned scale = 0;
  bool fraction = false;
  for (const char each : text) {
    if (each == '.') {
      fraction = true;
    } else {
      digits += each;
      if (fraction) ++scale;
    }
  }
  // A literal with too many digits is an error; only the results of operations are truncated.
  while (scale > 0 && digits.back() == '0') {
    digits.pop_back();
    --scale;
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (std::max<std::size_t>(digits.size(), scale) > maximum_fixed_digits) return std::nullopt;
  return normalized(false, std::move(digits), scale);
}

std::optional<FixedValue> fixed_add(const FixedValue& a, const FixedValue& b) {
  Scaled left = scaled(a);
  Scaled right = scaled(b);
  align(left, right);
  return fixed({left.number + right.number, left.scale});
}

std::optional<FixedValue> fixed_subtract(const FixedValue& a, const FixedValue& b) {
  return fixed_add(a, fixed_negate(b));
}

std::optional<FixedValue> fixed_multiply(const FixedValue& a, const FixedValue& b) {
  const Scaled left = scaled(a);
  const Scaled right = scaled(b);
  return fixed({left.number * right.number, left.scale + right.scale});
}

std::optional<FixedValue> fixed_divide(const FixedValue& a, const FixedValue& b) {
  if (is_zero(b)) return std::nullopt;
  Scaled left = scaled(a);
  Scaled right = scaled(b);
  align(left, right);
  constexpr unsigned precision = 2 * maximum_fixed_digits;
  return fixed({left.number * power_of_ten(precision) / right.number, precision});
}

FixedValue fixed_negate(FixedValue value) {
  value.negative = !value.negative && !is_zero(value);
  return value;
}

bool is_zero(const FixedValue& value) { return value.digits.find_first_not_of('0') == std::string::npos; }

}  // namespace dimma::idl
