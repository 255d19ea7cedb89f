// The value of a constant expression, evaluated and converted to its declared type.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace dimma::idl {

struct Enumerator;

// A decimal number digits * 10^-scale, for example 1.50 = {false, "150", 2}.
struct FixedValue {
  bool negative = false;
  std::string digits = "0";  // 1 to 31 decimal digits, without leading zeros except one before the point
  unsigned scale = 0;
  bool operator==(const FixedValue&) const = default;
};

// A character of IDL type char: an ISO 8859-1 code.
struct CharValue {
  std::uint8_t code = 0;
  bool operator==(const CharValue&) const = default;
};

// A character of IDL type wchar: a UTF-16 code unit.
struct WideCharValue {
  char16_t code = 0;
  bool operator==(const WideCharValue&) const = default;
};

// The declared type (aliases resolved) determines the alternative:
//   boolean: bool; short, long, long long, int8: int64_t; unsigned integers, octet, uint8, bitmask: uint64_t;
//   float, double, long double: long double (already rounded to the declared type); fixed: FixedValue;
//   char, wchar: CharValue, WideCharValue; string: std::string (ISO 8859-1 octets); wstring: std::u16string;
//   enum: the enumerator. monostate means that the expression had an error.
using ConstantValue = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, long double, FixedValue,
                                   CharValue, WideCharValue, std::string, std::u16string, const Enumerator*>;

}  // namespace dimma::idl
