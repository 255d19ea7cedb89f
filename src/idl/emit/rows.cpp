#include "idl/emit/rows.hpp"

#include <algorithm>

#include "idl/emit/fixed_layout.hpp"
#include "idl/emit/holding.hpp"

namespace dimma::idl::cxx {

namespace {

bool goes_in_row(const Type& type) {
  if (is_fixed(type) || is_plain_string(type)) return true;
  const Type& resolved = resolve_aliases(type);
  return resolved.kind == TypeKind::Named && goes_in_rows(*as<NamedType>(resolved).declaration);
}

template <class Member>
bool member_goes_in_row(const Member* member) {
  return !is_optional(*member) && !is_external(*member) && goes_in_row(*member->type);
}

bool struct_goes_in_rows(const Struct& structure) {
  if (is_fixed(structure)) return false;
  if (structure.base != nullptr && !is_fixed(*structure.base) && !goes_in_rows(*structure.base)) return false;
  return std::all_of(structure.members.begin(), structure.members.end(), member_goes_in_row<Member>);
}

bool union_goes_in_rows(const Union& subject) {
  return is_fixed(*subject.discriminator) &&
         std::any_of(subject.branches.begin(), subject.branches.end(), member_goes_in_row<UnionBranch>);
}

}  // namespace

bool goes_in_rows(const Declaration& declaration) {
  return remembered(declaration, Property::Rows, [&] {
    if (declaration.kind == DeclarationKind::Struct) return struct_goes_in_rows(as<Struct>(declaration));
    return declaration.kind == DeclarationKind::Union && union_goes_in_rows(as<Union>(declaration));
  });
}

}  // namespace dimma::idl::cxx
