#include "idl/emit/codecs/batches.hpp"

#include <algorithm>

#include "idl/emit/codecs/fixed_layout.hpp"
#include "idl/emit/types/member_storage.hpp"

namespace dimma::idl::cxx {

namespace {

bool goes_in_batch(const Type& type) {
  if (is_fixed(type) || is_plain_string(type)) return true;
  const Type& resolved = resolve_aliases(type);
  return resolved.kind == TypeKind::Named && goes_in_batches(*as<NamedType>(resolved).declaration);
}

template <class Member>
bool member_goes_in_batch(const Member* member) {
  return !is_optional(*member) && !is_external(*member) && goes_in_batch(*member->type);
}

bool struct_goes_in_batches(const Struct& structure) {
  if (is_fixed(structure)) return false;
  if (structure.base != nullptr && !is_fixed(*structure.base) && !goes_in_batches(*structure.base)) return false;
  return std::all_of(structure.members.begin(), structure.members.end(), member_goes_in_batch<Member>);
}

bool union_goes_in_batches(const Union& subject) {
  return is_fixed(*subject.discriminator) &&
         std::any_of(subject.branches.begin(), subject.branches.end(), member_goes_in_batch<UnionBranch>);
}

}  // namespace

bool goes_in_batches(const Declaration& declaration) {
  return remembered(declaration, Property::Rows, [&] {
    if (declaration.kind == DeclarationKind::Struct) return struct_goes_in_batches(as<Struct>(declaration));
    return declaration.kind == DeclarationKind::Union && union_goes_in_batches(as<Union>(declaration));
  });
}

}  // namespace dimma::idl::cxx
