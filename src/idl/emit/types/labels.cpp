#include "idl/emit/types/labels.hpp"

#include <cstdint>

#include "idl/emit/types/literals.hpp"
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

std::string label_text(const Union& subject, const ConstantValue& label) {
  return literal(label, *subject.discriminator);
}

std::size_t default_branch(const Union& subject) {
  for (std::size_t i = 0; i < subject.branches.size(); ++i) {
    if (subject.branches[i]->is_default) return i + 1;
  }
  return 0;
}

bool is_boolean(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  return resolved.kind == TypeKind::Basic && as<BasicType>(resolved).basic == BasicKind::Boolean;
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

bool has_labels_of_none(const Union& subject) { return !subject.has_default && lowest_unlisted(subject).has_value(); }

std::string first_label(const Union& subject, const UnionBranch& branch) {
  if (branch.is_default) {
    if (const auto unlisted = lowest_unlisted(subject)) return label_text(subject, *unlisted);
  }
  return label_text(subject, branch.labels.front());
}

InitialState initial_state(const Union& subject) {
  if (const auto unlisted = lowest_unlisted(subject)) return {label_text(subject, *unlisted), default_branch(subject)};
  return {label_text(subject, subject.branches.front()->labels.front()), 1};
}

// There is no switch over a boolean, since compilers warn about that.
std::string branch_of_label(const Union& subject) {
  const bool boolean = is_boolean(*subject.discriminator);
  std::string text;
  for (std::size_t i = 0; i < subject.branches.size(); ++i) {
    const UnionBranch& branch = *subject.branches[i];
    const std::string number = std::to_string(i + 1);
    if (branch.is_default) continue;
    for (const ConstantValue& label : branch.labels) {
      const std::string value = label_text(subject, label);
      text += boolean ? "if (_label == " + value + ") return " + number + ";\n" : "  case " + value + ":\n";
    }
    if (!boolean) text += "    return " + number + ";\n";
  }
  const std::string otherwise = "return " + std::to_string(default_branch(subject)) + ";";
  if (boolean) return text + otherwise;
  return "switch (_label) {\n" + text + "  default:\n    " + otherwise + "\n}";
}

}  // namespace dimma::idl::cxx
