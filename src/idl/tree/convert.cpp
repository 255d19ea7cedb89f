// Converts the value of a constant expression to the declared type.
#include <cmath>
#include <limits>

#include "idl/tree/arithmetic.hpp"

namespace dimma::idl {
namespace {

Converted wrong(std::string problem) { return {std::monostate{}, std::move(problem)}; }

Converted mismatch(const Value& value, const std::string& type) {
  return wrong("cannot initialise a constant of type '" + type + "' with " + describe(value));
}

Converted to_integer(const Value& value, BasicKind kind) {
  const auto* integer = std::get_if<Integer>(&value);
  if (integer == nullptr) return mismatch(value, to_string(kind));
  Integer lowest = 0;
  Integer highest = 0;
  integer_range(kind, lowest, highest);
  if (*integer < lowest || *integer > highest) {
    return wrong("the value " + to_string(*integer) + " is out of range for type '" + to_string(kind) + "' (" +
                 to_string(lowest) + " to " + to_string(highest) + ")");
  }
  if (lowest == 0) return {static_cast<std::uint64_t>(*integer), {}};
  return {static_cast<std::int64_t>(*integer), {}};
}

template <class Floating>
Converted rounded(long double value, BasicKind kind) {
  if (std::fabs(value) > static_cast<long double>(std::numeric_limits<Floating>::max())) {
    return wrong(std::string("the value is out of range for type '") + to_string(kind) + "'");
  }
  return {static_cast<long double>(static_cast<Floating>(value)), {}};
}

Converted to_float(const Value& value, BasicKind kind) {
  const auto* floating = std::get_if<long double>(&value);
  if (floating == nullptr) {
    Converted result = mismatch(value, to_string(kind));
    if (std::holds_alternative<Integer>(value)) result.problem += "; write it with a decimal point";
    return result;
  }
  if (kind == BasicKind::Float) return rounded<float>(*floating, kind);
  if (kind == BasicKind::Double) return rounded<double>(*floating, kind);
  return {*floating, {}};
}

template <class Alternative>
Converted same(const Value& value, const char* type) {
  const auto* found = std::get_if<Alternative>(&value);
  if (found == nullptr) return mismatch(value, type);
  return {*found, {}};
}

Converted to_basic(const Value& value, BasicKind kind) {
  switch (kind) {
    case BasicKind::Boolean:
      return same<bool>(value, "boolean");
    case BasicKind::Char:
      return same<CharValue>(value, "char");
    case BasicKind::WChar:
      return same<WideCharValue>(value, "wchar");
    case BasicKind::Float:
    case BasicKind::Double:
    case BasicKind::LongDouble:
      return to_float(value, kind);
    case BasicKind::Octet:
    case BasicKind::Int8:
    case BasicKind::UInt8:
    case BasicKind::Short:
    case BasicKind::UShort:
    case BasicKind::Long:
    case BasicKind::ULong:
    case BasicKind::LongLong:
    case BasicKind::ULongLong:
      return to_integer(value, kind);
    default:
      return wrong(std::string("a constant cannot be of type '") + to_string(kind) + "'");
  }
}

template <class Text>
Converted to_text(const Value& value, const StringType& type, const char* name) {
  const auto* text = std::get_if<Text>(&value);
  if (text == nullptr) return mismatch(value, name);
  if (type.bound != 0 && text->size() > type.bound) {
    return wrong("a string of " + std::to_string(text->size()) + " characters exceeds the bound " +
                 std::to_string(type.bound));
  }
  return {*text, {}};
}

Converted to_fixed(const Value& value, const FixedType& type) {
  const auto* fixed = std::get_if<FixedValue>(&value);
  if (fixed == nullptr) return mismatch(value, "fixed");
  const std::size_t integer_digits = fixed->digits.size() - fixed->scale;
  const bool whole_is_zero = fixed->digits.find_first_not_of('0') >= integer_digits;
  if (type.digits != 0 && !whole_is_zero && integer_digits > type.digits - type.scale) {
    return wrong("the value has more digits than 'fixed<" + std::to_string(type.digits) + "," +
                 std::to_string(type.scale) + ">' holds");
  }
  return {*fixed, {}};
}

Converted to_enum(const Value& value, const Enum& enumeration) {
  const auto* enumerator = std::get_if<const Enumerator*>(&value);
  if (enumerator == nullptr || (*enumerator)->enumeration != &enumeration) {
    return mismatch(value, enumeration.full_name());
  }
  return {*enumerator, {}};
}

Converted to_bitmask(const Value& value, const Bitmask& bitmask) {
  const auto* integer = std::get_if<Integer>(&value);
  if (integer == nullptr) return mismatch(value, bitmask.full_name());
  const Integer limit = static_cast<Integer>(1) << bitmask.bit_bound;
  if (*integer < 0 || *integer >= limit)
    return wrong("the value does not fit in bitmask '" + bitmask.full_name() + "'");
  return {static_cast<std::uint64_t>(*integer), {}};
}

}  // namespace

Converted convert(const Value& value, const Type& target) {
  if (std::holds_alternative<std::monostate>(value)) return {};
  const Type& type = resolve_aliases(target);
  switch (type.kind) {
    case TypeKind::Basic:
      return to_basic(value, as<BasicType>(type).basic);
    case TypeKind::String:
      return to_text<std::string>(value, as<StringType>(type), "string");
    case TypeKind::WString:
      return to_text<std::u16string>(value, as<StringType>(type), "wstring");
    case TypeKind::Fixed:
      return to_fixed(value, as<FixedType>(type));
    case TypeKind::Named: {
      const Declaration* declaration = as<NamedType>(type).declaration;
      if (declaration->kind == DeclarationKind::Enum) return to_enum(value, as<Enum>(*declaration));
      if (declaration->kind == DeclarationKind::Bitmask) return to_bitmask(value, as<Bitmask>(*declaration));
      return wrong("a constant cannot be of type '" + declaration->full_name() + "'");
    }
    default:
      return wrong("a constant cannot be of this type");
  }
}

}  // namespace dimma::idl
