#include "idl/emit/classic/definitions/union_parts.hpp"

#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/labels.hpp"
#include "idl/emit/types/literals.hpp"

namespace dimma::idl::classic {

namespace {

std::string label_text(const Union& subject, const ConstantValue& label) {
  return cxx::literal(label, *subject.discriminator);
}

std::string first_label(const Union& subject, const UnionBranch& branch) {
  if (branch.is_default) {
    if (const auto unlisted = cxx::lowest_unlisted(subject)) return label_text(subject, *unlisted);
  }
  return label_text(subject, branch.labels.front());
}

unsigned default_branch(const Union& subject) {
  for (std::size_t i = 0; i < subject.branches.size(); ++i) {
    if (subject.branches[i]->is_default) return static_cast<unsigned>(i + 1);
  }
  return 0;
}

}  // namespace

std::vector<Branch> branches_of(const Union& subject) {
  std::vector<Branch> branches;
  for (const UnionBranch* each : subject.branches) {
    const TypeClass kind = class_of(*each->type);
    Branch branch;
    branch.declaration = each;
    branch.number = static_cast<unsigned>(branches.size() + 1);
    branch.name = member_name(*each);
    branch.held_type = "_held_" + each->identifier;
    branch.is_scalar = kind == TypeClass::Scalar;
    branch.is_array = kind == TypeClass::FixedArray || kind == TypeClass::VariableArray;
    branch.access = "_branches." + branch.name + (branch.is_array ? ".value" : "");
    branch.first_label = first_label(subject, *each);
    branches.push_back(branch);
  }
  return branches;
}

InitialState initial_state(const Union& subject) {
  if (const auto unlisted = cxx::lowest_unlisted(subject)) {
    return {label_text(subject, *unlisted), default_branch(subject)};
  }
  return {label_text(subject, subject.branches.front()->labels.front()), 1};
}

bool has_labels_of_none(const Union& subject) {
  return !subject.has_default && cxx::lowest_unlisted(subject).has_value();
}

// Compilers warn about a switch over a boolean.
std::string branch_of_label(const Union& subject) {
  const bool boolean = is_basic(*subject.discriminator, BasicKind::Boolean);
  std::string text;
  for (const Branch& branch : branches_of(subject)) {
    if (branch.declaration->is_default) continue;
    const std::string number = std::to_string(branch.number);
    for (const ConstantValue& label : branch.declaration->labels) {
      const std::string value = label_text(subject, label);
      text += boolean ? "if (_label == " + value + ") return " + number + ";\n" : "  case " + value + ":\n";
    }
    if (!boolean) text += "    return " + number + ";\n";
  }
  const std::string otherwise = "return " + std::to_string(default_branch(subject)) + ";";
  if (boolean) return text + otherwise;
  return "switch (_label) {\n" + text + "  default:\n    " + otherwise + "\n}";
}

}  // namespace dimma::idl::classic
