// Decimal arithmetic for fixed-point constants (IDL 4.2, 7.4.1.4.3): 31 significant digits, excess fraction truncated.
#pragma once

#include <optional>
#include <string_view>

#include "idl/text/constant_value.hpp"

namespace dimma::idl {

constexpr unsigned maximum_fixed_digits = 31;

// Parses a literal such as "12.50d", without redundant zeros. Returns nullopt if more than 31 digits remain.
std::optional<FixedValue> fixed_from_literal(std::string_view text);

// Return nullopt if the integer part exceeds 31 digits, or on a division by zero.
std::optional<FixedValue> fixed_add(const FixedValue& a, const FixedValue& b);
std::optional<FixedValue> fixed_subtract(const FixedValue& a, const FixedValue& b);
std::optional<FixedValue> fixed_multiply(const FixedValue& a, const FixedValue& b);
std::optional<FixedValue> fixed_divide(const FixedValue& a, const FixedValue& b);
FixedValue fixed_negate(FixedValue value);
bool is_zero(const FixedValue& value);

}  // namespace dimma::idl
