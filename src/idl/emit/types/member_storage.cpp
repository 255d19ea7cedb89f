#include "idl/emit/types/member_storage.hpp"

#include <algorithm>

#include "idl/emit/types/literals.hpp"

namespace dimma::idl::cxx {

namespace {

// Returns the member's own default, otherwise that of the nearest alias that has one; nullptr if there is none.
const ConstantValue* default_of(const ConstantValue& own, const Type& type) {
  if (!std::holds_alternative<std::monostate>(own)) return &own;
  if (type.kind != TypeKind::Named) return nullptr;
  const Declaration& named = *as<NamedType>(type).declaration;
  if (named.kind != DeclarationKind::Typedef) return nullptr;
  return default_of(as<Typedef>(named).default_value, *as<Typedef>(named).type);
}

template <class Annotated>
MemberStorage held(const Annotated& member) {
  const Type& type = *member.type;
  MemberStorage storage{spell(type), passing(type), resolve_aliases(type).kind == TypeKind::Array, initialization(type),
                        true};
  const ConstantValue* value = default_of(member.default_value, type);
  if (value != nullptr) storage.initial = "{" + literal(*value, type) + "}";
  if (!is_external(member) && !is_optional(member)) return storage;
  if (is_external(member)) {
    const std::string initial = storage.initial == "{}" ? "" : storage.initial;
    const std::string made = "::std::make_shared<" + storage.type + ">";
    storage.initial = "{" + made + "(" + (initial.empty() ? "" : storage.type + initial) + ")}";
    storage.type = "::std::shared_ptr<" + storage.type + ">";
  }
  if (is_optional(member)) {
    storage.type = "::IDL::optional<" + storage.type + ">";
    if (value == nullptr) storage.initial = "";
  }
  storage.passing = Passing::Constructed;
  storage.is_array = false;
  storage.is_as_typed = false;
  return storage;
}

}  // namespace

MemberStorage storage_of(const Member& member) { return held(member); }
MemberStorage storage_of(const UnionBranch& branch) { return held(branch); }

bool is_optional(const Declaration& member) { return member.is_marked("optional"); }
bool is_external(const Declaration& member) { return member.is_marked("external"); }

bool has_public_members(const Declaration& declaration) {
  const Annotation* mapping = declaration.annotation("cpp_mapping");
  return mapping != nullptr && std::any_of(mapping->arguments.begin(), mapping->arguments.end(),
                                           [](const auto& each) { return each.text == "STRUCT_WITH_PUBLIC_MEMBERS"; });
}

}  // namespace dimma::idl::cxx
