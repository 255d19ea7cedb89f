#include "idl/emit/types/literals.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"
#include "idl/emit/types/basic_types.hpp"

namespace dimma::idl::cxx {

std::string fixed_type(const FixedValue& value) {
  const std::size_t digits = std::max<std::size_t>(value.digits.size(), value.scale);
  return "::IDL::Fixed<" + std::to_string(digits) + ", " + std::to_string(value.scale) + ">";
}

std::string fixed_text(const FixedValue& value) {
  std::string text = value.digits;
  if (text.size() <= value.scale) text.insert(0, value.scale + 1 - text.size(), '0');
  if (value.scale != 0) text.insert(text.size() - value.scale, ".");
  return (value.negative ? "-" : "") + text;
}

namespace {

BasicKind basic_kind(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  return resolved.kind == TypeKind::Basic ? as<BasicType>(resolved).basic : BasicKind::Void;
}

// A type's smallest number cannot be written as one literal, since the minus sign is an operator.
std::string signed_literal(std::int64_t value, BasicKind kind) {
  const std::string suffix = facts_of(kind).suffix;
  const bool is_smallest = (kind == BasicKind::LongLong && value == std::numeric_limits<std::int64_t>::min()) ||
                           (kind == BasicKind::Long && value == std::numeric_limits<std::int32_t>::min());
  if (is_smallest) return std::to_string(value + 1) + suffix + " - 1";
  return std::to_string(value) + suffix;
}

std::string unsigned_literal(std::uint64_t value, BasicKind kind) {
  const bool is_beyond_signed = value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return std::to_string(value) + (is_beyond_signed ? "ULL" : facts_of(kind).suffix);
}

// Returns the shortest decimal text that converts back to the same number.
template <class Number>
std::string shortest(Number value) {
  std::array<char, 64> text;
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
  std::string number(text.data(), written.ptr);
  if (number.find_first_of(".e") == std::string::npos) number += ".0";
  return number;
}

std::string floating_literal(long double value, BasicKind kind) {
  const std::string suffix = facts_of(kind).suffix;
  if (kind == BasicKind::Float) return shortest(static_cast<float>(value)) + suffix;
  if (kind == BasicKind::LongDouble) return shortest(value) + suffix;
  return shortest(static_cast<double>(value)) + suffix;
}

struct Literal {
  BasicKind kind;

  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return signed_literal(value, kind); }
  std::string operator()(std::uint64_t value) const { return unsigned_literal(value, kind); }
  std::string operator()(long double value) const { return floating_literal(value, kind); }
  std::string operator()(CharValue value) const { return "'" + literal_character(value.code, '\'') + "'"; }
  std::string operator()(const std::string& value) const { return string_literal(value); }
  std::string operator()(const Enumerator* value) const { return scoped_name(*value); }
  std::string operator()(WideCharValue value) const { return "L'" + wide_literal_character(value.code, '\'') + "'"; }
  std::string operator()(const std::u16string& value) const { return wide_string_literal(value); }
  // For constants of types that have been reported as errors.
  std::string operator()(std::monostate) const { return "{}"; }
  std::string operator()(const FixedValue& value) const {
    return fixed_type(value) + "(\"" + fixed_text(value) + "\")";
  }
};

}  // namespace

std::string literal(const ConstantValue& value, const Type& type) {
  return std::visit(Literal{basic_kind(type)}, value);
}

}  // namespace dimma::idl::cxx
