#include "idl/tree/arithmetic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "idl/text/fixed_number.hpp"

namespace dimma::idl {
namespace {

Integer power_of_two(unsigned exponent) { return static_cast<Integer>(1) << exponent; }

Computed wrong(std::string problem) { return {std::monostate{}, std::move(problem)}; }

Computed within(Integer value, const IntegerRules& rules) {
  if (value < -power_of_two(rules.bits - 1) || value >= power_of_two(rules.bits)) {
    return wrong("the result " + to_string(value) + " does not fit in " + std::to_string(rules.bits) + " bits");
  }
  return {value, {}};
}

Computed shifted(BinaryOperator op, Integer left, Integer right, const IntegerRules& rules) {
  if (right < 0 || right > 63) {
    return wrong("cannot shift by " + to_string(right) + "; a shift must be from 0 to 63");
  }
  const auto count = static_cast<unsigned>(right);
  if (op == BinaryOperator::ShiftRight) return {left >> count, {}};
  Integer result = 0;
  if (__builtin_mul_overflow(left, power_of_two(count), &result)) return wrong("the result of << is too large");
  return within(result, rules);
}

Computed integers(BinaryOperator op, Integer left, Integer right, const IntegerRules& rules) {
  Integer product = 0;
  switch (op) {
    case BinaryOperator::Or:
      return within(left | right, rules);
    case BinaryOperator::Xor:
      return within(left ^ right, rules);
    case BinaryOperator::And:
      return within(left & right, rules);
    case BinaryOperator::ShiftLeft:
    case BinaryOperator::ShiftRight:
      return shifted(op, left, right, rules);
    case BinaryOperator::Add:
      return within(left + right, rules);
    case BinaryOperator::Subtract:
      return within(left - right, rules);
    case BinaryOperator::Multiply:
      if (__builtin_mul_overflow(left, right, &product)) return wrong("the result of * is too large");
      return within(product, rules);
    case BinaryOperator::Divide:
      if (right == 0) return wrong("division by zero");
      return within(left / right, rules);
    case BinaryOperator::Modulo:
      if (right == 0) return wrong("division by zero");
      return within(left % right, rules);
  }
  return wrong("unknown operator");
}

Computed floats(BinaryOperator op, long double left, long double right) {
  long double result = 0;
  switch (op) {
    case BinaryOperator::Add:
      result = left + right;
      break;
    case BinaryOperator::Subtract:
      result = left - right;
      break;
    case BinaryOperator::Multiply:
      result = left * right;
      break;
    case BinaryOperator::Divide:
      if (right == 0) return wrong("division by zero");
      result = left / right;
      break;
    default:
      return wrong(std::string("operator ") + to_string(op) + " is for integers only");
  }
  if (!std::isfinite(result)) return wrong(std::string("the result of ") + to_string(op) + " is out of range");
  return {result, {}};
}

Computed fixeds(BinaryOperator op, const FixedValue& left, const FixedValue& right) {
  std::optional<FixedValue> result;
  switch (op) {
    case BinaryOperator::Add:
      result = fixed_add(left, right);
      break;
    case BinaryOperator::Subtract:
      result = fixed_subtract(left, right);
      break;
    case BinaryOperator::Multiply:
      result = fixed_multiply(left, right);
      break;
    case BinaryOperator::Divide:
      if (is_zero(right)) return wrong("division by zero");
      result = fixed_divide(left, right);
      break;
    default:
      return wrong(std::string("operator ") + to_string(op) + " is for integers only");
  }
  if (!result) return wrong(std::string("the result of ") + to_string(op) + " has more than 31 digits");
  return {*result, {}};
}

bool is_arithmetic(const Value& value) {
  return std::holds_alternative<Integer>(value) || std::holds_alternative<long double>(value) ||
         std::holds_alternative<FixedValue>(value);
}

bool failed(const Value& value) { return std::holds_alternative<std::monostate>(value); }

unsigned bits_of(BasicKind kind) {
  switch (kind) {
    case BasicKind::Octet:
    case BasicKind::Int8:
    case BasicKind::UInt8:
      return 8;
    case BasicKind::Short:
    case BasicKind::UShort:
      return 16;
    case BasicKind::Long:
    case BasicKind::ULong:
      return 32;
    default:
      return 64;
  }
}

}  // namespace

std::string to_string(Integer value) {
  if (value == 0) return "0";
  const bool negative = value < 0;
  std::string digits;
  while (value != 0) {
    const auto digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    value /= 10;
  }
  if (negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

bool integer_range(BasicKind kind, Integer& lowest, Integer& highest) {
  const unsigned bits = bits_of(kind);
  switch (kind) {
    case BasicKind::Int8:
    case BasicKind::Short:
    case BasicKind::Long:
    case BasicKind::LongLong:
      lowest = -power_of_two(bits - 1);
      highest = power_of_two(bits - 1) - 1;
      return true;
    case BasicKind::Octet:
    case BasicKind::UInt8:
    case BasicKind::UShort:
    case BasicKind::ULong:
    case BasicKind::ULongLong:
      lowest = 0;
      highest = power_of_two(bits) - 1;
      return true;
    default:
      return false;
  }
}

IntegerRules integer_rules(const Type* target) {
  IntegerRules rules;
  if (target == nullptr) return rules;
  const Type& type = resolve_aliases(*target);
  Integer lowest = 0;
  Integer highest = 0;
  if (type.kind == TypeKind::Basic && integer_range(as<BasicType>(type).basic, lowest, highest)) {
    rules.type_bits = bits_of(as<BasicType>(type).basic);
    rules.bits = std::max(rules.type_bits, 32U);
    rules.is_unsigned = lowest == 0;
  } else if (const Declaration* declaration = named_declaration(type);
             declaration != nullptr && declaration->kind == DeclarationKind::Bitmask) {
    rules.is_unsigned = true;
    rules.type_bits = as<Bitmask>(*declaration).bit_bound;
  }
  return rules;
}

const char* to_string(BinaryOperator op) {
  constexpr const char* names[] = {"|", "^", "&", "<<", ">>", "+", "-", "*", "/", "%"};
  return names[static_cast<std::size_t>(op)];
}

std::string describe(const Value& value) {
  constexpr const char* names[] = {
      "an erroneous value", "an integer", "a floating-point number", "a fixed-point number", "a boolean", "a character",
      "a wide character",   "a string",   "a wide string",           "an enumerator"};
  if (const auto* enumerator = std::get_if<const Enumerator*>(&value)) {
    return "enumerator '" + (*enumerator)->full_name() + "'";
  }
  return names[value.index()];
}

Computed compute(UnaryOperator op, const Value& operand, const IntegerRules& rules) {
  if (failed(operand)) return {};
  if (!is_arithmetic(operand)) {
    const char* sign = op == UnaryOperator::Plus ? "+" : op == UnaryOperator::Minus ? "-" : "~";
    return wrong(std::string("unary ") + sign + " needs a number, not " + describe(operand));
  }
  if (op == UnaryOperator::Complement) {
    const auto* integer = std::get_if<Integer>(&operand);
    if (integer == nullptr) return wrong("unary ~ needs an integer, not " + describe(operand));
    if (!rules.is_unsigned) return within(-(*integer + 1), rules);
    return within(power_of_two(rules.type_bits) - 1 - *integer, rules);
  }
  if (op == UnaryOperator::Plus) return {operand, {}};
  if (const auto* integer = std::get_if<Integer>(&operand)) return within(-*integer, rules);
  if (const auto* floating = std::get_if<long double>(&operand)) return {-*floating, {}};
  return {fixed_negate(std::get<FixedValue>(operand)), {}};
}

Computed compute(BinaryOperator op, const Value& left, const Value& right, const IntegerRules& rules) {
  if (failed(left) || failed(right)) return {};
  for (const Value* each : {&left, &right}) {
    if (!is_arithmetic(*each)) {
      return wrong(std::string("operator ") + to_string(op) + " needs numbers, not " + describe(*each));
    }
  }
  if (left.index() != right.index()) {
    return wrong(std::string("operator ") + to_string(op) + " cannot combine " + describe(left) + " and " +
                 describe(right));
  }
  if (const auto* integer = std::get_if<Integer>(&left)) return integers(op, *integer, std::get<Integer>(right), rules);
  if (const auto* floating = std::get_if<long double>(&left))
    return floats(op, *floating, std::get<long double>(right));
  return fixeds(op, std::get<FixedValue>(left), std::get<FixedValue>(right));
}

Value as_value(const ConstantValue& constant) {
  struct ToValue {
    Value operator()(std::monostate) const { return {}; }
    Value operator()(std::int64_t integer) const { return static_cast<Integer>(integer); }
    Value operator()(std::uint64_t integer) const { return static_cast<Integer>(integer); }
    Value operator()(bool boolean) const { return boolean; }
    Value operator()(long double floating) const { return floating; }
    Value operator()(const FixedValue& fixed) const { return fixed; }
    Value operator()(CharValue code) const { return code; }
    Value operator()(WideCharValue code) const { return code; }
    Value operator()(const std::string& text) const { return text; }
    Value operator()(const std::u16string& text) const { return text; }
    Value operator()(const Enumerator* enumerator) const { return enumerator; }
  };
  return std::visit(ToValue{}, constant);
}

ConstantValue as_constant(const Value& value) {
  struct ToConstant {
    ConstantValue operator()(std::monostate) const { return {}; }
    ConstantValue operator()(Integer integer) const {
      if (integer < 0) return static_cast<std::int64_t>(integer);
      if (integer <= std::numeric_limits<std::int64_t>::max()) return static_cast<std::int64_t>(integer);
      return static_cast<std::uint64_t>(integer);
    }
    ConstantValue operator()(bool boolean) const { return boolean; }
    ConstantValue operator()(long double floating) const { return floating; }
    ConstantValue operator()(const FixedValue& fixed) const { return fixed; }
    ConstantValue operator()(CharValue code) const { return code; }
    ConstantValue operator()(WideCharValue code) const { return code; }
    ConstantValue operator()(const std::string& text) const { return text; }
    ConstantValue operator()(const std::u16string& text) const { return text; }
    ConstantValue operator()(const Enumerator* enumerator) const { return enumerator; }
  };
  return std::visit(ToConstant{}, value);
}

}  // namespace dimma::idl
