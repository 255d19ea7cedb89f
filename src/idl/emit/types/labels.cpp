#include "idl/emit/types/labels.hpp"

#include <limits>

namespace dimma::idl::cxx {

namespace {

// True if some branch has that label.
bool is_listed(const Union& subject, const ConstantValue& value) {
  for (const UnionBranch* branch : subject.branches) {
    for (const ConstantValue& label : branch->labels) {
      if (label == value) return true;
    }
  }
  return false;
}

template <class Integer, class Make>
std::optional<ConstantValue> lowest_between(const Union& subject, Integer first, Integer last, Make make) {
  for (Integer at = first;; ++at) {
    ConstantValue value = make(at);
    if (!is_listed(subject, value)) return value;
    if (at == last) return {};
  }
}

template <class Number>
std::optional<ConstantValue> lowest_signed(const Union& subject) {
  using Limits = std::numeric_limits<Number>;
  return lowest_between<std::int64_t>(subject, Limits::min(), Limits::max(),
                                      [](std::int64_t at) { return ConstantValue(at); });
}

template <class Number>
std::optional<ConstantValue> lowest_unsigned(const Union& subject) {
  return lowest_between<std::uint64_t>(subject, 0, std::numeric_limits<Number>::max(),
                                       [](std::uint64_t at) { return ConstantValue(at); });
}

std::optional<ConstantValue> lowest_enumerator(const Union& subject, const Enum& enumeration) {
  for (const Enumerator* enumerator : enumeration.enumerators) {
    if (!is_listed(subject, enumerator)) return ConstantValue(enumerator);
  }
  return {};
}

}  // namespace

std::optional<ConstantValue> lowest_unlisted(const Union& subject) {
  const Type& type = resolve_aliases(*subject.discriminator);
  if (const Declaration* named = named_declaration(type)) return lowest_enumerator(subject, as<Enum>(*named));
  switch (as<BasicType>(type).basic) {
    case BasicKind::Boolean:
      return lowest_between<unsigned>(subject, 0, 1, [](unsigned at) { return ConstantValue(at != 0); });
    case BasicKind::Char:
      return lowest_between<unsigned>(
          subject, 0, 0xff, [](unsigned at) { return ConstantValue(CharValue{static_cast<std::uint8_t>(at)}); });
    case BasicKind::WChar:
      return lowest_between<unsigned>(
          subject, 0, 0xffff, [](unsigned at) { return ConstantValue(WideCharValue{static_cast<char16_t>(at)}); });
    case BasicKind::Octet:
    case BasicKind::UInt8:
      return lowest_unsigned<std::uint8_t>(subject);
    case BasicKind::UShort:
      return lowest_unsigned<std::uint16_t>(subject);
    case BasicKind::ULong:
      return lowest_unsigned<std::uint32_t>(subject);
    case BasicKind::ULongLong:
      return lowest_unsigned<std::uint64_t>(subject);
    case BasicKind::Int8:
      return lowest_signed<std::int8_t>(subject);
    case BasicKind::Short:
      return lowest_signed<std::int16_t>(subject);
    case BasicKind::Long:
      return lowest_signed<std::int32_t>(subject);
    default:
      return lowest_signed<std::int64_t>(subject);
  }
}

}  // namespace dimma::idl::cxx
