#include "idl/emit/codecs/fixed_layout.hpp"

#include <algorithm>

#include "idl/emit/types/basic_types.hpp"
#include "idl/emit/types/enum_queries.hpp"

namespace dimma::idl::cxx {

namespace {

bool is_fixed_declaration(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Enum:
      return !has_own_values(as<Enum>(declaration));
    case DeclarationKind::Struct:
      return is_fixed(as<Struct>(declaration));
    default:
      return false;
  }
}

}  // namespace

bool is_fixed(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  switch (resolved.kind) {
    case TypeKind::Basic:
      return facts_of(as<BasicType>(resolved).basic).is_fixed;
    case TypeKind::Array:
      return is_fixed(*as<ArrayType>(resolved).element);
    case TypeKind::Named:
      return is_fixed_declaration(*as<NamedType>(resolved).declaration);
    default:
      return false;
  }
}

bool is_fixed(const Member& member) {
  return !member.is_marked("optional") && !member.is_marked("external") && is_fixed(*member.type);
}

bool is_plain_string(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  return resolved.kind == TypeKind::String && as<StringType>(resolved).bound == 0;
}

bool is_plain_string(const Member& member) {
  return !member.is_marked("optional") && !member.is_marked("external") && is_plain_string(*member.type);
}

bool is_fixed(const Struct& structure) {
  return remembered(structure, Property::FixedLayout, [&] {
    return (structure.base == nullptr || is_fixed(*structure.base)) &&
           std::all_of(structure.members.begin(), structure.members.end(),
                       [](const Member* member) { return is_fixed(*member); });
  });
}

}  // namespace dimma::idl::cxx
