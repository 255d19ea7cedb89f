// Decimal arithmetic for fixed-point constants (IDL 4.2, 7.4.1.4.3): 31 significant digits, excess fraction cut off.
#pragma once

#include <optional>
#include <string_view>

#include "idl/text/constant_value.hpp"

namespace dimma::idl {

constexpr unsigned maximum_fixed_digits = 31;

// Parses "12.50d"; drops zeros without effect. Returns nullopt if more than 31 digits are left.
std::optional<FixedValue> fixed_from_literal(std::string_view text);

// Return nullopt if the integer part exceeds 31 digits, and for a division by zero.
std::optional<FixedValue> fixed_add(const FixedValue& a, const FixedValue& b);
std::optional<FixedValue> fixed_subtract(const FixedValue& a, const FixedValue& b);
std::optional<FixedValue> fixed_multiply(const FixedValue& a, const FixedValue& b);
std::optional<FixedValue> fixed_divide(const FixedValue& a, const FixedValue& b);
FixedValue fixed_negate(FixedValue value);
bool is_zero(const FixedValue& value);

}  // namespace dimma::idl
