#include "idl/emit/types/labels.hpp"

#include <cstdint>

#include "idl/tree/arithmetic.hpp"

namespace dimma::idl::cxx {

namespace {

// Returns true if some branch has the label.
bool is_listed(const Union& subject, const ConstantValue& value) {
  for (const UnionBranch* branch : subject.branches) {
    for (const ConstantValue& label : branch->labels) {
      if (label == value) return true;
    }
  }
  return false;
}

template <class Make>
std::optional<ConstantValue> lowest_between(const Union& subject, Integer first, Integer last, Make make) {
  for (Integer at = first;; ++at) {
    ConstantValue value = make(at);
    if (!is_listed(subject, value)) return value;
    if (at == last) return {};
  }
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
  const BasicKind kind = as<BasicType>(type).basic;
  switch (kind) {
    case BasicKind::Boolean:
      return lowest_between(subject, 0, 1, [](Integer at) { return ConstantValue(at != 0); });
    case BasicKind::Char:
      return lowest_between(subject, 0, 0xff,
                            [](Integer at) { return ConstantValue(CharValue{static_cast<std::uint8_t>(at)}); });
    case BasicKind::WChar:
      return lowest_between(subject, 0, 0xffff,
                            [](Integer at) { return ConstantValue(WideCharValue{static_cast<char16_t>(at)}); });
    default:
      break;
  }
  Integer lowest = 0;
  Integer highest = 0;
  integer_range(kind, lowest, highest);
  return lowest_between(subject, lowest, highest, [lowest](Integer at) {
    return lowest == 0 ? ConstantValue(static_cast<std::uint64_t>(at)) : ConstantValue(static_cast<std::int64_t>(at));
  });
}

}  // namespace dimma::idl::cxx
